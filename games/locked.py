"""A table locked for logging: with the end of its journal, its version, and what the request was answered before."""

from typing import Any, NamedTuple

from compliance.journal import locked_stream
from compliance.models import Stream
from compliance.prepared import Prepared, next_key, together
from tables.models import Table
from tables.standing import Version, stream_to_lock, version_of

from .models import Round


class LockedTable(NamedTuple):
    """A table that is locked for logging, with the stream that its rounds are told in.

    `receipt` is that of the request for which it was locked, if that was answered before.
    """

    table: Table
    stream: Stream
    version: Version
    receipt: int | None = None
    # For the round to be logged, where keys can be had beforehand.
    new_key: int | None = None


def lock_table(code: str, key: str = "") -> LockedTable | None:
    """Lock a table and the end of its journal, in this order, as everyone does; None if there is no such table."""
    if "\0" in code:  # PostgreSQL would not even look for it
        return None
    with together():
        asked = _TABLE.ask(code), _STREAM.ask(f"table:{code}", key)
    tables, streams = _TABLE.found(asked[0]), _STREAM.found(asked[1])
    if not tables:
        return None
    if not streams:  # nothing was ever told of this table
        locked_stream(tables[0])
        return lock_table(code, key)
    stream: Any = streams[0]
    return LockedTable(tables[0], stream, version_of(stream), stream.receipt, stream.new_key)


_TABLE = Prepared(
    lambda code: (
        Table.objects.select_related("facility").select_for_update(of=("self",), no_key=True).filter(code=code)
    ),
    str,
)
_STREAM = Prepared(lambda key, request: stream_to_lock(key, request).annotate(new_key=next_key(Round)), str, str)
