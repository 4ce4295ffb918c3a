"""When a deck in play is due for a change: to the second, by edition and method, and when the method changes."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

from tables.decks import changes as deck_changes
from tables.devices import services as devices
from tables.floor import services as floor_services
from tables.models import Deck, Device, Table
from tables.openings import services as opening
from tests.floor import EDITIONS, METHODS, NOON, Floor, actions, deck_at, fresh, signed_by

pytestmark = pytest.mark.django_db

HOURS = {"hand": 4, "manual_shoe": 8, "automated_shoe": 8}
CITES = {
    ("md", "hand"): "MD Ch. 3 §C(1)",
    ("md", "manual_shoe"): "MD Ch. 3 §C(2)",
    ("md", "automated_shoe"): "MD Ch. 3 §C(2)",
    ("md-1.0", "hand"): "MD 1.0 Ch. 3 §C(1)",
    ("md-1.0", "manual_shoe"): "MD 1.0 Ch. 3 §C(2)",
    ("md-1.0", "automated_shoe"): "MD 1.0 Ch. 3 §C(2)",
}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_deck_is_due_to_the_second_by_edition_and_method(edition: str, method: str) -> None:
    floor = Floor(edition, at=NOON + timedelta(seconds=17, microseconds=123))

    table = floor.open_table(method, decks=2 if (edition, method) == ("house", "hand") else 1)

    deck = deck_at(table)
    assert deck.in_play_at == floor.at
    assert deck.change_due_at == floor.at + timedelta(hours=HOURS[method])
    assert deck.change_cite == CITES.get((edition, method), "house policy (R1)")


@pytest.mark.parametrize(
    "before",
    [datetime(2026, 3, 8, 5, 30, tzinfo=UTC), datetime(2026, 11, 1, 4, 30, tzinfo=UTC)],
    ids=["clocks go forward", "clocks go back"],
)
def test_four_hours_are_four_hours_when_the_clocks_change(before: datetime) -> None:
    floor = Floor("md", at=before)

    table = floor.open_table("hand")

    due = deck_at(table).change_due_at
    assert due is not None
    assert (due - before).total_seconds() == 4 * 60 * 60


# ── The method changes


def by_shoe(floor: Floor) -> Table:
    """An open table that deals from a shoe, with a shuffler, so that it could deal by hand."""
    return floor.open_table("manual_shoe", shuffler=True)


def take_shoe(floor: Floor, table: Table) -> None:
    devices.take_device_away(table.devices.get(kind=Device.Kind.MANUAL_SHOE), by=floor.floorperson, at=floor.at)


def test_from_shoe_to_hand_the_stricter_rule_counts_from_when_the_deck_came_into_play() -> None:
    floor = Floor("md")
    table = by_shoe(floor)
    floor.later(hours=1)

    take_shoe(floor, table)

    deck = deck_at(table)
    assert (deck.change_due_at, deck.change_cite) == (NOON + timedelta(hours=4), "MD Ch. 3 §C(1)")
    assert actions(table.stream_key)[-2:] == ["table.method_changed", "deck.due_sooner"]


def test_a_stricter_rule_makes_a_deck_due_now_not_in_the_past() -> None:
    floor = Floor("md")
    table = by_shoe(floor)
    floor.later(hours=5)

    take_shoe(floor, table)

    assert deck_at(table).change_due_at == floor.at


def test_an_overdue_deck_keeps_its_due_time_when_the_method_changes() -> None:
    floor = Floor("md")
    table = by_shoe(floor)
    floor.later(hours=9)

    take_shoe(floor, table)

    assert deck_at(table).change_due_at == NOON + timedelta(hours=8)
    assert "deck.due_sooner" not in actions(table.stream_key)


def test_going_back_to_the_shoe_does_not_extend_the_due_time() -> None:
    floor = Floor("md")
    table = by_shoe(floor)
    floor.later(hours=1)
    take_shoe(floor, table)
    floor.later(minutes=1)

    floor.place(table, Device.Kind.MANUAL_SHOE)

    deck = deck_at(table)
    assert (deck.change_due_at, deck.change_cite) == (NOON + timedelta(hours=4), "MD Ch. 3 §C(1)")


def test_after_a_change_from_hand_to_shoe_only_the_next_deck_gets_eight_hours() -> None:
    floor = Floor("md")
    table = floor.open_table("hand")
    floor.later(hours=1)

    floor.place(table, Device.Kind.AUTOMATED_SHOE)
    new = deck_changes.change_deck(
        deck_at(table),
        replacement=floor.deck(),
        reason="scheduled",
        by=floor.floorperson,
        at=floor.at,
        second=signed_by(floor.dealer),
    )

    assert Deck.objects.get(state=Deck.State.REMOVED).change_due_at == NOON + timedelta(hours=4)
    assert fresh(new).change_due_at == floor.at + timedelta(hours=8)


def test_both_decks_are_held_to_the_stricter_rule() -> None:
    floor = Floor("md")
    table = floor.open_table("manual_shoe", decks=2)
    floor.later(hours=2)

    take_shoe(floor, table)

    assert {deck_at(table, place).change_due_at for place in "AB"} == {NOON + timedelta(hours=4)}


def test_a_shoe_that_fails_changes_nothing_until_it_is_seen_to_and_then_it_does() -> None:
    floor = Floor("md")
    table = by_shoe(floor)
    shoe = table.devices.get(kind=Device.Kind.MANUAL_SHOE)
    floor.later(hours=1)

    devices.fail_device(shoe, fault="jams", by=floor.floorperson, at=floor.at)
    untouched = deck_at(table).change_due_at
    floor.later(minutes=5)
    devices.handle_device(fresh(shoe), handling="covered", by=floor.floorperson, at=floor.at)

    assert untouched == NOON + timedelta(hours=8)
    assert deck_at(table).change_due_at == NOON + timedelta(hours=4)


def test_a_device_taken_away_when_it_has_failed_changes_the_method_too() -> None:
    floor = Floor("md")
    table = by_shoe(floor)
    shoe = table.devices.get(kind=Device.Kind.MANUAL_SHOE)
    devices.fail_device(shoe, fault="jams", by=floor.floorperson, at=floor.at)

    devices.take_device_away(fresh(shoe), by=floor.floorperson, at=floor.at)

    assert deck_at(table).change_due_at == NOON + timedelta(hours=4)


def test_repairing_a_device_does_not_extend_the_due_time() -> None:
    floor = Floor("md")
    table = by_shoe(floor)
    shoe = table.devices.get(kind=Device.Kind.MANUAL_SHOE)
    devices.fail_device(shoe, fault="jams", by=floor.floorperson, at=floor.at)
    devices.handle_device(fresh(shoe), handling="covered", by=floor.floorperson, at=floor.at)

    devices.repair_device(fresh(shoe), report="cleaned", by=floor.pit_boss, at=floor.at)

    assert deck_at(table).change_due_at == NOON + timedelta(hours=4)


def test_a_shuffler_that_goes_leaves_a_shoes_clock_alone() -> None:
    floor = Floor("md")
    table = by_shoe(floor)

    devices.take_device_away(table.devices.get(kind=Device.Kind.SHUFFLER), by=floor.floorperson, at=floor.at)

    assert deck_at(table).change_due_at == NOON + timedelta(hours=8)


def test_an_offer_put_on_an_idle_table_gives_a_deck_no_more_time() -> None:
    floor = Floor("md")
    table = by_shoe(floor)
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    floor.later(hours=1)

    floor_services.put_offer(table, offer=floor.new_offer(name="Other"), by=floor.pit_boss, at=floor.at)

    assert deck_at(table).change_due_at == NOON + timedelta(hours=8)


# ── The index


@pytest.mark.both_databases("an index")
def test_decks_by_when_they_are_due_are_read_from_an_index() -> None:
    due = Deck.objects.filter(state=Deck.State.IN_PLAY, change_due_at__lte=NOON).order_by("change_due_at")
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")  # a table this small would be read whole

    assert "decks_by_change_due" in due.explain()
