"""The fuzzer's checks fail for a response that does not match the description, and only then."""

import json
from functools import cache
from typing import Any

import pytest
import requests
import schemathesis
from schemathesis import Case, Response
from schemathesis.checks import ignored_auth
from schemathesis.core.failures import AcceptedNegativeData, FailureGroup
from schemathesis.openapi.checks import RejectedPositiveData

from casino.api_docs.schema import schema
from trials.fuzz.checks import PROBLEM, counts
from trials.fuzz.describing import only_what_is_named

READ, LIST, ACT = "/api/v1/pits/{key}/", "/api/v1/pits/", "/api/v1/pits/{key}/add-table/"
ROUNDS, LINES = "/api/v1/tables/{key}/rounds/", "/api/v1/tables/{key}/rounds/import/"
PAGE: dict[str, Any] = {"next": None, "results": []}
PROBLEM_OF_404 = {"type": "about:blank", "title": "No", "status": 404, "code": "not_found", "detail": "No."}


@cache
def described() -> Any:
    # As the server gives it, where what is put together late is text.
    return schemathesis.openapi.from_dict(only_what_is_named(json.loads(json.dumps(schema(), default=str))))


def case_of(path: str, method: str = "GET") -> Case[Any]:
    return described()[path][method].Case(path_parameters={"key": 1})  # type: ignore[no-any-return]


def answer(status: int, body: Any, kind: str = "application/json", **headers: str) -> Response:
    request = requests.Request("GET", "http://127.0.0.1/api/v1/pits/").prepare()
    found = {"content-type": [kind]} | {name: [value] for name, value in headers.items()}
    return Response(status, found, json.dumps(body).encode(), request, 0.1, True)


def problem(status: int, code: str = "invalid", **more: Any) -> Response:
    return answer(status, PROBLEM_OF_404 | {"status": status, "code": code} | more, PROBLEM)


def refused_for(*errors: tuple[str, str]) -> Response:
    return problem(400, errors=[{"path": path, "code": code, "message": "No."} for path, code in errors])


def failures(path: str, response: Response) -> set[str]:
    """Return what is found to be wrong with an answer to someone who is let in."""
    try:
        case_of(path).validate_response(response, excluded_checks=[ignored_auth])
    except FailureGroup as group:
        return {type(each).__name__ for each in group.exceptions}
    return set()


def test_a_response_that_matches_passes() -> None:
    assert failures(LIST, answer(200, PAGE, etag='"1"')) == set()
    assert failures(READ, problem(404)) == set()


@pytest.mark.parametrize(
    ("response", "failure"),
    [
        (problem(500), "ServerError"),
        (problem(418), "UndefinedStatusCode"),
        (answer(200, "<html>", "text/html", etag='"1"'), "UndefinedContentType"),
        (answer(404, "<html>", "text/html"), "CustomFailure"),
        (answer(405, {"detail": "No."}), "CustomFailure"),
        (answer(400, {"detail": "No."}, PROBLEM), "JsonSchemaError"),
        (answer(403, PROBLEM_OF_404, PROBLEM), "CustomFailure"),
        (answer(200, PAGE), "CustomFailure"),
        (answer(200, {"results": []}, etag='"1"'), "JsonSchemaError"),
        (answer(200, {"next": 5, "results": []}, etag='"1"'), "JsonSchemaError"),
        (answer(200, {"next": None, "results": [{"id": "one"}]}, etag='"1"'), "JsonSchemaError"),
    ],
)
def test_a_response_that_does_not_match_fails(response: Response, failure: str) -> None:
    assert failure in failures(LIST, response)


@pytest.mark.parametrize(
    ("path", "response", "does"),
    [
        (ACT, refused_for(("number", "malformed")), True),
        (ACT, refused_for(("colour", "unknown_field")), True),
        (ACT, refused_for(("number", "invalid"), ("positions", "max_length")), True),
        (ACT, refused_for(("pit", "invalid_choice")), False),
        (ACT, refused_for(("second_pin", "signature_refused")), False),
        (ACT, problem(400, "malformed"), True),
        (ACT, problem(412), False),
        (ACT, problem(415), True),
        (LIST, refused_for(("page_size", "invalid")), True),
        (LIST, refused_for(("facility", "invalid")), False),
        (LIST, refused_for(("updated_since", "invalid")), False),
        (ROUNDS, refused_for(("replaces", "malformed")), False),
    ],
)
def test_refused_valid_data_counts_only_for_ruled_out_codes(path: str, response: Response, does: bool) -> None:
    failure = RejectedPositiveData(operation=path, message="", status_code=response.status_code, allowed_statuses=[])

    assert counts(failure, case_of(path, "GET" if path == LIST else "POST"), response) is does


@pytest.mark.parametrize(("path", "does"), [(ACT, True), (ROUNDS, True), (LINES, False)])
def test_forbidden_data_must_be_refused_except_as_lines_of_rounds(path: str, does: bool) -> None:
    failure = AcceptedNegativeData(operation=path, message="", status_code=200, expected_statuses=[])

    assert counts(failure, case_of(path, "POST"), answer(200, {})) is does
