"""API keys: their permissions, expiry and rate limit, and the record of their use."""

from collections.abc import Iterable
from datetime import timedelta
from threading import Thread
from typing import Any
from uuid import uuid4

import msgspec
import pytest
import time_machine
from django.db import connection
from django.test import Client

from compliance.api import rate_limits
from compliance.api_keys.scopes import SCOPES
from compliance.api_keys.services import block_key, create_key, digest_of, revoke_key
from compliance.models import Entry, Facility, Key, Receipt, Staff
from tests.floor import Floor
from tests.games.sample_rounds import a_round

from .caller import ROOT, Caller

pytestmark = pytest.mark.both_databases("a limit is one statement there and a lock here")

READS = [scope for scope in SCOPES if scope.endswith(":read")]


def new_key(
    floor: Floor, *scopes: str, facilities: Iterable[Facility] | None = None, days: int = 30, rate: int = 600
) -> Key:
    return create_key(
        floor.facility,
        name="Slot accounting",
        facilities=facilities or [floor.facility],
        scopes=scopes or READS,
        valid_days=days,
        rate=rate,
        by=None,
        at=floor.at,
    )


class Program(Caller):
    """A program that calls the API with its key."""

    def __init__(self, key: Key | str) -> None:
        super().__init__()
        token = key if isinstance(key, str) else key.token
        self.client = Client(headers={"Authorization": f"Bearer {token}"})


def test_a_key_reads_what_its_scopes_open_and_nothing_else(floor: Floor) -> None:
    table = floor.open_table("hand")
    program = Program(new_key(floor, "tables:read"))

    assert program.get("tables/")["results"][0]["code"] == table.code
    assert program.get(f"tables/{table.code}/")["acts"] == []
    for address, scope in (("rounds/", "rounds:read"), ("alerts/", "alerts:read"), ("journal/", "journal:read")):
        refused = program.refused(address, 403)
        assert (refused["code"], scope in refused["detail"]) == ("scope_missing", True)
    assert program.refused(f"tables/{table.code}/spread/", 403, method="post")["code"] == "scope_missing"


def test_the_root_tells_a_program_who_it_is(floor: Floor) -> None:
    key = new_key(floor, "tables:read")

    root = Program(key).get("")

    assert root["you"] == {"badge": f"KEY-{key.prefix}", "name": "Slot accounting"}
    assert [each["code"] for each in root["facilities"]] == [floor.facility.code]


@pytest.mark.parametrize("address", ["staff/", "keys/", "staff/{badge}/"])
def test_staff_and_keys_cannot_be_read_with_a_key(floor: Floor, address: str) -> None:
    program = Program(new_key(floor, *SCOPES))

    assert program.refused(address.format(badge=floor.dealer.badge), 403)["code"] == "for_people"


def test_a_program_cannot_do_acts_with_a_second_signature(floor: Floor) -> None:
    table = floor.open_table("hand")
    program = Program(new_key(floor, *SCOPES))

    refused = program.refused(f"tables/{table.code}/close/", 403, method="post")

    assert refused["code"] == "for_people"
    assert "table.close" not in {act["name"] for act in program.get(f"tables/{table.code}/")["acts"]}


def test_acts_of_a_program_are_journaled_under_its_key(floor: Floor) -> None:
    table = floor.open_table("hand")
    key = new_key(floor, "tables:read", "tables:write", "rounds:write", "rounds:read")
    program = Program(key)

    logged = program.client.post(
        f"{ROOT}tables/{table.code}/rounds/",
        a_round(),
        content_type="application/json",
        headers={"Idempotency-Key": str(uuid4())},
    )
    program.post(f"tables/{table.code}/spread/")

    assert logged.status_code == 201, logged.content
    assert program.get(f"rounds/{logged.json()['id']}/")["logged_by"]["badge"] == f"KEY-{key.prefix}"
    done = Entry.objects.filter(actor=key.account).order_by("pk")
    assert [entry.action for entry in done] == ["key.used", "round.logged", "table.idle"]


def test_a_round_in_breach_is_not_logged_by_a_program(floor: Floor) -> None:
    table = floor.open_table("hand")
    program = Program(new_key(floor, "rounds:write"))
    body = a_round() | {"breach_reason": "So it was", "second_badge": "X", "second_pin": "1234"}

    refused = program.refused_body(f"tables/{table.code}/rounds/", body, 403)

    assert refused["code"] == "for_people"


# ── Facilities


def test_a_key_opens_its_facilities_alone(floor: Floor, elsewhere: Floor) -> None:
    here, there = floor.new_table(), elsewhere.new_table()
    program = Program(new_key(floor, *SCOPES))

    assert [each["code"] for each in program.get("tables/")["results"]] == [here.code]
    assert program.refused(f"tables/{there.code}/", 404)
    assert Program(new_key(floor, *SCOPES, facilities=[floor.facility, elsewhere.facility])).get(
        f"tables/{there.code}/"
    )


def test_a_key_is_blocked_at_once_and_at_one_facility_only(floor: Floor, elsewhere: Floor) -> None:
    key = new_key(floor, *SCOPES, facilities=[floor.facility, elsewhere.facility])
    program = Program(key)
    program.get("facilities/")

    block_key(elsewhere.facility, key=key, by=elsewhere.administrator, at=elsewhere.at)

    assert [each["code"] for each in program.get("facilities/")["results"]] == [floor.facility.code]
    block_key(floor.facility, key=key, by=floor.administrator, at=floor.at)
    assert program.get("facilities/")["results"] == []


# ── From when to when


def test_an_unknown_or_malformed_key_is_refused(floor: Floor) -> None:
    key = new_key(floor)
    other = "x" if (key.token or "")[-1] != "x" else "y"

    assert Program(f"{(key.token or '')[:-1]}{other}").refused("", 401)["code"] == "key_unknown"
    for header in ("Basic YTpi", "Bearer", "Bearer ", key.token or ""):
        client = Client(headers={"Authorization": header})
        response = client.get(ROOT)
        assert (response.status_code, response.json()["code"]) == (401, "key_malformed")
        assert response["WWW-Authenticate"] == 'Bearer realm="api"'


def test_a_key_expires(floor: Floor) -> None:
    key = new_key(floor, days=2)
    program = Program(key)

    with time_machine.travel(floor.at + timedelta(days=2, seconds=-1), tick=False):
        program.get("")
    with time_machine.travel(floor.at + timedelta(days=2), tick=False):
        assert program.refused("", 401)["code"] == "key_expired"


def test_a_key_is_revoked_at_once(floor: Floor) -> None:
    key = new_key(floor)
    program = Program(key)
    program.get("")

    revoke_key(key, reason="Lost", by=floor.administrator, at=floor.at)

    assert program.refused("", 401)["code"] == "key_revoked"


def test_last_use_of_a_key_is_stored_and_journaled_once_a_day(floor: Floor) -> None:
    key = new_key(floor)
    program = Program(key)
    for hours in (0, 1, 2, 24):
        with time_machine.travel(floor.at + timedelta(hours=hours), tick=False):
            program.get("")

    key.refresh_from_db()
    assert (key.last_used_at, key.last_used_from) == (floor.at + timedelta(hours=24), "127.0.0.1")
    assert Entry.objects.filter(action="key.used", subject=key.subject_key).count() == 2


def test_behind_a_proxy_a_key_comes_from_where_the_proxy_says(floor: Floor, settings: Any) -> None:
    key = new_key(floor)
    headers = {"X-Forwarded-For": "203.0.113.9, 198.51.100.7"}
    Program(key).client.get(ROOT, headers=headers)
    assert Key.objects.get().last_used_from == "127.0.0.1"  # from anyone else it is hearsay

    settings.HTTPS = True
    Program(key).client.get(ROOT, headers=headers)

    assert Key.objects.get().last_used_from == "198.51.100.7"


# ── How it is made and kept


def test_an_administrator_makes_a_key_and_sees_it_once(floor: Floor) -> None:
    caller = Caller(floor.administrator)
    address = f"facilities/{floor.facility.code}/create-key/"
    body = {"name": "Feed", "facilities": [floor.facility.code], "scopes": ["journal:read"], "valid_days": 30}
    headers = {"Idempotency-Key": str(uuid4())}

    first, again = (
        caller.client.post(f"{ROOT}{address}", body, content_type="application/json", headers=headers) for _ in range(2)
    )

    token = first.json()["token"]
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json() | {"token": None}
    assert Program(token).get("journal/")["results"]
    key = Key.objects.get()
    assert key.digest == digest_of(token)
    assert token.encode() not in b"".join(receipt.answer for receipt in Receipt.objects.all())
    assert token.partition("_")[2].partition("_")[2] not in str(list(Entry.objects.values_list("facts", flat=True)))
    assert caller.get(f"keys/{key.prefix}/")["token"] is None


def test_nobody_makes_a_key_for_a_facility_that_is_not_theirs(floor: Floor, elsewhere: Floor) -> None:
    body = {"name": "Feed", "facilities": [elsewhere.facility.code], "scopes": ["journal:read"], "valid_days": 30}

    refused = Caller(floor.administrator).refused_body(f"facilities/{floor.facility.code}/create-key/", body)

    assert refused["errors"][0]["path"] == "facilities"
    assert not Key.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [("scopes", ["rounds:delete"]), ("scopes", []), ("valid_days", 0), ("valid_days", 367), ("rate", 0), ("name", "")],
)
def test_a_key_with_invalid_fields_is_refused(floor: Floor, field: str, value: Any) -> None:
    body = {"name": "Feed", "facilities": [floor.facility.code], "scopes": ["journal:read"], "valid_days": 30}

    refused = Caller(floor.administrator).refused_body(
        f"facilities/{floor.facility.code}/create-key/", body | {field: value}
    )

    assert {error["path"].partition("[")[0] for error in refused["errors"]} == {field}


def test_the_account_of_a_key_is_not_listed_as_staff(floor: Floor) -> None:
    key = new_key(floor)
    caller = Caller(floor.administrator)

    assert key.account.badge not in {each["badge"] for each in caller.get("staff/", page_size=200)["results"]}
    caller.refused(f"staff/{key.account.badge}/", 404)
    assert not Staff.objects.get(badge=key.account.badge).has_usable_password()


def test_a_session_is_ignored_beside_a_key(floor: Floor, elsewhere: Floor) -> None:
    table = elsewhere.new_table()
    client = Client(headers={"Authorization": f"Bearer {new_key(floor).token}"})
    client.force_login(elsewhere.pit_boss)

    assert client.get(f"{ROOT}tables/{table.code}/").status_code == 404


# ── Limits


def test_requests_per_minute_are_limited_and_the_rest_is_reported(floor: Floor) -> None:
    program = Program(new_key(floor, rate=3))
    with time_machine.travel("2031-01-01T12:00:20Z", tick=False), pytest.MonkeyPatch.context() as patch:
        patch.setattr(Key, "state_at", lambda self, at: "current")
        told = [program.client.get(ROOT) for _ in range(4)]

    assert [response.status_code for response in told] == [200, 200, 200, 429]
    assert [response["RateLimit"] for response in told] == [f'"minute";r={left};t=40' for left in (2, 1, 0, 0)]
    assert told[3]["RateLimit-Policy"] == '"minute";q=3;w=60'
    assert (told[3]["Retry-After"], told[3]["Content-Type"]) == ("40", "application/problem+json")
    with time_machine.travel("2031-01-01T12:01:00Z", tick=False), pytest.MonkeyPatch.context() as patch:
        patch.setattr(Key, "state_at", lambda self, at: "current")
        assert program.client.get(ROOT).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_parallel_requests_do_not_exceed_the_rate_limit() -> None:
    floor = Floor("md")
    key = new_key(floor, rate=50)
    granted: list[bool] = []

    def ask() -> None:
        granted.extend(rate_limits.take(key).granted for _ in range(15))
        connection.close()

    with time_machine.travel("2031-01-01T12:00:20Z", tick=False):
        threads = [Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert (granted.count(True), len(granted)) == (50, 120)


def test_responses_are_plain_json(floor: Floor) -> None:
    response = Program(new_key(floor)).client.get(f"{ROOT}tables/")

    assert msgspec.json.decode(response.content) == {"next": None, "results": []}
