"""The demo's scenario: a file for each facility, with its people, floor and timeline.

Times are durations before now: "26h 8m", or "-3d" for the future. People are named by number, or by badge if they
belong to another facility.
"""

import re
from datetime import time, timedelta
from pathlib import Path
from typing import Any

import msgspec

from compliance.staff.roles import Role
from games.engine.conversion import converted

FILES = Path(__file__).with_name("facilities")
FACILITIES = ("chesapeake", "boardwalk", "harbor", "lantern", "straits")

# Public, like everything about the demo.
PASSWORD = "criss-cross-demo"  # noqa: S105
PIN = "2468"
# One person of each role, with the same number at every facility.
ADMINISTRATOR, OFFICER, MANAGER, PIT_BOSS, FLOORPERSON, SECURITY = "1001", "1101", "2001", "2101", "2201", "4001"


class ScenarioPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a scenario file."""


class TableSetup(ScenarioPart, frozen=True):
    number: int
    pit: str
    layout: str
    offer: str
    positions: int = 6


class DeviceSetup(ScenarioPart, frozen=True):
    serial: str
    kind: str
    model: str
    # The reference of its approval; by default made from its serial number.
    reference: str = ""
    stacks: str = ""
    counts: bool = False
    reshuffles: bool = False
    approved: bool = True
    table: int | None = None


class Floor(ScenarioPart, frozen=True):
    pits: dict[str, str]
    tables: list[TableSetup]
    devices: list[DeviceSetup]


class DeckSupply(ScenarioPart, frozen=True):
    """Decks received of each color, and how many of each color every pit draws."""

    design: str
    prefix: str
    each_color: int
    pits: dict[str, int]
    cover_card: str = "yellow"


class SubmissionSetup(ScenarioPart, frozen=True):
    """An offer or a layout; it takes effect when approved, or at `effective`."""

    name: str
    edition: str
    submitted: str
    approved: str = ""
    reference: str = ""
    effective: str = ""
    by: str = PIT_BOSS


class OfferSetup(SubmissionSetup, frozen=True):
    document: dict[str, Any] = {}


class LayoutSetup(SubmissionSetup, frozen=True):
    """A layout with every element of the edition; those in `on_sign` are on a sign instead."""

    on_sign: list[str] = []
    positions: int = 6


class Shifts(ScenarioPart, frozen=True):
    """Who is on duty: of two people who take turns the second is on duty now.

    `opened`: pits without a pit boss before. `last_is_unsigned`: in the shift that ended last, one pit is not handed
    over and the report is not signed.
    """

    managers: tuple[str, str]
    pit_bosses: dict[str, tuple[str, str]]
    opened: dict[str, str] = {}
    last_is_unsigned: bool = False


class Sitting(ScenarioPart, frozen=True):
    """A table that is open for a while each day; it is free for that until `until`."""

    table: int
    pit: str
    opens: time
    dealer: str
    floorperson: str
    until: str


class History(ScenarioPart, frozen=True):
    """The gaming days before today with shifts and sittings; without days, as far back as the timeline reaches."""

    days: int = 0
    deck_prefix: str = ""
    sittings: list[Sitting] = []


class Scenario(ScenarioPart, frozen=True):
    """A facility and what happens there. `timeline` has acts in sections; runner.py performs them."""

    code: str
    name: str
    jurisdiction: str
    time_zone: str
    people: dict[Role, dict[str, str]]
    shifts: Shifts
    cards: DeckSupply
    floor: Floor
    offers: list[OfferSetup]
    layouts: list[LayoutSetup]
    timeline: dict[str, list[dict[str, Any]]]
    # The people whose accounts are shown to try the floor with.
    to_try: list[str] = []
    # Days until a dealer's license expires, and dealers without a table test.
    licenses: dict[str, int] = {}
    untested: list[str] = []
    history: History = History()


def scenarios() -> list[Scenario]:
    """Read the scenario of every facility."""
    return [converted(msgspec.toml.decode((FILES / f"{name}.toml").read_bytes()), Scenario) for name in FACILITIES]


_DURATION = re.compile(r"(-?)(?:([\d.]+)d)? ?(?:([\d.]+)h)? ?(?:([\d.]+)m)?")


def duration(text: str) -> timedelta:
    """Return a duration: "26h 8m", "14.5m", "-3d"."""
    found = _DURATION.fullmatch(text)
    if not text or not found:
        raise ValueError(f"{text!r} is not a duration")
    sign, *parts = found.groups()
    days, hours, minutes = (float(part or 0) for part in parts)
    return timedelta(days=days, hours=hours, minutes=minutes) * (-1 if sign else 1)
