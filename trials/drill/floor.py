"""Build the floor of a drill: open tables of two facilities, each with two decks in play and two devices."""

import math
import random
from typing import TYPE_CHECKING, NamedTuple

from trials.chaos.floor import in_an_empty_database, new_dealer

if TYPE_CHECKING:
    from tables.models import Deck, Device, Table
    from tests.floor import Floor

EDITIONS = ("md", "nj")
THINGS_AT_A_TABLE = 4
TABLES_OF_A_FLOORPERSON = 6


class Thing(NamedTuple):
    """Hold a deck or device at a table that the drill will use."""

    floor: "Floor"
    table: "Table"
    what: "Deck | Device"


class Laid(NamedTuple):
    facilities: list[str]
    things: list[Thing]


def lay_out(things: int, seed: int) -> Laid:
    """Build the floor through the product's services, with at least this many things in random order."""
    laid = in_an_empty_database(lambda: _lay_out(math.ceil(things / THINGS_AT_A_TABLE / len(EDITIONS))))
    random.Random(f"{seed}/things").shuffle(laid.things)
    return laid


def _lay_out(tables: int) -> Laid:
    from django.utils import timezone

    from tests.floor import Floor

    at = timezone.now()
    floors = [Floor(edition, at=at) for edition in EDITIONS]
    things = [thing for floor in floors for number in range(tables) for thing in _open(floor, number)]
    return Laid([floor.facility.subject_key for floor in floors], things)


def _open(floor: "Floor", number: int) -> list[Thing]:
    from compliance.staff.roles import Role

    if number and number % TABLES_OF_A_FLOORPERSON == 0:
        floor.floorperson = floor.hire(Role.FLOORPERSON)
    table = floor.open_table(decks=2, dealer=new_dealer(floor))
    found: list[Deck | Device] = [*table.decks.all(), *table.devices.all()]
    return [Thing(floor, table, each) for each in found]
