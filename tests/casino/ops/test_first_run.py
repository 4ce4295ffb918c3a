"""The demo floor, whose passwords are public, is loaded only where nobody else can reach it, or on request."""

import io
from typing import Any

import pytest
from django.db import connection
from pytest_django.fixtures import Settings

from casino import demo
from casino.management.commands import run
from casino.management.commands.run import Command, is_local
from compliance.facilities.services import add_facility
from compliance.journal.write import journal
from compliance.models import Facility
from tests.floor import NOON

pytestmark = pytest.mark.django_db

# Settings under which other machines reach the server.
REACHED: dict[str, dict[str, Any]] = {
    "a network address": {"BIND_ADDRESS": "10.0.0.11"},
    "every address": {"BIND_ADDRESS": "0.0.0.0"},
    "every address of IPv6": {"BIND_ADDRESS": "::"},
    "HTTPS through a proxy": {"HTTPS": True},
    "a host name": {"ALLOWED_HOSTS": ["localhost", "floor.example.com"]},
}


@pytest.fixture(autouse=True)
def local(settings: Settings) -> None:
    settings.BIND_ADDRESS, settings.HTTPS, settings.ALLOWED_HOSTS = "127.0.0.1", False, settings.LOCAL_HOSTS


@pytest.fixture
def asked_for(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands that preparing the database calls; its connection stays open."""
    monkeypatch.setattr(connection, "close", lambda: None)
    called: list[str] = []
    monkeypatch.setattr(run, "call_command", lambda name, **_: called.append(name))
    return called


def prepared() -> list[str]:
    """Prepare the database, and return what was said about the floor."""
    out = io.StringIO()
    Command(stdout=out).prepare_database()
    return out.getvalue().splitlines()[1:]


def a_facility() -> Facility:
    given: dict[str, Any] = {
        "name": "Aces",
        "jurisdiction": "Maryland",
        "time_zone": "America/New_York",
        "day_turns_at_hour": 6,
    }
    return add_facility(code="ACE", by=None, at=NOON, **given)


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.2", "::1"])
def test_an_empty_database_that_only_this_machine_reaches_gets_the_demo(
    settings: Settings, asked_for: list[str], address: str
) -> None:
    settings.BIND_ADDRESS = address

    (line,) = prepared()

    assert asked_for == ["migrate", "demo"]
    assert "loading the demo floor" in line
    assert "add_facility" in line


@pytest.mark.parametrize("how", REACHED)
def test_an_empty_database_that_others_reach_stays_empty_and_one_line_says_so(
    settings: Settings, asked_for: list[str], how: str
) -> None:
    for name, value in REACHED[how].items():
        setattr(settings, name, value)

    (line,) = prepared()

    assert asked_for == ["migrate"]
    assert not is_local()
    assert "The demo floor was not loaded" in line
    assert "manage.py add_facility" in line
    assert "make demo" in line


def test_a_floor_of_ones_own_is_left_alone(asked_for: list[str]) -> None:
    a_facility()

    assert prepared() == []
    assert asked_for == ["migrate"]


@pytest.mark.parametrize("how", REACHED)
def test_a_demo_that_others_can_reach_is_warned_of(settings: Settings, asked_for: list[str], how: str) -> None:
    facility = a_facility()
    journal(demo.LOADED, facility, on=facility, by=None, at=NOON)
    assert prepared() == []

    for name, value in REACHED[how].items():
        setattr(settings, name, value)

    (line,) = prepared()
    assert "whose passwords are public" in line
