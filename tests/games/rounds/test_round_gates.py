"""Gates refuse a round with their paragraph and remedy, all at once."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from compliance.alerts.inbox import table_findings
from games.models import Round
from tables.dealers import services as dealers
from tables.models import Deck, Table
from tables.signs import services as signs
from tests.floor import CODES, EDITIONS, Floor, deck_at, fresh, gone, refused
from tests.games import acts
from tests.games.acts import codes_of, gates_of
from tests.games.sample_rounds import a_round, log

pytestmark = pytest.mark.django_db


# ── The table


def _opening(floor: Floor, table: Table) -> None:
    acts.spread(floor, table)
    acts.close(floor, table)
    floor.staffed(table)
    floor.begin(table, floor.deck())


@pytest.mark.parametrize(
    ("bring_about", "code", "remedy"),
    [
        (acts.close, "table_not_open", "table.begin-opening"),
        (_opening, "table_not_open", "table.open"),
        (acts.spread, "table_not_open", "table.resume"),
        (acts.close_for_cause, "closed_for_cause", "table.release"),
    ],
)
def test_a_table_that_is_not_open_takes_no_round(
    bring_about: Callable[[Floor, Table], Any], code: str, remedy: str
) -> None:
    floor = Floor("md")
    table = floor.open_table()
    log(floor, table)
    floor.later(minutes=1)
    bring_about(floor, table)

    first = gates_of(floor, table)[0]

    assert (first.code, first.remedy, first.remedy_on) == (code, remedy, table)
    assert Round.objects.count() == 1


def test_a_round_at_a_table_closed_for_cause_is_refused_with_the_tables_finding() -> None:
    floor = Floor("md")
    table = floor.open_table()
    acts.close_for_cause(floor, table)

    gate = gates_of(floor, table)[0]

    (finding,) = table_findings([fresh(table)], floor.at, {})[table.code]
    assert (gate.code, gate.message, gate.cite) == (finding.code, finding.text, finding.cite)
    assert finding.cite


def test_a_table_that_is_open_again_takes_rounds() -> None:
    floor = Floor("md")
    table = floor.open_table()
    acts.spread(floor, table)
    floor.later(minutes=1)
    acts.come_back(floor, table)

    round_ = log(floor, table)

    assert round_.number == 1


# ── Offer and layout


def test_a_table_without_an_offer_takes_no_round() -> None:
    floor = Floor("md")
    table = floor.new_table()
    floor.dealer, floor.floorperson  # noqa: B018 - hired before anything is asked

    assert codes_of(floor, table) == ["table_not_open", "no_offer"]
    assert gates_of(floor, table)[1].remedy == "table.put-offer"


def test_an_offer_that_was_superseded_is_dealt_by_no_more() -> None:
    floor = Floor("md")
    table = floor.open_table()
    floor.new_offer({"limits": {"ante": ["10.00", "50.00"]}, "wagers": []}, effective_at=floor.at + timedelta(hours=1))
    floor.later(minutes=59)
    log(floor, table)
    floor.later(minutes=1)

    with refused("offer_not_in_force", "COMAR 36.05.03.19"):
        log(floor, table)


def test_an_offer_that_was_withdrawn_is_dealt_by_no_more() -> None:
    floor = Floor("md")
    table = floor.open_table()
    # No act takes away the offer of an open table; should it be so all the same, no round is settled by it.
    type(floor.offer).objects.filter(pk=floor.offer.pk).update(withdrawn_at=floor.at)

    with refused("offer_not_in_force"):
        log(floor, table)


def test_a_layout_that_is_not_there_or_was_superseded_stops_play() -> None:
    floor = Floor("md")
    table, bare = floor.open_table(), floor.open_table(dealer=floor.new_dealer())
    bare.layouts_in_force.update(cancelled_at=floor.at)
    floor.new_layout(effective_at=floor.at + timedelta(minutes=1))
    log(floor, table)
    floor.later(minutes=1)

    with refused("layout_not_in_force", "MD Ch. 2 §B"):
        log(floor, table)
    with refused("no_layout", "MD Ch. 2 §B"):
        log(floor, bare)


def test_a_sign_that_the_layout_leaves_the_odds_to_is_there_while_people_play() -> None:
    floor = Floor("md")
    floor.layout = floor.new_layout(floor.elements() | {"odds": "sign"})
    table, deck = floor.ready_table(), floor.deck()
    signs.post_sign(table, by=floor.floorperson, at=floor.at)
    floor.begin(table, deck)
    floor.do_steps(deck)
    floor.open(table)

    signs.take_down_sign(table, signs=list(table.signs.all()), by=floor.floorperson, at=floor.at)

    with refused("sign_missing", "MD Ch. 2 §B(5)"):
        log(floor, table)


# ── The dealer


def test_without_a_dealer_nothing_is_dealt() -> None:
    floor = Floor("md")
    table = floor.open_table()
    table.stints.update(ended_at=floor.at)

    (gate,) = gates_of(floor, table)

    assert (gate.code, gate.remedy) == ("no_dealer", "table.assign-dealer")


def test_a_dealer_whose_licence_was_revoked_is_relieved_first() -> None:
    floor = Floor("md")
    table = floor.open_table()
    dealers.revoke_licence(
        floor.posting(floor.dealer),
        licence=floor.dealer.licences.get(),
        reason="Lapsed",
        by=floor.compliance_officer,
        at=floor.at,
    )

    (gate,) = gates_of(floor, table)
    acts.rotate(floor, table)

    assert (gate.code, gate.remedy) == ("dealer_not_licensed", "table.relieve-dealer")
    assert log(floor, table).number == 1


def test_a_dealer_has_passed_the_test_of_the_game() -> None:
    floor = Floor("md")
    table = floor.open_table()
    floor.dealer.table_tests.update(game="Another game")

    with refused("dealer_not_tested", "COMAR 36.05.03.18"):
        log(floor, table)


@pytest.mark.parametrize("how", ["disabled", "not posted"])
def test_a_dealer_who_no_longer_works_here_cannot_deal(how: str) -> None:
    floor = Floor("md")
    table = floor.open_table()
    gone(floor, floor.dealer, how)

    with refused("dealer_not_posted"):
        log(floor, table)


def test_a_round_must_be_dealt_by_the_dealer_at_the_table() -> None:
    floor = Floor("md")
    table, other = floor.open_table(), floor.new_dealer()

    assert codes_of(floor, table, a_round(dealt_by=other.badge)) == ["another_dealer"]
    assert log(floor, table, a_round(dealt_by=floor.dealer.badge)).dealer == floor.dealer


# ── What can wait, and all at once


def test_gaps_that_can_be_fixed_later_do_not_stop_play() -> None:
    floor = Floor("md")
    table = floor.open_table()
    table.supervisions.update(ended_at=floor.at)
    table.devices.update(inspected_on=None)

    assert log(floor, table).number == 1


def test_all_gates_are_reported_at_once() -> None:
    floor = Floor("md")
    table = floor.open_table()
    acts.play(floor, table, 4)
    floor.at = fresh(deck_at(table)).change_due_at or floor.at
    acts.fail(floor, table.devices.get())
    dealers.revoke_licence(
        floor.posting(floor.dealer),
        licence=floor.dealer.licences.get(),
        reason="Lapsed",
        by=floor.compliance_officer,
        at=floor.at,
    )
    acts.spread(floor, table)

    found = gates_of(floor, table)

    assert [gate.code for gate in found] == [
        "table_not_open",
        "device_neglected",
        "dealer_not_licensed",
        "deck_change",
        "stub_count_missing",
    ]
    assert Round.objects.count() == 4


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_open_table_with_everything_in_order_takes_a_round(edition: str) -> None:
    floor = Floor(edition)

    round_ = log(floor, floor.open_table())

    assert (round_.table.facility.code, round_.edition) == (CODES[edition], edition)
    assert not round_.in_breach
    assert Deck.objects.get().state == Deck.State.IN_PLAY
