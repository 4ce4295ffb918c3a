"""Nobody plays: the cards are spread, and the first player who comes starts the opening again."""

import pytest

from compliance.models import Entry
from games.engine.questions import idle_table
from tables.models import Deck, DeckStep, Device, Opening, Table
from tables.services import dealers, deck_changes, devices, opening
from tests.floor import EDITIONS, Floor, actions, deck_at, fresh, refused, signed_by

pytestmark = pytest.mark.django_db

AGAIN = {
    "md": ["spread", "wash", "stack", "shuffle", "cut"],
    "md-1.0": ["spread", "wash", "stack", "shuffle", "cut"],
    "house": ["wash", "stack", "shuffle", "cut"],
    "ma": ["wash", "stack", "shuffle", "cut"],
    "nj": ["wash", "stack", "shuffle", "cut"],
}


def idle(floor: Floor, method: str = "manual_shoe") -> Table:
    table = floor.open_table(method)
    floor.later(minutes=10)
    return fresh(opening.spread_cards(table, by=floor.floorperson, at=floor.at))


def resume(floor: Floor, table: Table) -> Table:
    floor.later(minutes=10)
    return fresh(opening.resume_table(table, by=floor.floorperson, at=floor.at))


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_opening_begins_again_where_the_text_says(edition: str) -> None:
    floor = Floor(edition)
    table = idle(floor)
    deck = deck_at(table)

    resume(floor, table)
    again = floor.do_steps(deck)
    floor.open(table)

    assert again == AGAIN[edition]
    assert fresh(table).state == Table.State.OPEN
    assert actions(table.stream_key)[-1] == "table.reopened"


@pytest.mark.parametrize("edition", EDITIONS)
def test_spread_cards_are_told_with_their_paragraph(edition: str) -> None:
    floor = Floor(edition)

    table = idle(floor)

    assert Entry.objects.get(action="table.idle", subject=table.subject_key).cite == idle_table(floor.book).cite


def test_every_step_is_done_before_the_table_is_played_at_again() -> None:
    floor = Floor("md")
    table = idle(floor)
    resume(floor, table)

    for step in AGAIN["md"]:
        with refused("step_missing"):
            floor.open(table)
        opening.do_step(deck_at(table), step=step, by=floor.floorperson, at=floor.at)
    floor.open(table)


def test_the_clock_of_a_deck_goes_on_while_nobody_plays() -> None:
    floor = Floor("md")
    table = idle(floor)
    due = deck_at(table).change_due_at

    resume(floor, table)
    floor.do_steps(deck_at(table))
    floor.open(table)

    assert deck_at(table).change_due_at == due


def test_the_count_of_the_stub_goes_on_when_players_come_back() -> None:
    floor = Floor("md")
    table = idle(floor)
    Table.objects.filter(pk=table.pk).update(rounds_since_count=3)

    resume(floor, table)
    floor.do_steps(deck_at(table))
    floor.open(table)

    assert fresh(table).rounds_since_count == 3


@pytest.mark.parametrize("edition", ["md", "md-1.0"])
def test_a_device_that_reshuffles_and_counts_is_exempt_in_maryland(edition: str) -> None:
    floor = Floor(edition)
    table = floor.open_table("hand", reshuffles=True)
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)

    resume(floor, table)

    assert fresh(table).state == Table.State.OPEN
    assert Opening.objects.count() == 1


@pytest.mark.parametrize("edition", ["house", "ma", "nj"])
def test_elsewhere_no_device_is_exempt(edition: str) -> None:
    floor = Floor(edition)
    table = floor.open_table("hand", reshuffles=True, decks=2)
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)

    resume(floor, table)

    assert fresh(table).state == Table.State.OPENING


def test_a_table_that_is_exempt_opens_with_nothing_missing_or_not_at_all() -> None:
    floor = Floor("md")
    table = floor.open_table("hand", reshuffles=True)
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    dealers.release_dealer(table, by=floor.floorperson, at=floor.at)

    with refused("no_dealer"):
        resume(floor, table)

    assert fresh(table).state == Table.State.IDLE


def test_a_player_who_leaves_again_has_the_cards_spread_again() -> None:
    floor = Floor("md")
    table = idle(floor)
    resume(floor, table)

    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    resume(floor, table)

    assert fresh(table).state == Table.State.OPENING
    assert Opening.objects.filter(abandoned_at__isnull=False).count() == 1
    assert floor.do_steps(deck_at(table)) == AGAIN["md"]


def test_cards_of_a_table_that_was_never_open_are_not_spread() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    floor.begin(table)

    with refused("not_open_yet"):
        opening.spread_cards(table, by=floor.floorperson, at=floor.at)


def test_only_an_idle_table_is_resumed_and_only_an_open_one_spread() -> None:
    floor = Floor("md")
    table = floor.open_table()

    with refused("wrong_state"):
        opening.resume_table(table, by=floor.floorperson, at=floor.at)
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    with refused("wrong_state"):
        opening.spread_cards(table, by=floor.floorperson, at=floor.at)


def test_a_deck_that_comes_when_players_come_back_is_inspected_from_the_beginning() -> None:
    floor = Floor("md")
    table = floor.open_table("manual_shoe", shuffler=True)
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    resume(floor, table)
    blue = floor.deck("blue")
    deck_changes.bring_deck(table, deck=blue, by=floor.floorperson, at=floor.at)
    floor.do_steps(deck_at(table))
    with refused("step_missing"):
        floor.open(table)

    floor.do_steps(blue)
    floor.open(table)

    steps = [step.step for step in DeckStep.objects.filter(deck=blue)]
    assert steps == ["receive", "inspect", "verify", "spread", "wash", "stack", "shuffle"]


def test_an_inspection_counts_for_the_opening_in_which_it_was_made() -> None:
    floor = Floor("md")
    table = floor.open_table("manual_shoe", shuffler=True)
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    resume(floor, table)
    blue = floor.deck("blue")
    deck_changes.bring_deck(table, deck=blue, by=floor.floorperson, at=floor.at)
    floor.verify(blue)

    opening.spread_cards(table, by=floor.floorperson, at=floor.at)

    assert fresh(blue).state == Deck.State.TABLE


def test_a_deck_changed_at_an_idle_table_needs_no_opening_of_its_own() -> None:
    floor = Floor("md")
    table = idle(floor)

    deck_changes.change_deck(
        deck_at(table), replacement=floor.deck(), reason=Deck.Reason.SCHEDULED, by=floor.floorperson, at=floor.at,
        second=signed_by(floor.dealer),
    )  # fmt: skip

    assert deck_at(table).state == Deck.State.IN_PLAY


def test_a_shuffler_taken_away_while_idle_brings_the_cut_back() -> None:
    floor = Floor("ma")
    table = floor.open_table("manual_shoe", shuffler=True)
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    resume(floor, table)

    devices.take_device_away(table.devices.get(kind=Device.Kind.SHUFFLER), by=floor.floorperson, at=floor.at)

    assert floor.do_steps(deck_at(table)) == AGAIN["ma"]
