"""A per-process cache of tables, valid until the table's or the facility's journal stream records a change.

Every change of a table is an entry in one of the two streams. The cache key is the hash of the last such entry of each
stream, so logging a round every minute does not reload the table.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings

from compliance.models import Stream
from tables.models import Table

from .queries import set_spans, with_relations

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
        (found,) = _load({pk: version}, at)
        found.__dict__.update(counters)
    return found


def _load(versions: Mapping[int, Version], at: datetime) -> list[Table]:
    """Read tables at these versions into the cache."""
    # Include every offer since the last change: an announced offer takes effect without another entry.
    since = min(version.changed_at or at for version in versions.values())
    loaded = list(with_relations(Table.objects.filter(pk__in=list(versions)), since))
    for table in loaded:
        table.start_memo()
        _cache[table.pk] = CachedTable(versions[table.pk], table)
    while len(_cache) > MAX_CACHED:
        _cache.popitem(last=False)
    return loaded


def _is_current(cached: CachedTable, version: Version) -> bool:
    if "table_cache" in settings.SWITCHED_OFF:
        return False
    return cached.version.table == version.table and cached.version.facility == version.facility


def load_for_display(table: Table, at: datetime) -> Table:
    """Return an unlocked table with everything its gates read. Use it for display, not for decisions."""
    return load_all_for_display([table], at)[0]


def load_all_for_display(tables: Iterable[Table], at: datetime) -> list[Table]:
    """Return unlocked tables, in their order, with everything a table card shows."""
    versions = _versions(list(tables))
    found = {
        table.pk: get_cached(table.pk, version, **{name: getattr(table, name) for name in COUNTERS})
        for table, version in versions.items()
    }
    missing = {table.pk: version for table, version in versions.items() if found[table.pk] is None}
    if missing:
        found |= {table.pk: table for table in _load(missing, at)}
    shown = [table for table in found.values() if table]
    # Changes at other tables are not in the version.
    set_spans([charge for table in shown for charge in table.supervisions.all()])
    return shown


def _versions(tables: Sequence[Table]) -> dict[Table, Version]:
    keys = {key for table in tables for key in (table.stream_key, table.facility.stream_key)}
    streams = Stream.objects.in_bulk(list(keys), field_name="key")
    versions = {}
    for table in tables:
        here, there = (streams.get(key, Stream()) for key in (table.stream_key, table.facility.stream_key))
        versions[table] = version_of(here, there.changed, there.changed_at)
    return versions
