"""A pit boss with a tablet in a real Chromium."""

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from compliance import canary
from compliance.models import Staff
from tests.alerts.rung import heard
from tests.floor import PASSWORD, Floor

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def beating(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock's work was heard, and counts as heard for as long as a test takes."""
    monkeypatch.setattr(canary, "SILENT_AFTER", timedelta(minutes=10))
    heard()


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


@pytest.fixture
def choose_theme(page: "Page") -> Callable[[str], None]:
    """Show every page in a theme, as one does by its button; only once a page of ours is shown."""

    def choose_theme(theme: str) -> None:
        host = urlsplit(page.url).hostname
        page.context.add_cookies([{"name": "theme", "value": theme, "domain": host, "path": "/"}])
        page.reload()
        assert page.evaluate("document.documentElement.dataset.theme") == theme

    return choose_theme
