"""Base classes of all endpoints."""

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
from .errors import MEDIA_TYPE, ApiRefusal, FieldError, Invalid, exception_handler
from .idempotency import StoredResponse
from .openapi.schema import Description, EndpointSchema
from .parsing.body import StrictJSONParser, refusing_malformed
from .parsing.strict_json import check_text
from .rendering import encoded

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]{8,64}$", "examples": ["8c1c5d8e-5d1b-4c0e-9a44-0d8a2f6f3c11"]},
    OpenApiParameter.HEADER,
    required=True,
    description="A unique value that you choose, such as a UUID. If you repeat a request with the same key and body, "
    "you get the same response and nothing is done twice.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string", "examples": ['"7ab9f43a1b5cb0ae59b2ed0e5c0fa8bb2f3c0d1e"']},
    OpenApiParameter.HEADER,
    required=True,
    description="The ETag from when you read the object. If the object has changed since, the request is refused.",
)


def answered(answer: StoredResponse) -> HttpResponse:
    """Return the HTTP response for a new or repeated request."""
    response = HttpResponse(answer.body, status=answer.status, content_type="application/json")
    if answer.repeated:
        response["Idempotency-Replayed"] = "true"
    if answer.status == 201:
        response["Location"] = answer.url or msgspec.json.decode(answer.body, type=_Addressed).url
    return response


class _Addressed(msgspec.Struct):
    """A created object: only its URL."""

    url: str


def check_has_length(request: HttpRequest | Request) -> None:
    """Refuse a chunked body: the server does not read it, so nothing may be done."""
    if "HTTP_TRANSFER_ENCODING" in request.META:
        raise ApiRefusal("length_required")


def check_has_body(request: Request) -> None:
    """Refuse a missing body where one is required; it would be read as an empty object."""
    if not int(request.META.get("CONTENT_LENGTH") or 0):
        raise ParseError("The body is missing. Send a JSON object, even if it is empty: {}.")


class Endpoint(APIView):
    """One URL of the API. casino/access.py has checked access by the URL's name."""

    # OPTIONS is not supported, so it reveals nothing.
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
        if request.method == "POST":
            check_has_length(request)

    def _check_parameters(self, request: Request | HttpRequest) -> None:
        """Refuse query parameters that the description does not have."""
        if not request.GET:
            return
        known = [each.name for each in self.description().parameters if each.location == OpenApiParameter.QUERY]
        there = f"Known parameters: {', '.join(known)}." if known else "This endpoint takes none."
        errors = []
        for name, values in request.GET.lists():
            if name not in known:
                errors.append(FieldError(name, "unknown_parameter", f"There is no such parameter. {there}"))
            elif len(values) > 1:
                errors.append(FieldError(name, "malformed", "Send this parameter only once."))
            with refusing_malformed():
                check_text(name + values[-1], name)
        if errors:
            raise Invalid(errors)

    def shown(self, serializer: type[serializers.Serializer], thing: Any, **kwargs: Any) -> Any:
        return serializer(thing, context={"scope": self.scope, "at": self.at}, **kwargs).data


class QuickEndpoint(Endpoint):
    """A fast endpoint for requests that come every few seconds.

    It skips content negotiation, because it always responds with JSON bytes, and authentication, because
    casino/access.py has done it before.
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
        raise NotImplementedError  # only for the OpenAPI description: `dispatch` calls `take`

    def take(self, request: HttpRequest, key: str) -> HttpResponse:
        raise NotImplementedError


def json_body(request: HttpRequest) -> dict[str, Any]:
    """Return the JSON object in a request body."""
    if request.content_type != StrictJSONParser.media_type:
        raise UnsupportedMediaType(request.content_type or "")
    return StrictJSONParser().parse(cast(IO[Any], request), parser_context={"request": request})
