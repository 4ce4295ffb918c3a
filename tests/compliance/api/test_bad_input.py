"""Errors in a request are reported by field and never cause a server error."""

from typing import Any

import pytest

from tables.models import Deck
from tests.floor import PIN, Floor

from .caller import Caller

pytestmark = pytest.mark.both_databases("PostgreSQL refuses lengths and ranges that SQLite takes")

HUGE = "9" * 5000


def short(value: Any) -> str:
    """A test's name may hold only text."""
    return ascii(value)[:20]


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("name", ["a", "list"], "malformed"),
        ("name", {"an": "object"}, "malformed"),
        ("name", 5, "malformed"),
        ("name", True, "malformed"),
        ("name", None, "required"),
        ("name", "", "required"),
        ("name", "a\0b", "malformed"),
        ("name", "half \ud800 a character", "malformed"),
        ("name", "x" * 61, "max_length"),
        ("name", "x" * 500_000, "max_length"),
        ("code", "P-1", "invalid"),
        # What a page's form makes fit for people who type is refused as the description says.
        ("name", "x" * 60 + " ", "max_length"),
        ("name", " \n ", "required"),
        ("code", "p1", "invalid"),
        ("code", " P1", "invalid"),
        ("code", "P1\n", "invalid"),
        ("colour", "red", "unknown_field"),
        ("second_pin", "4711", "unknown_field"),
        ("by", "MD-001", "unknown_field"),
        ("", "x", "unknown_field"),
    ],
    ids=short,
)
def test_bad_text_is_refused(floor: Floor, field: str, value: Any, code: str) -> None:
    body = {"code": "P1", "name": "Main"} | {field: value}

    found = Caller(floor.shift_manager).refused_body("facilities/MD/add-pit/", body)

    assert found["errors"][0]["code"] == code
    assert found["errors"][0]["path"] == field


@pytest.mark.parametrize(
    "value", ["5", 5.5, True, [5], {}, -1, 0, 10**6, 10**30, int("9" * 4000), "five", ""], ids=short
)
def test_bad_numbers_are_refused(floor: Floor, value: Any) -> None:
    found = Caller(floor.shift_manager).refused_body(
        f"pits/{floor.pit.pk}/add-table/", {"number": value, "positions": 6}
    )

    assert [error["path"] for error in found["errors"]] == ["number"]


@pytest.mark.parametrize("value", ["1", 1.0, True, [1], {"id": 1}, -1, 0, 2**63, 10**30, None, "", "\0"], ids=short)
def test_bad_references_are_refused(floor: Floor, value: Any) -> None:
    table = floor.begin(floor.ready_table(), floor.deck())

    found = Caller(floor.floorperson).refused_body(f"tables/{table.code}/bring-deck/", {"deck": value})

    assert [error["path"] for error in found["errors"]] == ["deck"]


@pytest.mark.parametrize("value", ["", "coffee", "Break", 1, ["break"]], ids=short)
def test_bad_choices_are_refused(floor: Floor, value: Any) -> None:
    table, other = floor.open_table(), floor.new_dealer()

    found = Caller(floor.floorperson).refused_body(
        f"tables/{table.code}/relieve-dealer/", {"dealer": other.badge, "relieved_to": value}
    )

    assert [error["path"] for error in found["errors"]] == ["relieved_to"]


@pytest.mark.parametrize(
    "value",
    [
        "2026-03-02",
        "2026-03-02T17:00",
        "2026-03-02T17:00Z",
        "2026-03-02 17:00:00Z",
        "2026-W10-1T17:00:00Z",
        "20260302T170000Z",
        "2026-03-02T17:00:00",
        "2026-02-30T17:00:00Z",
        "now",
        1772470800,
    ],
    ids=short,
)
def test_bad_moments_are_refused(floor: Floor, value: Any) -> None:
    offer = floor.submit_offer()
    body = {"reference": "L1", "approved_on": "2026-03-01", "effective_at": value}

    found = Caller(floor.compliance_officer).refused_body(f"offers/{offer.pk}/approve/", body)

    assert "effective_at" in [error["path"] for error in found["errors"]]


@pytest.mark.parametrize(
    ("value", "path"),
    [
        (1, "decks"),
        ("1", "decks"),
        ({}, "decks"),
        ([], "decks"),
        (["1"], "decks[0]"),
        ([[1]], "decks[0]"),
        ([None], "decks[0]"),
        ([True], "decks[0]"),
        ([2**63], "decks[0]"),
        ([2**63 - 1], "decks"),
        ([-1], "decks"),
        (list(range(501)), "decks"),
    ],
)
def test_bad_lists_are_refused(floor: Floor, value: Any, path: str) -> None:
    floor.new_decks()
    body = {"pit": floor.pit.code, "decks": value, "second_badge": floor.security.badge, "second_pin": PIN}

    found = Caller(floor.floorperson).refused_body("facilities/MD/draw-decks/", body)

    assert [error["path"] for error in found["errors"]] == [path]


@pytest.mark.parametrize("value", ["A1\nA2", ["A1", "A1"], [["A1"]], [5], ["a b"], ["x" * 41], [], ["", " "]])
def test_bad_serials_are_refused(floor: Floor, value: Any) -> None:
    body = {"design": "Bee", "back_colour": "red", "serials": value}
    body |= {"second_badge": floor.security.badge, "second_pin": PIN}

    found = Caller(floor.floorperson).refused_body("facilities/MD/receive-decks/", body)

    assert found["errors"][0]["path"].startswith("serials")
    assert not Deck.objects.exists()


@pytest.mark.parametrize("value", ["yes", 1, 0, "true", [True], {}])
def test_bad_booleans_are_refused(floor: Floor, value: Any) -> None:
    body = {"kind": "shuffler", "model": "Ace", "serial": "S1", "counts": value}

    found = Caller(floor.pit_boss).refused_body("facilities/MD/register-device/", body)

    assert [error["path"] for error in found["errors"]] == ["counts"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("approved_on", "1/2/2026"),
        ("approved_on", "2026-02-30"),
        ("approved_on", "0000-01-01"),
        ("approved_on", 5),
        ("approved_on", "２０２６-01-01"),
        ("approved_on", "2026-01-01T00:00:00Z"),
        ("effective_at", "2026-03-02"),
        ("effective_at", "2026-03-02T17:00:00"),
        ("effective_at", "now"),
        ("effective_at", "0001-01-01T00:00:00+14:00"),
        ("effective_at", "9999-12-31T23:59:59-14:00"),
        ("effective_at", 1772470800),
        ("effective_at", []),
    ],
    ids=short,
)
def test_bad_dates_and_times_are_refused(floor: Floor, field: str, value: Any) -> None:
    offer = floor.submit_offer()
    body = {"reference": "L1", "approved_on": "2026-03-01"} | {field: value}

    found = Caller(floor.compliance_officer).refused_body(f"offers/{offer.pk}/approve/", body)

    assert [error["path"] for error in found["errors"]] == [field]


@pytest.mark.parametrize(
    ("document", "path"),
    [
        ([], "document"),
        ("{}", "document"),
        (5, "document"),
        ({"limits": {"ante": ["5.00"]}}, "document.limits.ante"),
        ({"limits": {"ante": [5, 100]}}, "document.limits.ante"),
        ({"wagers": ["50% bonus"]}, "document.wagers"),
        ({"colour": "red"}, "document.colour"),
        ({"limits": {"ante": ["5.00", "\ud800"]}}, "document.limits.ante[1]"),
        ({"limits": {"ante": [float("1e999"), 1]}}, ""),
    ],
    ids=short,
)
def test_bad_documents_are_refused(floor: Floor, document: Any, path: str) -> None:
    body = {"name": "Day", "edition": "md", "document": document}

    found = Caller(floor.pit_boss).refused_body("facilities/MD/submit-offer/", body)

    assert found.get("errors", [{"path": ""}])[0]["path"].startswith(path)


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"[]",
        b"null",
        b"5",
        b'"text"',
        b"true",
        b"{'a': 1}",
        b'{"a": 1, "a": 2}',
        b'{"a": NaN}',
        b'{"a": Infinity}',
        b"\xff\xfe",
        b'{"name": "\xff"}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"a": ' + b"[" * 40 + b"]" * 40 + b"}",
        b'{"a": ' + HUGE.encode() + b"}",
        b"\xef\xbb\xbf{}",
        '{"code": "P1"}'.encode("utf-16"),
    ],
    ids=range(18),
)
def test_a_body_that_cannot_be_read_is_refused(floor: Floor, content: bytes) -> None:
    caller = Caller(floor.shift_manager)

    found = caller.refused("facilities/MD/add-pit/", 400, method="post", data=content, content_type="application/json")

    assert found["type"] == "/api/v1/problems/#malformed"


def test_a_file_in_json_is_refused_and_a_form_where_there_are_no_files(elsewhere: Floor) -> None:
    caller = Caller(elsewhere.pit_boss)

    found = caller.refused_body("facilities/NJ/submit-layout/", {"colour_photograph": "photo.png"})

    assert found["errors"][0]["message"] == "Send files as multipart/form-data."
    assert caller.client.post("/api/v1/facilities/NJ/register-device/", {"kind": "shuffler"}).status_code == 415


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("tables/?colour=red", "colour"),
        ("tables/?format=json", "format"),
        ("tables/?state=ajar", "state"),
        ("tables/?state=", "state"),
        ("tables/?state=open&state=idle", "state"),
        ("tables/?facility=NJ", "facility"),
        ("tables/?facility=", "facility"),
        ("tables/?pit=x", "pit"),
        ("tables/?pit=-1", "pit"),
        ("tables/?pit=%D9%A3", "pit"),
        ("tables/?pit=999999999999999999999999", "pit"),
        ("tables/?cursor=x", "cursor"),
        ("tables/?cursor=", "cursor"),
        ("tables/?cursor=AA", "cursor"),
        ("decks/?cursor=OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OQ", "cursor"),
        ("decks/?cursor=LTE", "cursor"),
        ("decks/?table=MD-99", "table"),
        ("decks/?table=%00", "table"),
        ("decks/?serial=", "serial"),
        ("tables/?page_size=0", "page_size"),
        ("tables/?page_size=201", "page_size"),
        ("tables/?page_size=99999999999999999999", "page_size"),
        ("tables/?page_size=ten", "page_size"),
        ("devices/?retired=maybe", "retired"),
        ("journal/?action=%00", "action"),
        ("facilities/MD/?page_size=5", "page_size"),
    ],
)
def test_bad_parameters_are_refused_not_ignored(floor: Floor, address: str, path: str) -> None:
    found = Caller(floor.pit_boss).refused(address, 400)

    assert found["errors"][0]["path"] == path
