"""A counting shuffler that shows a wrong number takes the deck out of play at once."""

import pytest

from compliance.acts.registry import SUBJECTS
from compliance.models import Entry
from tables.decks import changes as deck_changes
from tables.decks.shuffler_counts import pull_after_shuffle
from tables.floor.table_history import table_as_of
from tables.models import Deck, Device, Table
from tables.openings.services import missing
from tests.floor import EDITIONS, Floor, deck_at, fresh, refused, signed_by

pytestmark = pytest.mark.django_db

CITES = {
    "md": "MD Ch. 5 §B",
    "md-1.0": "MD 1.0 Ch. 5 §B",
    "house": "house policy (R13)",
    "ma": "MA §7(f)",
    "nj": "NJ 13:69F-40.7(f)",
    "mi": "house policy (R13)",
}


def counted(floor: Floor) -> Table:
    """Return an open table with one deck and a shuffler that counts it."""
    table = floor.open_table()
    floor.place(table, Device.Kind.SHUFFLER, counts=True)
    return fresh(table)


def pull(floor: Floor, deck: Deck, shown: int = 51) -> Deck:
    return pull_after_shuffle(deck, shown=shown, by=floor.floorperson, at=floor.at)


def offered(deck: Deck) -> bool:
    (act,) = (act for act in SUBJECTS["deck"].acts if act.name == "deck.shuffler-count")
    return act.when(fresh(deck))


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_deck_leaves_play_at_once_and_the_number_is_kept(edition: str) -> None:
    floor = Floor(edition)
    deck = deck_at(counted(floor))
    assert offered(deck)

    pull(floor, deck)

    deck = fresh(deck)
    assert (deck.state, deck.removed_at, deck.removed_reason) == (Deck.State.PULLED, floor.at, "shuffler_count")
    entry = Entry.objects.get(action="deck.pulled")
    assert (entry.cite, entry.facts["shown"], entry.actor) == (CITES[edition], 51, floor.floorperson)


def test_the_deck_is_changed_with_two_signatures_before_play_goes_on() -> None:
    floor = Floor("md")
    table = counted(floor)
    deck = pull(floor, deck_at(table))

    new = deck_changes.change_deck(
        deck,
        replacement=floor.deck(),
        reason=Deck.Reason.SCHEDULED,
        by=floor.floorperson,
        at=floor.later(minutes=2),
        second=signed_by(floor.dealer),
    )

    assert (fresh(deck).state, fresh(deck).removed_reason) == (Deck.State.REMOVED, "shuffler_count")
    assert fresh(new).state == Deck.State.IN_PLAY


def test_of_two_decks_only_the_counted_one_leaves() -> None:
    floor = Floor("nj")
    table = floor.open_table(decks=2)
    floor.place(table, Device.Kind.SHUFFLER, counts=True)

    pull(floor, deck_at(table, "B"), 53)

    assert [deck_at(table, place).state for place in "AB"] == [Deck.State.IN_PLAY, Deck.State.PULLED]


def test_a_shuffler_that_does_not_count_shows_no_number() -> None:
    floor = Floor("md")
    table = floor.open_table(shuffler=True)

    with refused("no_counting_shuffler", "MD Ch. 5 §B"):
        pull(floor, deck_at(table))

    assert not offered(deck_at(table))


def test_a_whole_deck_stays() -> None:
    floor = Floor("md")
    table = counted(floor)

    with refused("deck_is_whole", "MD Ch. 5 §B"):
        pull(floor, deck_at(table), 52)

    assert deck_at(table).state == Deck.State.IN_PLAY


def test_a_deck_is_pulled_once() -> None:
    floor = Floor("md")
    deck = pull(floor, deck_at(counted(floor)))

    with refused("deck_not_there_yet"):
        pull(floor, deck)

    assert not offered(deck)


def test_a_deck_that_fails_during_its_first_opening_is_removed_and_another_brought() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    floor.place(table, Device.Kind.SHUFFLER, counts=True)
    deck = floor.deck()
    floor.begin(table, deck)
    floor.verify(deck)

    pull(floor, fresh(deck))

    (found,) = missing(fresh(table), floor.at)
    assert (found.code, found.remedy, found.cite) == ("deck_not_whole", "deck.remove", "MD Ch. 5 §B")


def test_a_past_moment_shows_the_deck_as_it_was() -> None:
    floor = Floor("md")
    table = counted(floor)
    before = floor.at
    floor.later(minutes=5)
    pull(floor, deck_at(table))

    (then,) = table_as_of(fresh(table), before).decks.all()
    (now,) = table_as_of(fresh(table), floor.at).decks.all()

    assert (then.state, now.state) == (Deck.State.IN_PLAY, Deck.State.PULLED)
