"""Exports: parameters, refusals and cost."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from compliance.api.exports import Export, endpoint
from compliance.journal.exports import ExportJournal
from compliance.staff.roles import Role
from games.rounds.api.exports import ExportRounds
from tables.openings import services as opening
from tests.floor import Floor, deck_at, signed_by
from tests.games.acts import play

from .caller import ROOT, Caller
from .exported import FORMS, KINDS, pull
from .test_keys import Program, new_key

pytestmark = pytest.mark.both_databases("cursors of the server, and what breaks them off")

ROUNDS = f"{ROOT}exports/rounds.ndjson"


# ── Narrowed


def test_rounds_and_wagers_are_narrowed_by_table_and_gaming_day(floor: Floor) -> None:
    first, second = floor.open_table(), floor.open_table(dealer=floor.new_dealer())
    play(floor, first, 2)
    play(floor, second, 1)
    floor.later(days=1)
    caller = Caller(floor.auditor)

    for kind in ("rounds", "wagers"):
        assert set(pull(caller, kind, table=second.code).column("table")) == {second.code}
        assert set(pull(caller, kind, table=first.code).column("number")) == {1, 2}
        day = pull(caller, kind, gaming_day_from="2026-03-02", gaming_day_to="2026-03-02")
        assert day.lines == pull(caller, kind).lines
        after = pull(caller, kind, gaming_day_from="2026-03-03")
        assert (after.lines, after.totals["rounds"]) == ([], 0)
    totals = pull(caller, "rounds", table=second.code).totals
    assert (totals["rows"], totals["rounds"], totals["seats"]) == (1, 1, 2)


def test_the_journal_is_narrowed_by_stream_subject_and_action(floor: Floor) -> None:
    table = floor.open_table()
    deck = deck_at(table)
    opening.close_table(table, by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer))
    caller = Caller(floor.auditor)

    removed = pull(caller, "journal", action="deck.removed", subject=f"deck:{deck.pk}")
    of_table = pull(caller, "journal", stream=table.stream_key)

    assert [(line["action"], line["signed_by"]) for line in removed.lines] == [("deck.removed", floor.dealer.badge)]
    assert removed.totals["entries"] == 1
    assert set(of_table.column("stream")) == {table.stream_key}
    assert of_table.totals["entries"] == len(of_table.lines)


WRONG = (
    ("rounds", "after", "yesterday"),
    ("rounds", "after", "-1"),
    ("rounds", "after", "٣"),
    ("rounds", "after", "999999"),
    ("rounds", "until", "999999"),
    ("rounds", "until", "1e3"),
    ("rounds", "until", "1" * 40),
    ("rounds", "resume", "totals"),
    ("rounds", "resume", "5_1"),
    ("rounds", "resume", "999999"),
    ("wagers", "resume", "5.1"),
    ("wagers", "resume", "_1"),
    ("rounds", "table", "NJ-01"),
    ("rounds", "facility", "NJ"),
    ("rounds", "gaming_day_from", "2026-02-30"),
    ("rounds", "action", "round.logged"),
    ("rounds", "voided", "true"),
    ("journal", "stream", ""),
    ("alerts", "check", "nonsense"),
    ("alerts", "page_size", "5"),
)


def test_a_parameter_that_means_nothing_is_refused(floor: Floor) -> None:
    caller = Caller(floor.auditor)

    for kind, parameter, value in WRONG:
        for form in FORMS:
            problem = caller.refused(f"exports/{kind}.{form}?{parameter}={value}", 400)

            assert [error["path"] for error in problem["errors"]] == [parameter], (kind, value)


def test_a_resume_position_must_be_within_the_export(floor: Floor) -> None:
    caller = Caller(floor.auditor)
    until = int(pull(caller, "journal").until)

    assert caller.refused(f"exports/journal.csv?after={until}&until={until - 1}", 400)["errors"][0]["path"] == "after"
    assert caller.refused(f"exports/journal.csv?until=2&resume={until}", 400)["errors"][0]["path"] == "resume"
    assert caller.refused("exports/journal.csv?after=2&resume=1", 400)["errors"][0]["path"] == "resume"
    assert pull(caller, "journal", resume=until).totals["rows"] == 0


# ── What one has already


def test_the_same_export_has_the_same_name_for_all_who_see_the_same(floor: Floor, elsewhere: Floor) -> None:
    floor.open_table()
    key = new_key(floor)
    auditor, manager, stranger = Caller(floor.auditor), Caller(floor.shift_manager), Caller(elsewhere.auditor)
    until = pull(auditor, "journal").until

    for kind in KINDS:
        answers = [pull(each, kind, until=until) for each in (auditor, manager, Program(key))]
        others = [
            pull(stranger, kind, until=until),
            pull(auditor, kind, "csv", until=until),
            pull(auditor, kind, until=int(until) - 1),
            pull(auditor, kind, until=until, after=1),
            pull(auditor, kind, until=until, facility="MD"),
        ]

        assert len({(each.etag, each.body) for each in answers}) == 1
        assert len({answers[0].etag, *(each.etag for each in others)}) == 6


def test_a_matching_etag_does_not_start_an_export(floor: Floor) -> None:
    play(floor, floor.open_table(), 2)
    caller = Caller(floor.auditor)
    etag = pull(caller, "rounds").etag

    with CaptureQueriesContext(connection) as caught:
        same = caller.client.get(ROUNDS, headers={"If-None-Match": etag})
    play(floor, floor.open_table(dealer=floor.new_dealer()), 1)
    other: Any = caller.client.get(ROUNDS, headers={"If-None-Match": etag})

    assert (same.status_code, same.content, same["ETag"]) == (304, b"", etag)
    assert not [query["sql"] for query in caught if "games_round" in query["sql"]]
    assert other.status_code == 200
    assert len(b"".join(other.streaming_content).splitlines()) == 4


def test_head_returns_headers_without_a_body(floor: Floor) -> None:
    caller = Caller(floor.auditor)

    head: Any = caller.client.head(ROUNDS)

    assert head.status_code == 200
    assert head["ETag"] == pull(caller, "rounds").etag
    assert b"".join(head.streaming_content) == b""


# ── Who may


def test_a_key_exports_what_its_scopes_open(floor: Floor) -> None:
    program = Program(new_key(floor, "rounds:read"))

    assert pull(program, "rounds").lines == pull(program, "wagers", "csv").lines == []
    for kind in ("journal", "alerts"):
        assert program.refused(f"exports/{kind}.ndjson", 403)["code"] == "scope_missing"
    assert Caller(floor.hire(Role.SECURITY)).refused("exports/rounds.csv", 403)["code"] == "forbidden"


# ── What it costs, and what goes wrong


def test_each_part_is_read_when_it_is_asked_for_by_the_same_few_queries(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    play(floor, floor.open_table(), 4)
    settings.SWITCHED_OFF = {"streamed_rows"}  # the driver's stream is in no log of queries
    caller = Caller(floor.auditor)
    first = pull(caller, "rounds").lines[0]["cursor"]
    monkeypatch.setattr(Export, "at_once", 1)
    costs = []

    response: Any = caller.client.get(ROUNDS, {"after": int(first) - 1, "until": int(first) + 3})
    blocks = iter(response.streaming_content)
    for _ in range(5):
        with CaptureQueriesContext(connection) as caught:
            block = next(blocks)
        costs.append((len(caught), block.count(b"\n")))

    # The first was read before there was an answer; the last are the totals.
    assert costs == [(0, 1), (2, 1), (2, 1), (2, 1), (1, 1)]


def test_an_export_that_fails_on_its_way_is_cut_off_and_says_nothing_of_it(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(floor, floor.open_table(), 4)
    caller = Caller(floor.auditor)
    whole = pull(caller, "journal").body
    monkeypatch.setattr(Export, "at_once", 10)
    lines, calls = ExportJournal.lines, iter(range(100))

    def failing(self: ExportJournal, after: int, until: int) -> Sequence[Any]:
        if next(calls) == 2:
            raise OperationalError("the server closed the connection unexpectedly")
        return lines(self, after, until)

    monkeypatch.setattr(ExportJournal, "lines", failing)
    response: Any = caller.client.get(f"{ROOT}exports/journal.ndjson")
    got: list[bytes] = []
    with pytest.raises(OperationalError):
        got.extend(response.streaming_content)

    assert response.status_code == 200
    assert whole.startswith(b"".join(got))
    assert b"".join(got).count(b"\n") == 20


def test_only_so_many_exports_are_under_way_at_a_time(floor: Floor) -> None:
    play(floor, floor.open_table(), 1)
    caller = Caller(floor.auditor)
    begun: list[Iterator[bytes]] = []
    for _ in range(endpoint.PLACES):
        response: Any = caller.client.get(ROUNDS)
        begun.append(iter(response.streaming_content))
        next(begun[-1])

    refused: Any = caller.client.get(ROUNDS)

    assert (refused.status_code, refused["Retry-After"]) == (429, "10")
    assert refused.json()["detail"].startswith("Too many exports are running.")
    for _ in begun[0]:
        pass
    assert pull(caller, "rounds").lines


def test_an_error_before_the_first_line_is_a_problem(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(self: ExportRounds, after: int, until: int) -> Sequence[Any]:
        raise OperationalError("the server closed the connection unexpectedly")

    play(floor, floor.open_table(), 1)
    monkeypatch.setattr(ExportRounds, "lines", failing)
    client = Caller(floor.auditor).client
    client.raise_request_exception = False

    response = client.get(ROUNDS)

    assert (response.status_code, response["Content-Type"]) == (503, "application/problem+json")
