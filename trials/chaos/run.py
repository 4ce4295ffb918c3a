"""Run on one database: start the installation, write and kill, restart, and audit the result."""

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from casino.ops.supervisor import ending

from . import databases, floor
from .followers import read_followed
from .house import House, broker, settle_in
from .killer import kill_for
from .processes import Process
from .records import read_records
from .report import say, show_figures, show_findings
from .running import Options, in_a_folder

if TYPE_CHECKING:
    from .audit import Evidence

FAULTS = ("new-key", "careless-commit", "naive-cursor")
CROWD_PATIENCE_S = 600


def run(options: Options) -> int:
    """Return 0 if nothing was lost, 1 if something was."""
    say(f"{options.database}: {options.seconds:g} seconds, seed {options.seed}")
    return in_a_folder("chaos", options, lambda folder: _run(options, folder))


def _run(options: Options, folder: Path) -> bool:
    with ExitStack() as stack:
        database = stack.enter_context(_database(options, folder))
        settle_in(folder, database, stack.enter_context(broker(folder)) if database.url else None)
        say("Creating a floor of five tables, eight writers, and API keys for three followers")
        badges, tables, keys = floor.lay_out()

        from casino.ops.processes import listen

        house = House(database, folder, stack.enter_context(listen("127.0.0.1", 0)))
        stack.callback(house.stop)
        plan = floor.Plan(house.port, options.seed, options.seconds, badges, tables, options.fault, keys)
        (folder / "plan.json").write_bytes(msgspec.json.encode(plan))
        killed = _write_and_kill(house, folder, options)
        say("Everything runs again; comparing the answers with the database")
        return _look(_evidence(folder, house), tables, killed, house)


@contextmanager
def _database(options: Options, folder: Path) -> Iterator[databases.Database]:
    if options.database == "sqlite":
        yield databases.Sqlite(folder)
        return
    with databases.postgresql(careless=options.fault == "careless-commit") as server:
        yield server


def _write_and_kill(house: House, folder: Path, options: Options) -> Counter[str]:
    from django.db import connection

    connection.close()  # or this connection would break with the database
    house.mend()
    house.wait()
    crowd = Process("writers", [sys.executable, "-m", "trials.chaos.crowd", str(folder)], folder)
    crowd.start()
    try:
        while not (folder / "ready").exists():
            if not crowd.is_running():
                raise subprocess.SubprocessError(f"the writers could not start: {crowd.log.read_text()[-800:]}")
            time.sleep(0.05)
        say(f"Eight writers are logging; killing at random: {', '.join(house.kinds)}")
        killed = kill_for(house, options.seconds, options.seed)
        say("No more kills; the writers finish and send everything again")
        if status := crowd.wait(CROWD_PATIENCE_S):
            raise subprocess.SubprocessError(f"the writers failed ({ending(status)}): {crowd.log.read_text()[-800:]}")
    finally:
        crowd.kill()
    return killed


def _evidence(folder: Path, house: House) -> "Evidence":
    from .audit import Evidence

    records = list(read_records(sorted(folder.glob("writer-*.jsonl"))))
    return Evidence(records, house.outages, read_followed(sorted(folder.glob("follower-*.jsonl"))))


def _look(evidence: "Evidence", tables: list[floor.TablePlan], killed: Counter[str], house: House) -> bool:
    from .audit import audit, finding

    findings = list(audit(evidence))
    show_figures(evidence, killed)
    unplayed = {table.code for table in tables} - {round_.table.code for round_ in evidence.rounds.values()}
    findings += [
        finding("something was killed, and every table had rounds", [*([] if killed else ["kills"]), *unplayed]),
        finding("no process ended by itself", house.unbidden()),
        finding("web, database, broker, worker and scheduler work again", _unwell(house)),
    ]
    return show_findings(findings)


def _unwell(house: House) -> list[str]:
    """Return what does not work again; allow time for a heartbeat."""
    until = time.monotonic() + 90
    while not house.answers("ready"):
        if time.monotonic() > until:
            return ["/health/ready/ fails"]
        time.sleep(0.5)
    return []
