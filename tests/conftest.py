"""Define the fixtures and options that every test can use."""

import gc
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from django.test import TransactionTestCase
from pytest_django import DjangoDbBlocker
from xdist.scheduler import LoadScopeScheduling

import tests.table_cache_proof
from compliance.lockout.throttle import SIGN_INS
from tables.floor import table_cache as standing
from tests.prepared import preparing
from tests.servers import find_chromium
from tests.template import copy_template, drop_copy, drop_template, empty_database

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page
    from pytest_django.live_server_helper import LiveServer


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="the engine's cases, and the first test of every file")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):  # set automatically
            item.add_marker(pytest.mark.browser)
    # Slow tests start first, so that no worker waits for one at the end.
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    if config.getoption("quick"):
        chosen = set(quick(items))
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = [item for item in items if item in chosen]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Collect garbage rarely, and exclude everything loaded so far: it stays, and scanning it takes time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


# Files whose tests share a slow setup: one worker runs all of each.
AT_ONE_WORKER = ("tests/casino/demo/test_demo.py", "tests/casino/ops/test_run.py")


class Scheduler(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Distribute tests one by one, but keep the tests of some files on one worker."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return file if file in AT_ONE_WORKER else nodeid


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduler:
    return Scheduler(config, log)


def quick(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the engine's cases, and the first test of every other file."""
    seen = set()
    for item in items:
        if item.path.name == "test_cases.py":
            yield item
        elif item.path not in seen and not item.get_closest_marker("slow") and not item.get_closest_marker("browser"):
            seen.add(item.path)
            yield item


@pytest.fixture(autouse=True)
def prepared_floors(request: pytest.FixtureRequest) -> Iterator[None]:
    """Copy prepared floors (tests/prepared.py). A test that may change the product copies, but never records."""
    found: Any = request.node._fixtureinfo
    fixtures = [each for several in found.name2fixturedefs.values() for each in several]
    ours = [each for each in fixtures if each.func.__module__.startswith("tests.")]
    asked_for = set(found.argnames).union(*(each.argnames for each in ours))
    with preparing(may_record=asked_for.isdisjoint({"monkeypatch", "settings"})):
        yield


@pytest.fixture(autouse=True)
def no_earlier_sign_ins() -> None:
    """Forget the sign-ins of earlier tests, which came from the same address."""
    SIGN_INS.clear()


@pytest.fixture(autouse=True)
def true_standing() -> Iterator[None]:
    """Compare the table cache with the database whenever it is used."""
    standing._cache.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(standing, "_is_current", tests.table_cache_proof.checked)
        yield


@pytest.fixture
def unproven_standing(true_standing: None) -> Iterator[None]:
    """Use the table cache as in production, without that comparison, which reads everything again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(standing, "_is_current", tests.table_cache_proof._still_holds)
        yield


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_blocker: DjangoDbBlocker, worker_id: str
) -> Iterator[None]:
    """Give this worker its own database, which is emptied after each test that commits."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda test: empty_database())
        with django_db_blocker.unblock():
            product = copy_template(worker_id)
        yield
        with django_db_blocker.unblock():
            drop_copy(product)


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # the process that starts the workers, or the only one
        drop_template()


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """Start one Chromium for all tests."""
    path = find_chromium()
    if path is None:
        message = "Chromium is not installed: apt-get install chromium-headless-shell"
        pytest.fail(message) if os.environ.get("CI") == "true" else pytest.skip(message)
    from playwright.sync_api import sync_playwright

    # Playwright keeps an event loop in this thread, so Django refuses synchronous calls.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.getuid() == 0 else []
        chromium = playwright.chromium.launch(executable_path=path, args=arguments)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def context(browser: "Browser", live_server: "LiveServer") -> Iterator["BrowserContext"]:
    """Share one browser context, which keeps our static files cached and nothing else."""
    with browser.new_context(base_url=live_server.url) as shared:
        yield shared


def forget(context: "BrowserContext", page: "Page", origin: str) -> None:
    """Reset a browser context to its state before a test, except for cached files."""
    stored = {"origin": origin, "storageTypes": "local_storage,session_storage,indexeddb,cache_storage,service_workers"}
    context.new_cdp_session(page).send("Storage.clearDataForOrigin", stored)
    context.clear_cookies()
    context.clear_permissions()
    context.set_offline(False)


@pytest.fixture
def page(
    request: pytest.FixtureRequest, browser: "Browser", context: "BrowserContext", live_server: "LiveServer"
) -> Iterator["Page"]:
    """Open a page as a new visitor. Script errors and policy violations fail the test."""
    if own := request.node.get_closest_marker("own_context"):
        context = browser.new_context(base_url=live_server.url)
    page = context.new_page()
    complaints: list[Any] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if "Content Security" in message.text else None)
    yield page
    if own:
        context.close()
    else:
        forget(context, page, live_server.url)
        page.close()
    assert complaints == []
