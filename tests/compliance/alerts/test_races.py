"""Races of two scans, or of a scan and a change: each alert is written once and is never stale.

An inspection is written only if its stream is unchanged, under the stream's lock; behind that is the database's unique
constraint. Each is removed here to show what it is for.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from threading import Barrier, BrokenBarrierError
from types import ModuleType
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from compliance.alerts import lifecycle
from compliance.alerts import scan as scanning
from compliance.alerts import services as work
from compliance.alerts.lifecycle import escalate
from compliance.alerts.scan import scan
from compliance.journal.verify import find_misfits
from compliance.models import Alert, Stream
from tables.devices.services import fail_device
from tables.models import Table
from tests.floor import Floor, deck_at
from tests.games.acts import change
from tests.races import Meeting, run

from .inspections import alert, alerts, told

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases("locks")]


@pytest.fixture
def table(floor: Floor) -> Table:
    """A table whose deck is to be changed now."""
    found = floor.open_table()
    due_at = deck_at(found).change_due_at
    assert due_at
    floor.at = due_at
    return found


def between(monkeypatch: pytest.MonkeyPatch, do: Callable[[], object]) -> None:
    """Let something happen between the reading of a look and its writing."""
    read, left = scanning._inspect, [do]

    def after_it(kind: str, streams: list[Stream], at: datetime) -> list[scanning.InspectionResult]:
        found = read(kind, streams, at)
        if kind == "table" and left:
            left.pop()()
        return found

    monkeypatch.setattr(scanning, "_inspect", after_it)


def meeting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let two looks meet when both have read and neither has written."""
    barrier, read = Barrier(2), scanning._inspect

    def together(kind: str, streams: list[Stream], at: datetime) -> list[scanning.InspectionResult]:
        found = read(kind, streams, at)
        if kind == "table":
            with suppress(BrokenBarrierError):
                barrier.wait(10)
        return found

    monkeypatch.setattr(scanning, "_inspect", together)


def test_two_scans_at_once_open_an_alert_once(floor: Floor, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    meeting(monkeypatch)

    assert run(lambda: scan(floor.at), lambda: scan(floor.at)) == [None, None]

    found = alert("deck_change")
    assert told(found) == ["alert.opened"]
    assert list(find_misfits([])) == []


def test_without_the_comparison_the_unique_constraint_prevents_a_second_alert(
    floor: Floor, table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    meeting(monkeypatch)
    monkeypatch.setattr(scanning, "is_unchanged", lambda stream, seen: True)

    assert run(lambda: scan(floor.at), lambda: scan(floor.at)) == [None, None]

    assert "met another" in caplog.text
    assert told(alert("deck_change")) == ["alert.opened"]


def test_a_deck_that_is_changed_while_it_is_looked_at_is_not_told_of_as_due(
    floor: Floor, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    between(monkeypatch, lambda: change(floor, deck_at(table)))

    scan(floor.at)

    assert alerts("deck_change", open_only=False) == []


def test_without_the_comparison_the_alert_is_stale(floor: Floor, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    between(monkeypatch, lambda: change(floor, deck_at(table)))
    monkeypatch.setattr(scanning, "is_unchanged", lambda stream, seen: True)

    scan(floor.at)

    assert len(alerts("deck_change", open_only=False)) == 1


def test_an_entry_written_during_a_scan_without_findings_is_inspected(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = floor.open_table()
    device = table.devices.get()
    between(monkeypatch, lambda: fail_device(device, fault="Jammed", by=floor.floorperson, at=floor.at))

    scan(floor.at)

    assert alert("device_neglected").place == table.code


def test_an_alert_acknowledged_during_a_scan_stays_acknowledged(
    floor: Floor, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    scan(floor.at)
    found = alert("deck_change")
    Stream.objects.filter(key=table.stream_key).update(next_check_at=floor.at)
    table.supervisions.update(ended_at=floor.at)  # so that there is something to write
    between(monkeypatch, lambda: work.acknowledge(found, by=floor.floorperson, at=floor.at))

    scan(floor.at)

    assert alert("deck_change").acknowledged_by == floor.floorperson


# ── Locks: two meet after they have decided and before they write. With the lock the second has not even read by then.
# On SQLite no transaction reads while another is under way, so that there they never meet.


def meeting_at(monkeypatch: pytest.MonkeyPatch, where: ModuleType, name: str) -> None:
    """Let two threads meet where a function is called; whoever waits in vain goes on after a moment."""
    meeting_point, function = Meeting(), getattr(where, name)

    def together(*given: Any, **named: Any) -> Any:
        meeting_point.wait()
        return function(*given, **named)

    monkeypatch.setattr(where, name, together)


def unlocked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take away every lock of the alerts' own."""

    def read(rows: Any, **lookup: object) -> Any:
        return rows.get(**lookup)

    monkeypatch.setattr(scanning, "locking", lambda rows: rows)
    for where in (lifecycle, work):
        monkeypatch.setattr(where, "locked_stream", lambda on: Stream.objects.get(key=on.stream_key))
        monkeypatch.setattr(where, "get_locked", read)


with_and_without_locks = pytest.mark.parametrize("locks", [True, False])


@with_and_without_locks
def test_two_scans_that_passed_the_comparison_do_not_both_write(
    floor: Floor, table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, locks: bool
) -> None:
    meeting_at(monkeypatch, scanning, "apply_changes")
    if not locks:
        unlocked(monkeypatch)

    run(lambda: scan(floor.at), lambda: scan(floor.at))

    assert ("met another" in caplog.text) == raced(locks)
    assert told(alert("deck_change")) == ["alert.opened"]


@with_and_without_locks
def test_two_who_escalate_at_once_raise_it_by_one_level(
    floor: Floor, table: Table, monkeypatch: pytest.MonkeyPatch, locks: bool
) -> None:
    scan(floor.at)
    found = alert("deck_change")
    at = found.escalate_at
    assert at
    meeting_at(monkeypatch, lifecycle, "write_entries")
    if not locks:
        unlocked(monkeypatch)

    outcomes = run(*[lambda: escalate(Alert.objects.get(pk=found.pk), at) for _ in range(2)])

    # The journal's own constraint stands behind the lock: without it one of them fails.
    assert outcomes == (["IntegrityError", None] if raced(locks) else [None, None])
    assert alert("deck_change").level == "pit_boss"


@with_and_without_locks
def test_of_two_who_acknowledge_at_once_one_is_refused(
    floor: Floor, table: Table, monkeypatch: pytest.MonkeyPatch, locks: bool
) -> None:
    scan(floor.at)
    found = alert("deck_change")
    meeting_at(monkeypatch, work, "_journal")
    if not locks:
        unlocked(monkeypatch)

    outcomes = run(
        lambda: work.acknowledge(found, by=floor.floorperson, at=floor.at),
        lambda: work.acknowledge(found, by=floor.pit_boss, at=floor.at),
    )

    assert outcomes == (["IntegrityError", None] if raced(locks) else [None, "acknowledged_already"])


def raced(locks: bool) -> bool:
    return not locks and connection.vendor == "postgresql"


def test_an_occurrence_has_one_alert_whoever_writes_it(floor: Floor, table: Table) -> None:
    scan(floor.at)
    again = Alert.objects.get(check_name="deck_change")
    again.pk = None

    with pytest.raises(IntegrityError), transaction.atomic():
        again.save(force_insert=True)
