"""A round played against a gate is recorded with a reason, a second signature and a mark."""

from typing import Any

import pytest

from compliance.models import Entry, Signature
from games.engine.problems import Refused
from games.models import HourlyTotal, Round, Violation
from games.rounds.log.input import read_entry
from games.totals.services import differences
from games.violations import services as violations
from tables.models import Table
from tests.floor import Floor, deck_at, fresh, refused, signed_by
from tests.games import acts
from tests.games.acts import in_breach
from tests.games.sample_rounds import a_round, counted, log

pytestmark = pytest.mark.django_db


def overdue_table(floor: Floor) -> Table:
    """Return a table whose only deck is overdue."""
    table = floor.open_table()
    floor.later(hours=9)
    return table


def test_a_round_in_breach_is_recorded_marked_and_opens_a_violation() -> None:
    floor = Floor("md")
    table = overdue_table(floor)

    round_ = in_breach(floor, table)

    violation = Violation.objects.get()
    assert (round_.in_breach, round_.breach_reason, round_.number) == (True, "The players were waiting", 1)
    assert (violation.round, violation.code, violation.cite) == (round_, "deck_change", "MD Ch. 3 §C(2)")
    assert violation.closed_at is None
    assert fresh(table).rounds_since_count == 1
    entry = Entry.objects.get(action="round.logged")
    assert (entry.facts["breach"], entry.facts["reason"]) == (["deck_change"], "The players were waiting")
    assert entry.signature == round_.signature == Signature.objects.get(act="round.logged")
    assert entry.signature.signer == floor.pit_boss
    assert HourlyTotal.objects.get(wager="").breaches == 1
    assert list(differences()) == []


def test_every_gate_opens_a_violation_of_its_own() -> None:
    floor = Floor("md")
    table = floor.open_table()
    acts.play(floor, table, 4)
    acts.fail(floor, table.devices.get())
    floor.later(hours=9)

    round_ = in_breach(floor, table)

    found = [violation.code for violation in Violation.objects.order_by("pk")]
    assert found == ["device_neglected", "deck_change", "stub_count_missing"]
    assert Entry.objects.get(action="round.logged", subject=round_.subject_key).facts["breach"] == found
    assert HourlyTotal.objects.filter(wager="", breaches=1).count() == 1


def test_a_breach_does_not_lift_the_gate() -> None:
    floor = Floor("md")
    table = overdue_table(floor)
    in_breach(floor, table)

    assert acts.codes_of(floor, table) == ["deck_change"]


def test_a_round_that_no_gate_stands_against_is_not_in_breach() -> None:
    floor = Floor("md")
    table = floor.open_table()

    with refused("not_in_breach", "house policy"):
        in_breach(floor, table)

    assert not Round.objects.exists()
    assert not Signature.objects.filter(act="round.logged").exists()


def test_nobody_signs_for_their_own_round() -> None:
    floor = Floor("md")
    table = overdue_table(floor)
    body = a_round(breach_reason="Busy", second_badge="-", second_pin="-")

    with refused("same_person"):
        log(floor, table, body, by=floor.pit_boss, second=signed_by(floor.pit_boss))

    assert not Round.objects.exists()


def test_without_a_second_person_nothing_is_recorded() -> None:
    floor = Floor("md")
    table = overdue_table(floor)

    with refused("signature_missing"):
        log(floor, table, a_round(breach_reason="Busy", second_badge="-", second_pin="-"))

    assert not Round.objects.exists()


@pytest.mark.parametrize(
    ("given", "paths"),
    [
        ({"breach_reason": "Busy"}, ["second_badge", "second_pin"]),
        ({"breach_reason": "Busy", "second_badge": "MD-001"}, ["second_pin"]),
        ({"second_badge": "MD-001", "second_pin": "4711"}, ["breach_reason"]),
        ({"second_pin": "4711"}, ["breach_reason"]),
        ({"breach_reason": "  ", "second_badge": "MD-001", "second_pin": "4711"}, ["breach_reason", "breach_reason"]),
        ({"breach_reason": "x" * 201, "second_badge": "M", "second_pin": "4"}, ["breach_reason", "breach_reason"]),
    ],
)
def test_reason_and_signature_come_together(given: dict[str, Any], paths: list[str]) -> None:
    _, problems = read_entry(a_round(**given))

    assert [problem.path for problem in problems] == paths


def test_without_an_offer_there_is_nothing_to_settle_by_in_breach_either() -> None:
    floor = Floor("md")
    table = floor.new_table()

    with refused("table_not_open"):
        in_breach(floor, table)

    assert not Round.objects.exists()
    assert not Violation.objects.exists()


# ── From which deck, by whom


def test_a_round_dealt_at_a_closed_table_names_its_deck_and_its_dealer() -> None:
    floor = Floor("md")
    table = floor.open_table()
    deck, dealer = deck_at(table), floor.dealer
    floor.later(minutes=1)
    acts.close(floor, table)
    floor.later(minutes=1)

    with pytest.raises(Refused) as caught:
        in_breach(floor, table)
    round_ = in_breach(floor, table, deck=deck.pk, dealt_by=dealer.badge)

    assert [problem.path for problem in caught.value.problems] == ["deck", "dealt_by"]
    assert (round_.deck, round_.dealer, round_.position) == (deck, dealer, "")
    found = {violation.code for violation in Violation.objects.all()}
    assert found == {"table_not_open", "no_dealer", "deck_not_in_play"}


def test_what_is_wrong_with_the_round_is_said_beside_what_is_missing() -> None:
    floor = Floor("md")
    table = floor.open_table()
    acts.remove(floor, deck_at(table))

    with pytest.raises(Refused) as caught:
        in_breach(floor, table, {"seats": []})

    assert [problem.path for problem in caught.value.problems] == ["deck", "community", "seats"]


def test_another_dealer_who_dealt_is_named() -> None:
    floor = Floor("md")
    table, other = floor.open_table(), floor.new_dealer()

    round_ = in_breach(floor, table, dealt_by=other.badge)

    assert round_.dealer == other
    assert Violation.objects.get().code == "another_dealer"
    assert HourlyTotal.objects.get(wager="").dealer == other


def test_a_deck_dealt_out_of_its_turn_gives_the_turn_to_the_other() -> None:
    floor = Floor("md")
    table = floor.open_table(decks=2)
    red, blue = deck_at(table, "A"), deck_at(table, "B")
    log(floor, table)

    round_ = in_breach(floor, table, deck=red.pk)

    assert (round_.deck, Violation.objects.get().code) == (red, "deck_out_of_turn")
    assert log(floor, table).deck == blue


def test_a_wrong_count_in_a_round_in_breach_takes_the_deck_out_of_play_too() -> None:
    floor = Floor("md")
    table = overdue_table(floor)

    in_breach(floor, table, counted(a_round(), off_by=1))

    assert deck_at(table).state == "pulled"
    assert acts.codes_of(floor, table) == ["deck_not_whole"]


def test_a_round_in_breach_counts_for_the_schedule() -> None:
    floor = Floor("md")
    table = floor.open_table()
    acts.play(floor, table, 4)

    in_breach(floor, table)

    assert fresh(table).rounds_since_count == 5
    assert acts.codes_of(floor, table) == ["stub_count_missing"]
    log(floor, table, counted(a_round()))
    assert fresh(table).rounds_since_count == 0


# ── Closing


def test_a_compliance_officer_closes_a_violation_once() -> None:
    floor = Floor("md")
    in_breach(floor, overdue_table(floor))
    violation = Violation.objects.get()

    violations.close_violation(violation, finding="The dealer was told.", by=floor.compliance_officer, at=floor.at)
    with refused("closed_already"):
        violations.close_violation(violation, finding="Again", by=floor.compliance_officer, at=floor.at)

    closed = fresh(violation)
    assert (closed.closed_at, closed.closed_by, closed.finding) == (
        floor.at,
        floor.compliance_officer,
        "The dealer was told.",
    )
    entry = Entry.objects.get(action="violation.closed")
    assert (entry.facts["code"], entry.facts["finding"]) == ("deck_change", "The dealer was told.")
