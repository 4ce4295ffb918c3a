"""Alerts on a tablet: they ring on any open page and can be handled by touch."""

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from compliance.models import Heartbeat, Severity, Staff
from tests.browser.test_pages import REFRESHED, look
from tests.compliance.alerts.rung import happened, overdue
from tests.floor import Floor, fresh

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SOON = 15_000


@pytest.fixture
def pass_time(page: "Page") -> Callable[[], None]:
    """Let the tablet's clock run until pages have refreshed themselves, rather than wait for it."""
    page.clock.install()
    return lambda: page.clock.run_for(REFRESHED)


@pytest.mark.own_context
def test_an_alert_rings_on_a_page_that_is_open_and_is_said(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None], pass_time: Callable[[], None]
) -> None:
    sign_in(floor.shift_manager)
    page.goto("/account/")
    page.get_by_role("link", name="Alerts: none for you").wait_for()
    box = page.locator("#bell").bounding_box()

    happened(floor, "The scheduler was silent")
    pass_time()

    page.get_by_role("link", name="1 alert for you").wait_for(timeout=SOON)
    assert page.title().startswith("(1) ")
    assert page.locator("#bell-said").text_content() == "New alert. The scheduler was silent"
    assert page.locator("#bell.rang").count() == 1
    assert page.locator("#bell").bounding_box() == box, "nothing moved"


@pytest.mark.own_context
def test_an_alert_older_than_the_page_is_not_announced(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None], pass_time: Callable[[], None]
) -> None:
    told = happened(floor)
    sign_in(floor.shift_manager)
    page.goto("/account/")

    with page.expect_response("**/bell/"):
        pass_time()
    page.wait_for_timeout(200)

    assert page.title().startswith("(1) ")
    assert page.locator("#bell-said").text_content() == ""
    assert page.locator("#bell.rang").count() == 0
    assert told.is_open


def test_an_alert_is_acknowledged_with_one_tap_and_the_list_stays(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None]
) -> None:
    found = overdue(floor, floor.open_table("hand"))
    sign_in(floor.floorperson)
    page.goto("/")
    page.locator("#bell-way").click()

    page.get_by_role("button", name="Acknowledge").click()

    page.get_by_text("Acknowledged by you").wait_for()
    assert page.url.endswith("/alerts/")
    assert page.get_by_role("button", name="Acknowledge").count() == 0
    assert not page.title().startswith("(")
    assert fresh(found).acknowledged_by == floor.floorperson


@pytest.mark.own_context
def test_an_alert_appears_in_the_open_inbox_and_what_ends_it_opens_in_the_panel(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None], pass_time: Callable[[], None]
) -> None:
    table = floor.open_table("hand")
    sign_in(floor.floorperson)
    page.goto("/facilities/MD/alerts/")
    page.get_by_text("No alerts for you").wait_for()

    overdue(floor, table)
    pass_time()

    page.get_by_role("link", name=f"Change deck at {table.code}").click(timeout=SOON)
    page.get_by_role("dialog").get_by_role("heading", name="Change deck").wait_for()


def test_an_alert_is_snoozed_by_keyboard(page: "Page", floor: Floor, sign_in: Callable[[Staff], None]) -> None:
    found = overdue(floor, floor.open_table("hand"), by=timedelta(minutes=-5))
    sign_in(floor.floorperson)
    page.goto("/facilities/MD/alerts/")

    page.locator(f"#alert-{found.pk}-more summary").focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Snooze", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_label("Minutes").wait_for()
    page.keyboard.press("Enter")

    page.get_by_text("No alerts for you").wait_for()
    assert fresh(found).snoozes == 1
    page.get_by_role("link", name="Snoozed 1").click()
    page.get_by_text("Snoozed until").first.wait_for()


@pytest.mark.own_context
def test_an_open_menu_stays_open_while_the_inbox_refreshes(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None], pass_time: Callable[[], None]
) -> None:
    found = happened(floor)
    sign_in(floor.shift_manager)
    page.goto("/facilities/MD/alerts/")
    page.locator(f"#alert-{found.pk}-more summary").click()

    happened(floor, "Another", occurrence="2")
    pass_time()

    page.get_by_role("link", name="Another", exact=True).wait_for(timeout=SOON)
    assert page.get_by_role("link", name="Add a note").is_visible()


@pytest.mark.own_context
def test_the_warning_comes_when_the_heartbeats_stop_and_goes_when_they_are_back(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None], pass_time: Callable[[], None]
) -> None:
    sign_in(floor.floorperson)
    page.goto("/account/")
    warning = page.get_by_role("alert").get_by_text("Scheduled checks have not run since")
    assert warning.count() == 0

    Heartbeat.objects.update(beaten_at=timezone.now() - timedelta(minutes=20))
    pass_time()
    warning.wait_for(timeout=SOON)

    Heartbeat.objects.update(beaten_at=timezone.now())
    pass_time()
    warning.wait_for(state="detached", timeout=SOON)


def test_no_page_of_alerts_has_a_violation(page: "Page", floor: Floor, sign_in: Callable[[Staff], None]) -> None:
    table = floor.open_table("hand")
    found = overdue(floor, table)
    for severity in Severity:
        happened(floor, f"As {severity.label} as can be", occurrence=severity.name, severity=severity)
    Heartbeat.objects.update(beaten_at=timezone.now() - timedelta(minutes=20))
    sign_in(floor.shift_manager)
    paths = (
        "/facilities/MD/alerts/",
        "/facilities/MD/alerts/?show=everyone&group=urgency",
        "/facilities/MD/alerts/?show=everyone&severity=due",
        "/facilities/MD/alerts/?show=closed",
        "/facilities/MD/alerts/history/",
        f"/alerts/{found.pk}/",
        f"/alerts/{found.pk}/snooze/",
        f"/tables/{table.code}/",
    )

    assert {path: wrong for path in paths if (wrong := look(page, path))} == {}
