"""Errors are answered with a problem that says what to do."""

from typing import Any
from unittest import mock

import pytest
from django.db import IntegrityError, InterfaceError, OperationalError
from django.test import Client

from compliance.models import Attempt
from tables.devices import services as devices
from tests.floor import PASSWORD, PIN, Floor, deck_at, fresh

from .caller import Caller


def test_a_rule_violation_says_code_paragraph_and_remedy(floor: Floor) -> None:
    table = floor.new_table()

    found = Caller(floor.floorperson).refused(f"tables/{table.code}/begin-opening/", 409, method="post")

    assert found == {
        "type": "/api/v1/problems/#rule-violation",
        "title": "The rules forbid this",
        "status": 409,
        "code": "no_offer",
        "detail": "No offer is in force at this table. Choose an approved offer.",
        "cite": "COMAR 36.05.03.19",
    }


def test_a_remedy_is_told_to_who_may_do_it(floor: Floor) -> None:
    table = floor.new_table()

    found = Caller(floor.pit_boss).refused(f"tables/{table.code}/begin-opening/", 409, method="post")

    assert found["remedy"]["url"] == f"/api/v1/tables/{table.code}/put-offer/"


def test_a_cite_is_told_where_there_is_one(floor: Floor) -> None:
    table = floor.ready_table()
    floor.begin(table)

    found = Caller(floor.floorperson).refused(f"tables/{table.code}/open/", 409, method="post")

    assert found["code"] == "no_deck"
    assert found["cite"].startswith("MD ")


# ── Signatures ──


@pytest.mark.parametrize(
    ("pin", "who", "path"),
    [("0000", "dealer", "second_pin"), (PIN, "floorperson", "second_badge"), (PIN, "pit_boss", "second_badge")],
)
def test_a_signature_that_is_refused_is_an_error_of_its_field(floor: Floor, pin: str, who: str, path: str) -> None:
    table = floor.open_table()
    body = {"second_badge": getattr(floor, who).badge, "second_pin": pin}

    found = Caller(floor.floorperson).refused_body(f"tables/{table.code}/close/", body)

    assert found["errors"][0]["path"] == path
    assert found["errors"][0]["code"] == "signature_refused"


def test_wrong_pins_count_towards_the_lockout(floor: Floor) -> None:
    table = floor.open_table()
    caller = Caller(floor.floorperson)

    for _ in range(6):
        found = caller.refused_body(
            f"tables/{table.code}/close/", {"second_badge": floor.dealer.badge, "second_pin": "1"}
        )

    assert "Too many wrong PINs" in found["detail"]
    assert Attempt.objects.filter(badge=floor.dealer.badge).exists()
    assert caller.get(f"tables/{table.code}/")["state"] == "open"


def test_a_signature_is_demanded(floor: Floor) -> None:
    table = floor.open_table()

    found = Caller(floor.floorperson).refused_body(f"tables/{table.code}/close/", {})

    assert {error["path"]: error["code"] for error in found["errors"]} == {
        "second_badge": "required",
        "second_pin": "required",
    }


# ── Things of another facility ──


def test_a_deck_of_another_facility_is_answered_like_an_unknown_one(floor: Floor, elsewhere: Floor) -> None:
    table, theirs = floor.begin(floor.ready_table()), elsewhere.deck()
    caller, address = Caller(floor.floorperson), f"tables/{table.code}/bring-deck/"

    assert caller.refused_body(address, {"deck": theirs.pk}) == caller.refused_body(address, {"deck": 999_999})


@pytest.mark.parametrize(
    ("act", "body"),
    [
        ("table/put-offer", lambda floor: {"offer": floor.offer.pk}),
        ("table/put-layout", lambda floor: {"layout": floor.layout.pk}),
        ("table/supervise", lambda floor: {"floorperson": floor.floorperson.badge}),
        ("table/assign-dealer", lambda floor: {"dealer": floor.dealer.badge}),
        ("table/place-device", lambda floor: {"device": floor.device("shuffler").pk}),
        ("facility/draw-decks", lambda floor: {"decks": [floor.new_decks()[0].pk]}),
        ("facility/draw-decks", lambda floor: {"pit": floor.pit.code}),
    ],
)
def test_nothing_of_another_facility_can_be_named_in_a_body(
    floor: Floor, elsewhere: Floor, act: str, body: Any
) -> None:
    kind, _, slug = act.partition("/")
    table = floor.new_table()
    address = f"tables/{table.code}/{slug}/" if kind == "table" else f"facilities/MD/{slug}/"
    elsewhere.new_pit()
    named = body(elsewhere)

    found = Caller(floor.shift_manager).refused_body(address, named)

    assert "invalid_choice" in {error["code"] for error in found["errors"] if error["path"] in named}


def test_nobody_is_appointed_at_a_facility_that_one_does_not_administer(floor: Floor, elsewhere: Floor) -> None:
    address = f"staff/{floor.dealer.badge}/appoint/"

    found = Caller(floor.administrator).refused_body(address, {"facility_code": "NJ", "role": "auditor"})

    assert found["errors"][0]["path"] == "facility_code"


# ── What HTTP refuses ──


def test_a_request_without_a_session_gets_401(floor: Floor) -> None:
    found = Caller().refused("tables/", 401)

    assert (found["code"], found["type"]) == ("not_signed_in", "/api/v1/problems/#not-let-in")


@pytest.mark.parametrize(
    "address",
    [
        "nothing/",
        "tables/MD-99/",
        "decks/999999/",
        "decks/99999999999999999999999/",
        "tables/%00/",
        "tables/a/b/c/",
        "facilities/ZZ/",
        "staff/NOBODY/",
        "decks/-1/",
    ],
)
def test_an_unknown_path_or_key_gets_404(floor: Floor, address: str) -> None:
    assert Caller(floor.shift_manager).refused(address, 404)["code"] == "not_found"


def test_an_act_that_is_not_for_a_role(floor: Floor) -> None:
    table = floor.new_table()

    assert Caller(floor.dealer).refused(f"tables/{table.code}/post-sign/", 403, method="post")["code"] == "forbidden"


@pytest.mark.parametrize(
    ("method", "address"),
    [
        ("get", "tables/{}/open/"),
        ("post", "tables/"),
        ("put", "tables/{}/"),
        ("patch", "tables/{}/"),
        ("delete", "tables/{}/"),
        ("options", "tables/{}/open/"),
        ("post", "docs/"),
        ("put", "schema/"),
    ],
)
def test_an_unsupported_method_gets_405(floor: Floor, method: str, address: str) -> None:
    caller = Caller(floor.floorperson)

    assert caller.refused(address.format(floor.new_table().code), 405, method=method)["code"] == "method_not_allowed"


def test_unsupported_media_types_are_refused(floor: Floor) -> None:
    caller, address = Caller(floor.shift_manager), "facilities/MD/add-pit/"

    assert caller.refused(address, 415, method="post", data="<a/>", content_type="text/xml")
    assert caller.refused(address, 415, method="post", data="a=b", content_type="application/x-www-form-urlencoded")
    assert caller.refused("tables/", 406, HTTP_ACCEPT="text/html")["code"] == "not_acceptable"


def test_a_body_that_is_too_large_or_of_unknown_length(floor: Floor) -> None:
    caller, address = Caller(floor.shift_manager), "facilities/MD/add-pit/"
    large = b'{"name": "' + b"x" * (1 << 20) + b'"}'

    assert caller.refused(address, 413, method="post", data=large, content_type="application/json")
    chunked = {"HTTP_TRANSFER_ENCODING": "chunked", "content_type": "application/json"}
    assert caller.refused(address, 411, method="post", data=b"{}", **chunked)


def test_a_session_needs_the_csrf_token(floor: Floor) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/sign-in/")
    token = client.cookies["csrftoken"].value
    client.post("/sign-in/", {"badge": floor.floorperson.badge, "password": PASSWORD, "csrfmiddlewaretoken": token})
    address = f"/api/v1/tables/{floor.open_table().code}/order-recut/"

    refused = client.post(address, content_type="application/json")
    token = client.cookies["csrftoken"].value
    headers = {"X-CSRFToken": token, "Idempotency-Key": "a-key-of-my-own"}
    done = client.post(address, content_type="application/json", headers=headers)

    assert (refused.status_code, refused.json()["code"]) == (403, "csrf_failed")
    assert done.status_code == 200


@pytest.mark.parametrize("failure", [RuntimeError("secret"), RecursionError(), KeyError("secret")])
def test_a_server_error_reveals_no_details(floor: Floor, failure: Exception) -> None:
    caller = Caller(floor.pit_boss)
    caller.client.raise_request_exception = False

    with mock.patch("compliance.api.lists.endpoints.paginate", side_effect=failure):
        found = caller.refused("tables/", 500)

    assert found["code"] == "server_error"
    assert "secret" not in str(found)


@pytest.mark.both_databases("errors of the database")
@pytest.mark.parametrize("failure", [OperationalError("secret"), InterfaceError("secret")])
@pytest.mark.parametrize("where", ["compliance.api.lists.endpoints.paginate", "casino.access.signed_in"])
def test_an_unavailable_database_gets_503(floor: Floor, where: str, failure: Exception) -> None:
    client = Caller(floor.pit_boss).client

    with mock.patch(where, side_effect=failure):
        found = client.get("/api/v1/tables/")

    assert (found.status_code, found.json()["code"], found["Retry-After"]) == (503, "unavailable", "2")
    assert "secret" not in str(found.json())


@pytest.mark.both_databases("errors of the database")
def test_a_unique_constraint_conflict_gets_409(floor: Floor) -> None:
    caller = Caller(floor.floorperson)
    table = floor.new_table()

    with mock.patch(
        "compliance.acts.registry.Act.done", side_effect=IntegrityError("one_deck_in_each_place_of_a_table")
    ):
        found = caller.refused(f"tables/{table.code}/post-sign/", 409, method="post")

    assert found["type"] == "/api/v1/problems/#conflict"
    assert "one_deck" not in str(found)


def test_the_remedy_of_a_deck_can_be_an_act_on_its_table(floor: Floor) -> None:
    table = floor.open_table(decks=2)
    replacement, shuffler = floor.deck(), table.devices.get(kind="shuffler")
    devices.fail_device(shuffler, fault="Jams", by=floor.floorperson, at=floor.at)
    devices.handle_device(fresh(shuffler), handling="covered", by=floor.floorperson, at=floor.at)
    body = {"replacement": replacement.pk, "reason": "scheduled", "second_badge": floor.dealer.badge, "second_pin": PIN}

    found = Caller(floor.floorperson).refused_body(f"decks/{deck_at(table).pk}/change/", body, status=409)

    assert found["code"] == "second_deck_without_shuffler"
    assert found["remedy"]["url"] == f"/api/v1/tables/{table.code}/place-device/"
