"""A deck change takes a few taps, is signed by a second person on the same tablet, and loses no input."""

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from compliance.models import Signature, Staff
from compliance.staff.services import disable
from tables.models import Deck, Table
from tests.floor import PIN, Floor, deck_at, fresh

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table(floor: Floor) -> Table:
    """An open table whose deck is due in nine minutes, with another in the reserve."""
    table = floor.open_table("hand")
    floor.deck()
    Deck.objects.filter(table=table).update(
        in_play_at=timezone.now() - timedelta(hours=3, minutes=51), change_due_at=timezone.now() + timedelta(minutes=9)
    )
    return table


@pytest.mark.both_databases("end to end: a deck is changed")
def test_a_deck_is_changed_in_four_taps(
    page: "Page", floor: Floor, table: Table, sign_in: Callable[[Staff], None]
) -> None:
    old = deck_at(table)
    sign_in(floor.floorperson)
    page.goto("/")
    taps = 0

    page.locator("#board").get_by_role("link", name="Change deck").first.click()
    taps += 1
    page.locator("#panel").wait_for()
    page.locator("#id_second_pin").wait_for()
    assert page.evaluate("document.activeElement.id") == "id_second_pin"
    page.keyboard.type(PIN)
    page.locator("#panel").get_by_role("button", name="Change deck").click()
    taps += 1
    page.get_by_text("is in play at").wait_for()

    assert taps <= 4
    assert fresh(old).state == Deck.State.REMOVED
    assert deck_at(table).pk != old.pk
    assert Signature.objects.get(act="deck.changed").signer == floor.dealer
    page.get_by_text(floor.floorperson.name).first.wait_for()  # who is still signed in


def test_the_keyboard_alone_suffices(
    page: "Page", floor: Floor, table: Table, sign_in: Callable[[Staff], None]
) -> None:
    sign_in(floor.floorperson)
    page.goto(f"/tables/{table.code}/")

    page.locator("#due-1").focus()
    page.keyboard.press("Enter")
    page.locator("#id_second_pin").wait_for()
    page.keyboard.type(PIN)
    page.keyboard.press("Enter")

    page.get_by_text("is in play at").wait_for()
    assert Deck.objects.filter(table=table, state=Deck.State.REMOVED).count() == 1


def test_the_keys_on_the_screen_enter_the_pin(
    page: "Page", floor: Floor, table: Table, sign_in: Callable[[Staff], None]
) -> None:
    sign_in(floor.floorperson)
    page.goto(f"/tables/{table.code}/")
    page.locator("#due-1").click()

    for digit in PIN:
        page.locator(".pinpad").get_by_role("button", name=digit, exact=True).click()
    page.locator("#panel").get_by_role("button", name="Change deck").click()

    page.get_by_text("is in play at").wait_for()


def test_a_wrong_pin_loses_nothing_that_was_typed(
    page: "Page", floor: Floor, table: Table, sign_in: Callable[[Staff], None]
) -> None:
    sign_in(floor.floorperson)
    page.goto(f"/tables/{table.code}/")
    page.locator("#due-1").click()
    page.locator("#panel").get_by_label("Note").fill("Corner bent on the queen")
    page.locator("#panel").get_by_label("Damaged card").check()
    page.locator("#id_second_pin").fill("0000")

    page.locator("#panel").get_by_role("button", name="Change deck").click()

    page.locator("#panel").get_by_text("Badge and PIN do not match").wait_for()
    assert page.locator("#panel").get_by_label("Note").input_value() == "Corner bent on the queen"
    assert page.locator("#panel").get_by_label("Damaged card").is_checked()
    assert deck_at(table).state == Deck.State.IN_PLAY


def test_a_lost_connection_loses_nothing_and_changes_nothing_twice(
    page: "Page", floor: Floor, table: Table, sign_in: Callable[[Staff], None]
) -> None:
    sign_in(floor.floorperson)
    page.goto(f"/tables/{table.code}/")
    page.locator("#due-1").click()
    page.locator("#panel").get_by_label("Note").fill("At the end of the shoe")
    page.locator("#id_second_pin").fill(PIN)

    page.context.set_offline(True)
    page.locator("#panel").get_by_role("button", name="Change deck").click()
    page.locator("#panel").get_by_text("Not sent: no connection").wait_for()
    assert page.locator("#panel").get_by_label("Note").input_value() == "At the end of the shoe"
    page.context.set_offline(False)
    page.locator("#panel").get_by_role("button", name="Change deck").click()

    page.get_by_text("is in play at").wait_for()
    assert Deck.objects.filter(table=table, state=Deck.State.REMOVED).count() == 1


def test_without_scripts_the_same_form_is_a_page_of_its_own(
    browser: object, live_server: object, floor: Floor, table: Table
) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)  # type: ignore[attr-defined]
    page = context.new_page()
    page.goto("/sign-in/")
    page.get_by_label("Badge").fill(floor.floorperson.badge)
    page.get_by_label("Password").fill("correct-horse-battery")
    page.get_by_role("button", name="Sign in").click()

    page.goto(f"/tables/{table.code}/")
    page.locator("#due-1").click()
    page.locator("#id_second_pin").fill(PIN)
    page.get_by_role("button", name="Change deck").click()

    page.get_by_text("is in play at").wait_for()
    context.close()


def test_whoever_is_disabled_is_out_at_the_next_click(
    page: "Page", floor: Floor, table: Table, sign_in: Callable[[Staff], None]
) -> None:
    sign_in(floor.floorperson)

    disable(floor.floorperson, reason="left", by=floor.administrator, at=floor.at)
    page.goto(f"/tables/{table.code}/")

    page.get_by_role("heading", name="Sign in").wait_for()
