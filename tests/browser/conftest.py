"""A pit boss with a tablet in a real Chromium."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from compliance.models import Staff
from tests.floor import PASSWORD, Floor

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def floor(transactional_db: None) -> Floor:
    """A floor at this very moment, for the browser's clock is real."""
    return Floor("md", at=timezone.now())


@pytest.fixture
def sign_in(page: "Page") -> Callable[[Staff], None]:
    def sign_in(person: Staff) -> None:
        page.set_viewport_size({"width": 820, "height": 1180})
        page.goto("/sign-in/")
        page.get_by_label("Badge").fill(person.badge)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url("**/board/**")

    return sign_in
