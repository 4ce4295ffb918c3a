"""Malformed requests get a problem response, whoever sends them and wherever."""

from typing import Any

import pytest
from django.test import Client, override_settings

from casino import api_urls as _api  # noqa: F401 - all acts register themselves
from compliance.models import Staff
from tests.floor import Floor

from .caller import Caller

BROKEN_FORM = "multipart/form-data"  # without the boundary by which it would be read


def answer_to_a_broken_form(person: Staff, address: str) -> Any:
    client = Client()
    client.force_login(person)
    return client.post(address, b"--x", content_type=BROKEN_FORM, headers={"Idempotency-Key": "0123456789"})


@pytest.mark.parametrize(
    ("who", "address", "status"),
    [
        ("auditor", "/api/v1/facilities/MD/add-pit/", 403),
        ("shift_manager", "/api/v1/facilities/MD/add-pit/", 415),
        ("shift_manager", "/api/v1/facilities/MD/submit-layout/", 400),
        ("shift_manager", "/api/v1/nothing/", 404),
        ("shift_manager", "/api/v1/tables/", 405),
    ],
)
def test_an_unreadable_form_is_not_a_server_error(floor: Floor, who: str, address: str, status: int) -> None:
    response = answer_to_a_broken_form(getattr(floor, who), address)

    assert (response.status_code, response["Content-Type"]) == (status, "application/problem+json")


class Silent:
    """A body of which nothing more comes: the socket's own time is over, or it was closed."""

    def read(self, *size: int) -> bytes:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    readline = read


@pytest.mark.parametrize(
    "address", ["/api/v1/tables/{}/rounds/", "/api/v1/tables/{}/rounds/import/", "/api/v1/tables/{}/open/"]
)
def test_an_incomplete_body_is_not_a_server_error(floor: Floor, address: str) -> None:
    client = Client()
    client.force_login(floor.floorperson)
    kind = "application/x-ndjson" if "import" in address else "application/json"
    announced: dict[str, Any] = {
        "CONTENT_TYPE": kind,
        "CONTENT_LENGTH": 1000,
        "HTTP_IDEMPOTENCY_KEY": "0123456789",
        "wsgi.input": Silent(),
    }

    response = client.generic("POST", address.format(floor.new_table().code), **announced)

    assert (response.status_code, response["Content-Type"]) == (408, "application/problem+json")
    assert response.json()["code"] == "incomplete"


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_path_without_its_slash_gets_404_and_no_redirect(floor: Floor, method: str) -> None:
    found = Caller(floor.floorperson).refused("/api/v1/tables", 404, method=method)

    assert found["detail"] == "This URL does not exist. Use /api/v1/tables/."


@pytest.mark.parametrize("address", ["/api", "/api/", "/api/v1//", "/api/v2/", "/api/v1/tables/x/y/z/"])
def test_an_unknown_api_path_never_returns_a_page(floor: Floor, address: str) -> None:
    assert Caller(floor.floorperson).refused(address, 404)["code"] == "not_found"


@pytest.mark.parametrize(
    ("address", "method", "allowed"),
    [
        ("/api/v1/tables/", "delete", "GET, HEAD"),
        ("/api/v1/tables/", "options", "GET, HEAD"),
        ("/api/v1/tables/MD-1/rounds/", "get", "POST"),
        ("/api/v1/tables/MD-1/spread/", "put", "POST"),
        ("/api/v1/redoc/script.js", "post", "GET, HEAD"),
    ],
)
def test_a_wrong_method_gets_405_with_the_allowed_ones(floor: Floor, address: str, method: str, allowed: str) -> None:
    client = Client()
    client.force_login(floor.floorperson)

    response = client.generic(method.upper(), address)

    assert (response.status_code, response["Content-Type"]) == (405, "application/problem+json")
    assert response["Allow"] == allowed


def test_a_field_that_does_not_apply_now_is_refused_and_may_be_null(floor: Floor) -> None:
    table, dealer = floor.new_table(), floor.dealer.badge
    floor.furnish(table)  # nobody deals there yet, who could be relieved
    address, caller = f"tables/{table.code}/assign-dealer/", Caller(floor.floorperson)

    found = caller.refused_body(address, {"dealer": dealer, "relieved_to": "break"})

    assert [(error["path"], error["code"]) for error in found["errors"]] == [("relieved_to", "not_applicable")]
    assert caller.post(address, dealer=dealer, relieved_to=None)["dealer"]["badge"] == dealer


def test_a_time_far_in_the_future_is_out_of_range(floor: Floor) -> None:
    offer = floor.submit_offer()
    body = {"reference": "L1", "approved_on": "2026-03-02", "effective_at": "8743-08-04T20:57:11Z"}

    found = Caller(floor.compliance_officer).refused_body(f"offers/{offer.pk}/approve/", body)

    assert [(error["path"], error["code"]) for error in found["errors"]] == [("effective_at", "out_of_range")]


@override_settings(SECURE_SSL_REDIRECT=True)
def test_plain_http_is_refused_and_not_redirected(floor: Floor) -> None:
    caller = Caller(floor.floorperson)

    assert caller.refused("tables/", 403)["code"] == "https_required"
    assert caller.client.get("/api/v1/tables/", secure=True).status_code == 200
    assert caller.client.get("/sign-in/").status_code == 301
