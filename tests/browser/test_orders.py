"""The one-tap acts on the table page, on a tablet."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from compliance.models import Entry, Staff
from tables.models import Deck, DeckStep, Device
from tests.floor import Floor, deck_at, fresh

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(
    ("label", "said", "action"),
    [
        ("Order a recut", "Recut recorded at MD-", "cards.recut"),
        ("Direct a reshuffle", "Reshuffle recorded at MD-", "cards.reshuffle_directed"),
        ("Refuse a late wager", "Refused late wager recorded at MD-", "wager.refused"),
    ],
)
def test_one_tap_records_an_order_and_says_so(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None], label: str, said: str, action: str
) -> None:
    table = floor.open_table()
    sign_in(floor.floorperson)
    page.goto(f"/tables/{table.code}/")

    with page.expect_navigation():
        page.get_by_role("button", name=label).click()

    page.locator(".messages").get_by_text(said).wait_for()
    assert Entry.objects.filter(action=action).count() == 1


def test_one_tap_pulls_the_deck_for_which_the_shuffler_shows_51(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None]
) -> None:
    table = floor.open_table()
    floor.place(table, Device.Kind.SHUFFLER, counts=True)
    sign_in(floor.floorperson)
    page.goto(f"/tables/{table.code}/")

    with page.expect_navigation():
        page.get_by_role("button", name="51 cards: pull deck A red").click()

    page.get_by_text(re.compile("Deck A red is out of play.")).wait_for()
    page.get_by_role("link", name="Exposure").wait_for()
    assert deck_at(table).state == Deck.State.PULLED
    assert Entry.objects.get(action="deck.pulled").facts["shown"] == 51


def test_a_shuffle_by_hand_asks_for_the_cut_and_its_depth(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None]
) -> None:
    table, deck = floor.ready_table(shuffler=True), floor.deck()
    floor.begin(table, deck)
    floor.verify(deck)
    sign_in(floor.floorperson)
    page.goto(f"/tables/{table.code}/")
    for _ in ("spread", "first_look", "wash", "stack"):
        with page.expect_navigation():
            page.get_by_role("button", name="Done").click()

    with page.expect_navigation():
        page.get_by_role("button", name=re.compile("^By hand")).click()
    page.get_by_label("Cards cut, at least 10").fill("20")
    with page.expect_navigation():
        page.get_by_role("button", name="Done").click()

    assert fresh(deck).state == Deck.State.VERIFIED
    assert DeckStep.objects.get(step="shuffle").by_hand
    assert DeckStep.objects.get(step="cut").depth == 20
