"""A damaged card is replaced in the presence of a pit boss, with a second signature."""

import pytest

from compliance.models import Staff
from compliance.staff.roles import Role
from tables.decks import changes as deck_changes
from tables.models import CardReplacement, Deck
from tests.floor import Floor, deck_at, refused, signed_by

pytestmark = pytest.mark.django_db


def replace(floor: Floor, *, by: Staff, signer: Staff, card: str = "Qs") -> Deck:
    deck = Deck.objects.get(state=Deck.State.IN_PLAY)
    return deck_changes.replace_card(
        deck,
        card=card,
        donor=floor.deck(),
        backs_compared=True,
        surveillance_told=True,
        by=by,
        at=floor.at,
        second=signed_by(signer, next(iter(signer.roles_at(floor.facility)))),
    )


def test_the_pit_boss_records_it_with_the_dealers_signature_or_signs_for_the_floorperson() -> None:
    floor = Floor("md")
    floor.open_table()

    replace(floor, by=floor.pit_boss, signer=floor.dealer, card="Qs")
    replace(floor, by=floor.floorperson, signer=floor.pit_boss, card="Kd")

    assert list(CardReplacement.objects.values_list("card", flat=True)) == ["Qs", "Kd"]


def test_without_a_pit_boss_no_card_is_replaced() -> None:
    floor = Floor("md")
    table = floor.open_table()

    with refused("no_pit_boss", "COMAR 36.05.02.16 I"):
        replace(floor, by=floor.floorperson, signer=floor.dealer)
    with refused("no_pit_boss"):
        replace(floor, by=floor.floorperson, signer=floor.hire(Role.FLOORPERSON))

    assert not CardReplacement.objects.exists()
    assert deck_at(table).state == Deck.State.IN_PLAY
