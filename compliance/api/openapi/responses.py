"""OpenAPI components that all operations share: problems, the 304 response and headers."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter

from compliance.api.errors import CONFLICT, INVALID, KEY, MALFORMED, MEDIA_TYPE, RULE_VIOLATION, problem, refusal

_REMEDY = {"name": "table.bring-deck", "label": "Bring a deck", "url": "/api/v1/tables/CHP-04/bring-deck/"}

# By status: the component's name, its description and example problems.
_PROBLEMS: dict[int | str, tuple[str, str, list[dict[str, Any]]]] = {
    400: (
        "Invalid",
        "The body cannot be read, or fields or parameters are invalid. `errors` lists each.",
        [
            problem(
                400,
                "invalid",
                "decks[1]: Give a whole number.",
                INVALID,
                errors=[{"path": "decks[1]", "code": "malformed", "message": "Give a whole number."}],
            ),
            problem(400, "malformed", "The body is not JSON: Expecting value: line 1 column 1 (char 0).", MALFORMED),
            problem(400, "key_missing", "Send the Idempotency-Key header with a unique value, such as a UUID.", KEY),
        ],
    ),
    401: (
        "NotLetIn",
        "No API key and no session, or an API key that is unknown, expired or revoked.",
        [problem(401, "key_expired", "This API key is expired. Ask an administrator for a new one.")],
    ),
    403: (
        "NotYours",
        "Your role or the scopes of your API key do not allow this, or the CSRF token is missing.",
        [problem(403, "scope_missing", "This key lacks the scope tables:write."), refusal("forbidden")],
    ),
    404: ("NotThere", "This does not exist at any of your facilities.", [refusal("not_found")]),
    406: ("NotAcceptable", "The response has a type that you do not accept.", [refusal("not_acceptable")]),
    408: ("Incomplete", "The body did not arrive completely. Nothing was done.", [refusal("incomplete")]),
    409: (
        "Refused",
        "The rules or the state of the floor forbid this, someone else did the same at the same moment, or the "
        "Idempotency-Key was used for another request.",
        [
            problem(
                409,
                "no_deck",
                "There are no cards at this table. Bring a deck.",
                RULE_VIOLATION,
                cite="MD Ch. 3 §A",
                remedy=_REMEDY,
            ),
            problem(409, "conflict", "Someone else just did the same. Read it again, then retry.", CONFLICT),
            problem(409, "key_reused", "This Idempotency-Key was used for another request. Use a new one.", KEY),
        ],
    ),
    411: ("LengthRequired", "The Content-Length is missing.", [refusal("length_required")]),
    412: ("Changed", "The object has changed since you read it. Nothing was done.", [refusal("precondition_failed")]),
    413: (
        "TooLarge",
        "The body is too large.",
        [problem(413, "too_large", "The body is larger than 1,048,576 bytes.")],
    ),
    415: (
        "UnsupportedType",
        "The media type of the body is not supported.",
        [problem(415, "unsupported_media_type", 'Unsupported media type "text/plain" in request.')],
    ),
    428: (
        "ReadFirst",
        "The request overwrites something, so `If-Match` is required.",
        [refusal("precondition_required")],
    ),
    429: (
        "TooMany",
        "The API key has used up its requests for this minute, or too many exports are running.",
        [problem(429, "throttled", "This API key may make 600 requests per minute. Wait 17 seconds.")],
    ),
    503: (
        "Unavailable",
        "The database is not available. Try again with the same Idempotency-Key.",
        [refusal("unavailable")],
    ),
    "default": ("Other", "Any other problem. A server error (500) is in the server log.", [refusal("server_error")]),
}

_HEADERS: dict[str, tuple[str, str]] = {
    "ETag": (
        "Identifies the content. Send it as If-None-Match to get only changes, or as If-Match when you write.",
        '"7ab9f43a1b5cb0ae59b2ed0e5c0fa8bb2f3c0d1e"',
    ),
    "Location": ("The URL of the created object.", "/api/v1/rounds/1204/"),
    "RateLimit": ("For an API key: requests left (r) and seconds until the limit resets (t).", '"minute";r=412;t=17'),
    "RateLimit-Policy": ("For an API key: requests allowed (q) in a window of seconds (w).", '"minute";q=600;w=60'),
    "Retry-After": ("How many seconds to wait before the next request.", "17"),
    "Idempotency-Replayed": ("`true` if the request was done before and this is the stored response.", "true"),
    "Export-Until": (
        "The position in the feed where the export ends. Send it as `until` to resume, or as `after` in the next one.",
        "123456",
    ),
    "WWW-Authenticate": ("How to authenticate.", 'Bearer realm="api"'),
}
_ALWAYS = ("RateLimit", "RateLimit-Policy")
_WITH_PROBLEM: dict[int | str, tuple[str, ...]] = {
    401: ("WWW-Authenticate",),
    429: ("Retry-After",),
    503: ("Retry-After",),
}

IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    {"type": "string", "examples": ['"7ab9f43a1b5cb0ae59b2ed0e5c0fa8bb2f3c0d1e"']},
    OpenApiParameter.HEADER,
    description="The ETag of the content that you have. If it has not changed, you get 304 without a body.",
)


def _headers(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def components() -> dict[str, Any]:
    """Return the shared responses and headers."""
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
    same = {"description": "The content has not changed.", "headers": _headers("ETag", *_ALWAYS)}
    return {"headers": headers, "responses": {**responses, "Same": same}}


def error_statuses(method: str, parameters: list[dict[str, Any]]) -> list[int]:
    """Return the error statuses of an operation."""
    found = [400, 401, 403, 406, 429, 503]
    if any(each["in"] == "path" for each in parameters):
        found.append(404)
    if method == "POST":
        found += [408, 409, 411, 413, 415]
    if any(each["name"] == "If-Match" for each in parameters):
        found += [412, 428]
    return found


def add_common_responses(operation: dict[str, Any], *, method: str, status: int) -> None:
    """Add the shared responses and headers to an operation."""
    responses, parameters = operation["responses"], operation.get("parameters", [])
    done, once = responses[str(status)], any(each["name"] == "Idempotency-Key" for each in parameters)
    done["description"] = "Created." if status == 201 else "OK." if method == "GET" else "Done."
    with_it = ["ETag"] if method == "GET" else ["Idempotency-Replayed"] if once else []
    if any(each["name"] == "resume" for each in parameters):
        with_it.append("Export-Until")
    done["headers"] = _headers(*with_it, *(["Location"] if status == 201 else []), *_ALWAYS)
    if method == "GET":
        responses["304"] = {"$ref": "#/components/responses/Same"}
    for refused in sorted(error_statuses(method, parameters)):
        responses[str(refused)] = {"$ref": f"#/components/responses/{_PROBLEMS[refused][0]}"}
    responses["default"] = {"$ref": f"#/components/responses/{_PROBLEMS['default'][0]}"}
