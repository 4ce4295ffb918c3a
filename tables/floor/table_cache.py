"""A per-process cache of tables, valid as long as neither journal stream records a change.

Whatever changes a table is an entry in its stream or its facility's. The cache key is the hash of the last such entry
of each stream. So a round logged every minute does not read the table again.
"""

from collections import OrderedDict
from datetime import datetime
from typing import Any, NamedTuple, cast

from compliance.db.prepared_statements import copy_row
from compliance.errors import RuleViolation
from compliance.facilities.gaming_day import gaming_day
from compliance.models import Stream
from tables.findings.gates import obstacles
from tables.models import Table

from .queries import with_relations

MAX_CACHED = 512


# ── As it is now


class Version(NamedTuple):
    """The last change of a table's stream and of its facility's, and when they were."""

    table: str
    facility: str
    changed_at: datetime | None


class CachedTable(NamedTuple):
    """A table as it is in a version, and what was found to follow from that (`Table.following`)."""

    version: Version
    table: Table
    follows: dict[object, Any]


_cache: OrderedDict[int, CachedTable] = OrderedDict()


def version_of(stream: Stream, there: str, there_at: datetime | None) -> Version:
    """Return the version of a table by its stream and the last change of its facility's."""
    moments = [moment for moment in (stream.changed_at, there_at) if moment is not None]
    return Version(stream.changed, there, max(moments, default=None))


def version_after(version: Version, stream: Stream) -> Version:
    """Return the version of a table after something was told in its locked stream."""
    return version_of(stream, version.facility, version.changed_at)


def get_cached(pk: int, version: Version) -> Table | None:
    """Return a table as this process keeps it, if it does, in that version; what its rounds change is to be renewed."""
    kept = _cache.get(pk)
    if kept is None or not _is_current(kept, version):
        return None
    return _with_cached_relations(copy_row(kept.table), kept)


def load_cached(table: Table, version: Version, at: datetime) -> Table:
    """Return a locked table with all that its gates look at now: as it was kept, if nothing has changed since."""
    kept = _cache.get(table.pk)
    if kept is None or not _is_current(kept, version):
        # With the offers of every moment since the last change: what is announced takes effect without another one.
        since = version.changed_at or at
        kept = CachedTable(version, with_relations(Table.objects.filter(pk=table.pk), since).get(), {})
        _cache[table.pk] = kept
        while len(_cache) > MAX_CACHED:
            _cache.popitem(last=False)
    return _with_cached_relations(table, kept)


def _with_cached_relations(table: Any, kept: CachedTable) -> Table:
    table._prefetched_objects_cache = kept.table._prefetched_objects_cache  # type: ignore[attr-defined]
    table._memo = kept.follows
    return cast(Table, table)


def _is_current(kept: CachedTable, version: Version) -> bool:
    return kept.version.table == version.table and kept.version.facility == version.facility


def cached_obstacles(table: Table, at: datetime) -> list[RuleViolation]:
    """Return what stands against a table's being open: of a table that is kept the same as before, as long as no moment
    has come at which something of it changes by itself."""
    offer, layout, day = table.offer_at(at), table.layout_at(at), gaming_day(table.facility, at)
    moment = (offer and (offer.pk, offer.standing(at)), layout and (layout.pk, layout.standing(at)), day)
    return table.memoize(moment, lambda: list(obstacles(table, at)))


def load_for_display(table: Table, at: datetime) -> Table:
    """Return a table with all that its gates look at, without a lock: to show what would be decided, not to decide."""
    here, there = table.stream_key, table.facility.stream_key
    streams = {stream.key: stream for stream in Stream.objects.filter(key__in=(here, there))}
    changed = {key: stream.changed for key, stream in streams.items()}
    moments = [stream.changed_at for stream in streams.values() if stream.changed_at is not None]
    return load_cached(table, Version(changed.get(here, ""), changed.get(there, ""), max(moments, default=None)), at)
