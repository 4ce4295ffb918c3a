"""Examples of what is made of other things: an object has the examples of its fields, a list has one of its things."""

from contextlib import suppress
from typing import Any


class NoExample(Exception):  # noqa: N818
    """Nothing is known of a field that an example could be made of."""


class Examples:
    """Examples of the components of a description."""

    def __init__(self, components: dict[str, Any]) -> None:
        self.components = components

    def complete(self) -> None:
        """Give an example to every field of every component that has none of its own."""
        for component in self.components.values():
            for field in component.get("properties", {}).values():
                with suppress(NoExample):  # a test tells that it has none
                    field.setdefault("examples", [self.of(field)])

    def of(self, described: dict[str, Any]) -> Any:
        """Return an example of what is described."""
        match described:
            case {"examples": [first, *_]} | {"enum": [first, *_]}:
                return first
            case {"$ref": reference}:
                return self.of(self.components[reference.rpartition("/")[2]])
            case {"oneOf": [first, *_]} | {"allOf": [first, *_]}:
                return self.of(first)
            case {"items": item}:
                return [self.of(item)]
            case {"properties": fields}:
                return {name: self.of(field) for name, field in fields.items()}
            case {"type": "boolean" | ["boolean", "null"]}:
                return True
        raise NoExample
