"""One run on one database: start the house, let the writers write and the killer kill, mend, and see what is left."""

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
        say("Laying out a floor of five tables, hiring eight writers, making keys for three who follow")
        badges, tables, keys = floor.lay_out()

        from casino.ops.processes import listen

        house = House(database, folder, stack.enter_context(listen("127.0.0.1", 0)))
        stack.callback(house.stop)
        plan = floor.Plan(house.port, options.seed, options.seconds, badges, tables, options.fault, keys)
        (folder / "plan.json").write_bytes(msgspec.json.encode(plan))
        killed = _write_and_kill(house, folder, options)
        say("Everything is up again; comparing what was told with what is there")
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

    connection.close()  # or the database's death would be ours to mend
    house.mend()
    house.wait()
    crowd = Process("writers", [sys.executable, "-m", "trials.chaos.crowd", str(folder)], folder)
    crowd.start()
    try:
        while not (folder / "ready").exists():
            if not crowd.is_running():
                raise subprocess.SubprocessError(f"the writers could not begin: {crowd.log.read_text()[-800:]}")
            time.sleep(0.05)
        say(f"Eight writers write; {', '.join(house.kinds)} are killed at random")
        killed = kill_for(house, options.seconds, options.seed)
        say("No more kills; the writers come to their end and ask everything again")
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
        finding("something was killed, and every table was played at", [*([] if killed else ["kills"]), *unplayed]),
        finding("nothing ended but what was killed", house.unbidden()),
        finding("web, database, broker, worker and scheduler are well again", _unwell(house)),
    ]
    return show_findings(findings)


def _unwell(house: House) -> list[str]:
    """Return whether something does not work again; a heartbeat may take its time."""
    until = time.monotonic() + 90
    while not house.answers("ready"):
        if time.monotonic() > until:
            return ["/health/ready/ fails"]
        time.sleep(0.5)
    return []
