"""Lists of a kind of thing, and one of them."""

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from .endpoints import Endpoint
from .filters import Filter
from .paging import LARGEST_PAGE, PAGE_SIZE, page_of
from .readings import Reading
from .schema import Description

PAGING = (
    OpenApiParameter("cursor", str, description="Where the page begins: take it from `next` of the page before."),
    OpenApiParameter(
        "page_size",
        {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE, "default": PAGE_SIZE},
        description="How many things a page holds.",
    ),
)


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
