"""What every endpoint is made of."""

from collections.abc import Collection
from datetime import datetime
from typing import IO, Any, cast

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import MethodNotAllowed, ParseError, UnsupportedMediaType
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from compliance.staff.scope import Scope
from compliance.web.requests import FloorRequest

from .authentication import Caller, has_key
from .errors import MEDIA_TYPE, FieldError, Invalid, LengthRequired, exception_handler
from .idempotency import StoredResponse
from .openapi.schema import Description, EndpointSchema
from .parsing.body import StrictJSONParser, refusing_malformed
from .parsing.strict_json import check_text
from .rendering import encoded

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]{8,64}$"},
    OpenApiParameter.HEADER,
    required=True,
    description="A value of your own, such as a UUID: the same key and body again get the same answer, and nothing is "
    "done twice.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="The ETag of the thing as you read it: if it has changed since, nothing is done.",
)


def answered(answer: StoredResponse) -> HttpResponse:
    """Answer as it was decided, now or when the same was asked before."""
    response = HttpResponse(answer.body, status=answer.status, content_type="application/json")
    if answer.repeated:
        response["Idempotency-Replayed"] = "true"
    if answer.status == 201:
        response["Location"] = answer.url or msgspec.json.decode(answer.body, type=_Addressed).url
    return response


class _Addressed(msgspec.Struct):
    """Something that was made, by its address."""

    url: str


def check_has_length(request: HttpRequest | Request) -> None:
    """Refuse a body without its length: it is not even seen, so nothing must be done without it."""
    if "HTTP_TRANSFER_ENCODING" in request.META:
        raise LengthRequired


def check_has_body(request: Request) -> None:
    """Refuse a request without a body where one is needed: else it would be read as an empty object."""
    if not int(request.META.get("CONTENT_LENGTH") or 0):
        raise ParseError("There is no body. Send a JSON object, even if it is empty: {}.")


class Endpoint(APIView):
    """One address of the API. Who may come here was looked up by the address's name (casino/access.py)."""

    # Anything else is answered with these: nothing is told to who asks for OPTIONS.
    http_method_names = ("get", "head", "post")
    schema = EndpointSchema()
    scope: Scope
    at: datetime

    def description(self) -> Description:
        raise NotImplementedError

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.scope = cast(FloorRequest, request).scope
        self.at = timezone.now()
        self._check_parameters(request)

    def parameters(self) -> Collection[str]:
        """Return the query parameters that there are."""
        return ()

    def _check_parameters(self, request: Request | HttpRequest) -> None:
        known = self.parameters()
        there = f"Known here: {', '.join(known)}." if known else "There are none here."
        errors = []
        for name, values in request.GET.lists():
            if name not in known:
                errors.append(FieldError(name, "unknown_parameter", f"There is no such parameter. {there}"))
            elif len(values) > 1:
                errors.append(FieldError(name, "malformed", "Give it once."))
            with refusing_malformed():
                check_text(name + values[-1], name)
        if errors:
            raise Invalid(errors)

    def shown(self, serializer: type[serializers.Serializer], thing: Any, **kwargs: Any) -> Any:
        return serializer(thing, context={"scope": self.scope, "at": self.at}, **kwargs).data


class QuickEndpoint(Endpoint):
    """An address that is posted to every few seconds: as any other, without what it has no use for.

    Its answers are bytes and have one type, so that nothing is negotiated; who asks is known, and was let in by
    casino/access.py before it was reached.
    """

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        self.args, self.kwargs, self.headers = args, kwargs, {}
        try:
            if request.method != "POST":
                raise MethodNotAllowed(request.method or "")
            if not has_key(request):
                Caller().enforce_csrf(cast(Request, request))
            check_has_length(request)
            self.scope, self.at = cast(FloorRequest, request).scope, timezone.now()
            self._check_parameters(request)
            return self.take(request, kwargs["key"])
        except Exception as exc:
            found = exception_handler(exc, {"view": self})
            if found is None:
                raise
            headers = {**self.default_response_headers, **dict(found.items()), "Content-Type": MEDIA_TYPE}
            return HttpResponse(encoded(found.data), status=found.status_code, headers=headers)

    def post(self, request: Request, **kwargs: Any) -> Response:
        raise NotImplementedError  # described as one of its methods, and reached by `dispatch` as `take`

    def take(self, request: HttpRequest, key: str) -> HttpResponse:
        raise NotImplementedError


def json_body(request: HttpRequest) -> dict[str, Any]:
    """Return the JSON object that a request brings."""
    if request.content_type != StrictJSONParser.media_type:
        raise UnsupportedMediaType(request.content_type or "")
    return StrictJSONParser().parse(cast(IO[Any], request), parser_context={"request": request})
