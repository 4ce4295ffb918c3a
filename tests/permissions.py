"""Request every address as every role, and record the status.

`python -m pytest tests/test_permissions.py` compares the answers with permissions.tsv, which people review. After an
intended change, `make permissions` rewrites it.
"""

from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import NamedTuple

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from compliance.alerts.lifecycle import open_alert
from compliance.api_keys.scopes import SCOPES
from compliance.api_keys.services import LARGEST_RATE, create_key
from compliance.findings import Finding
from compliance.models import Severity
from compliance.staff.roles import Role
from tests.floor import Floor, deck_at, fresh
from tests.games.acts import in_breach
from tests.games.sample_rounds import log
from tests.prepared import prepared

TABLE = Path(__file__).with_name("permissions.tsv")
METHODS = ("GET", "POST")
# A program has an API key with every permission.
PEOPLE = ("anonymous", "stranger", *(str(role.value) for role in Role), "program")


class Address(NamedTuple):
    """Hold a route of the URLconf, and a path to something that exists."""

    route: str
    name: str
    path: str


class Row(NamedTuple):
    method: str
    route: str
    statuses: tuple[str, ...]

    def line(self) -> str:
        return "\t".join((self.method, self.route, *self.statuses))


def routes(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[tuple[str, str]]:
    """Yield (route, name) of every address, except the admin's, which has its own test."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if pattern.namespace != "admin":
                yield from routes(pattern.url_patterns, route)
        else:
            yield route, pattern.name or ""


# One of the files of a report.
FILE = "report.json"


def addresses(keys: dict[str, object]) -> list[Address]:
    """Return every address, with a path to one of the things in `keys`, by the first word of the route."""
    found = []
    for route, name in routes(get_resolver().url_patterns):
        path = "/" + route
        kind = route.removeprefix("api/v1/").partition("/")[0]
        while "<" in path:
            start, end = path.index("<"), path.index(">")
            key = FILE if path[start:end] == "<str:name" else str(keys[kind])
            path = path[:start] + key + path[end + 1 :]
        found.append(Address(route, name, path))
    return found


@prepared
def one_of_everything(floor: Floor) -> dict[str, object]:
    """Create one of everything on a floor; return their keys by the first word of their addresses."""
    floor.deck()
    table = floor.open_table("hand", decks=2)
    document = floor.layout.documents.first()
    assert document is not None
    shift = floor.begin_shift().pk
    log(floor, table)
    breach = in_breach(floor, table, deck=deck_at(table).pk)
    return {
        "board": floor.facility.code,
        "facilities": floor.facility.code,
        "tables": table.code,
        "pits": floor.pit.pk,
        "decks": deck_at(table).pk,
        "devices": table.devices.get().pk,
        "layouts": floor.layout.pk,
        "documents": document.pk,
        "offers": floor.offer.pk,
        "dealers": floor.posting(floor.dealer).pk,
        "shifts": shift,
        "reports": shift,
        "rounds": breach.pk,
        "violations": breach.violations.get().pk,
        "staff": floor.floorperson.badge,
        "journal": fresh(floor.facility).pk,
        "alerts": _alert(floor),
        "keys": _key(floor),
        "rules": "md",
    }


def _alert(floor: Floor) -> int:
    """Return an open alert that calls someone."""
    finding = Finding("scheduler_silent", floor.facility.subject_key, Severity.WARNING, "Silent", occurrence="once")
    told = open_alert(floor.facility, finding, at=floor.at)
    assert told is not None
    return told.pk


def _key(floor: Floor) -> str:
    """Return an API key for the facility."""
    return create_key(
        floor.facility,
        name="Slot accounting",
        facilities=[floor.facility],
        scopes=["rounds:read"],
        valid_days=90,
        by=floor.administrator,
        at=floor.at,
    ).prefix


class House:
    """Build a floor with one of everything, someone in every role, and a pit boss of another facility."""

    def __init__(self) -> None:
        floor = Floor("nj")
        self.keys = one_of_everything(floor)
        self.clients = {"anonymous": Client(), "stranger": Client()}
        self.clients["stranger"].force_login(Floor("md").pit_boss)
        for role in Role:
            self.clients[role] = Client()
            self.clients[role].force_login(floor.hire(role))
        token = create_key(
            floor.facility,
            name="Program",
            facilities=[floor.facility],
            scopes=SCOPES,
            valid_days=1,
            rate=LARGEST_RATE,
            by=None,
            at=timezone.now(),
        ).token
        self.clients["program"] = Client(headers={"Authorization": f"Bearer {token}"})
        self.cookies = {person: client.cookies.output(header="") for person, client in self.clients.items()}

    def rows(self) -> Iterator[Row]:
        for address in sorted(addresses(self.keys)):
            for method in METHODS:
                yield Row(method, address.route, tuple(self.ask(person, method, address) for person in PEOPLE))

    def ask(self, person: str, method: str, address: Address) -> str:
        """Return the status that someone gets; undo all changes."""
        client = self.clients[person]
        with transaction.atomic():
            if method == "POST" and address.route.startswith("api/"):
                headers = {"Idempotency-Key": f"{person} at {address.path}"[:64].replace(" ", "-"), "If-Match": "*"}
                response = client.post(address.path, {}, content_type="application/json", headers=headers)
            else:
                response = client.get(address.path) if method == "GET" else client.post(address.path)
            if response.streaming:
                b"".join(response)  # reading a file closes it
            transaction.set_rollback(True)
        client.cookies = SimpleCookie(self.cookies[person])  # sign in again after signing out
        # Health does not depend on who asks.
        return "any" if address.name == "ready" and response.status_code in (200, 503) else str(response.status_code)


def table_of(rows: Iterator[Row]) -> str:
    head = "\t".join(("method", "address", *PEOPLE))
    return "\n".join((head, *(row.line() for row in rows))) + "\n"
