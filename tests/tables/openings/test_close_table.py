"""Closing a table, closing it for cause, and clearing it for reopening."""

import pytest

from compliance.models import Signature
from compliance.staff.roles import Role
from tables.decks import changes as deck_changes
from tables.models import Deck, Opening, Stint, Table
from tables.openings import services as opening
from tests.floor import Floor, actions, deck_at, fresh, gone, refused, signed_by

pytestmark = pytest.mark.django_db


def test_closing_takes_the_decks_off_labelled_and_signed_and_frees_the_people() -> None:
    floor = Floor("md")
    table = floor.open_table(decks=2)
    red, blue = deck_at(table, "A"), deck_at(table, "B")
    floor.later(hours=1)

    opening.close_table(table, by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer))

    for deck in (fresh(red), fresh(blue)):
        assert (deck.state, deck.removed_reason, deck.removed_at) == ("removed", "table_closed", floor.at)
        assert (deck.table, deck.position) == (table, "")
    assert fresh(table).state == Table.State.CLOSED
    assert not Stint.objects.filter(ended_at=None).exists()
    assert not table.supervisions.filter(ended_at=None).exists()
    signature = Signature.objects.get(act="table.closed")
    assert (signature.signer, signature.cite) == (floor.dealer, "COMAR 36.05.02.16 J")


def test_closing_needs_the_dealers_signature_where_decks_leave() -> None:
    floor = Floor("md")
    table = floor.open_table()

    with refused("signature_missing", "COMAR 36.05.02.16 J"):
        opening.close_table(table, by=floor.floorperson, at=floor.at)


def test_closing_needs_the_signature_of_the_dealer_at_the_table() -> None:
    floor = Floor("md")
    table = floor.open_table()

    with refused("not_the_dealer"):
        opening.close_table(table, by=floor.floorperson, at=floor.at, second=signed_by(floor.new_dealer()))


def test_closing_is_signed_by_a_second_person() -> None:
    floor = Floor("md")
    table = floor.open_table()

    with refused("same_person"):
        opening.close_table(table, by=floor.dealer, at=floor.at, second=signed_by(floor.dealer))


def test_an_opening_that_is_given_up_puts_decks_that_nobody_opened_back() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    deck = floor.deck()
    floor.begin(table, deck)

    opening.close_table(table, by=floor.floorperson, at=floor.at)

    deck.refresh_from_db()
    assert (deck.state, deck.table, deck.position, deck.pit) == (Deck.State.PIT, None, "", floor.pit)
    assert Opening.objects.get().abandoned_at == floor.at
    assert actions(table.stream_key)[-3:] == ["deck.put_back", "dealer.relieved", "table.closed"]


def test_a_deck_that_was_verified_leaves_sealed_even_if_it_was_never_in_play() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    deck = floor.deck()
    floor.begin(table, deck)
    floor.verify(deck)
    with refused("signature_missing"):
        opening.close_table(table, by=floor.floorperson, at=floor.at)

    opening.close_table(table, by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer))

    assert fresh(deck).state == Deck.State.REMOVED


def test_a_closed_table_can_be_opened_again() -> None:
    floor = Floor("md")
    table = floor.open_table()
    opening.close_table(table, by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer))
    floor.later(minutes=5)
    floor.staffed(table)
    deck = floor.deck()

    floor.begin(table, deck)
    floor.do_steps(deck)
    floor.open(table)

    assert fresh(table).state == Table.State.OPEN


def test_a_closed_table_is_not_closed_again() -> None:
    floor = Floor("md")
    table = floor.ready_table()

    with refused("wrong_state"):
        opening.close_table(table, by=floor.floorperson, at=floor.at)


# ── For cause


def closed_for_cause(floor: Floor) -> Table:
    table = floor.open_table()
    opening.close_for_cause(
        table, cause="Marked cards", by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer)
    )
    return fresh(table)


def test_a_table_closed_for_cause_keeps_the_cause_and_does_not_open() -> None:
    floor = Floor("md")

    table = closed_for_cause(floor)

    assert (table.state, table.cause) == (Table.State.CLOSED_FOR_CAUSE, "Marked cards")
    with refused("closed_for_cause", "house policy"):
        opening.begin_opening(table, by=floor.floorperson, at=floor.at)
    with refused("closed_for_cause"):
        opening.close_for_cause(table, cause="Again", by=floor.floorperson, at=floor.at)


def test_a_closed_table_can_be_closed_for_cause_without_a_signature() -> None:
    floor = Floor("md")
    table = floor.ready_table()

    opening.close_for_cause(table, cause="Wet felt", by=floor.floorperson, at=floor.at)

    assert fresh(table).state == Table.State.CLOSED_FOR_CAUSE


def test_a_second_person_lifts_a_closure_for_cause() -> None:
    floor = Floor("md")
    table = closed_for_cause(floor)

    opening.release_table(
        table,
        reason="Cards replaced",
        by=floor.pit_boss,
        at=floor.at,
        second=signed_by(floor.shift_manager, Role.SHIFT_MANAGER),
    )

    assert (fresh(table).state, fresh(table).cause) == (Table.State.CLOSED, "")
    assert Signature.objects.get(act="table.released").signer == floor.shift_manager


def test_nobody_lifts_a_closure_alone() -> None:
    floor = Floor("md")
    table = closed_for_cause(floor)

    with refused("same_person", "house policy"):
        opening.release_table(
            table, reason="x", by=floor.pit_boss, at=floor.at, second=signed_by(floor.pit_boss, Role.PIT_BOSS)
        )


def test_only_a_closure_for_cause_is_lifted() -> None:
    floor = Floor("md")
    table = floor.open_table()

    with refused("wrong_state"):
        opening.release_table(
            table, reason="x", by=floor.pit_boss, at=floor.at, second=signed_by(floor.shift_manager, Role.SHIFT_MANAGER)
        )


# ── A dealer who cannot sign any more


@pytest.mark.parametrize("how", ["disabled", "not posted", "no PIN"])
def test_another_dealer_signs_for_one_who_cannot(how: str) -> None:
    floor = Floor("md")
    table = floor.open_table(decks=2)
    another = floor.new_dealer()
    gone(floor, floor.dealer, how)
    assert deck_changes.REMOVAL.expected is not None
    assert deck_changes.REMOVAL.expected(deck_at(table)) is None

    deck_changes.remove_deck(
        deck_at(table, "B"), reason=Deck.Reason.NOT_NEEDED, by=floor.floorperson, at=floor.at, second=signed_by(another)
    )
    opening.close_for_cause(table, cause="Fire", by=floor.floorperson, at=floor.at, second=signed_by(another))

    assert fresh(table).state == Table.State.CLOSED_FOR_CAUSE
    assert not Deck.objects.filter(state__in=Deck.AT_TABLE).exists()
