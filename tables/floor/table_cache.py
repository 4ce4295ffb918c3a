"""A per-process cache of tables, valid until the table's or the facility's journal stream records a change.

Every change of a table is an entry in one of the two streams. The cache key is the hash of the last such entry of each
stream, so logging a round every minute does not reload the table.
"""

from collections import OrderedDict
from datetime import datetime
from typing import Any, NamedTuple, cast

from compliance.db.prepared_statements import copy_row
from compliance.models import Stream
from tables.models import Table

from .queries import with_relations

MAX_CACHED = 512


class Version(NamedTuple):
    """The last changes of a table's stream and its facility's stream, and the time of the later one."""

    table: str
    facility: str
    changed_at: datetime | None


class CachedTable(NamedTuple):
    """A table at a version, and the values derived from it (`Table.memoize`)."""

    version: Version
    table: Table
    memo: dict[object, Any]


_cache: OrderedDict[int, CachedTable] = OrderedDict()


def version_of(stream: Stream, there: str, there_at: datetime | None) -> Version:
    """Return a table's version from its stream and the last change of its facility."""
    moments = [moment for moment in (stream.changed_at, there_at) if moment is not None]
    return Version(stream.changed, there, max(moments, default=None))


def version_after(version: Version, stream: Stream) -> Version:
    """Return a table's version after an entry in its locked stream."""
    return version_of(stream, version.facility, version.changed_at)


def get_cached(pk: int, version: Version) -> Table | None:
    """Return the cached table at this version, if any. The caller refreshes the fields that rounds change."""
    cached = _cache.get(pk)
    if cached is None or not _is_current(cached, version):
        return None
    return _with_cached_relations(copy_row(cached.table), cached)


def load_cached(table: Table, version: Version, at: datetime) -> Table:
    """Return a locked table with everything its gates read, from the cache if it is current."""
    cached = _cache.get(table.pk)
    if cached is None or not _is_current(cached, version):
        # Include every offer since the last change: an announced offer takes effect without another entry.
        since = version.changed_at or at
        cached = CachedTable(version, with_relations(Table.objects.filter(pk=table.pk), since).get(), {})
        _cache[table.pk] = cached
        while len(_cache) > MAX_CACHED:
            _cache.popitem(last=False)
    return _with_cached_relations(table, cached)


def _with_cached_relations(table: Any, cached: CachedTable) -> Table:
    table._prefetched_objects_cache = cached.table._prefetched_objects_cache  # type: ignore[attr-defined]
    table._memo = cached.memo
    return cast(Table, table)


def _is_current(cached: CachedTable, version: Version) -> bool:
    return cached.version.table == version.table and cached.version.facility == version.facility


def load_for_display(table: Table, at: datetime) -> Table:
    """Return an unlocked table with everything its gates read. Use it for display, not for decisions."""
    here, there = table.stream_key, table.facility.stream_key
    streams = {stream.key: stream for stream in Stream.objects.filter(key__in=(here, there))}
    changed = {key: stream.changed for key, stream in streams.items()}
    moments = [stream.changed_at for stream in streams.values() if stream.changed_at is not None]
    return load_cached(table, Version(changed.get(here, ""), changed.get(there, ""), max(moments, default=None)), at)
