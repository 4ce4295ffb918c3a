"""A table that a round is to be logged at: with the end of its journal, its version, and what the request was answered
before. Locked, or looked at only: what is written then is written if nothing has happened at the table since."""

from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

from django.db import connection
from django.db.backends.utils import CursorWrapper

from compliance.db.locking import locking
from compliance.db.prepared_statements import PreparedQuery, driver_sql, execute, pipeline
from compliance.db.write_batch import Statement, build_row, next_id, reserve_ids
from compliance.journal.write import locked_stream
from compliance.models import Stream
from games.models import Round
from tables.floor.table_cache import Version, get_cached, version_of
from tables.models import Table

# What the table's own row keeps of its rounds.
TALLY = ("round_number", "rounds_since_count", "last_position", "last_played_at")


class LoggingContext(NamedTuple):
    """A table with the stream that its rounds are told in.

    `receipt` is that of the request for which it was read, if that was answered before.
    """

    table: Table
    stream: Stream
    version: Version
    receipt: int | None
    # For the round to be logged.
    new_key: int


def lock_context(code: str, key: str = "") -> LoggingContext | None:
    """Lock a table and the end of its journal, in this order, as everyone does; None if there is no such table."""
    if connection.vendor == "sqlite" and (found := read_context(code, key)):
        return found  # whoever is in a transaction there is alone
    if "\0" in code:  # PostgreSQL would not even look for it
        return None
    with pipeline():
        asked = _TABLE.ask(code), _ask(code, key, lock=True)
    tables, told = _TABLE.found(asked[0]), _told(asked[1], code)
    if not tables:
        return None
    if told is None:  # nothing was ever told of this table
        locked_stream(tables[0])
        return lock_context(code, key)
    return LoggingContext(tables[0], told.stream, told.version, told.receipt, told.new_key)


def read_context(code: str, key: str) -> LoggingContext | None:
    """Read a table as `lock_table` does, but without a lock and no more than changes with every round.

    The rest is as this process keeps it; None if it keeps none, or another version.
    """
    told = None if "\0" in code else _told(_ask(code, key), code)
    table = told and get_cached(told.table, told.version)
    if told is None or table is None:
        return None
    table.round_number, table.rounds_since_count, table.last_position, table.last_played_at = told.tally
    return LoggingContext(table, told.stream, told.version, told.receipt, told.new_key)


def unchanged(here: LoggingContext) -> Statement:
    """Return a query that finds nothing if anything has happened at the table since it was read, or is happening.

    It locks what it finds, and waits for nobody: whoever has the table locked is about to do something.
    """
    facility = here.table.facility.stream_key
    values = [str(here.table.pk), str(here.stream.pk), here.stream.head, facility, here.version.facility]
    return Statement(_UNCHANGED[connection.vendor], values)


_TABLE = PreparedQuery(lambda code: locking(Table.objects.select_related("facility").filter(code=code)), str)

_UNCHANGED = {
    "postgresql": "SELECT FROM tables_table AS here, compliance_stream AS stream, compliance_stream AS there "
    "WHERE here.id = %s::bigint AND stream.id = %s::bigint AND stream.head = %s AND there.key = %s "
    "AND there.changed = %s FOR NO KEY UPDATE OF here, stream SKIP LOCKED",
    # Who asks is alone.
    "sqlite": "SELECT 1 FROM tables_table AS here, compliance_stream AS stream, compliance_stream AS there "
    "WHERE here.id = %s AND stream.id = %s AND stream.head = %s AND there.key = %s AND there.changed = %s",
}


class _Told(NamedTuple):
    """What one statement tells, so that all of it is of one moment."""

    table: int
    tally: tuple[int, int, str, datetime | None]
    stream: Stream
    version: Version
    receipt: int | None
    new_key: int


def _ask(code: str, key: str, *, lock: bool = False) -> CursorWrapper:
    """Ask what changes with every round. To decide by it: in the statement after that which locks the table, so that
    it sees what was committed by whoever held the table before."""
    return execute(_text(lock=lock and connection.vendor == "postgresql"), [key, code])


@cache
def _text(*, lock: bool) -> str:
    return driver_sql(
        "SELECT here.id, here.round_number, here.rounds_since_count, here.last_position, here.last_played_at, "  # noqa: S608
        "stream.id, stream.length, stream.head, stream.changed, stream.changed_at, here.facility_id, "
        "there.changed, there.changed_at, "
        f"(SELECT id FROM compliance_receipt WHERE facility_id = here.facility_id AND key = %s), {next_id(Round)} "
        "FROM tables_table AS here JOIN compliance_facility AS facility ON facility.id = here.facility_id "
        "JOIN compliance_stream AS stream ON stream.key = 'table:' || here.code "
        "LEFT JOIN compliance_stream AS there ON there.key = 'facility:' || facility.code WHERE here.code = %s"
        + (" FOR NO KEY UPDATE OF stream" if lock else "")
    )


def _told(cursor: CursorWrapper, code: str) -> _Told | None:
    found = cursor.fetchone()
    if found is None:
        return None
    table, number, uncounted, position, played_at = found[:5]
    pk, length, head, changed, changed_at, facility = found[5:11]
    there, there_at, receipt, new_key = found[11:]
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
        table, (number, uncounted, position, _moment(played_at)), stream, version, receipt, reserve_ids(Round, new_key)
    )


def _moment(value: Any) -> Any:
    """Return a moment as PostgreSQL tells it; SQLite leaves out that it is UTC."""
    return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value
