"""Load the API's description, and configure schemathesis."""

import json
import re
from typing import Any

import schemathesis

from .callers import ROOT, Caller
from .links import link
from .run import DATABASES, Options


@schemathesis.serializer("application/x-ndjson")
def lines(ctx: schemathesis.SerializationContext, value: Any) -> bytes:
    """Send lines of JSON unchanged."""
    return value if isinstance(value, bytes) else str(value).encode(errors="replace")


def described(caller: Caller, options: Options) -> dict[str, Any]:
    """Return the server's description, limited to the requested paths. A short run takes every second path on one
    database and the rest on the other."""
    found = only_what_is_named(json.loads(caller.get(f"{ROOT}schema/").body))
    asked = [path for path in found["paths"] if re.search(options.only, path)]
    if options.short:
        asked = asked[DATABASES.index(options.database) :: len(DATABASES)]
    found["paths"] = {path: found["paths"][path] for path in asked}
    link(found)
    return found


def only_what_is_named(description: dict[str, Any]) -> dict[str, Any]:
    """Remove the `default` responses: with them, any response would match."""
    for operations in description["paths"].values():
        for operation in operations.values():
            operation["responses"].pop("default", None)
    return description


def configured(options: Options, port: int, seconds: float) -> schemathesis.Config:
    """Return the configuration, with every check on. docs/fuzz.md explains the exceptions."""
    found: dict[str, Any] = {
        "seed": options.seed,
        "base-url": f"http://127.0.0.1:{port}",
        "continue-on-failure": True,
        "request-timeout": 60.0,
        "suppress-health-check": ["all"],
        # Keys and sessions end with the run: printed requests can be repeated only while it runs.
        "output": {"sanitization": {"enabled": False}},
        "generation": {
            "max-examples": options.examples,
            "database": "none",
            "no-shrink": True,
            # The caller is set elsewhere: a generated key would be unknown.
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
