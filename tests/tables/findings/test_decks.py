"""Findings of the deck checks, caused through the services where possible."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Concat

from compliance.models import Severity
from tables.dealers import services as dealers
from tables.decks import changes as deck_changes
from tables.decks.shuffler_counts import pull_after_shuffle
from tables.floor.table_card import present_deck
from tables.models import Deck, DeckStep, Device, Table
from tables.signs import services as signs
from tests.compliance.alerts.inspections import a_moment_later, alert, alerts, look, open_checks
from tests.floor import Floor, deck_at, fresh, signed_by
from tests.games.acts import change, play
from tests.games.sample_rounds import a_round, counted, log

pytestmark = pytest.mark.django_db


def test_a_deck_that_failed_the_count_must_leave_at_once(floor: Floor, table: Table) -> None:
    log(floor, table, counted(a_round("md"), off_by=-1))

    look(floor, seconds=1)

    found = alert("deck_not_whole")
    assert (found.severity, found.act) == (Severity.CRITICAL, "deck.change")
    assert found.cite == "MD Ch. 8 §F(5); Ch. 9 §D(5); Ch. 10 §C(4)"
    change(floor, deck_at(table), reason=Deck.Reason.WRONG_COUNT)
    assert "deck_not_whole" not in a_moment_later(floor)


def test_a_deck_for_which_the_shuffler_shows_a_wrong_number_must_leave_at_once(floor: Floor, table: Table) -> None:
    floor.place(table, Device.Kind.SHUFFLER, counts=True)
    pull_after_shuffle(deck_at(table), shown=53, by=floor.floorperson, at=floor.at)

    look(floor, seconds=1)

    found = alert("deck_not_whole")
    assert (found.severity, found.act, found.blocks_play) == (Severity.CRITICAL, "deck.change", True)
    assert found.cite == "MD Ch. 5 §B"
    change(floor, deck_at(table), reason=Deck.Reason.SCHEDULED)
    assert "deck_not_whole" not in a_moment_later(floor)


def test_a_table_without_a_deck_raises_an_alert_after_the_time_to_bring_one(floor: Floor, table: Table) -> None:
    deck_changes.remove_deck(
        deck_at(table),
        reason=Deck.Reason.SCHEDULED,
        by=floor.floorperson,
        at=floor.later(minutes=20),
        second=signed_by(floor.dealer),
    )

    look(floor, minutes=4)
    early = alert("no_deck")
    assert (early.severity, early.rings, early.blocks_play) == (Severity.NOTICE, False, True)
    look(floor, minutes=1)

    found = alert("no_deck")
    assert (found.severity, found.rings) == (Severity.DUE, True)
    assert (found.act, found.since) == ("table.add-deck", floor.at - timedelta(minutes=5))


def test_the_clock_of_a_deck_shows_the_status_and_word_of_its_finding(table: Table, settings: Any) -> None:
    settings.DECK_CHANGE_LEAD_MINUTES, settings.DECK_OVERDUE_MINUTES = 20, 7
    deck = deck_at(table)
    assert deck.change_due_at

    shown = {
        minutes: present_deck(deck, deck.change_due_at + timedelta(minutes=minutes))
        for minutes in (-21, -20, -1, 0, 6, 7)
    }

    assert json.loads(shown[0].stages) == [
        [-8 * 3600, "fine", "fine"],
        [-1200, "soon", "due soon"],
        [0, "blocked", "due"],
        [420, "blocked", "overdue"],
    ]
    assert {minutes: (each.status, each.status_word) for minutes, each in shown.items()} == {
        -21: ("fine", "fine"),
        -20: ("soon", "due soon"),
        -1: ("soon", "due soon"),
        0: ("blocked", "due"),
        6: ("blocked", "due"),
        7: ("blocked", "overdue"),
    }


@pytest.mark.both_databases("transactions")
@pytest.mark.parametrize("check", ["no_deck", "no_dealer"])
def test_other_events_do_not_delay_the_alert_about_a_missing_deck_or_dealer(
    check: str, floor: Floor, table: Table
) -> None:
    floor.later(minutes=20)
    if check == "no_deck":
        deck_changes.remove_deck(
            deck_at(table),
            reason=Deck.Reason.SCHEDULED,
            by=floor.floorperson,
            at=floor.at,
            second=signed_by(floor.dealer),
        )
    else:
        with transaction.atomic():
            dealers.end_stint(table.stints.get(), "off", by=floor.floorperson, at=floor.at)
    signs.post_sign(table, by=floor.floorperson, at=floor.later(minutes=4))

    look(floor, minutes=1)
    first = alert(check)
    signs.take_down_sign(table, signs=[table.signs.get()], by=floor.floorperson, at=floor.later(minutes=1))
    look(floor)

    assert alert(check) == first


def test_two_decks_of_one_color_raise_an_alert(floor: Floor) -> None:
    table = floor.open_table("hand", decks=2)
    Deck.objects.filter(table=table).update(back_colour="red")

    look(floor, seconds=1)

    assert alert("second_deck_same_colour").cite == "MD Ch. 3 §B(2)"


def test_the_count_that_is_due_next_is_a_notice_and_the_one_that_was_missed_rings(floor: Floor, table: Table) -> None:
    play(floor, table, 4)
    look(floor)
    notice = alert("stub_count")
    Table.objects.filter(pk=table.pk).update(rounds_since_count=5, round_number=5)
    signs.post_sign(table, by=floor.floorperson, at=floor.at)
    look(floor)
    missed = alert("stub_count")

    assert notice.severity == Severity.NOTICE
    assert (missed.pk, missed.severity) == (notice.pk, Severity.DUE)
    assert missed.cite.startswith("MD Ch. 8 §E")


def test_a_count_ends_the_notice_of_it(floor: Floor, table: Table) -> None:
    play(floor, table, 4)
    look(floor)

    log(floor, fresh(table), counted(a_round("md", seed=9)))
    look(floor, seconds=1)

    assert not alerts("stub_count")


def test_no_count_is_due_where_a_shuffler_counts(floor: Floor) -> None:
    table = floor.ready_table("manual_shoe", shuffler=False)
    floor.place(table, "shuffler", counts=True)
    deck = floor.deck()
    floor.begin(table, deck)
    floor.do_steps(deck)
    table = fresh(floor.open(table))
    play(floor, table, 6)

    look(floor)

    assert not alerts("stub_count")


def test_unverified_cards_at_a_table_raise_an_alert_after_fifteen_minutes(floor: Floor) -> None:
    table = floor.ready_table()
    deck = floor.deck()
    floor.begin(table, deck)
    look(floor, minutes=14)
    assert "opening_unverified" not in open_checks(floor)

    look(floor, minutes=1)

    found = alert("opening_unverified")
    assert (found.act, found.severity, found.cite) == ("deck.verify", Severity.WARNING, "MD Ch. 4 §A")
    floor.verify(deck)
    assert "opening_unverified" not in a_moment_later(floor)


def test_a_deck_that_is_in_play_though_nobody_verified_it_is_critical(floor: Floor, table: Table) -> None:
    DeckStep.objects.filter(deck=deck_at(table)).update(step=Concat(Value("un"), "step"))
    signs.post_sign(table, by=floor.floorperson, at=floor.at)

    look(floor)

    assert alert("opening_unverified").severity == Severity.CRITICAL
