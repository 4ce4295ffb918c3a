"""A shift report on a tablet: hand over, sign, view and print."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from casino.reports.models import Handover, SignedReport
from compliance.models import Staff
from tables.shifts import services as shifts
from tests.floor import PIN, Floor
from tests.games import acts
from tests.games.sample_rounds import a_round, log

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def sign_beside(page: "Page", person: Staff) -> None:
    page.get_by_label("Badge").fill(person.badge)
    page.get_by_label("PIN").fill(PIN)


@pytest.mark.both_databases("end to end: a shift is handed over and signed")
def test_a_shift_is_handed_over_ended_and_its_report_signed(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None]
) -> None:
    table, shift = floor.open_table("hand"), floor.begin_shift(starts=0, ends=23)
    wrong = log(floor, table, a_round(seats=3))
    log(floor, table, a_round(seats=2, seed=2))
    acts.void(floor, wrong)
    sign_in(floor.shift_manager)
    page.goto("/")
    page.get_by_role("link", name="Day · ").click()  # from the strip, wherever one is

    page.get_by_role("link", name="Hand over").click()
    page.get_by_text(f"{floor.pit}: ").wait_for()
    page.get_by_label("Note").fill("Seat 3 asks for the floor")
    sign_beside(page, floor.pit_boss)
    page.get_by_role("button", name="Hand over a pit").click()
    page.get_by_text("Seat 3 asks for the floor").wait_for()
    shifts.end_shift(shift, by=floor.shift_manager, at=floor.at)
    page.reload()
    page.get_by_role("link", name="Sign the report").click()
    page.get_by_label("Remark").fill("Quiet")
    page.get_by_role("button", name="Sign the report").click()
    page.get_by_text("This field is required").first.wait_for()
    assert page.get_by_label("Remark").input_value() == "Quiet", "nothing is lost"
    sign_beside(page, floor.compliance_officer)
    page.get_by_role("button", name="Sign the report").click()
    page.get_by_text("The report is signed").wait_for()

    signed = SignedReport.objects.get()
    assert signed.signature is not None
    assert (signed.remark, signed.signature.signer) == ("Quiet", floor.compliance_officer)
    assert Handover.objects.get().signature.signer == floor.pit_boss
    assert page.get_by_text(signed.digest).is_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="PDF, A4").click()
    assert download.value.suggested_filename.endswith("-day.pdf")


def test_a_report_needs_no_script_and_prints_every_sheet(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None]
) -> None:
    table, shift = floor.open_table("hand"), floor.begin_shift(starts=0, ends=23)
    log(floor, table, a_round(seats=3))
    sign_in(floor.shift_manager)
    page.goto(f"/reports/{shift.pk}/")

    assert page.locator("svg[role=img]").count() >= 3
    assert all(each.text_content() for each in page.locator("svg[role=img] > title").all())
    page.emulate_media(media="print")
    assert page.locator("#sheet-stints td").first.is_visible()
    assert not page.get_by_role("navigation", name="This report as a file").is_visible()


def test_a_long_sheet_is_loaded_when_it_is_opened_and_is_in_the_page_for_print(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None]
) -> None:
    tables = [floor.open_table("hand", dealer=floor.new_dealer()) for _ in range(3)]
    shift = floor.begin_shift(starts=0, ends=23)
    for seed, table in enumerate(tables, 1):
        log(floor, table, a_round(seats=3, seed=seed))
    sign_in(floor.shift_manager)
    page.goto(f"/reports/{shift.pk}/")
    sheet = page.locator("details", has=page.get_by_role("heading", name="Wagers by type, in detail"))
    assert sheet.locator("td").count() == 0
    assert not sheet.locator(".on-paper").is_visible()
    page.emulate_media(media="print")
    assert sheet.get_by_text("rows are not on this page").is_visible()
    page.emulate_media(media="screen")

    sheet.locator("summary").focus()
    page.keyboard.press("Enter")
    sheet.get_by_text("Figures as of").wait_for()

    number = int(sheet.locator("summary .quiet").inner_text().split()[0])
    assert sheet.locator("tbody tr").count() == number > 30
    page.keyboard.press("Enter")
    assert not sheet.locator("td").first.is_visible()
    page.get_by_role("link", name="All sheets, to print").click()
    assert sheet.locator("tbody tr").count() == number
    page.emulate_media(media="print")
    assert sheet.locator("td").first.is_visible()
