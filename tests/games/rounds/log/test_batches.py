"""Batches: each line is logged or refused by itself, and a repeated file logs nothing twice."""

from typing import Any

import msgspec
import pytest

from compliance.models import Receipt
from games.models import Round
from games.rounds.log import batches
from tests.compliance.api.caller import Caller
from tests.floor import EDITIONS, Floor, fresh
from tests.games.lines import an_evening, line_of, send_lines, statuses, whole
from tests.games.sample_rounds import a_round, answer_to, log

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("several rounds in one transaction")]


# ── Each by itself


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_line_is_answered_in_its_order(edition: str) -> None:
    floor = Floor(edition)
    table = floor.open_table()
    bodies = an_evening(floor, 12)

    answers = send_lines(floor, table, *bodies)

    assert statuses(answers) == [201] * 12
    assert [answer["line"] for answer in answers] == list(range(1, 13))
    assert [answer["number"] for answer in answers] == list(range(1, 13))
    rounds = {round_.pk: round_ for round_ in Round.objects.all()}
    for answer, body in zip(answers, bodies, strict=True):
        assert rounds[answer["id"]].played_at.isoformat() == body["played_at"]
        assert rounds[answer["id"]].settled()["totals"] == answer["totals"]
    assert fresh(table).rounds_since_count == 2
    assert whole()


def test_a_batch_stores_what_single_rounds_would() -> None:
    floor, alone = Floor("md"), Floor("md", code="ALONE")
    table, other = floor.open_table(decks=2), alone.open_table(decks=2)
    bodies = an_evening(floor, 10)
    alone.at = floor.at

    send_lines(floor, table, *bodies)
    for body in bodies:
        log(alone, other, body)

    fields = ("number", "position", "method", "gaming_day", "played_at", "stub", "count_due", "input", "settlement")
    assert list(table.rounds.order_by("number").values_list(*fields)) == list(
        other.rounds.order_by("number").values_list(*fields)
    )
    now, then = fresh(table), fresh(other)
    assert (now.rounds_since_count, now.last_position, now.last_played_at) == (
        then.rounds_since_count,
        then.last_position,
        then.last_played_at,
    )


def test_a_bad_line_leaves_the_others_alone() -> None:
    floor = Floor("md")
    table = floor.open_table()
    first, second, third, fourth = an_evening(floor, 4)
    second["seats"][0]["cards"] = ["As", "As"]

    answers = send_lines(floor, table, first, second, b"{", third, [], fourth)

    assert statuses(answers) == [201, 400, 400, 201, 400, 201]
    assert answers[1]["errors"][0]["code"] == "duplicate_card"
    assert [answer["line"] for answer in answers] == [1, 2, 3, 4, 5, 6]
    assert list(Round.objects.values_list("number", flat=True)) == [1, 2, 3]
    assert whole()


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"[]",
        b"null",
        b"5",
        b'"text"',
        b"\xff\xfe",
        b"{'a': 1}",
        b'{"a": NaN}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"dealt_by": "a\\u0000b"}',
        b'{"dealt_by": "a\0b"}',
        b'{"dealt_by": "\\ud800"}',
        b'{"key": 5, "deck": 1}',
        b'{"key": "short"}',
        b'{"key": "with spaces in it"}',
        b'{"deck": ' + b"9" * 5000 + b"}",
        b'{"deck": 18446744073709551616}',
        b'{"stub": 1e400}',
        b'{"table": 5}',
    ],
    ids=range(20),
)
def test_a_line_that_is_no_round_is_refused(line: bytes) -> None:
    floor = Floor("md")
    table = floor.open_table()
    good = an_evening(floor, 1)[0]

    answers = send_lines(floor, table, line, good)

    assert statuses(answers) == [400, 201]
    assert answers[0]["code"] == "invalid"
    assert Receipt.objects.count() == 1


@pytest.mark.parametrize(
    ("more", "path"),
    [
        ({"played_at": None}, "played_at"),
        ({"breach_reason": "Busy", "second_badge": "MD-001", "second_pin": "4711"}, "breach_reason"),
        ({"table": "MD-99"}, "table"),
        ({"colour": "red"}, "colour"),
        ({"deck": 10**12}, "deck"),
    ],
)
def test_a_line_needs_its_time_and_takes_no_breach_reason(more: dict[str, Any], path: str) -> None:
    floor = Floor("md")
    table = floor.open_table()

    (answer,) = send_lines(floor, table, a_round(played_at=floor.at.isoformat()) | more)

    assert (answer["answer"], [error["path"] for error in answer["errors"]]) == (400, [path])
    assert not Round.objects.exists()


# ── Once


def test_the_same_file_again_logs_nothing_twice() -> None:
    floor = Floor("md")
    table = floor.open_table()
    bodies = an_evening(floor, 7)

    first = send_lines(floor, table, *bodies)
    again = send_lines(floor, table, *bodies)

    assert [answer | {"repeated": True} for answer in first] == again
    assert Round.objects.count() == 7
    assert whole()


def test_a_file_that_grew_logs_what_is_new() -> None:
    floor = Floor("md")
    table = floor.open_table()
    bodies = an_evening(floor, 6)
    send_lines(floor, table, *bodies[:3])

    answers = send_lines(floor, table, *bodies)

    assert [answer.get("repeated", False) for answer in answers] == [True] * 3 + [False] * 3
    assert Round.objects.count() == 6


def test_the_same_line_twice_in_one_file_is_one_round() -> None:
    floor = Floor("md")
    table = floor.open_table()
    first, second = an_evening(floor, 2)

    answers = send_lines(floor, table, first, second, first)

    assert statuses(answers) == [201, 201, 201]
    assert (answers[2]["id"], answers[2]["repeated"], answers[2]["line"]) == (answers[0]["id"], True, 3)
    assert Round.objects.count() == 2


@pytest.mark.parametrize("together", [True, False])
def test_a_key_is_of_one_round_only(together: bool) -> None:
    floor = Floor("md")
    table = floor.open_table()
    first, second = ({**body, "key": "one-and-the-same"} for body in an_evening(floor, 2))

    if together:
        answers = send_lines(floor, table, first, second)
    else:
        answers = [*send_lines(floor, table, first), *send_lines(floor, table, second)]

    assert statuses(answers) == [201, 409]
    assert answers[1]["code"] == "key_reused"
    assert Round.objects.count() == 1


def test_a_refused_line_may_come_again_put_right() -> None:
    floor = Floor("md")
    table = floor.open_table()
    body = an_evening(floor, 1)[0] | {"key": "one-and-the-same"}

    answers = send_lines(floor, table, body | {"community": {}}, body)

    assert statuses(answers) == [400, 201]


def test_a_round_logged_by_itself_is_recognized_in_a_file_by_its_key() -> None:
    floor = Floor("md")
    table = floor.open_table()
    body = an_evening(floor, 1)[0]
    alone = answer_to(floor, table, body, key="one-and-the-same")

    (answer,) = send_lines(floor, table, body | {"key": "one-and-the-same"})

    assert (answer["id"], answer["repeated"], answer["line"]) == (alone["id"], True, 1)
    assert Round.objects.count() == 1


# ── Many


@pytest.mark.parametrize("at_once", [1, 3, 100])
def test_a_file_longer_than_one_transaction_is_logged_completely(monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    monkeypatch.setattr(batches, "AT_ONCE", at_once)
    floor = Floor("md")
    table = floor.open_table(decks=2)

    answers = send_lines(floor, table, *an_evening(floor, 11))

    assert statuses(answers) == [201] * 11
    assert [answer["line"] for answer in answers] == list(range(1, 12))
    assert [round_.position for round_ in Round.objects.order_by("number")] == list("ABABABABABA")
    assert whole()


def test_a_server_error_keeps_only_the_lines_committed_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "AT_ONCE", 2)
    floor = Floor("md")
    table = floor.open_table()
    bodies = an_evening(floor, 6)
    real, calls = batches._Batch.write, iter(range(9))

    def fails_the_second_time(batch: batches._Batch) -> None:
        real(batch)
        if next(calls) == 1:
            raise OSError("out of space")

    with monkeypatch.context() as patch:
        patch.setattr(batches._Batch, "write", fails_the_second_time)
        with pytest.raises(OSError, match="out of space"):
            send_lines(floor, table, *bodies)
    left = Round.objects.count()
    answers = send_lines(floor, table, *bodies)

    assert left == 2
    assert statuses(answers) == [201] * 6
    assert [answer.get("repeated", False) for answer in answers] == [True, True, False, False, False, False]
    assert whole()


@pytest.mark.usefixtures("noon")
def test_a_file_over_the_api_is_answered_line_by_line_by_its_own_numbers() -> None:
    floor = Floor("md")
    table = floor.open_table()
    good = a_round(played_at=floor.at.isoformat())
    content = b"\n".join([b"", line_of(good), b"  ", b"{", b""]) + b"\r\n"
    caller, address = Caller(floor.floorperson), f"/api/v1/tables/{table.code}/rounds/import/"

    response = caller.client.post(address, content, content_type="application/x-ndjson")
    refused = caller.client.post(address, content, content_type="application/json")

    answers = [msgspec.json.decode(line) for line in response.content.splitlines()]
    assert (response.status_code, response["Content-Type"]) == (200, "application/x-ndjson")
    assert [(answer["line"], answer["answer"]) for answer in answers] == [(2, 201), (4, 400)]
    assert refused.status_code == 415


@pytest.mark.usefixtures("noon")
def test_a_file_over_the_api_comes_from_the_floor_alone() -> None:
    floor = Floor("md")
    table = floor.open_table()
    line = line_of(a_round(played_at=floor.at.isoformat()))

    for person in (floor.auditor, floor.dealer, floor.compliance_officer):
        address = f"/api/v1/tables/{table.code}/rounds/import/"
        response = Caller(person).client.post(address, line, content_type="application/x-ndjson")
        assert response.status_code == 403
    assert not Round.objects.exists()
