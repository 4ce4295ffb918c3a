"""Columns of an export, each with its type, a description and an example."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

import msgspec
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.web.spreadsheets import escape_formula


class ColumnType(NamedTuple):
    """The type of a column: its schema, and how its values become CSV cells. The database formats times."""

    schema: dict[str, Any]
    cell: Callable[[Any], str] | None = None


class ExportColumn(NamedTuple):
    """A column of an export. `optional` ones may be null (empty in CSV). `words` are the possible values.

    `of` is the database field or expression that it shows, if its name is not that of the field.
    """

    name: str
    says: str
    example: Any
    kind: ColumnType
    optional: bool = False
    words: tuple[str, ...] = ()
    of: Any = None

    @property
    def schema(self) -> dict[str, Any]:
        found = dict(self.kind.schema)
        if self.optional:
            found["type"] = [found["type"], "null"]
        if self.words:
            found["enum"] = list(self.words)
        return found | {"description": self.says, "examples": [self.example]}


def _text(value: str | None) -> str:
    return escape_formula(value) if value else ""


def _flag(value: bool | None) -> str:
    return "" if value is None else "true" if value else "false"


def _object(value: Any) -> str:
    return msgspec.json.encode(value).decode()


MONEY = ColumnType({"type": "string", "pattern": r"^-?\d+\.\d\d$"})

# Free text from people, escaped for spreadsheets.
text = partial(ExportColumn, kind=ColumnType({"type": "string"}, _text))
# Codes, badges and fixed values: none looks like a formula.
code = partial(ExportColumn, kind=ColumnType({"type": "string"}))
number = partial(ExportColumn, kind=ColumnType({"type": "integer"}))
flag = partial(ExportColumn, kind=ColumnType({"type": "boolean"}, _flag))
money = partial(ExportColumn, kind=MONEY)
moment = partial(ExportColumn, kind=ColumnType({"type": "string", "format": "date-time"}))
day = partial(ExportColumn, kind=ColumnType({"type": "string", "format": "date"}))
# An object; JSON text in CSV.
mapping = partial(ExportColumn, kind=ColumnType({"type": "object", "additionalProperties": True}, _object))


def fields_of(columns: Iterable[ExportColumn]) -> list[Any]:
    """Return the database fields and expressions of columns, for `values_list`."""
    return [each.name if each.of is None else each.of for each in columns]


def line_shape(name: str, columns: Iterable[ExportColumn]) -> type[serializers.Serializer]:
    """Return a serializer that describes a line in OpenAPI."""
    fields = {each.name: _field(each) for each in columns}
    return type(f"{name}Serializer", (serializers.Serializer,), {"__doc__": "A line of an export.", **fields})


def _field(column: ExportColumn) -> serializers.Field:
    kind = type("ExportedField", (serializers.Field,), {})
    field: serializers.Field = extend_schema_field(column.schema)(kind)()
    return field
