"""Lists of a kind of thing, and one of them."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from django.db.models import Model, QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.api.endpoint import Endpoint
from compliance.api.openapi.schema import Description
from compliance.api.resources import Resource

from . import rows
from .filters import Filters, apply_filters, filter_parameters, invalid_parameter
from .pagination import LARGEST_PAGE, PAGE_SIZE, paginate

PAGING = (
    OpenApiParameter("cursor", str, description="Where the page begins: take it from `next` of the page before."),
    OpenApiParameter(
        "page_size",
        {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE, "default": PAGE_SIZE},
        description="How many things a page holds.",
    ),
)


class ListEndpoint(Endpoint):
    """A list: what this person may see, narrowed by the parameters, a page at a time."""

    row: type[serializers.Serializer]
    filters: type[Filters] = Filters
    order = "pk"

    def things(self) -> QuerySet[Any]:
        raise NotImplementedError

    def described(self, operation: str, tag: str, says: str) -> Description:
        return Description(
            operation,
            tag,
            f"List {tag}",
            says,
            page_serializer(self.row),
            parameters=[*filter_parameters(self.filters), *PAGING],
        )

    def parameters(self) -> Collection[str]:
        return [*self.filters.base_filters, *(each.name for each in PAGING)]

    def narrowed(self, things: QuerySet[Any]) -> QuerySet[Any]:
        """Narrow things to what the parameters ask for."""
        return apply_filters(things, self.filters, self.request.GET, self.scope)

    def shape(self, key: str) -> rows.RowShape:
        """Return how rows are made, each with the key that pages are told apart by."""
        model: type[Model] = self.things().model
        parts = rows.parts_of(self.row, model)
        return rows.shape_from_columns(parts, key) or rows.shape_from_objects(self.row, parts, key, self.context())

    def context(self) -> dict[str, Any]:
        return {"scope": self.scope, "at": self.at}

    def get(self, request: Request) -> Response:
        shape = self.shape(self.order.lstrip("-"))
        page = paginate(shape.query(self.narrowed(self.things())), self.order, request, shape.key)
        return Response({"next": page.next, "results": shape.rows(page.things)})


@cache
def page_serializer(row: type[serializers.Serializer]) -> type[serializers.Serializer]:
    fields = {
        "next": serializers.CharField(allow_null=True, help_text="The address of the next page; null on the last."),
        "results": row(many=True),
    }
    name = row.__name__.removesuffix("Serializer").removesuffix("Row")
    return type(f"{name}Page", (serializers.Serializer,), {"__doc__": "A page of a list.", **fields})


class ResourceList(ListEndpoint):
    """The list of a reading."""

    reading: Resource = None  # type: ignore[assignment]  # given by as_view

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if self.reading:  # who only asks for the methods gives none
            self.row, self.filters, self.order = self.reading.sparse, self.reading.narrowed_by, self.reading.order

    def description(self) -> Description:
        found = self.described(f"{self.reading.kind}_list", self.reading.plural, self.reading.says)
        return replace(found, parameters=[*found.parameters, fields_parameter(self.reading)])

    def parameters(self) -> Collection[str]:
        return [*super().parameters(), "fields"]

    def things(self) -> QuerySet[Any]:
        subject = self.reading.subject
        visible = self.scope.visible(subject.objects(), owner=subject.owner)
        # Who asks for what has changed hears of what is no longer in the list too.
        return visible if "updated_since" in self.request.GET else self.reading.listed(visible, self.at)

    def shape(self, key: str) -> rows.RowShape:
        names = fields_asked_for(self.reading, self.request.GET.get("fields"))
        plain = rows.shape_from_columns({name: self.reading.parts[name] for name in names}, key)
        if plain:
            return plain
        # The serializer looks at more than the thing itself.
        made = rows.shape_from_objects(self.row, names, key, self.context())
        return made._replace(query=lambda things: self.reading.fetch(things, self.at))


def fields_asked_for(reading: Resource, given: str | None) -> Sequence[str]:
    """Return the fields that rows are to have, in the order in which they are described; always with the key."""
    if given is None:
        return reading.shown_fields
    asked, known = set(given.split(",")), list(reading.parts)
    unknown = sorted(asked.difference(known))
    if unknown:
        there = f"Known here: {', '.join(known)}. Separate them by commas."
        raise invalid_parameter("fields", f"There is no field “{unknown[0]}”. {there}", "unknown_field")
    return [name for name in known if name in asked or name == reading.key_field]


def fields_parameter(reading: Resource) -> OpenApiParameter:
    extras = f" {', '.join(f'`{name}`' for name in reading.extras)} only so." if reading.extras else ""
    known = "|".join(reading.parts)  # as text: generated clients repeat the parameter for each thing of a list
    return OpenApiParameter(
        "fields",
        {"type": "string", "pattern": f"^({known})(,({known}))*$", "examples": [",".join(list(reading.parts)[:2])]},
        description=f"Only these fields of each row, separated by commas; `{reading.key_field}` always.{extras}",
    )


class ResourceDetail(Endpoint):
    """One thing, and what may be done to it now."""

    reading: Resource = None  # type: ignore[assignment]  # given by as_view

    def description(self) -> Description:
        kind, says = self.reading.kind, "As it is now, with what you may do to it."
        return Description(
            f"{kind}_read",
            self.reading.plural,
            f"Read one {kind}",
            says,
            self.reading.detail,
            parameters=[key_parameter(self.reading)],
        )

    def get(self, request: Request, key: Any) -> Response:
        return Response(self.shown(self.reading.detail, self.reading.find(self.scope, key, self.at)))


def key_parameter(reading: Resource) -> OpenApiParameter:
    kind = int if reading.subject.lookup == "pk" else str
    return OpenApiParameter("key", kind, OpenApiParameter.PATH, description=reading.key)
