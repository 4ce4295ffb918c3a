"""The feed: all journal entries in one order, for clients that follow the journal.

Entries get their IDs when they are written but become readable only on commit, so an ID may appear after higher ones.
Therefore clients do not read by ID. Committed entries are appended to the feed by one transaction at a time, which
holds the feed's lock. A position in the feed is permanent, and later entries always come after it. Entries of one
stream keep their order.

Readers append to the feed (`catch_up`), and so does the scheduler, which leaves little for readers to do.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F, Min, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from compliance.db.locking import get_locked
from compliance.db.prepared_statements import PreparedQuery
from compliance.models import Entry, FeedHead, FeedItem, FeedMark, Stream

# Entries and streams that one transaction appends.
AT_ONCE = 2000
STREAMS_AT_ONCE = 100
# How many batches one reader appends before it reads, so that the first reader of an old journal does not wait long.
AT_MOST = 10
# The highest position that a client may name.
LAST_POSITION = 10**18 - 1


class _Waiting(NamedTuple):
    """An entry that is not in the feed yet."""

    stream: int
    sequence: int
    entry: int
    facility: int


def catch_up(most: int = AT_MOST) -> bool:
    """Append committed entries to the feed; return whether the feed is complete."""
    for _ in range(most):
        if not _behind():
            return True
        append_to_feed()
    return not _behind()


@transaction.atomic
def append_to_feed() -> int:
    """Append a batch of waiting entries, and return how many."""
    head = _locked_head()
    behind = _behind()
    waiting = list(_in_order(behind, _waiting(behind))) if behind else []
    if not waiting:
        return 0
    at = max(timezone.now(), head.at) if head.at else timezone.now()
    places = enumerate(waiting, start=head.position + 1)
    items = [FeedItem(position=place, entry_id=each.entry, facility_id=each.facility, at=at) for place, each in places]
    FeedItem.objects.bulk_create(items)
    reached = {each.stream: each.sequence for each in waiting}
    marks = [FeedMark(stream_id=stream, sequence=sequence) for stream, sequence in reached.items()]
    FeedMark.objects.bulk_create(marks, update_conflicts=True, unique_fields=["stream"], update_fields=["sequence"])
    head.position, head.at = items[-1].position, at
    head.save(update_fields=["position", "at"])
    return len(items)


def _locked_head() -> FeedHead:
    FeedHead.objects.get_or_create(pk=1)
    return get_locked(FeedHead.objects.all(), pk=1)


def _streams_behind() -> QuerySet[Stream, tuple[int, int]]:
    laid = Coalesce("feed_mark__sequence", 0)
    behind = Stream.objects.annotate(laid=laid).filter(length__gt=F("laid")).order_by("pk")
    return behind.values_list("pk", "laid")[:STREAMS_AT_ONCE]


# Every request for the feed runs these.
_BEHIND = PreparedQuery(_streams_behind)
_HEAD = PreparedQuery(lambda: FeedHead.objects.filter(pk=1).values_list("position"))


def _behind() -> dict[int, int]:
    """Return the last sequence in the feed of each stream that has later entries."""
    return dict(_BEHIND.all())


def _waiting(behind: dict[int, int]) -> list[_Waiting]:
    """Return the first waiting entries in order of ID.

    The search starts at the first of them, so that it skips old entries.
    """
    first = reduce(or_, (Q(stream=stream, sequence=laid + 1) for stream, laid in behind.items()))
    least = Entry.objects.filter(first).aggregate(least=Min("pk"))["least"]
    those = reduce(or_, (Q(stream=stream, sequence__gt=laid) for stream, laid in behind.items()))
    found = Entry.objects.filter(those, pk__gte=least).order_by("pk")
    return [_Waiting(*row) for row in found.values_list("stream_id", "sequence", "pk", "facility_id")[:AT_ONCE]]


def _in_order(behind: dict[int, int], waiting: list[_Waiting]) -> Iterator[_Waiting]:
    """Yield entries in order of ID, but none before its predecessor in the stream."""
    laid = dict(behind)
    late: dict[tuple[int, int], _Waiting] = {}
    for each in waiting:
        late[each.stream, each.sequence] = each
        while following := late.pop((each.stream, laid[each.stream] + 1), None):
            laid[each.stream] += 1
            yield following


# ── Reading


def between(entries: QuerySet[Entry], facilities: Iterable[int], after: int, until: int) -> QuerySet[Entry]:
    """Return the entries of facilities after one position of the feed up to another, in feed order."""
    there = entries.filter(feed__facility__in=facilities, feed__position__gt=after, feed__position__lte=until)
    return there.order_by("feed__position")


def page(facilities: Iterable[int], after: int, until: int, most: int) -> QuerySet[FeedItem, Any]:
    """Return the first positions of that kind, as a subquery.

    The database applies the limit before it joins, even if it plans the statement without knowing the positions.
    """
    found = FeedItem.objects.filter(facility__in=facilities, position__gt=after, position__lte=until)
    return found.order_by("position").values("position")[:most]


def end() -> int:
    """Return the last position."""
    (position,) = _HEAD.first() or (0,)
    return position


def entries_since(moment: datetime) -> QuerySet[Entry]:
    """Return the entries that became readable at this time or later."""
    catch_up()
    return Entry.objects.filter(feed__at__gte=moment)
