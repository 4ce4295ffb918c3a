"""What every test may ask for."""

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.db.backends.base.operations import BaseDatabaseOperations
from pytest_django import DjangoDbBlocker, Settings

import tests.standing
from compliance import triggers
from tables import standing
from tests.servers import find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what asks for a browser, so that nobody has to remember it."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(autouse=True)
def media(request: pytest.FixtureRequest, settings: Settings) -> None:
    """Give the tests of each file a place of their own for what is uploaded."""
    settings.MEDIA_ROOT = settings.VAR_DIR / "media" / request.path.stem


@pytest.fixture(autouse=True)
def true_standing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a process keeps of a table is compared with the database whenever it is used."""
    monkeypatch.setattr(standing, "_still_holds", tests.standing.checked)
    standing._kept.clear()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let a test database be emptied: the journal's triggers refuse that, as they do on the floor."""
    operations = type(connection.ops)
    flush = operations.execute_sql_flush

    def flush_what_is_kept(self: BaseDatabaseOperations, sql_list: Iterable[str]) -> None:
        triggers.remove(self.connection)
        try:
            flush(self, sql_list)
        finally:
            triggers.install(self.connection)

    # Of the class: a test in a browser may find itself with a connection of its own.
    operations.execute_sql_flush = flush_what_is_kept  # type: ignore[method-assign]
    yield
    if connection.vendor == "postgresql":
        # Such a connection would keep the database from being dropped.
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """A real Chromium, one for all tests."""
    path = find_chromium()
    if path is None:
        message = "Chromium is not installed: apt-get install chromium"
        pytest.fail(message) if os.environ.get("CI") == "true" else pytest.skip(message)
    from playwright.sync_api import sync_playwright

    # Playwright keeps an event loop in this thread, which makes Django suspect that its calls come from one.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.getuid() == 0 else []
        chromium = playwright.chromium.launch(executable_path=path, args=arguments)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: "Browser", live_server: "LiveServer") -> Iterator["Page"]:
    """A page of a fresh visitor of a running server. What the page's scripts or its policy refuse fails the test."""
    context = browser.new_context(base_url=live_server.url)
    page = context.new_page()
    complaints: list[Any] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if "Content Security" in message.text else None)
    yield page
    context.close()
    assert complaints == []
