"""Run a drill on one database: start, cause alerts, break and restore step by step, and time the alerts."""

import random
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from trials.chaos import databases
from trials.chaos.house import broker, settle_in
from trials.chaos.report import say, show_findings
from trials.chaos.running import ONLY_LATE, Options, in_a_folder

from .floor import Laid, lay_out
from .house import DrilledHouse
from .moments import MINUTES
from .report import Passed, show_table
from .steps import SILENT_S, SOWN_EVERY_S, Step, steps
from .verdict import MENDED_S, UP_S, Moment, Outage, late, lost, time_all, twice
from .watch import Watch, unseen

if TYPE_CHECKING:
    from trials.chaos.audit import Finding

    from .sowing import Sower
    from .verdict import Told

# Minimum pause after a step, and the longest wait for alerts that fell due before.
QUIET_S, LONGEST_WAIT_S = 3.0, MENDED_S + 4
# Approximate length of a step without its outage, to prepare enough decks and devices.
STEP_S = 7.0

IN_TIME = f"{UP_S:g} s after its moment, or {MENDED_S:g} s after the outage"


def run(options: Options) -> int:
    """Return 0 if every alert was stored once and on time, ONLY_LATE if lateness was the only fault, else 1."""
    say(f"Drill on {'PostgreSQL and Redis' if options.database == 'postgresql' else 'SQLite'}, seed {options.seed}")
    only_late: list[bool] = []
    status = in_a_folder("drill", options, lambda folder: _run(options, folder, only_late))
    return ONLY_LATE if status and any(only_late) else status


def _run(options: Options, folder: Path, only_late: list[bool]) -> bool:
    planned = steps(options.database, options.seconds)
    with ExitStack() as stack:
        database = stack.enter_context(_database(options, folder))
        redis = stack.enter_context(broker(folder)) if database.url else None
        settle_in(folder, database, redis, DECK_CHANGE_LEAD_MINUTES=f"{MINUTES}", DECK_OVERDUE_MINUTES=f"{MINUTES}")
        things = int(sum(STEP_S + step.lasts for step in planned) / SOWN_EVERY_S) + 4
        laid = lay_out(things, options.seed)
        say(f"A floor of {len(laid.things)} decks and devices; something happens to one every {SOWN_EVERY_S:g} s")

        from casino.ops.processes import listen

        from .sowing import Sower

        house = DrilledHouse(database, redis, folder, stack.enter_context(listen("127.0.0.1", 0)))
        stack.callback(house.stop)
        drill = Drill(house, Sower(laid.things, options.seed, options.fault), laid, options.seed)
        drill.begin()
        with Watch(house.port) as watch:
            for step in planned:
                drill.go_through(step)
        findings = drill.judge(watch)
        only_late.append([each.says for each in findings if each.faults] == [IN_TIME])
        return show_findings(findings)


@contextmanager
def _database(options: Options, folder: Path) -> Iterator[databases.Database]:
    if options.database == "sqlite":
        yield databases.Sqlite(folder)
        return
    with databases.postgresql() as server:
        yield server


class Drill:
    """Run the steps while events occur, and keep the times of the outages."""

    def __init__(self, house: DrilledHouse, sower: "Sower", laid: Laid, seed: int) -> None:
        self.house, self.sower, self.laid = house, sower, laid
        self.rng = random.Random(f"{seed}/which")
        self.passed: list[Passed] = []
        self.outages: list[Outage] = []
        self.silences: list[Moment] = []
        # Moments up to this time were waited for.
        self.awaited = 0.0

    def begin(self) -> None:
        """Start the installation, and wait until it is ready and has scanned the new floor."""
        from django.db import connection

        connection.close()  # or this connection would break with the database
        self.house.mend()
        self.house.wait()
        until = time.monotonic() + 60
        while not self.house.answers("ready") or _waiting():
            if time.monotonic() > until:
                raise TimeoutError("the installation was not ready within a minute")
            time.sleep(0.2)

    def go_through(self, step: Step) -> None:
        """Break what the step breaks, restore it after a while, and wait for the alerts."""
        began = time.time()
        for kind in step.kills:
            self.house.kill(kind, self.rng)
        if step.doubled:
            self.house.double()
        self._pass(step.lasts)
        self.house.end_doubles()
        self.house.mend()
        if step.kills and not step.harmless:
            self.house.wait_for_servers()
            self._note_outage(Outage(began, time.time()))
        elif step.doubled:
            self._note_outage(Outage(time.time(), time.time()))  # the killed worker may have been running the scan
        self._settle()
        self.passed.append(Passed(step.name, began, time.time()))

    def _note_outage(self, outage: Outage) -> None:
        self.outages.append(outage)
        if outage.ended - outage.began >= SILENT_S:
            # After the outage, the scan tells every facility how long nothing was checked.
            self.silences += [
                Moment("scheduler_silent", each, "warning", outage.ended) for each in self.laid.facilities
            ]

    def _pass(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self.sower.sow(time.monotonic())
            time.sleep(min(0.1, left))

    def _settle(self) -> None:
        """Continue until every alert due by now is recorded, or the wait is too long."""
        self.awaited = now = time.time()
        self._pass(QUIET_S)
        until = time.monotonic() + LONGEST_WAIT_S - QUIET_S
        while self._untold(now) and time.monotonic() < until:
            self._pass(0.5)

    def _untold(self, now: float) -> bool:
        return bool(lost(time_all(self._moments_until(now), _told(), ())))

    def _moments_until(self, now: float) -> list[Moment]:
        return [each for each in (*self.sower.moments, *self.silences) if each.at <= now]

    def judge(self, watch: Watch) -> "list[Finding]":
        """Print how late the alerts were; return the findings."""
        from trials.chaos.audit import finding

        told, fell = _told(), self._moments_until(self.awaited)
        timed = time_all(fell, told, self.outages)
        show_table(self.passed, timed)
        return [
            finding(f"every alert was stored: {len(fell)} moments", lost(timed)),
            finding(IN_TIME, late(timed)),
            finding("each occurrence has one alert, opened once", twice([*self.sower.moments, *self.silences], told)),
            finding("the readiness page showed each scheduler outage, and no other", unseen(watch.seen, self.outages)),
            finding("no process ended by itself", self.house.unbidden()),
        ]


def _told() -> "list[Told]":
    from django.db import connection

    from .told import read_told

    try:
        return list(read_told())
    finally:
        connection.close()


def _waiting() -> bool:
    """Return whether anything on the floor still waits for its first scan."""
    from django.db import connection
    from django.utils import timezone

    from compliance.alerts.scan import due_streams

    try:
        return due_streams(timezone.now()).exists()
    finally:
        connection.close()
