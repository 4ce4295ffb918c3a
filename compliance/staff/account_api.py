"""Your own account in the API. For people only."""

from typing import Any, cast

from django.contrib.auth import update_session_auth_hash
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.acts.arguments import body_serializer, fill
from compliance.acts.registry import ActForm
from compliance.api.endpoint import IDEMPOTENCY_KEY, Endpoint, answered
from compliance.api.errors import FieldError, Invalid, check_valid
from compliance.api.fields import Boolean, FacilityCode, Moment, Text
from compliance.api.idempotency import Request as Once
from compliance.api.idempotency import StoredResponse, known, request_with, store
from compliance.api.openapi.schema import Description
from compliance.api.parsing.body import StrictJSONParser
from compliance.api.rendering import encoded
from compliance.lockout.tablets import tablet_of
from compliance.models import Staff

from .forms import OwnSecretForm
from .serializers import PostingSerializer
from .services import change_secrets


class AccountSerializer(serializers.Serializer):
    """Your account."""

    badge = Text("Your badge.", example="CHP-2301")
    name = Text("Your name.", example="Rosa Delgado")
    facility = FacilityCode(
        "The facility that manages your account.", source="facility.code", default=None, allow_null=True
    )
    has_pin = Boolean("Whether you have a PIN and can give second signatures.")
    must_change_password = Boolean(
        "Whether someone else set your password. Until you change it, you can do nothing else."
    )
    must_change_pin = Boolean("Whether someone else set your PIN. Until you change it, it signs nothing.")
    signed_in_at = Moment("When you last signed in.", source="last_login", allow_null=True)
    postings = PostingSerializer(source="current_postings", many=True, help_text="Your current roles.")


CHANGE = body_serializer("AccountChange", OwnSecretForm, "A new password, a new PIN, or both.")


class ReadAccount(Endpoint):
    """GET returns the caller's account."""

    def description(self) -> Description:
        says = "Returns your account and your roles. For people only, not for API keys."
        return Description("account_read", "account", "Read your account", says, AccountSerializer)

    def get(self, request: Request) -> Response:
        return Response(self.shown(AccountSerializer, self.scope.staff))


class ChangeAccount(Endpoint):
    """POST changes the caller's password or PIN."""

    parser_classes = (StrictJSONParser,)

    def description(self) -> Description:
        says = (
            "Sets a new password, a new PIN, or both. A new password ends your other sessions, but not this one. For "
            "people only, not for API keys."
        )
        return Description(
            "account_change",
            "account",
            "Change your password or PIN",
            says,
            AccountSerializer,
            takes=CHANGE,
            parameters=[IDEMPOTENCY_KEY],
        )

    def post(self, request: Request) -> HttpResponse:
        staff, header = self.scope.staff, request.headers.get("Idempotency-Key")
        once = request_with(header, f"account {staff.badge}", cast(dict[str, Any], request.data))
        answer = known(staff.facility, once) if staff.facility else None
        return answered(answer or self._change(request, staff, once))

    def _change(self, request: Request, staff: Staff, once: Once) -> StoredResponse:
        form = OwnSecretForm(data={})
        fill(cast(ActForm, form), request.data, request.FILES)
        if form.is_valid():
            form.is_proven(staff, tablet=tablet_of(request), at=self.at)
        check_valid(form)
        password, pin = form.cleaned_data["password"], form.cleaned_data["pin"]
        if not password and not pin:
            raise Invalid([FieldError("", "required", "Give a new password, a new PIN, or both.")])
        assert staff.facility is not None  # is_proven has checked it
        with transaction.atomic():
            change_secrets(staff, password=password, pin=pin, at=self.at)
            answer = StoredResponse(200, encoded(self.shown(AccountSerializer, staff)))
            store(staff.facility, once, answer, at=self.at)
        if password:
            update_session_auth_hash(cast(HttpRequest, request), staff)
        return answer
