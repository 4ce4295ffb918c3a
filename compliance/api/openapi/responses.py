"""What any operation may answer besides what it is for, said once: problems, what was not changed, and headers."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter

from compliance.api.errors import (
    CONFLICT,
    INCOMPLETE,
    INVALID,
    KEY,
    MALFORMED,
    MEDIA_TYPE,
    RULE_VIOLATION,
    UNAVAILABLE,
    problem,
)

_REMEDY = {"name": "table.bring-deck", "label": "Bring a deck", "url": "/api/v1/tables/CHP-04/bring-deck/"}

# By status: the component's name, what it means, and problems with which it is told.
_PROBLEMS: dict[int | str, tuple[str, str, list[dict[str, Any]]]] = {
    400: (
        "Invalid",
        "The body cannot be read, or fields or parameters are wrong: `errors` tells of each.",
        [
            problem(
                400,
                "invalid",
                "decks[1]: Give a whole number.",
                INVALID,
                errors=[{"path": "decks[1]", "code": "malformed", "message": "Give a whole number."}],
            ),
            problem(400, "malformed", "The body is not JSON: Expecting value: line 1 column 1 (char 0).", MALFORMED),
            problem(
                400, "key_missing", "Send the header Idempotency-Key with a value of your own, such as a UUID.", KEY
            ),
        ],
    ),
    401: (
        "NotLetIn",
        "Neither a key nor a session, or a key that is unknown, expired or revoked.",
        [
            problem(401, "key_expired", "This key is expired. Ask an administrator for a new one."),
        ],
    ),
    403: (
        "NotYours",
        "Not for your role there, not within the key's scopes, or a session without its CSRF token.",
        [
            problem(403, "scope_missing", "This key lacks the scope tables:write."),
            problem(403, "forbidden", "This is not for your role here."),
        ],
    ),
    404: (
        "NotThere",
        "There is no such thing, or none of your facilities has it.",
        [
            problem(404, "not_found", "There is no such thing, or none of your facilities has it."),
        ],
    ),
    406: (
        "NotAcceptable",
        "Answers are not of the type that you accept.",
        [
            problem(406, "not_acceptable", "Answers are JSON: accept application/json."),
        ],
    ),
    408: (
        "Incomplete",
        "The body did not come whole; nothing was done.",
        [
            problem(408, "incomplete", INCOMPLETE),
        ],
    ),
    409: (
        "Refused",
        "The rules or the state of the floor forbid it, someone was faster, or the Idempotency-Key was "
        "used for another request.",
        [
            problem(
                409,
                "no_deck",
                "There are no cards at this table. Bring a deck.",
                RULE_VIOLATION,
                cite="MD Ch. 3 §A",
                remedy=_REMEDY,
            ),
            problem(409, "conflict", "Someone else did the same just now. Read again, then repeat.", CONFLICT),
            problem(409, "key_reused", "This Idempotency-Key was used for another request. Give a new one.", KEY),
        ],
    ),
    411: (
        "LengthRequired",
        "The body came without its length.",
        [
            problem(411, "length_required", "Send the body with its Content-Length, not in chunks."),
        ],
    ),
    412: (
        "Changed",
        "The thing is no longer as you read it; nothing was done.",
        [
            problem(412, "precondition_failed", "It has changed since you read it. Read it again, then decide anew."),
        ],
    ),
    413: (
        "TooLarge",
        "The body is too large.",
        [
            problem(413, "too_large", "The body is larger than 1,048,576 bytes."),
        ],
    ),
    415: (
        "UnsupportedType",
        "The body's type is none that is read here.",
        [
            problem(415, "unsupported_media_type", 'Unsupported media type "text/plain" in request.'),
        ],
    ),
    428: (
        "ReadFirst",
        "It would overwrite something: send `If-Match`.",
        [
            problem(428, "precondition_required", "Read it first, and send its ETag as the header If-Match."),
        ],
    ),
    429: (
        "TooMany",
        "The key has made its requests of this minute, or too many exports are under way.",
        [
            problem(429, "throttled", "This key has made its 600 requests of this minute. Wait 17 seconds."),
        ],
    ),
    503: (
        "Unavailable",
        "The database does not answer now. Ask again, with the same Idempotency-Key.",
        [
            problem(503, "unavailable", UNAVAILABLE),
        ],
    ),
    "default": (
        "Other",
        "Any other problem. One of ours (500) is in our log; nothing was changed.",
        [
            problem(500, "server_error", "Something went wrong on our side. It is in the log."),
        ],
    ),
}

_HEADERS: dict[str, tuple[str, str]] = {
    "ETag": (
        "Names the answer's content. Send it as If-None-Match to be told only of changes, or as If-Match.",
        '"7ab9f43a1b5cb0ae59b2ed0e5c0fa8bb2f3c0d1e"',
    ),
    "Location": ("The address of what was made.", "/api/v1/rounds/1204/"),
    "RateLimit": ("Of a key: the requests left (r), and the seconds until there are more (t).", '"minute";r=412;t=17'),
    "RateLimit-Policy": ("Of a key: how many requests (q) it may make in so many seconds (w).", '"minute";q=600;w=60'),
    "Retry-After": ("In how many seconds to ask again.", "17"),
    "Idempotency-Replayed": ("`true` if this was done before, and is answered as it was then.", "true"),
    "Export-Until": (
        "The place in the feed with which the export ends: `until` of who goes on with it, `after` of the next one.",
        "123456",
    ),
    "WWW-Authenticate": ("How to be let in.", 'Bearer realm="api"'),
}
_ALWAYS = ("RateLimit", "RateLimit-Policy")
_WITH_PROBLEM: dict[int | str, tuple[str, ...]] = {
    401: ("WWW-Authenticate",),
    429: ("Retry-After",),
    503: ("Retry-After",),
}

IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of what you have: answered with 304 and no body if it is still that.",
)


def _headers(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def components() -> dict[str, Any]:
    """Return the problems and headers that operations refer to."""
    headers = {
        name: {"description": says, "schema": {"type": "string"}, "example": example}
        for name, (says, example) in _HEADERS.items()
    }
    responses = {
        name: {
            "description": says,
            "headers": _headers(*_ALWAYS, *_WITH_PROBLEM.get(status, ())),
            "content": {
                MEDIA_TYPE: {
                    "schema": {"$ref": "#/components/schemas/Problem"},
                    "examples": {each["code"]: {"value": each} for each in problems},
                }
            },
        }
        for status, (name, says, problems) in _PROBLEMS.items()
    }
    same = {"description": "It is still what you have.", "headers": _headers("ETag", *_ALWAYS)}
    return {"headers": headers, "responses": {**responses, "Same": same}}


def error_statuses(method: str, parameters: list[dict[str, Any]]) -> list[int]:
    """Return the statuses with which an operation may be refused."""
    found = [400, 401, 403, 406, 429, 503]
    if any(each["in"] == "path" for each in parameters):
        found.append(404)
    if method == "POST":
        found += [408, 409, 411, 413, 415]
    if any(each["name"] == "If-Match" for each in parameters):
        found += [412, 428]
    return found


def add_common_responses(operation: dict[str, Any], *, method: str, status: int) -> None:
    """Add to an operation what it may answer besides, and with which headers."""
    responses, parameters = operation["responses"], operation.get("parameters", [])
    done, once = responses[str(status)], any(each["name"] == "Idempotency-Key" for each in parameters)
    done["description"] = "Made, as it is then." if status == 201 else "As it is." if method == "GET" else "Done."
    with_it = ["ETag"] if method == "GET" else ["Idempotency-Replayed"] if once else []
    if any(each["name"] == "resume" for each in parameters):
        with_it.append("Export-Until")
    done["headers"] = _headers(*with_it, *(["Location"] if status == 201 else []), *_ALWAYS)
    if method == "GET":
        responses["304"] = {"$ref": "#/components/responses/Same"}
    for refused in sorted(error_statuses(method, parameters)):
        responses[str(refused)] = {"$ref": f"#/components/responses/{_PROBLEMS[refused][0]}"}
    responses["default"] = {"$ref": f"#/components/responses/{_PROBLEMS['default'][0]}"}
