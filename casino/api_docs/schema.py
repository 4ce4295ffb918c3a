"""The API's description as a whole: what is left to say when every endpoint has described itself."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator

from casino.access import PERSONAL, SIGNED_IN, AccessTable
from compliance.api.openapi.examples import Examples
from compliance.api.openapi.responses import components
from compliance.api_keys.scopes import SCOPES, scope_label

TAGS = {
    "start": "Who you are, where everything is, and what problems mean.",
    "facilities": "The casinos at which you work: their days, editions and shift templates.",
    "pits": "Parts of a floor, with their tables and who has them in this shift.",
    "tables": "Where cards are dealt: who is there, the cards and their clocks, what is offered, what is due.",
    "decks": "Decks of cards, from the supplier to the shredder.",
    "devices": "Shufflers, shoes and Bonus Spin hardware.",
    "layouts": "What is printed on the felt, every version of it, submitted and approved.",
    "offers": "Which wagers a table takes within which limits, every version of it, submitted and approved.",
    "dealers": "Dealers with their licences and table tests, and where they are now.",
    "shifts": "Shifts with their managers, and who had which pit.",
    "rounds": "Rounds of play: logged, settled, read back.",
    "violations": "Rounds that were played against a gate.",
    "alerts": "What the compliance checks have found.",
    "reports": "Reports of shifts and of spans of gaming days.",
    "journal": "Every change, in an order in which it can be followed for ever.",
    "staff": "Members of staff, their roles and their accounts.",
    "keys": "Keys of programs that use this API.",
    "account": "Your own account.",
}

SCHEMES = {
    "key": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "cck_…",
        "description": "A key that an administrator made, for a program. Its scopes:\n\n"
        + "\n".join(f"* `{scope}` – {scope_label(scope)}" for scope in SCOPES),
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "sessionid",
        "description": "A member of staff who signed in at /sign-in/. What changes something needs the value of the "
        "cookie `csrftoken` as the header `X-CSRFToken` too.",
    },
}


@cache
def schema() -> dict[str, Any]:
    """Return the description, made once per process: it takes a second, and depends on the code alone."""
    generator = SchemaGenerator(urlconf="casino.urls")  # type: ignore[no-untyped-call]
    return generator.get_schema(public=True)  # type: ignore[no-untyped-call, no-any-return]


class Generator(SchemaGenerator):
    """What the address of the schema asks for the description."""

    def get_schema(self, request: Any = None, public: bool = False) -> dict[str, Any]:
        return schema()


def document() -> str:
    """Return the description as a text that is the same whenever the API is."""
    return json.dumps(schema(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def whole(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Complete a description that drf-spectacular made; one of its POSTPROCESSING_HOOKS."""
    result["tags"] = [{"name": name, "description": says} for name, says in TAGS.items()]
    for path, operation in _operations(result):
        operation["security"] = _security(path)
    result["components"] |= components() | {"securitySchemes": SCHEMES}
    _forget_numbers_of_enums(result)
    Examples(result["components"]["schemas"]).complete()
    return result


def _operations(result: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, operations in result["paths"].items():
        for operation in operations.values():
            yield path, operation


def _security(path: str) -> list[dict[str, list[str]]]:
    """Return how one is let in at an address: by a session, and by a key with its scope unless it is for people."""
    name = resolve(re.sub(r"{\w+}", "1", path)).url_name or ""
    if name in SIGNED_IN - PERSONAL:
        return [{"key": []}, {"session": []}]
    scope = AccessTable().scope_of(name)
    return [*([{"key": [scope]}] if scope else []), {"session": []}]


def _forget_numbers_of_enums(described: Any) -> None:
    """Take out what drf-spectacular leaves for a hook of its own."""
    if isinstance(described, dict):
        described.pop("x-spec-enum-id", None)
    if isinstance(described, dict | list):
        for each in described.values() if isinstance(described, dict) else described:
            _forget_numbers_of_enums(each)
