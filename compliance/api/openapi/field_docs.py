"""Descriptions and examples of API fields, registered once for a name that means the same everywhere.

Register a text under the field's name, or under "Owner.field" where it differs: "Deck.state". The owner is an OpenAPI
component or the form of an act. A field's own `help_text` takes precedence over a text under the name alone.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rest_framework import serializers


class FieldDoc(NamedTuple):
    """An example of a field's value, and its description."""

    example: Any
    says: str = ""


_WORDS: dict[str, FieldDoc] = {}
# Matches a choice whose label equals its value.
_LABEL = re.compile(r"\* `(.*)` - \1")
_JSON_TYPES = {
    str: "string",
    int: "integer",
    bool: "boolean",
    list: "array",
    dict: "object",
    type(None): "nothing",
}
_OF_FORMAT = {"date-time": "2026-03-02T17:00:00Z", "date": "2026-03-02"}


def register_docs(words: Mapping[str, tuple[Any, str] | tuple[Any]]) -> None:
    """Register an example and an optional description for each field name."""
    for name, word in words.items():
        assert name not in _WORDS, f"{name} is registered twice"
        _WORDS[name] = FieldDoc(*word)


def names() -> Iterable[str]:
    return _WORDS.keys()


def owners_of(serializer: serializers.BaseSerializer) -> list[str]:
    """Return the owners of a serializer's fields, the nearest first."""
    form = getattr(serializer, "FORM", None)
    found = [*type(serializer).__mro__, *(form.__mro__ if form else ())]
    return [each.__name__.removesuffix("Serializer") for each in found]


def field_doc(owners: Iterable[str], name: str) -> FieldDoc | None:
    return next((_WORDS[f"{owner}.{name}"] for owner in owners if f"{owner}.{name}" in _WORDS), None)


def add_field_doc(described: dict[str, Any], owners: Iterable[str], name: str) -> dict[str, Any]:
    """Add the text and example of a field to its OpenAPI schema, where known."""
    own, common = field_doc(owners, name), _WORDS.get(name)
    said, choices = _parted(described)
    says = (own and own.says) or said or (common.says if common else "")
    added = described | {"description": "\n\n".join(filter(None, (says, choices)))}
    example = own.example if own else None
    if example is None and common and _fits(common.example, described):
        example = common.example
    if example is None:
        example = _plain_example(described)
    return added | ({"examples": [example]} if example is not None and "examples" not in described else {})


def _parted(described: dict[str, Any]) -> tuple[str, str]:
    """Split a description into its text and the list of choices that drf-spectacular appends."""
    says, mark, choices = f"\n\n{described.get('description', '')}".partition("\n\n* `")
    return says.strip(), (mark + choices).strip()


def without_bare_choices(described: dict[str, Any]) -> dict[str, Any]:
    """Remove a list of choices whose labels only repeat the values."""
    says, choices = _parted(described)
    bare = choices and all(_LABEL.fullmatch(line) for line in choices.splitlines())
    return described | {"description": says} if bare else described


def _plain_example(described: dict[str, Any]) -> Any:
    """Return an example from the type alone."""
    if "enum" in described:
        return next(each for each in described["enum"] if each != "")
    if "enum" in described.get("items", ()):
        return described["items"]["enum"][:2]
    return _OF_FORMAT.get(described.get("format", ""))


def _fits(example: Any, described: dict[str, Any]) -> bool:
    """Tell whether the example of a name fits this field, which may have another type."""
    kinds = described.get("type", ())
    if described.get("format") in _OF_FORMAT or example not in described.get("enum", [example]):
        return False
    of_others = bool({"$ref", "enum"} & described.get("items", {}).keys())
    return _JSON_TYPES[type(example)] in ([kinds] if isinstance(kinds, str) else kinds) and not of_others
