"""What the fields of the API mean, and an example of each: said once for a name that means the same everywhere.

A word is learned under a field's name, or under its owner's too where it means something else there: "Deck.state". The
owner is a component of the description, or the form of an act. What stands beside the field itself (`help_text`) is
said instead of a word that is everyone's.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rest_framework import serializers


class FieldDoc(NamedTuple):
    """An example of a field's value, and what the field is."""

    example: Any
    says: str = ""


_WORDS: dict[str, FieldDoc] = {}
# An example for all that share a type, where a field has no word of its own.
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
    """Learn words by the names of their fields, each an example and, if need be, what the field is."""
    for name, word in words.items():
        assert name not in _WORDS, f"{name} is said twice"
        _WORDS[name] = FieldDoc(*word)


def names() -> Iterable[str]:
    return _WORDS.keys()


def owners_of(serializer: serializers.BaseSerializer) -> list[str]:
    """Return whose fields a serializer has, the nearest first."""
    form = getattr(serializer, "FORM", None)
    found = [*type(serializer).__mro__, *(form.__mro__ if form else ())]
    return [each.__name__.removesuffix("Serializer") for each in found]


def field_doc(owners: Iterable[str], name: str) -> FieldDoc | None:
    return next((_WORDS[f"{owner}.{name}"] for owner in owners if f"{owner}.{name}" in _WORDS), None)


def add_field_doc(described: dict[str, Any], owners: Iterable[str], name: str) -> dict[str, Any]:
    """Return a description of a field with what it is and an example, as far as they are known."""
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
    """Return what is said of a field, and the list of its choices, which drf-spectacular puts below."""
    says, mark, choices = f"\n\n{described.get('description', '')}".partition("\n\n* `")
    return says.strip(), (mark + choices).strip()


def without_bare_choices(described: dict[str, Any]) -> dict[str, Any]:
    """Return a description without a list of choices that says of each what it is called, and no more."""
    says, choices = _parted(described)
    bare = choices and all(_LABEL.fullmatch(line) for line in choices.splitlines())
    return described | {"description": says} if bare else described


def _plain_example(described: dict[str, Any]) -> Any:
    """Return an example that the type alone gives."""
    if "enum" in described:
        return next(each for each in described["enum"] if each != "")
    if "enum" in described.get("items", ()):
        return described["items"]["enum"][:2]
    return _OF_FORMAT.get(described.get("format", ""))


def _fits(example: Any, described: dict[str, Any]) -> bool:
    """Tell whether the example of a name can be one of this field: the same name may stand for something else here."""
    kinds = described.get("type", ())
    if described.get("format") in _OF_FORMAT or example not in described.get("enum", [example]):
        return False
    of_others = bool({"$ref", "enum"} & described.get("items", {}).keys())
    return _JSON_TYPES[type(example)] in ([kinds] if isinstance(kinds, str) else kinds) and not of_others
