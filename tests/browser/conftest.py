"""Sign in a pit boss on a tablet, in a real Chromium."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from compliance.alerts import heartbeat
from compliance.models import Staff
from tests.compliance.alerts.rung import heard
from tests.floor import Floor

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def beating(transactional_db: None) -> Iterator[None]:
    """The clock's work was heard, and counts as heard for as long as a test takes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(heartbeat, "OUTAGE_AFTER", timedelta(minutes=10))
        heard()
        yield


@pytest.fixture
def floor(transactional_db: None) -> Floor:
    """A floor of this minute, for the browser's clock is real; tests of the same minute copy it."""
    return Floor("md", at=timezone.now().replace(second=0, microsecond=0))


@pytest.fixture
def set_cookie(page: "Page", live_server: "LiveServer") -> Callable[[str, str], None]:
    return lambda name, value: page.context.add_cookies([{"name": name, "value": value, "url": live_server.url}])


@pytest.fixture
def sign_in(page: "Page", set_cookie: Callable[[str, str], None]) -> Callable[[Staff], None]:
    """Sign someone in on a tablet. Signing in by the form has tests of its own."""

    def sign_in(person: Staff) -> None:
        page.set_viewport_size({"width": 820, "height": 1180})
        client = Client()
        client.force_login(person)
        set_cookie(settings.SESSION_COOKIE_NAME, client.session.session_key or "")

    return sign_in


@pytest.fixture
def choose_theme(page: "Page", set_cookie: Callable[[str, str], None]) -> Callable[[str], None]:
    """Show every page in a theme, as one does by its button."""

    def choose_theme(theme: str) -> None:
        set_cookie("theme", theme)
        page.goto("/")
        assert page.evaluate("document.documentElement.dataset.theme") == theme

    return choose_theme
