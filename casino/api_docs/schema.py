"""The complete OpenAPI description: what is added after every endpoint has described itself."""

import json
import re
from contextlib import suppress
from functools import cache
from typing import Any

from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator

from casino.access import PERSONAL, SIGNED_IN, AccessTable
from compliance.api.openapi.responses import components
from compliance.api_keys.scopes import SCOPES, scope_label

TAGS = {
    "start": "Who you are, the addresses of all lists, and the types of problems.",
    "facilities": "The casinos where you work: gaming days, editions and shift templates.",
    "pits": "Parts of a floor: their tables, and who has them in this shift.",
    "tables": "Tables: staff, decks and their clocks, the offer, and what is due.",
    "decks": "Decks of cards, from receipt to destruction.",
    "devices": "Shufflers, shoes and Bonus Spin hardware.",
    "layouts": "What is printed on the felt. Each version is submitted and approved.",
    "offers": "Which wagers a table takes, and their limits. Each version is submitted and approved.",
    "dealers": "Dealers, their licenses and table tests, and where they are now.",
    "shifts": "Shifts, their managers, and who had which pit.",
    "rounds": "Rounds of play: log them, preview them, and read them back.",
    "violations": "Rounds that were played although a rule forbade it.",
    "alerts": "What the compliance checks found.",
    "reports": "Reports by shift and by range of gaming days.",
    "journal": "Every change, in a fixed order that programs can follow.",
    "rules": "The editions of the rules: every paragraph, what implements it, and the latest evidence.",
    "staff": "Staff members, their roles and their accounts.",
    "keys": "API keys of programs.",
    "account": "Your own account.",
}

SCHEMES = {
    "key": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "cck_…",
        "description": "An API key that an administrator created for a program. Its scopes:\n\n"
        + "\n".join(f"* `{scope}` – {scope_label(scope)}" for scope in SCOPES),
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "sessionid",
        "description": "A staff member who signed in at /sign-in/. Requests that change something also need the value "
        "of the cookie `csrftoken` in the header `X-CSRFToken`.",
    },
}


@cache
def schema() -> dict[str, Any]:
    """Return the description, built once per process: it takes a second and depends only on the code."""
    generator = SchemaGenerator(urlconf="casino.urls")  # type: ignore[no-untyped-call]
    return generator.get_schema(public=True)  # type: ignore[no-untyped-call, no-any-return]


class Generator(SchemaGenerator):
    """Serve the cached description at the schema's URL."""

    def get_schema(self, request: Any = None, public: bool = False) -> dict[str, Any]:
        return schema()


def document() -> str:
    """Return the description as JSON text, identical as long as the API is."""
    return json.dumps(schema(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def whole(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Complete the description that drf-spectacular built; one of its POSTPROCESSING_HOOKS."""
    result["tags"] = [{"name": name, "description": says} for name, says in TAGS.items()]
    for path, operations in result["paths"].items():
        for operation in operations.values():
            operation["security"] = _security(path)
    result["components"] |= components() | {"securitySchemes": SCHEMES}
    _forget_numbers_of_enums(result)
    _complete_examples(result["components"]["schemas"])
    return result


def _security(path: str) -> list[dict[str, list[str]]]:
    """Return how to authenticate at a path: by a session, and by a key with its scope unless it is for people."""
    name = resolve(re.sub(r"{\w+}", "1", path)).url_name or ""
    if name in SIGNED_IN - PERSONAL:
        return [{"key": []}, {"session": []}]
    scope = AccessTable().scope_of(name)
    return [*([{"key": [scope]}] if scope else []), {"session": []}]


def _forget_numbers_of_enums(described: Any) -> None:
    """Remove what drf-spectacular leaves for its own hook."""
    if isinstance(described, dict):
        described.pop("x-spec-enum-id", None)
    if isinstance(described, dict | list):
        for each in described.values() if isinstance(described, dict) else described:
            _forget_numbers_of_enums(each)


def _complete_examples(components: dict[str, Any]) -> None:
    """Add an example to every field that has none, from the examples of its parts."""
    for component in components.values():
        for field in component.get("properties", {}).values():
            with suppress(LookupError):  # a test reports fields without one
                field.setdefault("examples", [_example(field, components)])


def _example(described: dict[str, Any], components: dict[str, Any]) -> Any:
    """Return an example of a schema; raise LookupError if none can be built."""
    match described:
        case {"examples": [first, *_]} | {"enum": [first, *_]}:
            return first
        case {"$ref": reference}:
            return _example(components[reference.rpartition("/")[2]], components)
        case {"oneOf": [first, *_]} | {"allOf": [first, *_]}:
            return _example(first, components)
        case {"items": item}:
            return [_example(item, components)]
        case {"properties": fields}:
            return {name: _example(field, components) for name, field in fields.items()}
        case {"type": "boolean" | ["boolean", "null"]}:
            return True
    raise LookupError(described)
