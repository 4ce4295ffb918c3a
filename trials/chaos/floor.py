"""Build the floor of a run: five tables of four editions, and eight people who log at all of them.

Two decks alternate at four of the tables. At three, the stub is counted in one of any five rounds.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from unittest.mock import patch

import msgspec

if TYPE_CHECKING:
    from compliance.models import Staff
    from tests.floor import Floor

Made = TypeVar("Made")

WRITERS, FOLLOWERS = 8, 3
RATE = 60_000
RESERVE = 40  # decks of each color
PASSWORD = "correct-horse-battery"
PIN = "4711"
# Edition, dealing method, and number of decks.
TABLES = (
    ("md", "manual_shoe", 1),
    ("md", "hand", 2),
    ("ma", "hand", 2),
    ("nj", "automated_shoe", 2),
    ("house", "hand", 2),
)


class TablePlan(msgspec.Struct, frozen=True):
    """Describe a table for the writers: its codes, and who signs there."""

    code: str
    facility: str
    edition: str
    dealer: str
    shift_manager: str


class Plan(msgspec.Struct, frozen=True):
    """Hold the writers' instructions."""

    port: int
    seed: int
    seconds: float
    writers: list[str]
    tables: list[TablePlan]
    fault: str = ""
    # API keys of the feed followers.
    keys: list[str] = []


def read_plan(path: Path) -> Plan:
    return msgspec.json.decode(path.read_bytes(), type=Plan)


def lay_out() -> tuple[list[str], list[TablePlan], list[str]]:
    """Build the floor through the product's services, in an empty database. Return the writers' badges, the tables and
    the followers' API keys."""
    return in_an_empty_database(_lay_out)


def in_an_empty_database(make: Callable[[], Made]) -> Made:
    """Set up the database and return what `make` creates in it."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    with hashed_once():
        return make()


@contextmanager
def hashed_once() -> Iterator[None]:
    """Give everyone the same password and PIN, so that each is hashed only once."""
    from django.contrib.auth.hashers import Argon2PasswordHasher

    hasher, encode = Argon2PasswordHasher(), Argon2PasswordHasher.encode
    hashed = cache(lambda secret: encode(hasher, secret, hasher.salt()))
    with patch.object(Argon2PasswordHasher, "encode", lambda self, secret, salt: hashed(secret)):
        yield


def _lay_out() -> tuple[list[str], list[TablePlan], list[str]]:
    from django.utils import timezone

    from tests.floor import Floor

    at = timezone.now()
    floors = {edition: Floor(edition, at=at) for edition in dict.fromkeys(edition for edition, _, _ in TABLES)}
    tables = [_open(floors[edition], method, decks) for edition, method, decks in TABLES]
    for floor in floors.values():
        floor.draw(*floor.new_decks(RESERVE, colour="red"), *floor.new_decks(RESERVE, colour="blue"))
    return [writer.badge for writer in _hire(list(floors.values()))], tables, _keys(list(floors.values()))


def _open(floor: "Floor", method: str, decks: int) -> TablePlan:
    dealer = new_dealer(floor)
    table = floor.open_table(method, decks=decks, dealer=dealer)
    return TablePlan(table.code, floor.facility.code, floor.edition, dealer.badge, floor.shift_manager.badge)


def new_dealer(floor: "Floor") -> "Staff":
    """Hire a dealer whose license is in force today."""
    dealer = floor.new_dealer(licensed=False)
    today = floor.at.date()
    floor.license(dealer, valid_from=today - timedelta(days=1), expires_on=today + timedelta(days=365))
    return dealer


def _hire(floors: "list[Floor]") -> "list[Staff]":
    """Hire the writers: floorpersons of the first facility who also work at all others."""
    from compliance.staff.roles import Role
    from compliance.staff.services import appoint

    first, *others = floors
    hired = [first.hire(Role.FLOORPERSON) for _ in range(WRITERS)]
    for floor in others:
        for person in hired:
            appoint(
                person,
                facility=floor.facility,
                role=Role.FLOORPERSON,
                by=floor.administrator,
                at=floor.at,
                second=floor.officers_signature,
            )
    return hired


def _keys(floors: "list[Floor]") -> list[str]:
    """Create API keys for following the journal of all facilities."""
    from compliance.api_keys.services import create_key

    facilities = [floor.facility for floor in floors]
    made = [
        create_key(
            facilities[0],
            name=f"Follower {number}",
            facilities=facilities,
            scopes=["journal:read"],
            valid_days=1,
            rate=RATE,
            by=floors[0].administrator,
            at=floors[0].at,
        )
        for number in range(FOLLOWERS)
    ]
    return [key.token or "" for key in made]
