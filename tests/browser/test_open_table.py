"""A pit boss opens a closed table on its page."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from compliance.models import Staff
from tables.models import Deck, Table
from tests.floor import PIN, Floor, fresh

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.both_databases("end to end: a table is opened"),
]


def test_the_page_leads_from_a_closed_table_to_an_open_one(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None]
) -> None:
    table = floor.ready_table("hand")
    floor.deck()
    sign_in(floor.floorperson)
    page.goto(f"/tables/{table.code}/")

    press(page, "Begin opening")
    confirm(page, "Begin opening")
    press(page, "Bring a deck")
    confirm(page, "Bring a deck")
    press(page, "Verify deck")
    page.locator("#panel").get_by_label("PIN").fill(PIN)
    confirm(page, "Verify deck")
    for _ in ("spread", "first_look", "wash", "stack"):
        with page.expect_navigation():
            page.get_by_role("button", name="Done").click()
    with page.expect_navigation():
        page.get_by_role("button", name="By the shuffler").click()
    press(page, "Open the table")
    confirm(page, "Open the table")

    page.get_by_text(f"{table.code} is open.").wait_for()
    assert fresh(table).state == Table.State.OPEN
    assert table.decks.get().state == Deck.State.IN_PLAY


def test_a_table_that_lacks_something_says_what_and_why(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None]
) -> None:
    table = floor.begin(floor.ready_table("hand"))
    sign_in(floor.floorperson)
    page.goto(f"/tables/{table.code}/")

    press(page, "Open the table")
    confirm(page, "Open the table")

    panel = page.locator("#panel")
    panel.get_by_text("There are no cards at this table. Bring a deck.").wait_for()
    panel.get_by_role("button", name="MD Ch. 3 §A").click()
    page.get_by_role("dialog", name="MD Ch. 3 §A").get_by_text("One deck is in play").first.wait_for()
    assert fresh(table).state == Table.State.OPENING


def press(page: "Page", label: str) -> None:
    """Press the first button of the page with this label: it opens the panel."""
    page.locator("main").get_by_role("link", name=label).first.click()


def confirm(page: "Page", label: str) -> None:
    """Press the panel's own button, and wait for the answer."""
    with page.expect_response(lambda response: response.request.method == "POST"):
        page.locator("#panel").get_by_role("button", name=label, exact=True).click()
    page.wait_for_load_state("networkidle")
