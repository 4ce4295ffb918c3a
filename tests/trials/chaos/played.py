"""A small run without kills, through the services: the writers' records, and the database."""

import random
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection

from compliance.api.idempotency import request_with
from compliance.journal import triggers
from compliance.journal.feed import catch_up
from compliance.models import Entry
from compliance.signatures.services import Confirmation
from games.models import Round
from games.rounds.log.input import read_entry
from games.rounds.log.services import log_round
from games.rounds.void import void_round
from tables.models import Table
from tests.floor import Floor, fresh, signed_by
from tests.prepared import prepared
from trials.chaos.audit import Evidence
from trials.chaos.deals import deal, stub_of
from trials.chaos.followers import Followed
from trials.chaos.records import Event, Record, What


class Played:
    """Log rounds at a table with two decks, and record the answers."""

    def __init__(self, floor: Floor, table: Table) -> None:
        self.floor, self.table = floor, table
        self.records: list[Record] = []
        self.rng = random.Random(1)
        self.followed: list[Followed] = []

    def log(self, body: dict[str, Any] | None = None, *, second: Confirmation | None = None) -> Round:
        """Log a round, with a count when due; send it twice, as every writer does at the end."""
        counted = fresh(self.table).rounds_since_count == 4
        body = self.deal(counted=counted) if body is None else body
        key, table, at = str(UUID(int=self.rng.getrandbits(128))), self.table, self.floor.later(seconds=1)
        request, (entry, _) = request_with(key, f"round-entry {table.code}", body), read_entry(body)
        self.say("asked", "round", key, text=msgspec.json.encode(body).decode())
        events: tuple[Event, ...] = ("told", "again")
        for event in events:
            answer = log_round(
                table.code, entry=entry, request=request, by=self.floor.floorperson, at=at, second=second
            )
            self.say(event, "round", key, answer.status, answer.body.decode())
        return Round.objects.order_by("-pk")[0]

    def deal(self, *, counted: bool = False) -> dict[str, Any]:
        round_ = deal("md", self.rng)
        return round_ | {"stub": stub_of("md", round_)} if counted else round_

    def void(self, round_: Round) -> None:
        signed = signed_by(self.floor.shift_manager, "shift_manager")
        void_round(round_, reason="Wrong", by=self.floor.floorperson, at=self.floor.later(seconds=1), second=signed)
        self.say("told", "void", str(round_.pk), 200)

    def say(self, event: Event, what: What, key: str, status: int = 0, text: str = "") -> None:
        self.records.append(Record(event, what, self.table.code, key, status, text))

    def follow(self) -> None:
        """Follow the journal to its end."""
        catch_up()
        entries = Entry.objects.order_by("feed__position").values_list("pk", "hash", "stream__key", "sequence")
        self.followed = [Followed(*entry) for entry in entries]

    def evidence(self) -> Evidence:
        return Evidence(self.records, followed=[self.followed] if self.followed else [])


def twelve_rounds() -> Played:
    """Return a table with twelve rounds, the last of them voided."""
    floor = Floor("md")
    played = Played(floor, floor.open_table("hand", decks=2))
    played.records, played.rng = play_twelve(floor, played.table)
    return played


@prepared
def play_twelve(floor: Floor, table: Table) -> tuple[list[Record], random.Random]:
    played = Played(floor, table)
    for _ in range(12):
        last = played.log()
    played.void(last)
    return played.records, played.rng


def unguarded() -> None:
    """Let recorded rows be altered until the end of the test, which the database otherwise refuses."""
    connection.check_constraints()
    triggers.remove(connection)
