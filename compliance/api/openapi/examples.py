"""Build examples of objects from the examples of their fields, and of lists from one item."""

from contextlib import suppress
from typing import Any


class NoExample(Exception):  # noqa: N818
    """No example can be built for a field."""


class Examples:
    """Examples of OpenAPI components."""

    def __init__(self, components: dict[str, Any]) -> None:
        self.components = components

    def complete(self) -> None:
        """Add an example to every field that has none."""
        for component in self.components.values():
            for field in component.get("properties", {}).values():
                with suppress(NoExample):  # a test reports fields without one
                    field.setdefault("examples", [self.of(field)])

    def of(self, described: dict[str, Any]) -> Any:
        """Return an example of a schema."""
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
