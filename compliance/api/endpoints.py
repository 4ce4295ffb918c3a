"""Endpoints that read: the list of a kind of thing, and one of them."""

from collections.abc import Collection
from datetime import datetime
from typing import IO, Any, cast

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import MethodNotAllowed, UnsupportedMediaType
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ..requests import FloorRequest
from ..scope import Scope
from .authentication import Session
from .filters import Filter
from .paging import LARGEST_PAGE, PAGE_SIZE, page_of
from .parsers import StrictJSONParser, check_text
from .problems import MEDIA_TYPE, FieldError, Invalid, LengthRequired, answer
from .readings import Reading
from .schema import Described, Description

PAGING = (
    OpenApiParameter("cursor", str, description="Where the page begins: take it from `next` of the page before."),
    OpenApiParameter(
        "page_size",
        {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE, "default": PAGE_SIZE},
        description="How many things a page holds.",
    ),
)


def check_has_length(request: HttpRequest | Request) -> None:
    """Refuse a body without its length: it is not even seen, so nothing must be done without it."""
    if "HTTP_TRANSFER_ENCODING" in request.META:
        raise LengthRequired


class Endpoint(APIView):
    """One address of the API. Who may come here was looked up by the address's name (casino/access.py)."""

    schema = Described()
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
            Session().enforce_csrf(cast(Request, request))
            check_has_length(request)
            self.scope, self.at = cast(FloorRequest, request).scope, timezone.now()
            self._check_parameters(request)
            return self.take(request, kwargs["key"])
        except Exception as exc:
            found = answer(exc, {"view": self})
            if found is None:
                raise
            return HttpResponse(JSONRenderer().render(found.data), status=found.status_code, content_type=MEDIA_TYPE)

    def post(self, request: Request, **kwargs: Any) -> Response:
        raise NotImplementedError  # described as one of its methods, and reached by `dispatch` as `take`

    def take(self, request: HttpRequest, key: str) -> HttpResponse:
        raise NotImplementedError


def json_body(request: HttpRequest) -> dict[str, Any]:
    """Return the JSON object that a request brings."""
    if request.content_type != StrictJSONParser.media_type:
        raise UnsupportedMediaType(request.content_type or "")
    return StrictJSONParser().parse(cast(IO[Any], request), parser_context={"request": request})


class Listing(Endpoint):
    """A list: what this person may see, narrowed by the parameters, a page at a time."""

    row: type[serializers.Serializer]
    filters: tuple[Filter, ...] = ()
    order = "pk"

    def things(self) -> QuerySet[Any]:
        raise NotImplementedError

    def described(self, operation: str, tag: str, says: str) -> Description:
        filters = [OpenApiParameter(each.name, each.schema, description=each.says) for each in self.filters]
        answers = page_serializer(self.row)
        return Description(operation, tag, f"List {tag}", says, answers, parameters=[*filters, *PAGING])

    def parameters(self) -> Collection[str]:
        return [*(each.name for each in self.filters), *(each.name for each in PAGING)]

    def get(self, request: Request) -> Response:
        things = self.things()
        for each in self.filters:
            if each.name in request.GET:
                things = each.narrow(things, request.GET[each.name], self.scope)
        page = page_of(things, self.order, request)
        return Response({"next": page.next, "results": self.shown(self.row, page.things, many=True)})


def page_serializer(row: type[serializers.Serializer]) -> type[serializers.Serializer]:
    fields = {
        "next": serializers.CharField(allow_null=True, help_text="The address of the next page; null on the last."),
        "results": row(many=True),
    }
    return type(f"{row.__name__.removesuffix('Serializer')}Page", (serializers.Serializer,), fields)


class ReadingList(Listing):
    """The list of a reading."""

    reading: Reading = None  # type: ignore[assignment]  # given by as_view

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if self.reading:  # who only asks for the methods gives none
            self.row, self.filters, self.order = self.reading.row, self.reading.filters, self.reading.order

    def description(self) -> Description:
        return self.described(f"{self.reading.kind}_list", self.reading.plural, self.reading.says)

    def things(self) -> QuerySet[Any]:
        subject = self.reading.subject
        visible = self.scope.visible(subject.objects(), owner=subject.owner)
        return self.reading.fetch(self.reading.listed(visible, self.at), self.at)


class ReadingDetail(Endpoint):
    """One thing, and what may be done to it now."""

    reading: Reading = None  # type: ignore[assignment]  # given by as_view

    def description(self) -> Description:
        kind, says = self.reading.kind, "As it is now, with what you may do to it."
        return Description(f"{kind}_read", self.reading.plural, f"Read one {kind}", says, self.reading.detail,
                           parameters=[key_parameter(self.reading)])  # fmt: skip

    def get(self, request: Request, key: Any) -> Response:
        return Response(self.shown(self.reading.detail, self.reading.find(self.scope, key, self.at)))


def key_parameter(reading: Reading) -> OpenApiParameter:
    kind = int if reading.subject.lookup == "pk" else str
    return OpenApiParameter("key", kind, OpenApiParameter.PATH, description=reading.key)
