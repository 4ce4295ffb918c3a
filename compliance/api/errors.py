"""Errors, each as a problem of RFC 9457. Everything under /api/ that fails is answered from here.

Inside an endpoint `answer` turns exceptions into problems; what fails before or outside of one (an unknown address, a
person who may not, an error of ours) comes by the middleware.
"""

import logging
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any, NamedTuple

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation, ValidationError
from django.db import IntegrityError, InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from rest_framework import exceptions
from rest_framework.response import Response

from compliance.errors import IdempotencyError, RuleViolation, SignatureError
from games.engine.problems import Refused

from .remedies import remedy_of
from .rendering import Json, encoded

log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
PREFIX = "/api/"


RETRY_AFTER_S = "2"
INCOMPLETE = (
    "The body did not come whole, and was not waited for any longer. Send it again, with the same Idempotency-Key."
)
UNAVAILABLE = "The database does not answer just now, or took too long. Ask the same again in a moment."


class ProblemType(NamedTuple):
    """What `type` of a problem leads to, where its status alone does not say enough."""

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
    "What was asked for is well-formed, but the rules or the state of the floor forbid it. `detail` says what to do "
    "next, `code` names the refusal, `cite` the paragraph behind it, if any, `remedy` the act that puts it right.",
)
INVALID = ProblemType(
    "invalid",
    400,
    "Something in the request is wrong",
    "`errors` tells of each field or parameter: its `path`, a `code` and a `message` that says what to do. A second "
    "person's signature that was refused is said at `second_badge` or `second_pin`.",
)
MALFORMED = ProblemType(
    "malformed", 400, "The body cannot be read", "It is not the JSON object, or not the form, that its media type says."
)
CONFLICT = ProblemType(
    "conflict",
    409,
    "Someone was faster",
    "The same was done by someone else at the same moment. Read again and decide anew; nothing was changed.",
)
KEY = ProblemType(
    "idempotency-key",
    409,
    "The Idempotency-Key cannot be used",
    "What makes something is sent with a key of the caller's own, so that sending it again does not make it twice. The "
    "key is missing or malformed (400), or was used for another request (409).",
)
PRECONDITION = ProblemType(
    "precondition",
    412,
    "It is no longer what you read",
    "What is put in the place of something else is sent with `If-Match` and the ETag of the thing as it was read. The "
    "header is missing (428), or the thing has changed since (412): read it again and decide anew.",
)
NOT_LET_IN = ProblemType(
    "not-let-in",
    401,
    "Nobody is known to ask",
    "Neither a session nor a key came with the request, or the key is unknown, expired or revoked: `code` says which.",
)
NOT_YOURS = ProblemType(
    "not-yours",
    403,
    "This is not for you",
    "You are known, but your role at the facility, or the key's scopes, do not open this. A session's request that "
    "changes something without its CSRF token is refused too. `code` says which.",
)
THROTTLED = ProblemType(
    "throttled",
    429,
    "Too many requests",
    "The key has made its requests of this minute, or too many exports are under way. `Retry-After` says in how many "
    "seconds to ask again.",
)
TYPES = (RULE_VIOLATION, INVALID, MALFORMED, CONFLICT, KEY, PRECONDITION, NOT_LET_IN, NOT_YOURS, THROTTLED)
_OF_STATUS = {401: NOT_LET_IN, 403: NOT_YOURS, 412: PRECONDITION, 428: PRECONDITION, 429: THROTTLED}


class FieldError(NamedTuple):
    """One thing that is wrong: where it stands, as in `decks[1]`, what to do about it, and the paragraph behind it."""

    path: str
    code: str
    message: str
    cite: str | None = None


class Invalid(Exception):  # noqa: N818 - what happened, not what is wrong with the program
    """A request of which fields or parameters are wrong."""

    def __init__(self, errors: Iterable[FieldError]) -> None:
        super().__init__()
        self.errors = list(errors)


class ApiRefusal(exceptions.APIException):
    """A refusal of ours that HTTP has a status for; its code and words are the problem's."""


class TooLarge(ApiRefusal):
    status_code = 413
    default_detail = "The body is too large."
    default_code = "too_large"


class LengthRequired(ApiRefusal):
    status_code = 411
    default_detail = "Send the body with its Content-Length, not in chunks."
    default_code = "length_required"


class PreconditionRequired(ApiRefusal):
    status_code = 428
    default_detail = "Read it first, and send its ETag as the header If-Match."
    default_code = "precondition_required"


class PreconditionFailed(ApiRefusal):
    status_code = 412
    default_detail = "It has changed since you read it. Read it again, then decide anew."
    default_code = "precondition_failed"


class ForPeople(ApiRefusal):
    status_code = 403
    default_detail = "This is for people who are signed in, not for keys."
    default_code = "for_people"


class CsrfFailed(ApiRefusal):
    status_code = 403
    default_detail = "Send the value of the cookie csrftoken as the header X-CSRFToken."
    default_code = "csrf_failed"


def problem(status: int, code: str, detail: str, kind: ProblemType | None = None, **more: Any) -> dict[str, Any]:
    """Return a problem's members in the order in which a person reads them."""
    kind = kind or _OF_STATUS.get(status)
    title = kind.title if kind else HTTPStatus(status).phrase
    body = {"type": kind.uri if kind else "about:blank", "title": title, "status": status, "code": code}
    return body | {"detail": _whole(detail)} | {name: value for name, value in more.items() if value is not None}


def _whole(text: str) -> str:
    """Return a text that may hold what the client sent, and that may hold half a character, as JSON can have it."""
    return text.encode(errors="backslashreplace").decode()


def problem_response(status: int, code: str, detail: str) -> HttpResponse:
    """Answer with a problem where no endpoint is involved, and perhaps nothing that would tell its length."""
    body = encoded(problem(status, code, detail))
    return HttpResponse(body, status=status, content_type=MEDIA_TYPE, headers={"Content-Length": str(len(body))})


def plain_problem(status: int) -> HttpResponse:
    """Answer with a problem of which only the status is known."""
    return problem_response(
        status, _CODES.get(status, "bad_request"), _DETAILS.get(status) or HTTPStatus(status).phrase
    )


def is_of_api(request: HttpRequest) -> bool:
    return f"{request.path}/".startswith(PREFIX)


def incomplete() -> HttpResponse:
    return problem_response(408, "incomplete", INCOMPLETE)


def unavailable() -> HttpResponse:
    response = problem_response(503, "unavailable", UNAVAILABLE)
    response["Retry-After"] = RETRY_AFTER_S
    return response


# ── Inside of endpoints


def exception_handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Turn what an endpoint raised into a problem; None for an error of ours, which is logged and becomes a 500."""
    found = _of_domain(exc, context) or _of_http(exc)
    if found is None:
        return None
    if "request" in context:  # a page of documentation fails with a problem too
        context["request"].accepted_renderer = Json()
        context["request"].accepted_media_type = Json.media_type
    headers = {"Retry-After": RETRY_AFTER_S} if found["status"] == 503 else {}
    return Response(found, status=found["status"], headers=headers, content_type=MEDIA_TYPE)


def _of_domain(exc: Exception, context: dict[str, Any]) -> dict[str, Any] | None:
    match exc:
        case RuleViolation():
            view = context.get("view")
            thing, scope = getattr(view, "thing", None), getattr(view, "scope", None)
            several = [_violation(each, thing, scope) for each in getattr(exc, "found", ())] or None
            return problem(
                409,
                exc.code,
                exc.message,
                RULE_VIOLATION,
                cite=exc.cite or None,
                remedy=remedy_of(exc, thing, scope),
                violations=several,
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
            # Two services met, and the database let one through. Were it a bug of ours, the log would tell.
            log.warning("Refused by the database", exc_info=exc)
            return problem(409, "conflict", "Someone else did the same just now. Read again, then repeat.", CONFLICT)
    return None


def _violation(violation: RuleViolation, thing: Any, scope: Any) -> dict[str, Any]:
    said = {"code": violation.code, "message": violation.message, "cite": violation.cite or None}
    return said | {"remedy": remedy_of(violation, thing, scope)}


def _invalid(errors: list[FieldError]) -> dict[str, Any]:
    detail = " ".join(f"{error.path}: {error.message}" if error.path else error.message for error in errors[:3])
    shown = [
        {name: value for name, value in error._asdict().items() if value is not None or name != "cite"}
        | {"path": _whole(error.path), "message": _whole(error.message)}
        for error in errors
    ]
    return problem(400, "invalid", detail, INVALID, errors=shown)


def field_errors(error: ValidationError, path: str = "") -> list[FieldError]:
    """Return what a validation found; a service's own knows its fields by name."""
    if hasattr(error, "error_dict"):
        return [each for name, inner in error.error_dict.items() for one in inner for each in field_errors(one, name)]
    found = []
    for one in error.error_list:
        where = str((one.params or {}).get("path", path))
        found += [FieldError("" if where == "__all__" else where, one.code or "invalid", text) for text in one.messages]
    return found


_CODES = {
    400: "bad_request",
    401: "not_signed_in",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    408: "incomplete",
    411: "length_required",
    412: "precondition_failed",
    413: "too_large",
    415: "unsupported_media_type",
    429: "throttled",
    500: "server_error",
}
_DETAILS = {
    401: "Sign in first.",
    403: "This is not for your role here.",
    404: "There is no such thing, or none of your facilities has it.",
    406: "Answers are JSON: accept application/json.",
    412: PreconditionFailed.default_detail,
    500: "Something went wrong on our side. It is in the log.",
}


def _of_http(exc: Exception) -> dict[str, Any] | None:
    match exc:
        case Http404():
            return problem(404, "not_found", _DETAILS[404])
        case PermissionDenied():
            return problem(403, "forbidden", _DETAILS[403])
        case OperationalError() | InterfaceError():
            log.warning("The database did not answer", exc_info=exc)
            return problem(503, "unavailable", UNAVAILABLE)
        case UnreadablePostError():
            return problem(408, "incomplete", INCOMPLETE)
        case RequestDataTooBig():
            return problem(413, "too_large", "The body is too large.")
        case SuspiciousOperation():
            return problem(400, "malformed", "The body has too many parts.", MALFORMED)
        case exceptions.ParseError():
            return problem(400, "malformed", str(exc.detail), MALFORMED)
        case ApiRefusal():
            return problem(exc.status_code, exc.default_code, str(exc.detail))
        case exceptions.APIException():
            status = exc.status_code
            return problem(status, _CODES.get(status, "bad_request"), _DETAILS.get(status) or str(exc.detail))
    return None


# ── Outside of them


class ProblemMiddleware:
    """Nothing under /api/ fails with a page: whatever did so before an endpoint could answer becomes a problem."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_of_api(request):
            return self.get_response(request)
        if settings.SECURE_SSL_REDIRECT and not request.is_secure():
            return problem_response(403, "https_required", "Ask by https. What came in the clear may be known by now.")
        response = self.get_response(request)
        if response.status_code == 301:
            # A program that posts would come to the address with a slash without what it posted.
            found = problem_response(404, "not_found", f"There is no such address. Ask at {response['Location']}.")
        elif response.status_code >= 400 and not response["Content-Type"].startswith(MEDIA_TYPE):
            found = plain_problem(response.status_code)
        else:
            return response
        if "Allow" in response:
            found["Allow"] = response["Allow"]
        return found
