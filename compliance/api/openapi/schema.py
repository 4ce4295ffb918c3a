"""Generate OpenAPI from the `Description` of every endpoint."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, cast

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import force_instance
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.fields import empty

from compliance.api.fields import Cite, Number, Text
from compliance.api.serializers import RefusalSerializer, RemedySerializer, WithActs, WithAddress

from .responses import IF_NONE_MATCH, add_common_responses

LINES = "application/x-ndjson"
# Matches a choice whose label equals its value.
_LABEL = re.compile(r"\* `(.*)` - \1")
_OF_FORMAT = {"date-time": "2026-03-02T17:00:00Z", "date": "2026-03-02"}


@dataclass(frozen=True)
class Description:
    """The description of an endpoint. `answers` and `takes` are serializers, or dictionaries by media type where the
    content is not JSON (files.py). `takes` is None for no body. `needs_body` requires a body without required fields.
    """

    operation: str
    tag: str
    summary: str
    says: str
    answers: Any
    status: int = 200
    takes: Any = None
    parameters: Sequence[OpenApiParameter] = ()
    needs_body: bool = False


def path_key(says: str, *, example: int | str) -> OpenApiParameter:
    """Return the key in a path; its type is that of the example."""
    schema = {"type": "integer" if isinstance(example, int) else "string", "examples": [example]}
    return OpenApiParameter("key", schema, OpenApiParameter.PATH, description=says)


class Describes(Protocol):
    def description(self) -> Description: ...


class FieldErrorSerializer(serializers.Serializer):
    """An error in a field or parameter."""

    path = Text("The field or parameter, such as decks[1].", example="decks[1]")
    code = Text("A stable code for this kind of error.", example="malformed")
    message = Text("What to do about it.", example="Give a whole number.")
    cite = Cite(required=False)


class ProblemSerializer(serializers.Serializer):
    """An error (RFC 9457)."""

    type = Text(
        "The URL of the description of this type of problem, or about:blank.",
        example="/api/v1/problems/#rule-violation",
    )
    title = Text("The type of problem in plain words.", example="The rules forbid this")
    status = Number("The HTTP status.", example=409)
    code = Text("A stable code for programs.", example="no_deck")
    detail = Text("What to do next.", example="There are no cards at this table. Bring a deck.")
    cite = Cite("The paragraph that the request violates.", required=False)
    remedy = RemedySerializer(required=False, help_text="The act that fixes the rule violation.")
    violations = RefusalSerializer(many=True, required=False, help_text="All violations, where there are several.")
    errors = FieldErrorSerializer(many=True, required=False, help_text="All errors in the request.")  # type: ignore[assignment]  # a field, by its name


class EndpointSchema(AutoSchema):
    """Describes an endpoint in OpenAPI."""

    @property
    def described(self) -> Description:
        return cast(Describes, self.view).description()

    def get_operation(self, *args: Any) -> Any:
        operation, described = cast(dict[str, Any], super().get_operation(*args)), self.described
        self.resolve_serializer(ProblemSerializer, "response")
        add_common_responses(operation, method=self.method, status=described.status)
        if described.needs_body:
            operation["requestBody"]["required"] = True
        for each in operation.get("parameters", ()):
            examples = _with_example(each["schema"]).get("examples")
            each["schema"].pop("examples", None)
            each |= {"example": examples[0]} if examples else {}
        return operation

    def get_operation_id(self) -> str:
        return self.described.operation

    def get_tags(self) -> list[str]:
        return [self.described.tag]

    def get_summary(self) -> str:
        return self.described.summary

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular has it
        return self.described.says

    def get_override_parameters(self) -> list[Any]:
        return [*self.described.parameters, *([IF_NONE_MATCH] if self.method == "GET" else [])]

    def get_request_serializer(self) -> Any:
        takes = self.described.takes
        return self._by_type(takes, "request") if isinstance(takes, dict) else takes

    def get_response_serializers(self) -> Any:
        status, answers = self.described.status, self.described.answers
        if isinstance(answers, dict):
            by_type = self._by_type(answers, "response")
            return {(status, media_type): each for media_type, each in by_type.items()}
        return {status: answers}

    def _by_type(self, found: dict[str, Any], direction: Literal["request", "response"]) -> dict[str, Any]:
        """Return the content by media type. NDJSON is a file whose lines have a schema."""
        if LINES not in found:
            return found
        line = self.resolve_serializer(found[LINES], direction)
        lines = {"type": "string", "format": "binary", "contentMediaType": LINES, "contentSchema": line.ref}
        return {**found, LINES: lines}

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> Any:
        """Describe the fields of a component with an example each. Requests allow no extra fields."""
        serializer = force_instance(serializer)  # type: ignore[no-untyped-call]
        described = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        properties = described["properties"]
        for name, field in properties.items():
            field.pop("readOnly", None)
            field.pop("default", None)
            declared = serializer.fields[name]
            found = _without_bare_choices(field | _bounds(declared))
            properties[name] = _or_null(_with_example(found, getattr(declared, "example", None)))
        described["description"] = _says(type(serializer))
        if direction == "response":
            # A field with a default is always present.
            shown = {name for name in properties if serializer.fields[name].default is not empty}
            required = sorted(shown.union(described.get("required", ())))
            described |= {"required": required} if required else {}
        closed = direction == "request" or getattr(serializer, "CLOSED", False)
        return described | ({"additionalProperties": False} if closed else {})


def _with_example(described: dict[str, Any], example: Any = None) -> dict[str, Any]:
    """Add an example to a schema that has none: the given one, or one from its type."""
    if example is None and "enum" in described:
        example = next(each for each in described["enum"] if each != "")
    elif example is None and "enum" in described.get("items", ()):
        example = described["items"]["enum"][:2]
    elif example is None:
        example = _OF_FORMAT.get(described.get("format", ""))
    return {"examples": [example]} | described if example is not None else described


def _without_bare_choices(described: dict[str, Any]) -> dict[str, Any]:
    """Remove the list of choices that drf-spectacular appends if the labels only repeat the values."""
    says, _, choices = f"\n\n{described.get('description', '')}".partition("\n\n* `")
    bare = choices and all(_LABEL.fullmatch(line) for line in f"* `{choices}".splitlines())
    return described | {"description": says.strip()} if bare else described


def _or_null(field: dict[str, Any]) -> dict[str, Any]:
    """Describe a nullable choice as `oneOf`, so that generated clients make one enum type."""
    if None not in field.get("enum", ()):
        return field
    words = {"type": "string", "enum": [each for each in field["enum"] if each is not None]}
    rest = {name: value for name, value in field.items() if name not in ("type", "enum")}
    return {"oneOf": [words, {"type": "null"}], **rest}


def _bounds(field: serializers.Field) -> dict[str, Any]:
    """Return the length limits of a list of objects, which drf-spectacular omits."""
    least, most = getattr(field, "min_length", None), getattr(field, "max_length", None)
    if not isinstance(field, serializers.ListSerializer):
        return {}
    return {name: bound for name, bound in (("minItems", least), ("maxItems", most)) if bound is not None}


def _says(kind: type[serializers.Serializer]) -> str:
    """Return the docstring of a serializer, or of its nearest base class that has one."""
    general = {WithAddress, WithActs, *serializers.Serializer.__mro__}
    said = (each.__dict__.get("__doc__") for each in kind.__mro__ if each not in general)
    return next((" ".join(each.split()) for each in said if each), "")
