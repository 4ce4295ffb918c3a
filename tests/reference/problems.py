"""Collect the errors of a document, and read values whose JSON type must be right."""

from typing import Any


class Problems:
    def __init__(self) -> None:
        self.found: list[dict[str, Any]] = []

    def add(self, code: str, path: str, message: str) -> None:
        self.found.append({"code": code, "path": path, "message": message, "cite": None})

    def check_fields(self, value: dict[str, Any], known: set[str], unused: set[str], prefix: str) -> None:
        """Report fields nobody knows, and fields that only other editions use unless they are null."""
        for name, content in value.items():
            if name in known or (name in unused and content is None):
                continue
            self.add("unknown_field", prefix + name, f"There is no field {name} here.")

    def typed(self, value: Any, kind: type, path: str) -> Any:
        """The value if it has that JSON type, else None with an error. Null is the same as absent."""
        if value is None:
            return None
        is_flag = isinstance(value, bool)
        if not isinstance(value, kind) or (is_flag and kind is not bool):
            self.add("malformed", path, f"This must be a JSON {JSON_NAMES[kind]}.")
            return None
        return value


JSON_NAMES = {dict: "object", list: "array", str: "string", int: "integer", bool: "boolean"}
