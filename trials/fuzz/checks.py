"""What must hold of every answer beyond what schemathesis checks, and where what it expects does not fit."""

import json
import re
from typing import Any

import schemathesis
from schemathesis import Case, CheckContext, Response
from schemathesis.core.failures import AcceptedNegativeData, Failure
from schemathesis.openapi.checks import RejectedPositiveData

from .offered import PNG

PROBLEM = "application/problem+json"
HTML = "text/html"

# Codes of errors that the description rules out: what it allows is never refused for one of these. All others depend on
# what is there, on who signs, or on other fields.
RULED_OUT = frozenset({"malformed", "unknown_field", "unknown_parameter", "max_length", "min_length", "bad_request"})
# What is wrong with a parameter has one code. These name something that must be there, a day of the world, or something
# that must be given together with another.
DEPENDS = re.compile(
    "facility|table|pit|deck|dealer|badge|shift|round|stream|subject|action|name|cursor|after|until|resume|cite"
    "|day|span|from|since|wait|.*_(since|until|from|to)"
)
ROUNDS = re.compile(r"/api/v1/tables/{key}/rounds/(preview/|import/)?")


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


def counts(failure: Failure, case: Case[Any], response: Response) -> bool:
    """Tell whether a failure is one. There are two kinds of which some are not.

    Data of which the description says that it is valid may be refused for what no description can tell: what is there,
    what state it is in, whether two fields agree, who signs. So 400 counts for what the description should have ruled
    out alone; 412 is the answer to an ETag that was made up. Data that it forbids must be refused; but no bytes are
    wrong as lines of rounds, each of which is answered by itself, and nothing is wrong with a form into which a picture
    was put: schemathesis takes anything with bytes in it for wrong.
    """
    if isinstance(failure, AcceptedNegativeData):
        return not case.path.endswith("/rounds/import/") and not _has_files(case.body)
    if not isinstance(failure, RejectedPositiveData) or response.status_code not in (400, 412):
        return True
    return response.status_code == 400 and _should_be_ruled_out(case, json.loads(response.content))


def _has_files(body: Any) -> bool:
    return isinstance(body, dict) and PNG in body.values()


def _should_be_ruled_out(case: Case[Any], problem: Any) -> bool:
    """Tell whether a request was refused for what the description could have said. What is wrong with a round has the
    codes of the round format, and depends on the edition that the table deals."""
    if ROUNDS.fullmatch(case.path):
        return False
    errors = problem.get("errors") or [{"path": "", "code": problem["code"]}]
    if case.method == "GET":
        return any(not DEPENDS.fullmatch(error["path"]) for error in errors)
    return any(error["code"] in RULED_OUT for error in errors)
