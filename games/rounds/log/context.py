"""The logging context: a table with the end of its journal, and the receipt of an earlier request.

It is read under a lock, or without one: then the write succeeds only if the table has not changed since.
"""

from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

from django.db import connection
from django.db.backends.utils import CursorWrapper

from compliance.db.prepared_statements import execute, pipeline
from compliance.db.write_batch import Statement, next_id
from compliance.findings import shown_from_alerts
from compliance.models import Stream
from games.models import Round
from tables.floor.table_cache import COUNTERS, Version, get_cached, load_cached, version_after, version_of
from tables.models import Table


class LoggingContext(NamedTuple):
    """A table with everything that its gates read, and the journal stream of its rounds.

    `receipt` is the receipt of the same request, if it was answered before.
    """

    table: Table
    stream: Stream
    version: Version
    receipt: int | None
    # The primary key for the round to log.
    new_key: int
    # The number of open alerts at the table that no finder can compute from its state.
    alerts: int

    def reloaded(self, at: datetime) -> "LoggingContext":
        """Return the context after entries in the locked stream have changed the table."""
        version = version_after(self.version, self.stream)
        counters = {name: getattr(self.table, name) for name in COUNTERS}
        return self._replace(version=version, table=load_cached(self.table.pk, version, at, **counters))


def lock_context(code: str, at: datetime, key: str = "") -> LoggingContext | None:
    """Lock a table and the end of its journal, in this order everywhere; None if there is no such table."""
    if "\0" in code:  # PostgreSQL rejects such a value
        return None
    # Locked by a statement of its own: the next one sees what the previous holder of the lock committed.
    with pipeline():
        if _locks_rows():
            execute("SELECT FROM tables_table WHERE code = %s FOR NO KEY UPDATE", [code])
        found = execute(_context_sql(lock=_locks_rows()), [key, code])
    state = _state(found, code)
    return state and state.context(load_cached(state.table, state.version, at, **state.counters))


def read_context(code: str, key: str) -> LoggingContext | None:
    """Read the context without a lock; None if this process has not cached the table at its version."""
    if "\0" in code:
        return None
    state = _state(execute(_context_sql(lock=False), [key, code]), code)
    table = state and get_cached(state.table, state.version, **state.counters)
    return state.context(table) if state and table else None


def _locks_rows() -> bool:
    """Tell whether the database locks rows; SQLite has one writer instead."""
    return connection.features.has_select_for_update


def unchanged(here: LoggingContext) -> Statement:
    """Return a query that finds nothing if the table has changed since it was read, or is being changed.

    It locks what it finds and skips locked rows: whoever holds the lock is about to change the table.
    """
    sql = (
        "SELECT FROM tables_table AS here, compliance_stream AS stream, compliance_stream AS there "
        "WHERE here.id = %s::bigint AND stream.id = %s::bigint AND stream.head = %s AND there.key = %s "
        "AND there.changed = %s FOR NO KEY UPDATE OF here, stream SKIP LOCKED"
    )
    facility = here.table.facility.stream_key
    return Statement(sql, [here.table.pk, here.stream.pk, here.stream.head, facility, here.version.facility])


class _State(NamedTuple):
    """What changes with every round, read by one statement, so that all of it is from one moment."""

    table: int
    counters: dict[str, Any]
    stream: Stream
    version: Version
    receipt: int | None
    new_key: int
    alerts: int

    def context(self, table: Table) -> LoggingContext:
        return LoggingContext(table, self.stream, self.version, self.receipt, self.new_key, self.alerts)


def _state(cursor: CursorWrapper, code: str) -> _State | None:
    row = cursor.fetchone()
    if row is None:
        return None
    pk, number, uncounted, position, played_at, *row = row
    stream_id, length, head, changed, changed_at, facility, *row = row
    facility_changed, facility_changed_at, receipt, new_key, alerts = row
    stream = Stream(
        id=stream_id,
        key=f"table:{code}",
        facility_id=facility,
        length=length,
        head=head,
        changed=changed,
        changed_at=_aware(changed_at),
    )
    counters = dict(zip(COUNTERS, (number, uncounted, position, _aware(played_at)), strict=True))
    version = version_of(stream, facility_changed or "", _aware(facility_changed_at))
    return _State(pk, counters, stream, version, receipt, new_key, alerts)


@cache
def _context_sql(*, lock: bool) -> str:
    """Return the query of everything that changes with every round."""
    stored_checks = ", ".join(f"'{name}'" for name in sorted(shown_from_alerts("table")))
    return (
        f"SELECT here.id, {', '.join(f'here.{name}' for name in COUNTERS)}, "  # noqa: S608 (names of models and checks)
        "stream.id, stream.length, stream.head, stream.changed, stream.changed_at, here.facility_id, "
        "there.changed, there.changed_at, "
        f"(SELECT id FROM compliance_receipt WHERE facility_id = here.facility_id AND key = %s), {next_id(Round)}, "
        "(SELECT count(*) FROM compliance_alert AS alert WHERE alert.facility_id = here.facility_id "
        f"AND alert.place = here.code AND alert.closed_at IS NULL AND alert.check_name IN ({stored_checks})) "
        "FROM tables_table AS here JOIN compliance_facility AS facility ON facility.id = here.facility_id "
        "JOIN compliance_stream AS stream ON stream.key = 'table:' || here.code "
        "LEFT JOIN compliance_stream AS there ON there.key = 'facility:' || facility.code WHERE here.code = %s"
        + (" FOR NO KEY UPDATE OF stream" if lock else "")
    )


def _aware(value: Any) -> Any:
    """Return a time in UTC; SQLite leaves out that it is."""
    return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value
