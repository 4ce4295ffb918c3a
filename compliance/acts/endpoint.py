"""API endpoints of acts, one for each act, built from its form."""

from hashlib import file_digest
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.utils.http import parse_etags
from rest_framework.exceptions import APIException
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from compliance.alerts.scan import scan_now
from compliance.api.conditional import etag_of
from compliance.api.endpoint import IDEMPOTENCY_KEY, IF_MATCH, Endpoint, answered
from compliance.api.errors import ApiRefusal, Invalid, check_valid
from compliance.api.idempotency import Request as Once
from compliance.api.idempotency import StoredResponse, known, request_with, store
from compliance.api.lists.endpoints import key_parameter
from compliance.api.openapi.schema import Description
from compliance.api.parsing.body import BoundedMultiPartParser, StrictJSONParser
from compliance.api.rendering import encoded
from compliance.api.resources import Resource
from compliance.errors import RuleViolation
from compliance.lockout.tablets import tablet_of

from .arguments import arguments_of, fill, takes_files
from .registry import Act


class ActEndpoint(Endpoint):
    """POST does the act on an object of `resource` and returns it, or the one of `answers` that it created."""

    act: Act = None  # type: ignore[assignment]  # given by as_view
    resource: Resource = None  # type: ignore[assignment]
    answers: Resource = None  # type: ignore[assignment]
    thing: Any

    def get_parsers(self) -> list[BaseParser]:
        return [StrictJSONParser(), BoundedMultiPartParser()] if takes_files(self.act) else [StrictJSONParser()]

    def description(self) -> Description:
        act = self.act
        signed = f"Signed by a {act.signing.who()}, with badge and PIN." if act.signing else ""
        people = "For people only, not for API keys." if act.for_people else ""
        summary = (act.run.__doc__ or "").strip().partition("\n")[0]
        return Description(
            operation=act.name.replace(".", "_").replace("-", "_"),
            tag=self.resource.plural,
            summary=act.label,
            says=" ".join(part for part in (summary, act.explains, signed, people) if part),
            answers=self.answers.detail,
            status=201 if act.creates else 200,
            takes=arguments_of(act),
            parameters=[key_parameter(self.resource), IDEMPOTENCY_KEY, *([IF_MATCH] if act.overwrites else [])],
        )

    def post(self, request: Request, key: Any) -> HttpResponse:
        self.thing = self.resource.subject.find(self.scope, key)
        facility = self.thing.facility
        once = request_with(request.headers.get("Idempotency-Key"), f"{self.act.name} {key}", _request_content(request))
        answer = known(facility, once)
        if answer is None:
            try:
                answer = self._do(request, key, once)
            except (APIException, Invalid, RuleViolation, ValidationError, IntegrityError):
                # A concurrent duplicate of this request may have succeeded meanwhile.
                answer = known(facility, once)
                if answer is None:
                    raise
            else:
                scan_now(facility, self.at)
        return answered(answer)

    def _do(self, request: Request, key: Any, once: Once) -> StoredResponse:
        """Do the act and store its response in the same transaction."""
        if self.act.overwrites:
            self._check_unchanged(request, key)
        form = self.act.bind(self.thing, self.scope, self.at, data={}, files={})
        fill(form, request.data, request.FILES)
        check_valid(form)
        second = self.act.confirmed(form, tablet=tablet_of(request))
        with transaction.atomic():
            if self.act.overwrites:
                self.resource.subject.lock(self.thing)
                self._check_unchanged(request, key)
            made = self.act.done(form, second)
            shown = self._shown_after(made, key)
            answer = StoredResponse(201 if self.act.creates else 200, encoded(shown))
            store(self.thing.facility, once, answer, at=self.at)
        if not self.act.reveals:
            return answer
        # The secret is in this response only; the stored response does not have it.
        return answer._replace(body=encoded({**shown, self.act.reveals: getattr(made, self.act.reveals)}))

    def _check_unchanged(self, request: Request, key: Any) -> None:
        """Refuse to overwrite a version the caller has not read. Runs first, and again under the lock."""
        given = request.headers.get("If-Match")
        if given is None:
            raise ApiRefusal("precondition_required")
        found = self.resource.find(self.scope, key, self.at)
        etag = etag_of(encoded(self.shown(self.resource.detail, found)))
        if not {"*", etag} & set(parse_etags(given)):
            raise ApiRefusal("precondition_failed")

    def _shown_after(self, made: Any, key: Any) -> Any:
        key = self.answers.subject.key(made) if self.act.creates else key
        return self.shown(self.answers.detail, self.answers.find(self.scope, key, self.at))


def _request_content(request: Request) -> dict[str, Any]:
    """Return the request data to store with the idempotency key, with hashes instead of files."""
    data: Any = request.data
    said = {name: data.getlist(name) for name in data if name not in request.FILES} if request.FILES else dict(data)
    return said | {name: _hash(file) for name, file in request.FILES.items()}


def _hash(upload: Any) -> str:
    found = file_digest(upload.file, "sha256").hexdigest()
    upload.seek(0)
    return found
