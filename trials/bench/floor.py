"""Time the board and the journal with the default setup, in a separate process.

The board reads only current state, so its time must not grow with the history. A journal entry is compared with a plain
INSERT of the same row, each in its own transaction.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import timedelta
from itertools import count
from typing import Any

from .floors import Turn, measured
from .process import ROOT
from .report import Goal, Row
from .timing import best_in_turns, seconds

TABLES = 40


def bench(*, quick: bool) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"VAR_DIR": folder, "DATABASE_URL": "", "REDIS_URL": "", "ENV_FILE": os.devnull}
        command = [sys.executable, "-m", "trials.bench.floor", "quick" if quick else "whole"]
        done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, env=environment)
    found: dict[str, Any] = json.loads(done.stdout)
    young, old, change = (found[name] * 1e3 for name in ("board", "board with history", "change"))
    entry, insert = found["entry"] * 1e3, found["insert"] * 1e3
    database, template, uncached = (found[f"board {what}"] * 1e3 for what in ("in database", "template", "uncached"))
    print(f"  board of {TABLES} tables: {young:.0f} ms in {found['queries']} queries; {found['queries of 10']} for 10")
    print(f"  with {found['history']:,} past stints and journal entries each: {old:.0f} ms")
    print(f"  a signed and journaled deck change: {change:.1f} ms")
    return [
        Row(f"board of {TABLES} tables", f"{young:.0f} ms", "250 ms", 250 / young, Goal("≥", 1)),
        Row("board, and its queries", f"{young:.1f} ms", f"{database:.1f} ms", young / database, Goal("≤", 2)),
        Row("board, and its template alone", f"{young:.1f} ms", f"{template:.1f} ms", young / template),
        Row("board by table_cache", f"{young:.1f} ms", f"{uncached:.1f} ms", uncached / young, Goal("≥", 1.15)),
        Row("board with history and without", f"{old:.0f} ms", f"{young:.0f} ms", old / young, Goal("≤", 1.5)),
        Row("journal entry, and a plain INSERT", f"{entry:.2f} ms", f"{insert:.2f} ms", entry / insert, Goal("≤", 5)),
        Row("deck change by the service", f"{change:.1f} ms", "100 ms", 100 / change, Goal("≥", 1)),
    ]


def measure(*, quick: bool) -> dict[str, Any]:
    """Measure in this process, whose VAR_DIR is empty."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client
    from django.test.utils import override_settings
    from django.utils import timezone

    from compliance.journal.write import journal
    from compliance.models import Entry
    from tables.models import Table
    from tests.floor import Floor

    call_command("migrate", verbosity=0)
    turns, history = (3, 2_000) if quick else (9, 50_000)
    hashing = override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"])
    with hashing, override_settings(ALLOWED_HOSTS=["testserver"]):
        floor = Floor("md", at=timezone.now())
        for number in range(TABLES):
            _open(floor, number)
        client = Client()
        client.force_login(floor.pit_boss)
        address = f"/board/{floor.facility.code}/"

        def look() -> Turn:
            return measured(lambda: client.get(address))

        boards = _boards(look, turns)
        template = _seconds_of_the_template(floor, turns)
        ten = floor.new_pit()
        Table.objects.filter(pk__in=Table.objects.values_list("pk")[:10]).update(pit=ten)
        board_of_10 = measured(lambda: client.get(f"{address}?pit={ten.code}"))
        Table.objects.update(pit=floor.pit)

        table = Table.objects.order_by("pk")[0]
        plain = Entry.objects.order_by("-pk")[0]

        def entry() -> float:
            write = lambda: journal("bench.entry", table, on=table, by=floor.pit_boss, at=floor.at)  # noqa: E731
            return seconds(lambda: _in_transaction(write))

        both = best_in_turns({"entry": entry, "insert": _inserting(plain)}, turns * 10)
        change = min(_seconds_of_a_change(floor) for _ in range(turns))

        _write_history(floor, plain, history)
        look()
        old = min(look() for _ in range(turns))
    return {
        **boards,
        "board template": template,
        "board with history": old.seconds,
        "queries of 10": board_of_10.queries,
        "history": history,
        "change": change,
        **both,
    }


def _boards(look: Callable[[], Turn], turns: int) -> dict[str, float]:
    """Look at a board with the table cache and without, in alternating turns; the first fills the cache."""
    from django.test.utils import override_settings

    cached, uncached = [], []
    for _ in range(turns + 1):
        cached.append(look())
        with override_settings(SWITCHED_OFF={"table_cache"}):
            uncached.append(look())
    best = min(cached[1:])
    return {
        "board": best.seconds,
        "board in database": best.in_database,
        "board uncached": min(uncached).seconds,
        "queries": best.queries,
    }


def _seconds_of_the_template(floor: Any, turns: int) -> float:
    """Return how long it takes to render what a board shows, computed before."""
    from django.template.loader import render_to_string

    from casino.access import AccessTable
    from casino.board.views import board_of
    from compliance.staff.roles import EVERYONE
    from compliance.staff.scope import Scope

    shown = board_of(floor.facility, None, Scope(floor.pit_boss, EVERYONE, AccessTable()), floor.at)._asdict()
    return min(seconds(lambda: render_to_string("casino/board/board_tables.html", shown)) for _ in range(turns))


_FIELDS = ("stream", "facility", "action", "subject", "actor", "at", "recorded_at", "cite", "facts", "previous")
_numbers = count()


def _inserting(plain: Any) -> Callable[[], float]:
    """Return a timed INSERT of a copy of an entry, by a statement of its own."""
    from django.db import connection

    from compliance.models import Entry

    columns = [field for field in Entry._meta.concrete_fields if not field.primary_key]
    names, signs = ", ".join(str(field.column) for field in columns), ", ".join(["%s"] * len(columns))
    statement = f"INSERT INTO compliance_entry ({names}) VALUES ({signs})"

    def insert() -> float:
        row = Entry(
            **{name: getattr(plain, name) for name in _FIELDS},
            sequence=10**9 + next(_numbers),
            hash=f"{next(_numbers):064}",
        )
        values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in columns]
        return seconds(lambda: _in_transaction(lambda: connection.cursor().execute(statement, values)))

    return insert


def _in_transaction(work: Callable[[], object]) -> None:
    from django.db import transaction

    with transaction.atomic():
        work()


def _write_history(floor: Any, plain: Any, how_many: int) -> None:
    """Write a year of stints and entries directly; the services would take hours."""
    from django.db import connection

    from compliance.models import Entry
    from tables.models import Stint, Table

    dealers = list(floor.facility.postings.filter(role="dealer").values_list("staff_id", flat=True))
    tables = list(Table.objects.values_list("pk", flat=True))
    long_ago = floor.at - timedelta(days=365)
    for of in ("staff", "table"):
        connection.cursor().execute(f"DROP TRIGGER IF EXISTS one_stint_of_a_{of}_at_a_time_insert")
    Stint.objects.bulk_create(
        Stint(
            facility=floor.facility,
            staff_id=dealers[n % len(dealers)],
            table_id=tables[n % len(tables)],
            started_at=long_ago + timedelta(minutes=n),
            ended_at=long_ago + timedelta(minutes=n, seconds=30),
        )
        for n in range(how_many)
    )
    Entry.objects.bulk_create(
        Entry(**{name: getattr(plain, name) for name in _FIELDS}, sequence=2 * 10**9 + n, hash=f"past{n:060}")
        for n in range(how_many)
    )


def _seconds_of_a_change(floor: Any) -> float:
    from django.utils import timezone

    from tables.decks.changes import change_deck
    from tables.models import Deck
    from tests.floor import signed_by

    deck = Deck.objects.filter(state=Deck.State.IN_PLAY).order_by("pk")[0]
    assert deck.table is not None
    second = signed_by(deck.table.stints.get(ended_at=None).staff)
    facts = {"replacement": floor.deck(deck.back_colour), "reason": "scheduled", "at": timezone.now()}
    return seconds(lambda: change_deck(deck, by=floor.floorperson, second=second, **facts))


def _open(floor: Any, number: int) -> None:
    """Open one more table; assign a new floorperson to every sixth."""
    from compliance.staff.roles import Role

    if number % 6 == 0:
        floor.__dict__["floorperson"] = floor.hire(Role.FLOORPERSON)
    floor.open_table("hand", decks=2, dealer=floor.new_dealer())


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    print(json.dumps(measure(quick=sys.argv[1] == "quick")))
