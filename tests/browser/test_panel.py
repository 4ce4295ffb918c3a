"""The panel: everything is visible, focus is where it is needed, and nothing overflows the page."""

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from compliance.models import Staff
from compliance.staff.roles import Role
from tables.models import Deck, Table
from tests.floor import PIN, Floor, deck_at, fresh

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# What of the panel a person would have to scroll to.
OUT_OF_SIGHT = """() => [...document.querySelectorAll("#panel :is(input, select, button, a):not([type=hidden])")]
  .filter((element) => element.checkVisibility() && !element.closest("[popover]"))
  .filter((element) => {
    const box = element.getBoundingClientRect();
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !at || !(element.contains(at) || element.closest("label")?.contains(at));
  }).map((element) => element.outerHTML.slice(0, 120))"""

OFF_THE_PAGE = """() => [...document.querySelectorAll("main *")].filter((element) =>
  element.checkVisibility() && !element.closest(".unseen, [popover]")
  && element.getBoundingClientRect().right > document.documentElement.clientWidth)
  .map((element) => element.outerHTML.slice(0, 120))"""

FOCUSED = "document.activeElement.id"


@pytest.fixture
def table(floor: Floor) -> Table:
    """An open table whose deck is due, with another in the reserve."""
    table = floor.open_table("hand")
    floor.deck()
    Deck.objects.filter(table=table).update(change_due_at=timezone.now() - timedelta(minutes=4))
    return table


@pytest.mark.parametrize("size", [(820, 1180), (1180, 820), (1440, 900)])
def test_a_deck_is_changed_without_scrolling(
    size: tuple[int, int], page: "Page", floor: Floor, table: Table, sign_in: Callable[[Staff], None]
) -> None:
    sign_in(floor.floorperson)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"/tables/{table.code}/")

    page.locator("#due-1").click()
    page.locator("#id_second_pin").wait_for()

    assert page.locator("#panel .pinpad button").count() == 12
    assert page.evaluate(OUT_OF_SIGHT) == []


def test_after_an_act_the_opener_has_the_focus_again(
    page: "Page", floor: Floor, table: Table, sign_in: Callable[[Staff], None]
) -> None:
    other = floor.hire(Role.FLOORPERSON)
    sign_in(floor.pit_boss)
    page.set_viewport_size({"width": 820, "height": 500})
    page.goto(f"/tables/{table.code}/")
    opener = page.locator("#act-table-assign-floor-supervisor")
    page.evaluate("scrollTo(0, 300)")

    opener.press("Enter")
    choice = page.locator("#id_floorperson option", has_text=other.name).get_attribute("value")
    page.locator("#id_floorperson").select_option(value=choice)
    page.locator("#panel .act-foot button").press("Enter")

    page.locator(".message").wait_for(state="attached")
    expect(opener).to_be_focused()
    expect(opener).to_be_in_viewport()
    assert page.evaluate("scrollY") >= 300
    page.reload()
    expect(opener).not_to_be_focused()


def test_after_an_act_whose_opener_is_gone_the_message_has_the_focus(
    page: "Page", floor: Floor, table: Table, sign_in: Callable[[Staff], None]
) -> None:
    sign_in(floor.floorperson)
    page.goto(f"/tables/{table.code}/")

    page.locator("#due-1").press("Enter")
    page.locator("#id_second_pin").fill(PIN)
    page.keyboard.press("Enter")

    expect(page.locator(".message")).to_be_focused()


def test_steps_are_done_one_after_the_other_by_the_enter_key(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None]
) -> None:
    opening = floor.begin(floor.ready_table("hand"), floor.deck())
    floor.verify(deck_at(opening))
    sign_in(floor.floorperson)
    page.goto(f"/tables/{opening.code}/")
    current = page.locator("[aria-current=step] [id^=step-]")
    name = current.get_attribute("id")

    current.press("Enter")

    expect(current).not_to_have_id(name or "")
    expect(current).to_be_focused()


def test_the_cursor_does_not_pass_over_check_boxes(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None]
) -> None:
    floor.new_decks(2)
    assert floor.pit
    sign_in(floor.floorperson)
    page.goto(f"/facilities/{floor.facility.code}/decks/")

    page.get_by_role("link", name="Draw decks").click()
    page.locator("#id_pit").wait_for()

    assert page.locator("#id_pit").input_value() != ""
    assert page.evaluate(FOCUSED) == "id_decks_0"


def test_a_long_word_stays_on_the_page(
    page: "Page", floor: Floor, table: Table, sign_in: Callable[[Staff], None]
) -> None:
    sign_in(floor.pit_boss)
    page.goto(f"/tables/{table.code}/close-for-cause/")
    page.get_by_label("Cause").fill("x" * 200)
    page.locator("#id_second_badge").fill(floor.dealer.badge)
    page.locator("#id_second_pin").fill(PIN)
    page.get_by_role("button", name="Close for cause").click()
    page.locator(".message").wait_for()
    assert fresh(table).state == Table.State.CLOSED_FOR_CAUSE

    code = floor.facility.code
    for path in (f"/tables/{table.code}/", f"/board/{code}/", f"/facilities/{code}/journal/"):
        page.goto(path)
        for width in (820, 1180, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            page.get_by_text("x" * 200).first.wait_for()
            assert page.evaluate(OFF_THE_PAGE) == [], (path, width)


def test_without_a_connection_the_page_says_how_old_it_is(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None]
) -> None:
    sign_in(floor.floorperson)
    page.goto("/")

    page.context.set_offline(True)
    page.evaluate("htmx.trigger('[data-live]', 'tick')")
    page.locator("#stale").wait_for()

    assert "Last update less than a minute ago" in page.locator("#stale").inner_text()


def test_whoever_is_signed_out_meanwhile_is_told_what_to_do(
    page: "Page", floor: Floor, table: Table, sign_in: Callable[[Staff], None]
) -> None:
    sign_in(floor.floorperson)
    page.goto(f"/tables/{table.code}/")
    page.locator("#due-1").click()
    page.locator("#panel").get_by_label("Note").fill("At the end of the shoe")
    page.locator("#id_second_pin").fill(PIN)

    page.context.clear_cookies(name="sessionid")
    page.locator("#panel").get_by_role("button", name="Change deck").click()

    page.locator("#panel").get_by_text("If you cannot sign in, ask an administrator").wait_for()
    assert page.locator("#panel").get_by_label("Note").input_value() == "At the end of the shoe"


def test_the_two_ends_of_a_limit_stand_side_by_side(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None]
) -> None:
    sign_in(floor.shift_manager)
    page.goto(f"/facilities/{floor.facility.code}/submit-offer/")

    least = page.locator("input[name$=_least]").first.bounding_box()
    most = page.locator("input[name$=_most]").first.bounding_box()

    assert least
    assert most
    assert least["y"] == most["y"]
    assert least["x"] + least["width"] < most["x"]
