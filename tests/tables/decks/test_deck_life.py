"""The life of a deck, from the supplier to the shredder: only the next step is possible."""

from collections.abc import Callable

import pytest

from compliance.models import Entry, Signature
from compliance.staff.roles import Role
from tables.decks import changes as deck_changes
from tables.decks import services as decks
from tables.models import Deck
from tables.openings import services as opening
from tests.floor import Floor, deck_at, fresh, refused, signed_by
from tests.games.sample_rounds import a_round, counted, log

pytestmark = pytest.mark.django_db

State = Deck.State
WHOLE_LIFE = "COMAR 36.05.02.16 O"


# ── What can be done to a deck


def draw(floor: Floor, deck: Deck) -> None:
    floor.draw(deck)


def return_(floor: Floor, deck: Deck) -> None:
    decks.return_deck(deck, by=floor.floorperson, at=floor.at, second=signed_by(floor.security, Role.SECURITY))


def preshuffle(floor: Floor, deck: Deck) -> None:
    second = signed_by(floor.hire(Role.DEALER))
    decks.preshuffle_deck(deck, form_number="F", seal="S9", by=floor.pit_boss, at=floor.at, second=second)


def bring(floor: Floor, deck: Deck) -> None:
    table = floor.ready_table("manual_shoe", shuffler=True, dealer=floor.new_dealer())
    floor.begin(table)
    deck_changes.bring_deck(table, deck=deck, by=floor.floorperson, at=floor.at)


def verify(floor: Floor, deck: Deck) -> None:
    second = signed_by(deck.table.stints.get(ended_at=None).staff if deck.table else floor.dealer)
    opening.verify_deck(deck, by=floor.floorperson, at=floor.at, second=second)


def reject(floor: Floor, deck: Deck) -> None:
    second = signed_by(deck.table.stints.get(ended_at=None).staff if deck.table else floor.dealer)
    deck_changes.reject_deck(deck, note="Two aces of spades", by=floor.floorperson, at=floor.at, second=second)


def change(floor: Floor, deck: Deck) -> None:
    second = signed_by(deck.table.stints.get(ended_at=None).staff if deck.table else floor.dealer)
    deck_changes.change_deck(
        deck, replacement=floor.deck(), reason=Deck.Reason.SCHEDULED, by=floor.floorperson, at=floor.at, second=second
    )


def remove(floor: Floor, deck: Deck) -> None:
    second = signed_by(deck.table.stints.get(ended_at=None).staff if deck.table else floor.dealer)
    deck_changes.remove_deck(deck, reason=Deck.Reason.WRONG_COUNT, by=floor.floorperson, at=floor.at, second=second)


def collect(floor: Floor, deck: Deck) -> None:
    second = signed_by(floor.security, Role.SECURITY)
    decks.collect_decks(floor.facility, decks=[deck], by=floor.floorperson, at=floor.at, second=second)


def examine(floor: Floor, deck: Deck) -> None:
    decks.examine_deck(deck, work_order="W1", discrepancy="", by=floor.security, at=floor.at)


def keep(floor: Floor, deck: Deck) -> None:
    decks.examine_deck(deck, work_order="W1", discrepancy="A crimped ace", by=floor.security, at=floor.at)


def release(floor: Floor, deck: Deck) -> None:
    decks.release_deck(deck, reference="R1", by=floor.compliance_officer, at=floor.at)


def give_card(floor: Floor, deck: Deck) -> None:
    table = floor.open_table(dealer=floor.new_dealer())
    deck_changes.replace_card(
        deck_at(table),
        card="As",
        donor=deck,
        backs_compared=True,
        surveillance_told=True,
        by=floor.floorperson,
        at=floor.at,
        second=signed_by(floor.pit_boss, Role.PIT_BOSS),
    )


def destroy(floor: Floor, deck: Deck) -> None:
    second = signed_by(floor.security, Role.SECURITY)
    decks.destroy_deck(deck, how="shredded", by=floor.pit_boss, at=floor.at, second=second)


LAWFUL: dict[Callable[[Floor, Deck], None], dict[Deck.State, Deck.State]] = {
    draw: {State.STORE: State.PIT},
    return_: {State.PIT: State.STORE},
    preshuffle: {State.PIT: State.PIT, State.STORE: State.STORE},
    bring: {State.PIT: State.TABLE},
    verify: {State.TABLE: State.VERIFIED},
    reject: {State.TABLE: State.REMOVED, State.VERIFIED: State.REMOVED},
    change: {State.IN_PLAY: State.REMOVED, State.PULLED: State.REMOVED},
    remove: {State.IN_PLAY: State.REMOVED, State.PULLED: State.REMOVED},
    collect: {State.REMOVED: State.COLLECTED},
    examine: {State.COLLECTED: State.EXAMINED},
    keep: {State.COLLECTED: State.KEPT},
    release: {State.KEPT: State.EXAMINED},
    give_card: {State.PIT: State.DONOR, State.DONOR: State.DONOR},
    destroy: {State.EXAMINED: State.DESTROYED, State.DONOR: State.DESTROYED},
}
PATHS: dict[Deck.State, list[Callable[[Floor, Deck], None]]] = {
    State.STORE: [],
    State.PIT: [draw],
    State.TABLE: [draw, bring],
    State.VERIFIED: [draw, bring, verify],
    State.REMOVED: [draw, bring, reject],
    State.COLLECTED: [draw, bring, reject, collect],
    State.EXAMINED: [draw, bring, reject, collect, examine],
    State.KEPT: [draw, bring, reject, collect, keep],
    State.DONOR: [draw, give_card],
    State.DESTROYED: [draw, bring, reject, collect, examine, destroy],
}


def deck_in(floor: Floor, state: Deck.State) -> Deck:
    """Return a deck that came into a state by the real steps."""
    if state in Deck.SEALABLE:
        table = floor.open_table()
        if state == State.PULLED:
            log(floor, table, counted(a_round(), off_by=-1))
        return deck_at(table)
    (deck,) = floor.new_decks()
    for act in PATHS[state]:
        act(floor, fresh(deck))
    assert fresh(deck).state == state
    return fresh(deck)


def other_card(floor: Floor, deck: Deck) -> None:
    """A donor gives each card once, so that a second time it must give another."""
    deck.given_cards.update(card="Kh")


@pytest.mark.parametrize("state", list(State), ids=str)
def test_only_the_step_that_follows_is_possible(state: Deck.State) -> None:
    floor = Floor("md")
    deck = deck_in(floor, state)

    for act, lawful in LAWFUL.items():
        if state not in lawful:
            with refused("deck_not_there_yet", WHOLE_LIFE):
                act(floor, fresh(deck))
    assert fresh(deck).state == state


@pytest.mark.parametrize(
    "act,state",
    [(act, state) for act, lawful in LAWFUL.items() for state in lawful],
    ids=lambda each: getattr(each, "__name__", str(each)),
)
def test_every_step_of_a_decks_life_is_done_and_journalled(
    act: Callable[[Floor, Deck], None], state: Deck.State
) -> None:
    floor = Floor("md")
    deck = deck_in(floor, state)
    other_card(floor, deck)
    entries = Entry.objects.filter(subject=deck.subject_key).count()

    act(floor, fresh(deck))

    assert fresh(deck).state == LAWFUL[act][state]
    if act is not give_card or state == State.PIT:
        assert Entry.objects.filter(subject=deck.subject_key).count() > entries


# ── Receiving


def test_decks_are_received_by_two_people_into_the_store() -> None:
    floor = Floor("md")

    received = floor.new_decks(3, colour="blue")

    assert {deck.state for deck in received} == {State.STORE}
    assert Signature.objects.get(act="deck.received").signer == floor.security
    assert Entry.objects.filter(action="deck.received").count() == 3


def test_a_serial_number_is_received_once() -> None:
    floor = Floor("md")
    (deck,) = floor.new_decks()

    with refused("deck_exists"):
        decks.receive_decks(
            floor.facility,
            design="Bee 92",
            back_colour="red",
            serials=["X1", deck.serial],
            by=floor.floorperson,
            at=floor.at,
            second=signed_by(floor.security, Role.SECURITY),
        )

    assert Deck.objects.count() == 1


def test_nobody_receives_or_draws_alone() -> None:
    floor = Floor("md")
    (deck,) = floor.new_decks()

    with refused("same_person", "COMAR 36.05.02.16"):
        decks.draw_decks(
            floor.facility,
            decks=[deck],
            pit=floor.pit,
            by=floor.security,
            at=floor.at,
            second=signed_by(floor.security, Role.SECURITY),
        )


def test_one_deck_that_cannot_be_drawn_leaves_all_in_the_store() -> None:
    floor = Floor("md")
    there, gone = floor.new_decks(2)
    floor.draw(gone)

    with refused("deck_not_there_yet"):
        floor.draw(there, gone)

    assert fresh(there).state == State.STORE


# ── Preshuffling


def test_a_seal_is_used_once_and_a_sealed_deck_sealed_once() -> None:
    floor = Floor("md")
    sealed, other = floor.deck(seal="S1"), floor.deck()
    second = signed_by(floor.hire(Role.DEALER))

    with refused("seal_used", "COMAR 36.05.02.16 R"):
        decks.preshuffle_deck(other, form_number="F", seal="S1", by=floor.pit_boss, at=floor.at, second=second)
    with refused("sealed"):
        decks.preshuffle_deck(sealed, form_number="F", seal="S2", by=floor.pit_boss, at=floor.at, second=second)


def test_in_massachusetts_a_preshuffled_deck_is_journaled_with_the_paragraph_on_such_decks() -> None:
    floor = Floor("ma")
    deck = floor.deck()

    preshuffle(floor, deck)

    assert fresh(deck).seal == "S9"
    assert Entry.objects.get(action="deck.preshuffled").cite == "205 CMR 146.50"


def test_who_preshuffles_has_no_open_table() -> None:
    floor = Floor("md")
    floor.open_table()
    deck, free = floor.deck(), floor.hire(Role.DEALER)

    with refused("has_open_table", "COMAR 36.05.02.16 R"):
        decks.preshuffle_deck(
            deck, form_number="F", seal="S1", by=floor.floorperson, at=floor.at, second=signed_by(free)
        )
    with refused("has_open_table"):
        decks.preshuffle_deck(
            deck, form_number="F", seal="S1", by=floor.pit_boss, at=floor.at, second=signed_by(floor.dealer)
        )


# ── After use


def test_anything_wrong_on_examination_keeps_the_cards_until_the_regulator_releases_them() -> None:
    floor = Floor("md")
    deck = deck_in(floor, State.KEPT)
    with refused("deck_not_there_yet"):
        destroy(floor, fresh(deck))

    release(floor, fresh(deck))
    destroy(floor, fresh(deck))

    assert fresh(deck).state == State.DESTROYED
    assert Entry.objects.get(action="deck.kept").facts["discrepancy"] == "A crimped ace"


def test_a_rejected_deck_says_what_was_found() -> None:
    floor = Floor("md")

    deck = deck_in(floor, State.REMOVED)

    entry = Entry.objects.get(action="deck.removed", subject=deck.subject_key)
    assert (entry.facts["reason"], entry.facts["note"]) == ("rejected", "Two aces of spades")
    assert entry.cite == "COMAR 36.05.02.16 G, H"
    assert entry.signature is not None
