"""Errors in a round are reported by field and never cause a server error."""

from typing import Any
from uuid import uuid4

import pytest

from casino.api_docs.schema import schema
from games.models import Round
from tests.floor import Floor, deck_at
from tests.games.sample_rounds import a_round, log
from tests.games.sending import paths, send, sent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def short(value: Any) -> str:
    """A test's name may hold only text."""
    return ascii(value)[:20]


WRONG: dict[str, tuple[Any, ...]] = {
    "played_at": (
        5,
        True,
        [],
        {},
        "now",
        "2026-03-02",
        "2026-03-02T17:00:00",
        "",
        "\u0661",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59-14:00",
        "2026-03-02T17:00:06Z",
    ),
    "deck": ("1", 1.0, True, [1], {}, 0, -1, 10**12, 2**63 - 1, 2**63, 2**64, 10**30, -(10**30)),
    "dealt_by": (5, True, ["MD-001"], {}, "", "MD-999", "x" * 201, "x" * 100_000, "MD-001 "),
    "jackpot": (5, True, [], {}, "", "5", "5.0", "-5.00", "0.00", "1e5", "5.00 ", "9" * 13 + ".00", "\u0665.00"),
    "irregularities": (5, "drawn_in_error", {}, [5], [None], [["drawn_in_error"]], ["drawn_in_error"] * 2),
    "failed_device": ("1", True, [], 0, -1, 10**12, 2**64),
    "replaces": ("1", True, [], {}, 0, -1, 10**12, 2**64),
    "breach_reason": (5, True, [], "x" * 201),
    "second_badge": (5, [], True),
    "second_pin": (4711, [], True),
    "stub": ("41", 41.0, True, [], {}, -1, 53, 10**30),
    "misdeal": (1, "yes", []),
    "void": (5, True, "spilled_drink", []),
    "community": ([], 5, "As", {}),
    "seats": ({}, 5, "1", [], None),
}
UNKNOWN = ("colour", "key", "second_pit", "table", "Deck", "six_card", "dealer", "\u2603", "x" * 300)


def fields_of(errors: list[dict[str, str]]) -> set[str]:
    """Return the fields in which something is wrong, without where in them."""
    return {error["path"].partition("[")[0].partition(".")[0] for error in errors}


@pytest.mark.parametrize("field", WRONG)
def test_a_wrong_field_is_named_and_a_preview_says_the_same(field: str) -> None:
    floor = Floor("md")
    table = floor.open_table()

    for value in WRONG[field]:
        refused = send(floor, table, a_round() | {field: value})
        previewed = sent(floor, f"tables/{table.code}/rounds/preview/", a_round() | {field: value})
        assert paths(refused)
        assert field in fields_of(refused["errors"]), short(value)
        assert field in fields_of(previewed["errors"]), short(value)
        assert previewed["settlement"] is None
    assert not Round.objects.exists()


def test_an_unknown_field_is_an_error_and_not_ignored() -> None:
    floor = Floor("md")
    table = floor.open_table()

    for field in UNKNOWN:
        answer = send(floor, table, a_round() | {field: "x"})
        assert [(error["path"], error["code"]) for error in answer["errors"]] == [(field, "unknown_field")]
    assert not Round.objects.exists()


@pytest.mark.parametrize(
    ("more", "path"),
    [
        ({"seat": 10**30}, "seats[0].seat"),
        ({"seat": True}, "seats[0].seat"),
        ({"seat": 7}, "seats[0].seat"),
        ({"cards": "AsKs"}, "seats[0].cards"),
        ({"cards": [5, None]}, "seats[0].cards[0]"),
        ({"cards": ["as", "Kd"]}, "seats[0].cards[0]"),
        ({"wagers": []}, "seats[0].wagers"),
        ({"wagers": {"ante_across": 5, "ante_down": 10**30}}, "seats[0].wagers.ante_across"),
        ({"wagers": {"\u2603": "5.00"}}, "seats[0].wagers.\u2603"),
        ({"fold": "never"}, "seats[0].fold"),
        ({"forfeit": {}}, "seats[0].forfeit"),
        ({"colour": "red"}, "seats[0].colour"),
        ({"spin": 0}, "seats[0].spin"),
    ],
    ids=short,
)
def test_a_wrong_seat_is_named(more: dict[str, Any], path: str) -> None:
    floor = Floor("md")
    table, body = floor.open_table(), a_round(seats=1)
    body["seats"][0] |= more

    assert path in paths(send(floor, table, body))


@pytest.mark.parametrize("text", ["a\0b", "half \ud800 a character", "\udc00"], ids=["nul", "half", "other half"])
@pytest.mark.parametrize("field", ["dealt_by", "breach_reason", "void", "second_badge"])
def test_invalid_text_is_refused_in_every_field(field: str, text: str) -> None:
    floor = Floor("md")
    table = floor.open_table()

    assert paths(send(floor, table, a_round() | {field: text})) == [field]


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"[]",
        b"null",
        b"[" * 100_000,
        b'{"deck": 1, "deck": 2}',
        b'{"stub": NaN}',
        b'{"stub": ' + b"9" * 5000 + b"}",
        b"\xff",
    ],
    ids=range(8),
)
def test_a_body_that_cannot_be_read_is_said_to_be_so(content: bytes) -> None:
    floor = Floor("md")
    table = floor.open_table()

    answer = send(floor, table, content)

    assert (answer["status"], answer["code"]) == (400, "malformed")


@pytest.mark.parametrize(
    ("address", "refused"), [("rounds/", (415, "unsupported_media_type")), ("rounds/preview/", (400, "malformed"))]
)
def test_without_a_body_there_is_no_round_and_no_preview(address: str, refused: tuple[int, str]) -> None:
    floor = Floor("md")
    table = floor.open_table()

    answer = sent(floor, f"tables/{table.code}/{address}", b"", key=str(uuid4()))

    assert (answer["status"], answer["code"]) == refused
    assert schema()["paths"][f"/api/v1/tables/{{key}}/{address}"]["post"]["requestBody"]["required"]


def test_a_round_of_which_nothing_is_entered_yet_is_previewed() -> None:
    floor = Floor("md")
    table = floor.open_table()

    answer = sent(floor, f"tables/{table.code}/rounds/preview/", {})

    assert answer["settlement"] is None
    assert answer["errors"]


def test_a_key_with_non_ascii_text_is_refused() -> None:
    floor = Floor("md")
    table = floor.open_table()

    answer = send(floor, table, a_round(), key="\u2603" * 8)

    assert (answer["status"], answer["code"]) == (400, "key_malformed")


# ── The key


@pytest.mark.parametrize(
    ("key", "code"),
    [
        (None, "key_missing"),
        ("", "key_missing"),
        ("short", "key_malformed"),
        ("x" * 65, "key_malformed"),
        ("with a space", "key_malformed"),
    ],
)
def test_a_round_comes_with_a_key(key: str | None, code: str) -> None:
    floor = Floor("md")
    table = floor.open_table()

    answer = sent(floor, f"tables/{table.code}/rounds/", a_round(), key=key)

    assert (answer["status"], answer["code"]) == (400, code)
    assert not Round.objects.exists()


def test_the_same_key_answers_the_same_and_another_body_is_an_error() -> None:
    floor = Floor("md")
    table, other = floor.open_table(), floor.open_table(dealer=floor.new_dealer())
    body = a_round()

    first = send(floor, table, body, key="one-and-the-same")
    again = send(floor, table, dict(reversed(body.items())), key="one-and-the-same")
    changed = send(floor, table, body | {"void": "other"}, key="one-and-the-same")
    elsewhere = send(floor, other, body, key="one-and-the-same")

    assert first == again
    assert (changed["status"], changed["code"]) == (elsewhere["status"], elsewhere["code"]) == (409, "key_reused")
    assert Round.objects.count() == 1


def test_a_key_that_was_refused_serves_once_the_round_is_put_right() -> None:
    floor = Floor("md")
    table = floor.open_table()

    wrong = send(floor, table, a_round() | {"seats": []}, key="one-and-the-same")
    right = send(floor, table, a_round(), key="one-and-the-same")

    assert paths(wrong) == ["seats"]
    assert right["number"] == 1


# ── What is named


def test_keys_of_another_facility_are_answered_like_unknown_ones() -> None:
    floor, elsewhere = Floor("md"), Floor("md", code="AWAY")
    table, other = floor.open_table(), elsewhere.open_table()
    theirs = log(elsewhere, other)
    named = {
        "deck": deck_at(other).pk,
        "dealt_by": elsewhere.dealer.badge,
        "failed_device": other.devices.get().pk,
        "replaces": theirs.pk,
    }

    answer = send(floor, table, a_round() | named)

    assert paths(answer) == ["deck", "dealt_by", "failed_device", "replaces"]


def test_null_is_treated_as_missing() -> None:
    floor = Floor("md")
    table = floor.open_table()
    nothing = dict.fromkeys(
        (
            "played_at",
            "deck",
            "dealt_by",
            "jackpot",
            "irregularities",
            "failed_device",
            "replaces",
            "breach_reason",
            "second_badge",
            "second_pin",
            "stub",
            "void",
            "misdeal",
        )
    )

    assert send(floor, table, a_round() | nothing)["number"] == 1


@pytest.mark.parametrize("field", ["auditor", "security", "dealer", "compliance_officer", "administrator"])
def test_only_the_floor_logs_rounds(field: str) -> None:
    floor = Floor("md")
    table = floor.open_table()

    answer = send(floor, table, a_round(), by=getattr(floor, field))

    assert answer["status"] in (403, 404)
