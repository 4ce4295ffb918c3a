"""API errors as RFC 9457 problems. Every failed request under /api/ gets its response from here.

Inside an endpoint `exception_handler` turns exceptions into problems. The middleware handles failures outside of
endpoints: an unknown URL, a missing permission, a server error.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation, ValidationError
from django.db import IntegrityError, InterfaceError, OperationalError
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, QueryDict, UnreadablePostError
from rest_framework import exceptions
from rest_framework.response import Response

from compliance.errors import IdempotencyError, RuleViolation, SignatureError
from games.engine.problems import Refused

from .rendering import Json, encoded
from .serializers import refusals

log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
PREFIX = "/api/"
RETRY_AFTER_S = "2"

# Refusals that the HTTP status explains: by code, the status and what to do.
_REFUSALS: dict[str, tuple[int, str]] = {
    "bad_request": (400, ""),
    "not_signed_in": (401, "Sign in first."),
    "forbidden": (403, "Your role here does not allow this."),
    "password_not_own": (403, "Someone else set your password. Choose a new one first: POST /api/v1/account/change/."),
    "for_people": (403, "Only people who are signed in may do this, not API keys."),
    "csrf_failed": (403, "Send the value of the csrftoken cookie in the X-CSRFToken header."),
    "not_found": (404, "This does not exist at any of your facilities."),
    "method_not_allowed": (405, ""),
    "not_acceptable": (406, "Responses are JSON. Accept application/json."),
    "incomplete": (
        408,
        "The body did not arrive completely before the timeout. Send it again with the same Idempotency-Key.",
    ),
    "length_required": (411, "Send the body with its Content-Length, not in chunks."),
    "precondition_failed": (412, "This has changed since you read it. Read it again, then decide."),
    "too_large": (413, "The body is too large."),
    "unsupported_media_type": (415, ""),
    "precondition_required": (428, "Read the object first, then send its ETag in the If-Match header."),
    "throttled": (429, ""),
    "server_error": (500, "Something went wrong on the server. The error is in the server log."),
    "unavailable": (503, "The database is not available or took too long. Try again in a moment."),
}
# The first code of each status.
_CODES = {status: code for code, (status, _) in reversed(_REFUSALS.items())}


class ProblemType(NamedTuple):
    """The `type` of a problem, where the HTTP status alone does not say enough."""

    name: str
    status: int
    title: str
    says: str

    @property
    def uri(self) -> str:
        return f"/api/v1/problems/#{self.name}"


RULE_VIOLATION = ProblemType(
    "rule-violation",
    409,
    "The rules forbid this",
    "The request is well-formed, but the rules or the state of the floor forbid it. `detail` says what to do next, "
    "`code` identifies the refusal, `cite` names the paragraph, if any, and `remedy` is the act that fixes it.",
)
INVALID = ProblemType(
    "invalid",
    400,
    "The request is invalid",
    "`errors` lists each wrong field or parameter with its `path`, a `code` and a `message` that says what to do. A "
    "refused second signature is reported at `second_badge` or `second_pin`.",
)
MALFORMED = ProblemType(
    "malformed", 400, "The body cannot be read", "The body is not the JSON object or form that its media type says."
)
CONFLICT = ProblemType(
    "conflict",
    409,
    "Conflict with another request",
    "Someone else did the same at the same moment. Nothing was changed. Read the object again, then decide.",
)
KEY = ProblemType(
    "idempotency-key",
    409,
    "The Idempotency-Key cannot be used",
    "A request that changes something needs an Idempotency-Key, so that repeating it does nothing twice. The key is "
    "missing or malformed (400), or was used for another request (409).",
)
PRECONDITION = ProblemType(
    "precondition",
    412,
    "If-Match is missing or out of date",
    "A request that overwrites something needs `If-Match` with the ETag that you read. The header is missing (428), or "
    "the object has changed since (412). Read the object again, then decide.",
)
NOT_LET_IN = ProblemType(
    "not-let-in",
    401,
    "Authentication is required",
    "The request has neither a session nor an API key, or the key is unknown, expired or revoked. See `code`.",
)
NOT_YOURS = ProblemType(
    "not-yours",
    403,
    "You do not have permission",
    "Your role at the facility or the scopes of your API key do not allow this, someone else set your password, or a "
    "request in a session that changes something lacks the CSRF token. See `code`.",
)
THROTTLED = ProblemType(
    "throttled",
    429,
    "Too many requests",
    "The API key has used up its requests for this minute, or too many exports are running. `Retry-After` says how "
    "many seconds to wait.",
)
TYPES = (RULE_VIOLATION, INVALID, MALFORMED, CONFLICT, KEY, PRECONDITION, NOT_LET_IN, NOT_YOURS, THROTTLED)
_OF_STATUS = {401: NOT_LET_IN, 403: NOT_YOURS, 412: PRECONDITION, 428: PRECONDITION, 429: THROTTLED}


class FieldError(NamedTuple):
    """One invalid field: its path, such as `decks[1]`, what to do, and the paragraph that requires it."""

    path: str
    code: str
    message: str
    cite: str | None = None


class Invalid(Exception):  # noqa: N818
    """A request with invalid fields or parameters."""

    def __init__(self, errors: Iterable[FieldError]) -> None:
        super().__init__()
        self.errors = list(errors)


class ApiRefusal(exceptions.APIException):
    """A refusal with a code of its own, by default with the text that belongs to it."""

    def __init__(self, code: str, detail: str = "") -> None:
        self.status_code, says = _REFUSALS[code]
        super().__init__(detail or says, code)


def problem(status: int, code: str, detail: str, kind: ProblemType | None = None, **more: Any) -> dict[str, Any]:
    """Return the members of a problem."""
    kind = kind or _OF_STATUS.get(status)
    title = kind.title if kind else HTTPStatus(status).phrase
    body = {"type": kind.uri if kind else "about:blank", "title": title, "status": status, "code": code}
    return body | {"detail": _valid_text(detail)} | {name: value for name, value in more.items() if value is not None}


def _valid_text(text: str) -> str:
    """Escape lone surrogates, which a text from the client may contain."""
    return text.encode(errors="backslashreplace").decode()


def refusal(code: str) -> dict[str, Any]:
    """Return a problem that its code explains."""
    status, detail = _REFUSALS[code]
    return problem(status, code, detail)


def problem_response(found: dict[str, Any], headers: Mapping[str, str] = {}) -> HttpResponse:
    """Return a problem outside of endpoints, with its Content-Length."""
    body = encoded(found)
    headers = {"Content-Length": str(len(body)), **headers}
    return HttpResponse(body, status=found["status"], content_type=MEDIA_TYPE, headers=headers)


def plain_problem(status: int) -> HttpResponse:
    """Return a problem of which only the status is known."""
    code = _CODES.get(status, "bad_request")
    return problem_response(problem(status, code, _REFUSALS[code][1] or HTTPStatus(status).phrase))


def is_of_api(request: HttpRequest) -> bool:
    return f"{request.path}/".startswith(PREFIX)


def unavailable() -> HttpResponse:
    return problem_response(refusal("unavailable"), {"Retry-After": RETRY_AFTER_S})


# ── Inside endpoints


def exception_handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Turn an exception from an endpoint into a problem; None for a bug, which is logged and becomes a 500."""
    found = _of_domain(exc, context) or _of_http(exc)
    if found is None:
        return None
    if "request" in context:  # documentation pages fail with a problem too
        context["request"].accepted_renderer = Json()
        context["request"].accepted_media_type = Json.media_type
    headers = {"Retry-After": RETRY_AFTER_S} if found["status"] == 503 else {}
    return Response(found, status=found["status"], headers=headers, content_type=MEDIA_TYPE)


def _of_domain(exc: Exception, context: dict[str, Any]) -> dict[str, Any] | None:
    match exc:
        case RuleViolation():
            view = context.get("view")
            thing, scope = getattr(view, "thing", None), getattr(view, "scope", None)
            first, *_ = several = refusals(getattr(exc, "found", [exc]), thing, scope)
            more = several if hasattr(exc, "found") else None
            return problem(
                409, exc.code, exc.message, RULE_VIOLATION, cite=first["cite"], remedy=first["remedy"], violations=more
            )
        case Refused():
            return _invalid([FieldError(each.path, each.code, each.message, each.cite) for each in exc.problems])
        case IdempotencyError():
            return problem(409 if exc.code == "key_reused" else 400, exc.code, exc.message, KEY)
        case SignatureError():
            return _invalid([FieldError(exc.field, "signature_refused", exc.message)])
        case Invalid():
            return _invalid(exc.errors)
        case ValidationError():
            return _invalid(field_errors(exc))
        case IntegrityError():
            # Usually a race that one request won. If it is a bug, the log shows it.
            log.warning("Refused by the database", exc_info=exc)
            return problem(409, "conflict", "Someone else just did the same. Read it again, then retry.", CONFLICT)
    return None


def _invalid(errors: list[FieldError]) -> dict[str, Any]:
    detail = " ".join(f"{error.path}: {error.message}" if error.path else error.message for error in errors[:3])
    shown = [
        {name: value for name, value in error._asdict().items() if value is not None or name != "cite"}
        | {"path": _valid_text(error.path), "message": _valid_text(error.message)}
        for error in errors
    ]
    return problem(400, "invalid", detail, INVALID, errors=shown)


def invalid_parameter(name: str, message: str, code: str = "invalid") -> Invalid:
    return Invalid([FieldError(name, code, message)])


def number_parameter(query: QueryDict, name: str, *, least: int = 0, most: int, says: str) -> int | None:
    """Return a query parameter as a whole number within its bounds; None if it is not given."""
    given = query.get(name)
    if given is None:
        return None
    is_number = given.isascii() and given.isdigit() and len(given) <= len(str(most))
    if not (is_number and least <= int(given) <= most):
        raise invalid_parameter(name, says)
    return int(given)


def check_valid(form: BaseForm) -> None:
    """Raise Invalid with all errors of a form."""
    found = form.errors.as_data().items()
    if found:
        raise Invalid(error for name, errors in found for each in errors for error in field_errors(each, name))


def field_errors(error: ValidationError, path: str = "") -> list[FieldError]:
    """Return the errors of a validation by field."""
    if hasattr(error, "error_dict"):
        return [each for name, inner in error.error_dict.items() for one in inner for each in field_errors(one, name)]
    found = []
    for one in error.error_list:
        where = str((one.params or {}).get("path", path))
        found += [FieldError("" if where == "__all__" else where, one.code or "invalid", text) for text in one.messages]
    return found


def _of_http(exc: Exception) -> dict[str, Any] | None:
    match exc:
        case Http404():
            return refusal("not_found")
        case PermissionDenied():
            return refusal("forbidden")
        case OperationalError() | InterfaceError():
            log.warning("The database did not answer", exc_info=exc)
            return refusal("unavailable")
        case UnreadablePostError():
            return refusal("incomplete")
        case RequestDataTooBig():
            return refusal("too_large")
        case SuspiciousOperation():
            return problem(400, "malformed", "The body has too many parts.", MALFORMED)
        case exceptions.ParseError():
            return problem(400, "malformed", str(exc.detail), MALFORMED)
        case ApiRefusal():
            return problem(exc.status_code, str(exc.get_codes()), str(exc.detail))
        case exceptions.APIException():
            code = _CODES.get(exc.status_code, "bad_request")
            return problem(exc.status_code, code, _REFUSALS[code][1] or str(exc.detail))
    return None


# ── Outside endpoints


class ProblemMiddleware:
    """Turn every error page under /api/ into a problem."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_of_api(request):
            return self.get_response(request)
        if settings.SECURE_SSL_REDIRECT and not request.is_secure():
            detail = "Use https. Replace any secret that you sent over http."
            return problem_response(problem(403, "https_required", detail))
        response = self.get_response(request)
        if response.status_code == 301:
            # A redirected POST would lose its body.
            detail = f"This URL does not exist. Use {response['Location']}."
            found = problem_response(problem(404, "not_found", detail))
        elif response.status_code >= 400 and not response["Content-Type"].startswith(MEDIA_TYPE):
            found = plain_problem(response.status_code)
        else:
            return response
        if "Allow" in response:
            found["Allow"] = response["Allow"]
        return found
