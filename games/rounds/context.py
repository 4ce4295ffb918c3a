"""The logging context: a table with the end of its journal, its version, and the receipt of an earlier request.
It is read under a lock, or without one: then the write succeeds only if the table has not changed since."""

from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

from django.db import connection
from django.db.backends.utils import CursorWrapper

from compliance.db.locking import locking
from compliance.db.prepared_statements import PreparedQuery, driver_sql, execute, pipeline
from compliance.db.write_batch import Statement, build_row, next_id, reserve_ids
from compliance.findings import shown_from_alerts
from compliance.journal.write import locked_stream
from compliance.models import Stream
from games.models import Round
from tables.floor.table_cache import Version, get_cached, version_of
from tables.models import Table

# The round counters in the table's own row.
TALLY = ("round_number", "rounds_since_count", "last_position", "last_played_at")


class LoggingContext(NamedTuple):
    """A table with the journal stream of its rounds.

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


def lock_context(code: str, key: str = "") -> LoggingContext | None:
    """Lock a table and the end of its journal, in this order everywhere; None if there is no such table."""
    if connection.vendor == "sqlite" and (found := read_context(code, key)):
        return found  # SQLite: a transaction has no concurrent writer
    if "\0" in code:  # PostgreSQL rejects such a value
        return None
    with pipeline():
        asked = _TABLE.ask(code), _ask(code, key, lock=True)
    tables, told = _TABLE.found(asked[0]), _told(asked[1], code)
    if not tables:
        return None
    if told is None:  # the table has no journal entries yet
        locked_stream(tables[0])
        return lock_context(code, key)
    return LoggingContext(tables[0], told.stream, told.version, told.receipt, told.new_key, told.alerts)


def read_context(code: str, key: str) -> LoggingContext | None:
    """Read a table like `lock_context`, but without a lock, and query only what changes with every round.

    The rest comes from this process's cache; None if the cache has no entry or another version.
    """
    told = None if "\0" in code else _told(_ask(code, key), code)
    table = told and get_cached(told.table, told.version)
    if told is None or table is None:
        return None
    table.round_number, table.rounds_since_count, table.last_position, table.last_played_at = told.tally
    return LoggingContext(table, told.stream, told.version, told.receipt, told.new_key, told.alerts)


def unchanged(here: LoggingContext) -> Statement:
    """Return a query that finds nothing if the table has changed since it was read, or is being changed.

    It locks what it finds and skips locked rows: whoever holds the lock is about to change the table.
    """
    facility = here.table.facility.stream_key
    values = [str(here.table.pk), str(here.stream.pk), here.stream.head, facility, here.version.facility]
    return Statement(_UNCHANGED[connection.vendor], values)


_TABLE = PreparedQuery(lambda code: locking(Table.objects.select_related("facility").filter(code=code)), str)

_UNCHANGED = {
    "postgresql": "SELECT FROM tables_table AS here, compliance_stream AS stream, compliance_stream AS there "
    "WHERE here.id = %s::bigint AND stream.id = %s::bigint AND stream.head = %s AND there.key = %s "
    "AND there.changed = %s FOR NO KEY UPDATE OF here, stream SKIP LOCKED",
    # SQLite has one writer at a time.
    "sqlite": "SELECT 1 FROM tables_table AS here, compliance_stream AS stream, compliance_stream AS there "
    "WHERE here.id = %s AND stream.id = %s AND stream.head = %s AND there.key = %s AND there.changed = %s",
}


class _Told(NamedTuple):
    """What one statement returns, so that all of it is from one moment."""

    table: int
    tally: tuple[int, int, str, datetime | None]
    stream: Stream
    version: Version
    receipt: int | None
    new_key: int
    alerts: int


def _ask(code: str, key: str, *, lock: bool = False) -> CursorWrapper:
    """Query what changes with every round. To decide by it, run this in the statement after the one that locks the
    table, so that it sees what the previous holder of the lock committed."""
    return execute(_text(lock=lock and connection.vendor == "postgresql"), [key, code])


@cache
def _text(*, lock: bool) -> str:
    return driver_sql(
        "SELECT here.id, here.round_number, here.rounds_since_count, here.last_position, here.last_played_at, "  # noqa: S608
        "stream.id, stream.length, stream.head, stream.changed, stream.changed_at, here.facility_id, "
        "there.changed, there.changed_at, "
        f"(SELECT id FROM compliance_receipt WHERE facility_id = here.facility_id AND key = %s), {next_id(Round)}, "
        "(SELECT count(*) FROM compliance_alert AS alert WHERE alert.facility_id = here.facility_id "
        f"AND alert.place = here.code AND alert.closed_at IS NULL AND alert.check_name IN ({_stored_checks()})) "
        "FROM tables_table AS here JOIN compliance_facility AS facility ON facility.id = here.facility_id "
        "JOIN compliance_stream AS stream ON stream.key = 'table:' || here.code "
        "LEFT JOIN compliance_stream AS there ON there.key = 'facility:' || facility.code WHERE here.code = %s"
        + (" FOR NO KEY UPDATE OF stream" if lock else "")
    )


def _stored_checks() -> str:
    return ", ".join(f"'{name}'" for name in sorted(shown_from_alerts("table")))


def _told(cursor: CursorWrapper, code: str) -> _Told | None:
    found = cursor.fetchone()
    if found is None:
        return None
    table, number, uncounted, position, played_at = found[:5]
    pk, length, head, changed, changed_at, facility = found[5:11]
    there, there_at, receipt, new_key, alerts = found[11:]
    stream = build_row(
        Stream,
        id=pk,
        key=f"table:{code}",
        facility_id=facility,
        length=length,
        head=head,
        changed=changed,
        changed_at=_moment(changed_at),
    )
    version = version_of(stream, there or "", _moment(there_at))
    return _Told(
        table,
        (number, uncounted, position, _moment(played_at)),
        stream,
        version,
        receipt,
        reserve_ids(Round, new_key),
        alerts,
    )


def _moment(value: Any) -> Any:
    """Return a moment in PostgreSQL's form; SQLite leaves out that it is UTC."""
    return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value
