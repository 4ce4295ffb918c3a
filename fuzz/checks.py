"""What must hold of every answer beyond what schemathesis checks, and where what it expects does not fit."""

import json
from typing import Any

import schemathesis
from schemathesis import Case, CheckContext, Response
from schemathesis.core.failures import AcceptedNegativeData, Failure
from schemathesis.openapi.checks import RejectedPositiveData

PROBLEM = "application/problem+json"
HTML = "text/html"

# Codes of errors that the description rules out: what it allows is never refused for one of these. All others depend on
# what is there, on who signs, or on other fields.
RULED_OUT = frozenset({"malformed", "unknown_field", "unknown_parameter", "max_length", "min_length", "bad_request"})


@schemathesis.check
def answers_as_an_api(ctx: CheckContext, response: Response, case: Case[Any]) -> bool | None:
    """Nothing is a page; what fails is a problem of RFC 9457; what was read has an ETag."""
    kind = (response.headers.get("content-type") or [""])[0].partition(";")[0]
    assert kind != HTML, f"{response.status_code} with a page"
    if response.status_code >= 400:
        assert kind == PROBLEM, f"{response.status_code} with {kind or 'no type'}"
        _check_problem(response.status_code, json.loads(response.content))
    elif case.method in ("GET", "HEAD") and response.status_code == 200:
        assert response.headers.get("etag"), "read without an ETag"
    if response.status_code == 405:
        assert response.headers.get("allow"), "405 without Allow"
    return None


def _check_problem(status: int, problem: Any) -> None:
    known = {"type", "title", "status", "code", "detail"}
    assert known <= problem.keys(), f"a problem without {known - problem.keys()}"
    assert problem["status"] == status, f"{status}, but the problem says {problem['status']}"


def is_fair(failure: Failure, case: Case[Any], response: Response) -> bool:
    """Tell whether a failure counts.

    Data of which the description says that it is valid may be refused for what no description can tell: what is there,
    what state it is in, whether two fields agree, who signs. So 400 counts only for what the description should have
    ruled out; 412 is the answer to an ETag that was made up. And no bytes are wrong as lines of rounds: each line is
    answered by itself.
    """
    if isinstance(failure, AcceptedNegativeData):
        return not case.path.endswith("/rounds/import/")
    if not isinstance(failure, RejectedPositiveData):
        return True
    if response.status_code == 412:
        return False
    problem = json.loads(response.content) if response.status_code == 400 else {}
    codes = {error["code"] for error in problem.get("errors", ())} or {problem.get("code")}
    return response.status_code != 400 or bool(codes & RULED_OUT)
