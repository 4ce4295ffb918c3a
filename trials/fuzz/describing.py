"""The API's description, as it is asked by, and how schemathesis is told to ask."""

import json
import re
from typing import Any

import schemathesis

from .callers import ROOT, Caller
from .links import link
from .run import DATABASES, Options


@schemathesis.serializer("application/x-ndjson")
def lines(ctx: schemathesis.SerializationContext, value: Any) -> bytes:
    """Lines of JSON are sent as they are."""
    return value if isinstance(value, bytes) else str(value).encode(errors="replace")


def described(caller: Caller, options: Options) -> dict[str, Any]:
    """Return the description as the server gives it, of the addresses that are asked for. In a short run that is every
    second of them on one database, and the rest on the other."""
    found = only_what_is_named(json.loads(caller.get(f"{ROOT}schema/").body))
    asked = [path for path in found["paths"] if re.search(options.only, path)]
    if options.short:
        asked = asked[DATABASES.index(options.database) :: len(DATABASES)]
    found["paths"] = {path: found["paths"][path] for path in asked}
    link(found)
    return found


def only_what_is_named(description: dict[str, Any]) -> dict[str, Any]:
    """Leave out what an operation may answer besides: by that any answer would be one that was described."""
    for operations in description["paths"].values():
        for operation in operations.values():
            operation["responses"].pop("default", None)
    return description


def configured(options: Options, port: int, seconds: float) -> schemathesis.Config:
    """Return how it is asked, with every check. docs/fuzz.md says why some expect more than they do by themselves."""
    found: dict[str, Any] = {
        "seed": options.seed,
        "base-url": f"http://127.0.0.1:{port}",
        "continue-on-failure": True,
        "request-timeout": 60.0,
        "suppress-health-check": ["all"],
        # The keys and sessions of a run end with it: what is printed can be asked again while it runs.
        "output": {"sanitization": {"enabled": False}},
        "generation": {
            "max-examples": options.examples,
            "database": "none",
            "no-shrink": True,
            # Who asks is who asks: a key that is made up is known to nobody.
            "with-security-parameters": False,
        },
        "phases": {
            "coverage": {"generate-duplicate-query-parameters": True},
            "stateful": {"enabled": not options.short},
        },
        "checks": {
            "missing_required_header": {"expected-statuses": [400, 401, 403, 404, 406, 415, 428]},
            "negative_data_rejection": {
                "expected-statuses": [400, 401, 403, 404, 405, 406, 409, 411, 412, 413, 415, 428]
            },
        },
    }
    if seconds:
        found["max-time"] = max(1, int(seconds))
    return schemathesis.Config.from_dict(found)
