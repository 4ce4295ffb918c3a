"""A per-process cache of tables, valid until the table's or the facility's journal stream records a change.

Every change of a table is an entry in one of the two streams. The cache key is the hash of the last such entry of each
stream, so logging a round every minute does not reload the table.
"""

from collections import OrderedDict
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings

from compliance.models import Stream
from tables.models import Table

from .queries import with_relations

MAX_CACHED = 512

# The counters in a table's row that every round changes, so they are not cached.
COUNTERS = ("round_number", "rounds_since_count", "last_position", "last_played_at")


class Version(NamedTuple):
    """The last changes of a table's stream and its facility's stream, and the time of the later one."""

    table: str
    facility: str
    changed_at: datetime | None


class CachedTable(NamedTuple):
    version: Version
    table: Table


_cache: OrderedDict[int, CachedTable] = OrderedDict()


def version_of(stream: Stream, there: str, there_at: datetime | None) -> Version:
    """Return a table's version from its stream and the last change of its facility."""
    moments = [moment for moment in (stream.changed_at, there_at) if moment is not None]
    return Version(stream.changed, there, max(moments, default=None))


def version_after(version: Version, stream: Stream) -> Version:
    """Return a table's version after an entry in its locked stream."""
    return version_of(stream, version.facility, version.changed_at)


def get_cached(pk: int, version: Version, **counters: Any) -> Table | None:
    """Return the cached table at this version, if any, with these counters.

    Rows and values derived from them (`Table.memoize`) are shared with the cache.
    """
    cached = _cache.get(pk)
    if cached is None or not _is_current(cached, version):
        return None
    table = Table.__new__(Table)
    table.__dict__.update(cached.table.__dict__, **counters)
    return table


def load_cached(pk: int, version: Version, at: datetime, **counters: Any) -> Table:
    """Return a table with everything its gates read and these counters, from the cache if it is current."""
    found = get_cached(pk, version, **counters)
    if found is None:
        # Include every offer since the last change: an announced offer takes effect without another entry.
        since = version.changed_at or at
        cached = CachedTable(version, with_relations(Table.objects.filter(pk=pk), since).get())
        cached.table.start_memo()
        _cache[pk] = cached
        while len(_cache) > MAX_CACHED:
            _cache.popitem(last=False)
        found = cached.table
        found.__dict__.update(counters)
    return found


def _is_current(cached: CachedTable, version: Version) -> bool:
    if "table_cache" in settings.SWITCHED_OFF:
        return False
    return cached.version.table == version.table and cached.version.facility == version.facility


def load_for_display(table: Table, at: datetime) -> Table:
    """Return an unlocked table with everything its gates read. Use it for display, not for decisions."""
    here, there = table.stream_key, table.facility.stream_key
    streams = {stream.key: stream for stream in Stream.objects.filter(key__in=(here, there))}
    changed = {key: stream.changed for key, stream in streams.items()}
    moments = [stream.changed_at for stream in streams.values() if stream.changed_at is not None]
    version = Version(changed.get(here, ""), changed.get(there, ""), max(moments, default=None))
    return load_cached(table.pk, version, at, **{name: getattr(table, name) for name in COUNTERS})
