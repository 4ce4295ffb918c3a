"""An API key is created, copied and never shown again, in the panel and on its own page."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from playwright.sync_api import expect

from compliance.models import Key, Staff
from tests.browser.test_pages import look, wrong_with
from tests.floor import Floor

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def opens(token: str) -> bool:
    return Client(headers={"Authorization": f"Bearer {token}"}).get("/api/v1/rounds/").status_code == 200


def fill(page: "Page") -> None:
    page.get_by_label("Name").fill("Slot accounting")
    page.get_by_label("Read rounds").check()
    page.get_by_role("button", name="Create an API key").click()
    page.get_by_label("Key", exact=True).wait_for()


def test_a_key_is_made_in_the_panel_and_copied_and_gone_when_that_is_closed(
    page: "Page", floor: Floor, sign_in: Callable[[Staff], None]
) -> None:
    sign_in(floor.administrator)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/facilities/MD/keys/")
    page.get_by_role("link", name="Create an API key").first.click()
    fill(page)
    token = page.get_by_label("Key", exact=True).input_value()

    page.get_by_role("button", name="Copy the key").click()

    expect(page.get_by_role("status").filter(has_text="Copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == token
    assert opens(token)

    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("link", name="Slot accounting")).to_be_visible()
    assert token not in page.content()


def test_a_key_is_made_on_a_page_of_its_own(page: "Page", floor: Floor, sign_in: Callable[[Staff], None]) -> None:
    sign_in(floor.administrator)
    page.goto("/facilities/MD/create-key/")
    fill(page)
    assert opens(page.get_by_label("Key", exact=True).input_value())

    page.get_by_role("link", name="I have it").click()

    page.wait_for_url(f"**/keys/{Key.objects.get().prefix}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Slot accounting")


def test_no_page_of_keys_has_a_violation(page: "Page", floor: Floor, sign_in: Callable[[Staff], None]) -> None:
    sign_in(floor.administrator)

    made = look(page, "/facilities/MD/create-key/")
    fill(page)
    shown = wrong_with(page)
    prefix = Key.objects.get().prefix
    found = {path: look(page, path) for path in ("/facilities/MD/keys/", f"/keys/{prefix}/")}

    assert (made, shown, found) == ([], [], {path: [] for path in found})
