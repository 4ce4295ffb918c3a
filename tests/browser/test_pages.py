"""Every page in both themes: no axe violation, readable sizes, touch targets, no horizontal scrolling."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.utils import timezone

from compliance.models import Staff
from compliance.staff.roles import Role
from tables.models import Deck
from tests import ROOT
from tests.browser.axe import violations
from tests.floor import Floor, deck_at
from tests.games.acts import fail, in_breach, void
from tests.games.sample_rounds import a_round, log

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# What can be touched and is smaller than 48 px, beside links inside running text; a row's link is as large as its row.
TOO_SMALL = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary")].filter((element) => {
  if (element.closest("[hidden], [popover]") || element.type === "hidden" || !element.checkVisibility()) return false;
  if (element.closest(".skip, .unseen, p, dd, td, .timeline")) return false;
  const whole = element.matches(".row-way") ? element.closest("tr") : element.closest("label.choice") ?? element;
  const box = whole.getBoundingClientRect();
  return box.width < 47.5 || box.height < 47.5;
}).map((element) => element.outerHTML.slice(0, 120))"""

TOO_FINE = """() => [...document.querySelectorAll("main *, header *")].filter((element) =>
  element.checkVisibility() && [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
  && parseFloat(getComputedStyle(element).fontSize) < 16).map((element) => element.outerHTML.slice(0, 120))"""

# In how many milliseconds the board, the bell and the inbox have refreshed themselves.
REFRESHED = 5_000

PRODUCT = ("casino", "games", "tables", "compliance", "templates")

THEMES = ("dark", "light")

# A theme is an attribute and nothing else, but for its own button. What fades to its new color is there at once.
SHOW_THEME = """(theme) => {
  document.documentElement.dataset.theme = theme;
  for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
}"""


@pytest.fixture
def paths(floor: Floor) -> list[str]:
    """A path to every kind of page, of a floor with one of everything."""
    table = floor.open_table("hand", decks=2)
    floor.deck()
    shift = floor.begin_shift(starts=0, ends=23)
    round_ = log(floor, table, a_round(seats=6))
    breach = in_breach(floor, table, deck=deck_at(table).pk)
    void(floor, breach, signer=floor.shift_manager)
    opening = floor.begin(floor.ready_table("hand", dealer=floor.new_dealer()), floor.deck())
    Deck.objects.filter(pk=deck_at(table).pk).update(change_due_at=timezone.now() - timedelta(minutes=4))
    device, code = table.devices.get(), floor.facility.code
    lists = (
        "tables",
        "rounds",
        "pits",
        "decks",
        "devices",
        "layouts",
        "offers",
        "dealers",
        "shifts",
        "reports",
        "violations",
        "journal",
        "staff",
    )
    return [
        f"/board/{code}/",
        f"/facilities/{code}/",
        *(f"/facilities/{code}/{name}/" for name in lists),
        f"/shifts/{shift.pk}/",
        f"/reports/{shift.pk}/",
        f"/reports/{shift.pk}/hand-over/?pit={floor.pit.code}",
        f"/facilities/{code}/reports/range/?span=month",
        f"/facilities/{code}/reports/range/?from=2026-03-09&until=2026-03-02",
        f"/facilities/{code}/alerts/history/",
        f"/tables/{table.code}/",
        f"/tables/{opening.code}/",
        f"/decks/{deck_at(table).pk}/",
        f"/devices/{device.pk}/",
        f"/rounds/{round_.pk}/",
        f"/rounds/{round_.pk}/void/",
        f"/rounds/{breach.pk}/",
        f"/decks/{deck_at(table).pk}/exposure/",
        f"/violations/{breach.violations.get().pk}/",
        f"/layouts/{floor.layout.pk}/",
        f"/offers/{floor.offer.pk}/",
        f"/dealers/{floor.posting(floor.dealer).pk}/",
        f"/pits/{floor.pit.pk}/",
        f"/staff/{floor.floorperson.badge}/",
        f"/decks/{deck_at(table).pk}/change/",
        f"/facilities/{code}/submit-layout/",
        f"/facilities/{code}/submit-offer/",
        f"/devices/{device.pk}/fail/",
        "/rules/",
        "/rules/house/",
        "/account/",
        "/facilities/",
        "/nowhere/",
    ]


@pytest.mark.slow
def test_no_page_has_a_violation(
    page: "Page", floor: Floor, paths: list[str], sign_in: Callable[[Staff], None]
) -> None:
    person = floor.hire(Role.SHIFT_MANAGER)
    sign_in(person)

    found = {path: wrong for path in paths if (wrong := look(page, path))}

    assert found == {}


@pytest.mark.parametrize("theme", THEMES)
def test_a_page_that_comes_in_a_theme_has_no_violation(
    theme: str, page: "Page", floor: Floor, sign_in: Callable[[Staff], None], choose_theme: Callable[[str], None]
) -> None:
    """The button that leads to the other theme is what the server writes differently."""
    sign_in(floor.shift_manager)

    choose_theme(theme)

    other = "Light theme" if theme == "dark" else "Dark theme"
    assert page.get_by_role("button", name=other).count() == 1
    assert wrong_in_this_theme(page) == []


def test_the_theme_is_used_only_in_an_attribute_and_a_button() -> None:
    """So every page is looked at in both themes without being loaded twice. Another file here ends that."""
    files = [each for kind in ("html", "js", "py") for top in PRODUCT for each in (ROOT / top).rglob(f"*.{kind}")]

    found = {str(each.relative_to(ROOT)) for each in files if re.search(r"\btheme\b", each.read_text(), re.I)}

    attribute = {"templates/base.html", "templates/errors/500.html"}
    button = {"templates/parts/topbar.html", "compliance/staff/views.py", "compliance/urls.py", "casino/access.py"}
    assert found == attribute | button


def look(page: "Page", path: str) -> list[str]:
    page.goto(path)
    return wrong_with(page)


def wrong_with(page: "Page") -> list[str]:
    """Return what is wrong with the page that is shown, in either theme."""
    wrong = []
    for theme in THEMES:
        page.evaluate(SHOW_THEME, theme)
        wrong += [f"{theme}: {each}" for each in wrong_in_this_theme(page)]
    return wrong


def wrong_in_this_theme(page: "Page") -> list[str]:
    """Return what is wrong with what is shown: axe's rules, contrast of 7 to 1, sizes, and width."""
    wrong = violations(page)
    wrong += [f"too small to touch: {each}" for each in page.evaluate(TOO_SMALL)]
    wrong += [f"too fine to read: {each}" for each in page.evaluate(TOO_FINE)]
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        wrong.append("scrolls sideways")
    return wrong


@pytest.mark.own_context
def test_countdowns_are_right_on_a_tablet_whose_clock_is_wrong(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None]
) -> None:
    table = floor.open_table("hand")
    due = timezone.now() + timedelta(minutes=95, seconds=40)
    Deck.objects.filter(table=table).update(change_due_at=due)
    page.clock.install(time=timezone.now() - timedelta(hours=7))

    sign_in(floor.floorperson)
    page.goto("/")
    page.clock.run_for(3000)

    assert page.locator(f"#card-{table.code} .decks time").first.inner_text() == "1:35 left"


def test_a_countdown_reads_the_same_before_and_after_its_script_starts(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None]
) -> None:
    table = floor.open_table("hand")
    Deck.objects.filter(table=table).update(change_due_at=timezone.now() - timedelta(minutes=4, seconds=20))
    sign_in(floor.floorperson)

    rendered = Client()
    rendered.force_login(floor.floorperson)
    html = rendered.get(f"/board/{floor.facility.code}/").content.decode()
    page.goto("/")

    assert html.count("overdue 0:04") == 2  # of the deck, and of what to do next
    times = page.locator("time[data-due]")
    assert times.all_inner_texts() == ["overdue 0:04"] * times.count()


def test_the_script_takes_the_stages_of_a_decks_clock_from_the_server(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None]
) -> None:
    table = floor.open_table("hand")
    Deck.objects.filter(table=table).update(change_due_at=timezone.now() - timedelta(minutes=20))
    sign_in(floor.floorperson)
    page.goto("/")
    row = page.locator(f"#card-{table.code} .decks [data-clocked]")
    assert (row.get_attribute("data-status"), row.locator(".status-word").inner_text()) == ("blocked", "overdue")

    stages = '[[-60, "fine", "fine"], [600, "soon", "in the third stage"], [3600, "due", "later"]]'
    row.locator("time").evaluate("(time, stages) => { time.dataset.stages = stages; }", stages)
    page.evaluate("document.dispatchEvent(new Event('clock:draw'))")

    assert (row.get_attribute("data-status"), row.locator(".status-word").inner_text()) == (
        "soon",
        "in the third stage",
    )


@pytest.mark.own_context
def test_the_board_refreshes_itself(page: "Page", floor: Floor, sign_in: Callable[[Staff], None]) -> None:
    table = floor.open_table("hand")
    page.clock.install()
    sign_in(floor.floorperson)
    page.goto("/")
    page.get_by_text("Nothing is due").wait_for()

    device = fail(floor, table.devices.get())
    page.clock.run_for(REFRESHED)

    page.locator("#board").get_by_text(f"{device} failed").first.wait_for(timeout=15000)


def test_a_citation_opens_its_words(page: "Page", floor: Floor, sign_in: Callable[[Staff], None]) -> None:
    table = floor.open_table("hand")
    Deck.objects.filter(table=table).update(change_due_at=timezone.now() - timedelta(minutes=1))
    sign_in(floor.floorperson)
    page.goto(f"/tables/{table.code}/")

    page.get_by_role("button", name="MD Ch. 3 §C(1)").first.click()

    page.get_by_role("dialog", name="MD Ch. 3 §C(1)").get_by_text("Four hours").wait_for()
