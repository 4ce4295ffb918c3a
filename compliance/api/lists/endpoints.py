"""List and detail endpoints of resources."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from django.db.models import Model, QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.api.endpoint import Endpoint
from compliance.api.errors import invalid_parameter
from compliance.api.fields import Text
from compliance.api.openapi.schema import Description, path_key
from compliance.api.resources import Resource
from compliance.filters import Filters

from . import rows
from .pagination import LARGEST_PAGE, PAGE_SIZE, paginate

PAGING = (
    OpenApiParameter(
        "cursor",
        {"type": "string", "examples": ["Q0hQLTA0"]},
        description="Where the page starts. Use the value in `next` of the previous page.",
    ),
    OpenApiParameter(
        "page_size",
        {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE, "default": PAGE_SIZE, "examples": [50]},
        description="The number of objects per page.",
    ),
)


class ListEndpoint(Endpoint):
    """A paginated list of what the caller may see, filtered by query parameters."""

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
            parameters=[*self.filters.parameters(), *PAGING],
        )

    def shape(self, key: str) -> rows.RowShape:
        """Return how to build rows and the key for pagination."""
        model: type[Model] = self.things().model
        parts = rows.parts_of(self.row, model)
        return rows.shape_from_columns(parts, key) or rows.shape_from_objects(self.row, parts, key, self.context())

    def context(self) -> dict[str, Any]:
        return {"scope": self.scope, "at": self.at}

    def get(self, request: Request) -> Response:
        shape = self.shape(self.order.lstrip("-"))
        page = paginate(
            shape.query(self.filters.narrow(self.things(), request.GET, self.scope)), self.order, request, shape.key
        )
        return Response({"next": page.next, "results": shape.rows(page.things)})


@cache
def page_serializer(row: type[serializers.Serializer]) -> type[serializers.Serializer]:
    fields = {
        "next": Text(
            "The URL of the next page; null on the last page.",
            allow_null=True,
            example="https://backoffice.example/api/v1/tables/?cursor=Q0hQLTA0",
        ),
        "results": row(many=True, help_text="The objects on this page, in the order of the list."),
    }
    name = row.__name__.removesuffix("Serializer").removesuffix("Row")
    return type(f"{name}Page", (serializers.Serializer,), {"__doc__": "A page of a list.", **fields})


class ResourceList(ListEndpoint):
    """The list of a resource."""

    resource: Resource = None  # type: ignore[assignment]  # given by as_view

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if self.resource:  # not given when only the methods are inspected
            self.row, self.filters, self.order = self.resource.sparse, self.resource.narrowed_by, self.resource.order

    def description(self) -> Description:
        found = self.described(f"{self.resource.kind}_list", self.resource.plural, self.resource.says)
        return replace(found, parameters=[*found.parameters, fields_parameter(self.resource)])

    def things(self) -> QuerySet[Any]:
        subject = self.resource.subject
        visible = self.scope.visible(subject.objects(), owner=subject.owner)
        # With updated_since, include changed objects that are no longer in the list.
        return visible if "updated_since" in self.request.GET else self.resource.listed(visible, self.at)

    def shape(self, key: str) -> rows.RowShape:
        names = fields_asked_for(self.resource, self.request.GET.get("fields"))
        plain = rows.shape_from_columns({name: self.resource.parts[name] for name in names}, key)
        if plain:
            return plain
        # The serializer reads related objects.
        made = rows.shape_from_objects(self.row, names, key, self.context())
        return made._replace(query=lambda things: self.resource.fetch(things, self.at))


def fields_asked_for(resource: Resource, given: str | None) -> Sequence[str]:
    """Return the requested fields in the order of the serializer, always with the key."""
    if given is None:
        return resource.shown_fields
    asked, known = set(given.split(",")), list(resource.parts)
    unknown = sorted(asked.difference(known))
    if unknown:
        there = f"Known fields: {', '.join(known)}. Separate them with commas."
        raise invalid_parameter("fields", f"There is no field “{unknown[0]}”. {there}", "unknown_field")
    return [name for name in known if name in asked or name == resource.key_field]


def fields_parameter(resource: Resource) -> OpenApiParameter:
    extras = f" Only on request: {', '.join(f'`{name}`' for name in resource.extras)}." if resource.extras else ""
    known = "|".join(resource.parts)  # a string: generated clients would repeat an array parameter
    return OpenApiParameter(
        "fields",
        {"type": "string", "pattern": f"^({known})(,({known}))*$", "examples": [",".join(list(resource.parts)[:2])]},
        description=f"Return only these fields, separated by commas. `{resource.key_field}` always comes.{extras}",
    )


class ResourceDetail(Endpoint):
    """One object, and the acts that the caller may do now."""

    resource: Resource = None  # type: ignore[assignment]  # given by as_view

    def description(self) -> Description:
        kind, says = self.resource.kind, "Returns the current state, with the acts that you may do now."
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
    return path_key(resource.key, example=resource.example_key)
