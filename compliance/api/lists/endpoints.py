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

    resource: Resource = None  # type: ignore[assignment]  # given by as_view

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if self.resource:  # who only asks for the methods gives none
            self.row, self.filters, self.order = self.resource.sparse, self.resource.narrowed_by, self.resource.order

    def description(self) -> Description:
        found = self.described(f"{self.resource.kind}_list", self.resource.plural, self.resource.says)
        return replace(found, parameters=[*found.parameters, fields_parameter(self.resource)])

    def parameters(self) -> Collection[str]:
        return [*super().parameters(), "fields"]

    def things(self) -> QuerySet[Any]:
        subject = self.resource.subject
        visible = self.scope.visible(subject.objects(), owner=subject.owner)
        # Who asks for what has changed hears of what is no longer in the list too.
        return visible if "updated_since" in self.request.GET else self.resource.listed(visible, self.at)

    def shape(self, key: str) -> rows.RowShape:
        names = fields_asked_for(self.resource, self.request.GET.get("fields"))
        plain = rows.shape_from_columns({name: self.resource.parts[name] for name in names}, key)
        if plain:
            return plain
        # The serializer looks at more than the thing itself.
        made = rows.shape_from_objects(self.row, names, key, self.context())
        return made._replace(query=lambda things: self.resource.fetch(things, self.at))


def fields_asked_for(resource: Resource, given: str | None) -> Sequence[str]:
    """Return the fields that rows are to have, in the order in which they are described; always with the key."""
    if given is None:
        return resource.shown_fields
    asked, known = set(given.split(",")), list(resource.parts)
    unknown = sorted(asked.difference(known))
    if unknown:
        there = f"Known here: {', '.join(known)}. Separate them by commas."
        raise invalid_parameter("fields", f"There is no field “{unknown[0]}”. {there}", "unknown_field")
    return [name for name in known if name in asked or name == resource.key_field]


def fields_parameter(resource: Resource) -> OpenApiParameter:
    extras = f" {', '.join(f'`{name}`' for name in resource.extras)} only so." if resource.extras else ""
    known = "|".join(resource.parts)  # as text: generated clients repeat the parameter for each thing of a list
    return OpenApiParameter(
        "fields",
        {"type": "string", "pattern": f"^({known})(,({known}))*$", "examples": [",".join(list(resource.parts)[:2])]},
        description=f"Only these fields of each row, separated by commas; `{resource.key_field}` always.{extras}",
    )


class ResourceDetail(Endpoint):
    """One thing, and what may be done to it now."""

    resource: Resource = None  # type: ignore[assignment]  # given by as_view

    def description(self) -> Description:
        kind, says = self.resource.kind, "As it is now, with what you may do to it."
        return Description(
            f"{kind}_read",
            self.resource.plural,
            f"Read one {kind}",
            says,
            self.resource.detail,
            parameters=[key_parameter(self.resource)],
        )

    def get(self, request: Request, key: Any) -> Response:
        return Response(self.shown(self.resource.detail, self.resource.find(self.scope, key, self.at)))


def key_parameter(resource: Resource) -> OpenApiParameter:
    kind = int if resource.subject.lookup == "pk" else str
    return OpenApiParameter("key", kind, OpenApiParameter.PATH, description=resource.key)
