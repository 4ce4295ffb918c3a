"""Build the product's floor for a script through the services: facilities, tables, devices and people."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from compliance.models import Staff
from compliance.staff.roles import Role
from tables.models import Device, Offer, Pit, Table
from tests.floor import Floor

from . import rules
from .script import CODES

DEALERS = "abc"
SPAN = 6  # tables per floorperson
HIGHER: dict[str, Any] = {"limits": {"ante": ["10.00", "200.00"]}, "wagers": []}


@dataclass
class World:
    """Map the script's names to the product's rows."""

    floors: dict[str, Floor] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    floorpersons: dict[str, Staff] = field(default_factory=dict)
    dealers: dict[str, Staff] = field(default_factory=dict)
    devices: dict[str, int] = field(default_factory=dict)
    decks: dict[str, int] = field(default_factory=dict)
    # The two offers of each facility, between which its tables switch.
    offers: dict[str, tuple[Offer, Offer]] = field(default_factory=dict)

    def floor_of(self, place: str) -> Floor:
        return self.floors[place.partition("-")[0]]

    def names(self) -> dict[str, str]:
        """Return the script's names for journal subjects such as deck:12 or device:3."""
        decks = {f"deck:{key}": f"deck {name}" for name, key in self.decks.items()}
        return decks | {f"device:{key}": f"device {name}" for name, key in self.devices.items()}


def make_world(tables: dict[str, rules.Kind], at: datetime, *, pits: int = 1) -> World:
    """Create facilities with closed, equipped tables, in this many pits per facility."""
    world = World()
    for code in dict.fromkeys(CODES[kind.edition] for kind in tables.values()):
        here = {name: kind for name, kind in tables.items() if name.startswith(f"{code}-")}
        _add_facility(world, code, here, at - timedelta(days=1), pits)
    return world


def _add_facility(world: World, code: str, here: dict[str, rules.Kind], at: datetime, pits: int) -> None:
    edition = next(iter(here.values())).edition
    world.floors[code] = floor = Floor(edition, code=code, at=at).manned()
    if edition != "house":
        world.offers[code] = (floor.offer, floor.new_offer(HIGHER, name="Higher limits"))
    all_pits = [floor.pit, *(floor.new_pit() for _ in range(pits - 1))]
    in_pit: dict[int, int] = {}
    for place, (name, kind) in enumerate(here.items()):
        pit = all_pits[place * pits // len(here)]
        taken = in_pit.get(pit.pk, 0)
        if taken % SPAN == 0:
            floorperson = floor.hire(Role.FLOORPERSON)
        in_pit[pit.pk] = taken + 1
        world.floorpersons[name] = floorperson
        _add_table(world, floor, name, kind, pit)


def _add_table(world: World, floor: Floor, name: str, kind: rules.Kind, pit: Pit) -> None:
    table = floor.new_table(number=int(name.partition("-")[2]), pit=pit)
    floor.furnish(table)
    for each in kind.devices:
        counts = each == "counting_shuffler"
        device = floor.place(table, Device.Kind.SHUFFLER if counts else each, counts=counts, inspected=False)
        world.devices[f"{name} {each}"] = device.pk
    for letter in DEALERS:
        world.dealers[f"{name} {letter}"] = floor.new_dealer()
    world.tables[name] = table
