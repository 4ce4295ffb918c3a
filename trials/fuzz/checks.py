"""Add checks for every response, and exempt cases in which schemathesis expects too much."""

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

# Error codes for what the description rules out: valid data is never refused with these. All other codes depend on
# the database, on the second person, or on other fields.
RULED_OUT = frozenset({"malformed", "unknown_field", "unknown_parameter", "max_length", "min_length", "bad_request"})
# Parameter errors have one code. These parameters name something that must exist, a real date, or something that needs
# another parameter.
DEPENDS = re.compile(
    "facility|table|pit|deck|dealer|badge|shift|round|stream|subject|action|name|cursor|after|until|resume|cite"
    "|day|span|from|since|wait|.*_(since|until|from|to)"
)
ROUNDS = re.compile(r"/api/v1/tables/{key}/rounds/(preview/|import/)?")


@schemathesis.check
def answers_as_an_api(ctx: CheckContext, response: Response, case: Case[Any]) -> bool | None:
    """Check that no response is a page, errors are RFC 9457 problems, and reads have an ETag."""
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
    assert known <= problem.keys(), f"a problem without the fields {known - problem.keys()}"
    assert problem["status"] == status, f"{status}, but the problem says {problem['status']}"


def counts(failure: Failure, case: Case[Any], response: Response) -> bool:
    """Return whether a failure counts. Two kinds have exceptions.

    Valid data may be refused for reasons a description cannot express: what exists, its state, whether two fields
    agree, who signs. So a 400 counts only if the description should have ruled the data out; a 412 answers a made-up
    ETag. Forbidden data must be refused. But any bytes are allowed as lines of rounds, where each line gets its own
    answer, and a form with an image is not wrong, though schemathesis treats all binary data as wrong.
    """
    if isinstance(failure, AcceptedNegativeData):
        return not case.path.endswith("/rounds/import/") and not _has_files(case.body)
    if not isinstance(failure, RejectedPositiveData) or response.status_code not in (400, 412):
        return True
    return response.status_code == 400 and _should_be_ruled_out(case, json.loads(response.content))


def _has_files(body: Any) -> bool:
    return isinstance(body, dict) and PNG in body.values()


def _should_be_ruled_out(case: Case[Any], problem: Any) -> bool:
    """Return whether the description could have ruled a refused request out. Errors in a round have the codes of the
    round format and depend on the edition of the table."""
    if ROUNDS.fullmatch(case.path):
        return False
    errors = problem.get("errors") or [{"path": "", "code": problem["code"]}]
    if case.method == "GET":
        return any(not DEPENDS.fullmatch(error["path"]) for error in errors)
    return any(error["code"] in RULED_OUT for error in errors)
