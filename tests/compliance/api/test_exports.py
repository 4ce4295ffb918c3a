"""Exports: complete, in one order, resumable at any point, with totals that match the lines."""

import random
from collections.abc import Iterable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from compliance.alerts import services as working
from compliance.api.exports import Export, endpoint
from compliance.journal.feed import catch_up
from compliance.models import Alert, Entry, FeedItem, Severity, Staff
from compliance.staff.roles import Role
from games.engine.money import dollars
from games.models import Round
from games.rounds.api.exports import ExportWagers
from tables.models import Table
from tables.signs import services as signs
from tests.compliance.alerts.inspections import alert, look
from tests.compliance.alerts.test_lifecycle import LEAD, OVERDUE, to_due
from tests.floor import Floor, deck_at, fresh
from tests.games.acts import change, in_breach, play, spread, void
from tests.games.sample_rounds import ROYAL, a_round, counted, log

from .caller import Caller
from .exported import FORMS, KINDS, Pulled, pull

pytestmark = pytest.mark.both_databases("statements of its own")

FORMULA = '=HYPERLINK("https://example.org";"click")\nand a second line'


@pytest.fixture(autouse=True)
def few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read the feed in so many steps that every seam is met."""
    monkeypatch.setattr(Export, "at_once", 5)
    monkeypatch.setattr(ExportWagers, "at_once", 2)
    monkeypatch.setattr(endpoint, "SUMMED_AT_ONCE", 7)


def busy(floor: Floor) -> Table:
    """Play at a table: rounds with a count, one struck out, one in breach; and alerts, one of which is closed."""
    table = floor.open_table(dealer=floor.new_dealer())
    rounds = play(floor, table, 3)
    void(floor, rounds[1])
    log(floor, fresh(table), counted(a_round(floor.edition, seed=9), floor.edition))
    spread(floor, table)
    in_breach(floor, table, breach_reason=FORMULA)
    look(floor, seconds=1)
    working.acknowledge(alert("round_in_breach"), by=floor.floorperson, at=floor.later(minutes=1))
    working.add_note(alert("round_in_breach"), note=FORMULA, by=floor.floorperson, at=floor.at)
    return fresh(table)


def happen(floor: Floor, table: Table) -> None:
    """Let something happen that changes what an export would say of what was there before."""
    void(floor, Round.objects.filter(facility=floor.facility, voiding=None).earliest("pk"))
    in_breach(floor, table)
    for each in Alert.objects.filter(closed_at=None):
        working.resolve(each, reason="Talked over", by=floor.compliance_officer, at=floor.later(minutes=1))
    assert catch_up()


def money(values: Iterable[str]) -> str:
    return str(sum(map(Decimal, values), Decimal("0.00")))


# ── Whole


def test_rounds_come_in_the_order_of_the_feed_with_all_that_was_logged(floor: Floor) -> None:
    busy(floor)

    found = pull(floor.auditor, "rounds")

    feed = FeedItem.objects.filter(entry__action="round.logged").order_by("position")
    assert [(line["cursor"], f"round:{line['id']}") for line in found.lines] == [
        (str(position), subject) for position, subject in feed.values_list("position", "entry__subject")
    ]
    for line in found.lines:
        round_ = Round.objects.get(pk=line["id"])
        assert (line["input"], line["settlement"]) == (round_.entered(), round_.settled())
        assert line["voided"] is round_.is_voided
        assert (line["breach_reason"], line["dealer"]) == (round_.breach_reason, round_.dealer.badge)
    assert found.column("number") == [1, 2, 3, 4, 5]
    assert found.column("stub") == [None, None, None, 43, None]
    assert found.column("signed_by")[3:] == [None, floor.pit_boss.badge]


def test_lines_of_rounds_are_those_of_their_objects_to_the_byte(floor: Floor) -> None:
    table = busy(floor)
    # A time whose fraction ends in zeros, and whatever a text may hold.
    floor.later(seconds=40, microseconds=250_000)
    in_breach(floor, table, breach_reason='é § € 🂡 "quoted" \\ and\ta tab')

    found = pull(floor.auditor, "rounds")

    feed = FeedItem.objects.filter(entry__action="round.logged")
    positions = dict(feed.values_list("entry__subject", "position"))
    rounds = [Round.objects.get(pk=line["id"]) for line in found.lines]
    assert found.body.splitlines()[:-1] == [
        msgspec.json.encode(spelled_out(each, positions[f"round:{each.pk}"])) for each in rounds
    ]


def spelled_out(round_: Round, position: int) -> dict[str, Any]:
    """Return the line of a round, made of its object field by field."""
    money = [round_.staked_cents, round_.pays_cents, round_.returned_cents, round_.house_net_cents]
    money += [round_.limit_cut_cents, round_.largest_pays_cents]
    names = ("staked", "pays", "returned", "house_net", "limit_cut", "largest_pays")
    return {
        "record": "round",
        "cursor": str(position),
        "id": round_.pk,
        "facility": round_.facility.code,
        "table": round_.table.code,
        "number": round_.number,
        "gaming_day": round_.gaming_day,
        "played_at": round_.played_at,
        "dealer": round_.dealer.badge,
        "edition": round_.edition,
        "revision": round_.revision,
        "status": round_.status,
        "voided": round_.is_voided,
        "void_reason": round_.void_reason,
        "shift": round_.shift_id,
        "deck": round_.deck_id,
        "deck_position": round_.position,
        "offer": round_.offer_id,
        "method": round_.method,
        "logged_at": round_.logged_at,
        "logged_by": round_.logged_by.badge,
        "count_due": round_.count_due,
        "stub": round_.stub,
        "misdealt": round_.misdealt,
        "deck_removed": round_.deck_removed,
        "irregularities": " ".join(round_.irregularities),
        "failed_device": round_.failed_device_id,
        "seats": round_.seats,
        "spins": round_.spins,
        **{name: dollars(cents) for name, cents in zip(names, money, strict=True)},
        "jackpot": None if round_.jackpot_cents is None else dollars(round_.jackpot_cents),
        "breach_reason": round_.breach_reason,
        "signed_by": round_.signature.signer.badge if round_.signature else None,
        "replaces": round_.replaces_id,
        "input": msgspec.Raw(round_.input.encode()),
        "settlement": msgspec.Raw(round_.settlement.encode()),
    }


def test_the_totals_of_rounds_are_the_sums_of_the_lines(floor: Floor) -> None:
    busy(floor)

    found = pull(floor.auditor, "rounds")

    totals = found.totals
    for name in ("staked", "pays", "returned", "house_net", "limit_cut"):
        assert totals[name] == money(found.column(name))
    assert totals["seats"] == sum(found.column("seats"))
    assert (totals["rows"], totals["rounds"], totals["voided_rounds"]) == (5, 5, 1)
    assert (totals["after"], totals["until"], totals["cursor"]) == ("0", found.until, found.until)


def test_wagers_add_up_to_their_rounds_also_where_a_payout_limit_was_applied(floor: Floor, elsewhere: Floor) -> None:
    busy(floor)
    log(elsewhere, elsewhere.open_table(), ROYAL)
    person = auditor_of(floor, elsewhere)

    found, rounds = pull(person, "wagers"), pull(person, "rounds")

    assert "payout_limit" in found.column("wager")
    for round_ in rounds.lines:
        lines = [line for line in found.lines if line["round"] == round_["id"]]
        position = [f"{round_['cursor']}_{part}" for part in range(1, len(lines) + 1)]
        assert [line["cursor"] for line in lines] == position
        for theirs, ours in (("staked", "stake"), ("pays", "pays"), ("returned", "returned")):
            assert round_[theirs] == money(line[ours] for line in lines)
        assert {line["voided"] for line in lines} == {round_["voided"]}
    for name in ("stake", "pays", "returned", "net"):
        assert found.totals[name] == money(found.column(name))
    assert found.totals["rounds"] == rounds.totals["rounds"]


def test_the_journal_comes_whole_and_its_chains_can_be_followed(floor: Floor) -> None:
    table = busy(floor)

    found = pull(floor.auditor, "journal")

    assert found.totals["entries"] == len(found.lines) == Entry.objects.count()
    assert sorted(found.column("id")) == sorted(Entry.objects.values_list("pk", flat=True))
    of_table = [line for line in found.lines if line["stream"] == table.stream_key]
    assert [line["sequence"] for line in of_table] == list(range(1, len(of_table) + 1))
    assert [line["previous"] for line in of_table[1:]] == [line["hash"] for line in of_table[:-1]]
    for line in found.lines:
        entry = Entry.objects.get(pk=line["id"])
        assert (line["facts"], line["hash"]) == (entry.facts, entry.hash)


def test_csv_says_the_same_as_ndjson(floor: Floor) -> None:
    busy(floor)
    caller = Caller(floor.auditor)

    for kind in KINDS:
        lines, table = pull(caller, kind).records, pull(caller, kind, "csv").records

        assert len(lines) == len(table) > 1
        for line, row in zip(lines, table, strict=True):
            assert row == {name: as_cell(line.get(name)) for name in row}
            assert line.keys() - row.keys() <= {"input", "settlement"}


def as_cell(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return msgspec.json.encode(value).decode()
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith("=") else text


# ── Alerts, as they stood


def test_an_alert_is_exported_as_of_the_end_of_the_export(floor: Floor) -> None:
    table = busy(floor)
    found = alert("round_in_breach")
    taken_on = pull(floor.auditor, "alerts")
    working.resolve(found, reason="Talked over", by=floor.compliance_officer, at=floor.later(minutes=5))
    closed = pull(floor.auditor, "alerts")
    in_breach(floor, table)

    assert [(line["check"], line["acknowledged_by"], line["closed_at"]) for line in taken_on.lines] == [
        ("round_in_breach", floor.floorperson.badge, None)
    ]
    (line,) = closed.lines
    assert (line["closed_by"], line["reason"]) == (floor.compliance_officer.badge, "Talked over")
    assert line["closed_at"] == f"{floor.at:%Y-%m-%dT%H:%M:%SZ}"
    assert pull(floor.auditor, "alerts", until=taken_on.until).body == taken_on.body
    assert closed.totals["alerts"] == 1


def test_a_raised_and_closed_alert_is_exported_once_where_it_was_opened(floor: Floor) -> None:
    table = floor.open_table()
    caller = Caller(floor.auditor)
    to_due(floor, table, LEAD)
    until, stood = "0", []
    for step in (timedelta(0), LEAD, OVERDUE):
        floor.at += step
        look(floor)
        later = pull(caller, "alerts", after=until, check="deck_change")
        until = later.until
        assert later.totals["alerts"] == len(later.lines) == (step == timedelta(0))
        stood.append((pull(caller, "alerts", check="deck_change").lines, alert("deck_change")))
    change(floor, deck_at(table))
    look(floor, seconds=1)
    stood.append((pull(caller, "alerts", check="deck_change").lines, Alert.objects.get(check_name="deck_change")))

    assert [lines[0]["severity"] for lines, _ in stood] == ["warning", "due", "critical", "critical"]
    assert len({lines[0]["cursor"] for lines, _ in stood}) == 1
    for (line,), row in stood:
        assert line.items() >= told(row).items()


def test_a_notice_is_exported_once_it_calls_someone(floor: Floor) -> None:
    table = floor.open_table()
    play(floor, table, 4)
    look(floor)
    quiet = pull(floor.auditor, "alerts")
    Table.objects.filter(pk=table.pk).update(rounds_since_count=5, round_number=5)
    signs.post_sign(table, by=floor.floorperson, at=floor.at)
    look(floor)
    rung = pull(floor.auditor, "alerts", after=quiet.until)

    assert quiet.lines == []
    assert [(line["check"], line["severity"]) for line in rung.lines] == [("stub_count", "due")]
    assert rung.lines[0].items() >= told(alert("stub_count")).items()


def told(found: Alert) -> dict[str, Any]:
    """Return what an alert's row says of what its line says too."""
    moments = ("since", "opened_at", "raised_at", "due_at", "closed_at", "acknowledged_at")
    words = ("subject", "occurrence", "text", "cite", "level")
    return {
        "id": found.pk,
        "check": found.check_name,
        "table": found.place,
        "severity": Severity(found.severity).name.lower(),
        **{name: getattr(found, name) for name in words},
        **{name: at and f"{at:%Y-%m-%dT%H:%M:%SZ}" for name in moments for at in [getattr(found, name)]},
    }


# ── Cut off, and gone on with


def test_a_resumed_export_equals_an_uninterrupted_one(floor: Floor) -> None:
    table = busy(floor)
    caller, dice = Caller(floor.auditor), random.Random(1)
    answers = {(kind, form): pull(caller, kind, form) for kind in KINDS for form in FORMS}
    happen(floor, table)

    for (kind, form), whole in answers.items():
        for _ in range(6):
            kept = Pulled(form, whole.body[: dice.randrange(1, len(whole.body))]).whole_lines
            known = Pulled(form, kept).records
            resume = {"resume": known[-1]["cursor"]} if known else {}
            rest = pull(caller, kind, form, until=whole.until, **resume)

            together, rows = (kept if known else b"") + rest.body, len(whole.lines) - len(known)
            assert without_rows(together, form, rows) == without_rows(whole.body, form, len(whole.lines))


def without_rows(body: bytes, form: str, rows: int) -> bytes:
    """Return an answer without what the totals say of how many lines were in it, which must be so many."""
    found, totals = body.rstrip().rsplit(b"\n", 1)
    if form == "ndjson":
        assert f'"rows":{rows},'.encode() in totals
        return found + totals.replace(f'"rows":{rows},'.encode(), b"")
    heading, cells = body.split(b"\r\n", 1)[0].split(b","), totals.split(b",")
    assert cells[heading.index(b"rows")] == str(rows).encode()
    del cells[heading.index(b"rows")]
    return found + b",".join(cells)


def test_the_end_of_one_export_is_the_beginning_of_the_next(floor: Floor) -> None:
    table = busy(floor)
    caller = Caller(floor.auditor)
    until = pull(caller, "journal").until
    first = {kind: pull(caller, kind, until=until) for kind in KINDS}
    happen(floor, table)
    look(floor, seconds=1)

    for kind in KINDS:
        second = pull(caller, kind, after=until)
        third = pull(caller, kind, after=second.until)

        both = [*first[kind].column("cursor"), *second.column("cursor")]
        assert both == pull(caller, kind).column("cursor")
        assert second.lines
        assert (third.lines, third.totals["rows"]) == ([], 0)


def test_a_round_voided_later_is_not_voided_at_an_earlier_end(floor: Floor) -> None:
    table = busy(floor)
    before = pull(floor.auditor, "rounds")
    happen(floor, table)

    assert pull(floor.auditor, "rounds", until=before.until).body == before.body
    assert before.column("voided") == [False, True, False, False, False]
    now = pull(floor.auditor, "rounds")
    assert now.column("voided")[0] is True
    assert (before.totals["voided_rounds"], now.totals["voided_rounds"]) == (1, 2)


# ── Whose


def test_only_what_is_of_ones_facilities_is_exported(floor: Floor, elsewhere: Floor) -> None:
    busy(floor)
    quiet_business(elsewhere)
    person = auditor_of(floor, elsewhere)

    for kind in KINDS:
        both = pull(person, kind)
        mine, theirs = (pull(each.auditor, kind, until=both.until) for each in (floor, elsewhere))

        assert {line["facility"] for line in mine.lines} == {"MD"}
        assert "NJ-" not in mine.body.decode()
        assert sorted(both.lines, key=str) == sorted([*mine.lines, *theirs.lines], key=str)
        assert pull(person, kind, facility="NJ", until=both.until).body == theirs.body


def auditor_of(floor: Floor, elsewhere: Floor) -> Staff:
    person = floor.hire(Role.AUDITOR)
    elsewhere.facility.postings.create(staff=person, role=Role.AUDITOR, started_at=floor.at)
    return person


def quiet_business(floor: Floor) -> Table:
    table = floor.open_table()
    play(floor, table, 2)
    return table


def test_someone_without_a_role_for_it_at_one_of_their_facilities_gets_that_of_the_other(
    floor: Floor, elsewhere: Floor
) -> None:
    quiet_business(floor)
    quiet_business(elsewhere)
    person = floor.hire(Role.AUDITOR)
    elsewhere.facility.postings.create(staff=person, role=Role.DEALER, started_at=floor.at)

    assert set(pull(person, "rounds").column("facility")) == {"MD"}
    assert Caller(elsewhere.dealer).refused("exports/rounds.ndjson", 403)["code"] == "forbidden"
