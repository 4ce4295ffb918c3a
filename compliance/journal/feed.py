"""The feed: every entry of the journal in one order, for whoever follows it from outside.

Entries get their numbers when they are written, but can be read only once they are committed: a number may appear after
higher ones. So nobody is given entries by number. Once they can be read, entries are laid down in the feed, behind all
that were laid down before, by one at a time, who holds the feed's lock. A place in the feed is for ever, and what is
behind it comes later, whenever it was begun. Entries of one stream stand in its order.

It is laid down by whoever reads on (`catch_up`), and by the clock, so that there is little left to do.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import reduce
from operator import or_
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, Min, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from compliance.db.locking import get_locked
from compliance.models import Entry, Facility, FeedHead, FeedItem, FeedMark, Stream

# Entries and streams that are laid down in one transaction.
AT_ONCE = 2000
STREAMS_AT_ONCE = 100
# How many times that one reader does so before it reads: the first who comes to an old journal does not wait for all.
AT_MOST = 10


class _Behind(NamedTuple):
    """A stream that goes on behind what was laid down of it."""

    stream: int
    laid: int


class _Waiting(NamedTuple):
    """An entry that waits for its place."""

    stream: int
    sequence: int
    entry: int
    facility: int


def catch_up(most: int = AT_MOST) -> bool:
    """Lay down what can be read by now; tell whether that is all."""
    for _ in range(most):
        if not _behind():
            return True
        append_to_feed()
    return not _behind()


@transaction.atomic
def append_to_feed() -> int:
    """Lay down some of the entries that wait for their place, and return how many."""
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


def _behind() -> list[_Behind]:
    laid = Coalesce("feed_mark__sequence", 0)
    found = Stream.objects.annotate(laid=laid).filter(length__gt=F("laid")).order_by("pk")
    return [_Behind(*row) for row in found.values_list("pk", "laid")[:STREAMS_AT_ONCE]]


def _waiting(behind: list[_Behind]) -> list[_Waiting]:
    """Return the first entries that wait, in the order of their numbers.

    They are looked for from the first of them on, so that nobody walks through what was laid down long ago.
    """
    first = reduce(or_, (Q(stream=each.stream, sequence=each.laid + 1) for each in behind))
    least = Entry.objects.filter(first).aggregate(least=Min("pk"))["least"]
    those = reduce(or_, (Q(stream=each.stream, sequence__gt=each.laid) for each in behind))
    found = Entry.objects.filter(those, pk__gte=least).order_by("pk")
    return [_Waiting(*row) for row in found.values_list("stream_id", "sequence", "pk", "facility_id")[:AT_ONCE]]


def _in_order(behind: list[_Behind], waiting: list[_Waiting]) -> Iterator[_Waiting]:
    """Yield entries in the order of their numbers, but none before the one that it follows in its stream."""
    laid = {each.stream: each.laid for each in behind}
    late: dict[tuple[int, int], _Waiting] = {}
    for each in waiting:
        late[each.stream, each.sequence] = each
        while following := late.pop((each.stream, laid[each.stream] + 1), None):
            laid[each.stream] += 1
            yield following


# ── Reading


def between(entries: QuerySet[Entry], facilities: Iterable[Facility], after: int, until: int) -> QuerySet[Entry]:
    """Return those of some entries that lie behind one place of the feed and not behind another, in its order."""
    mine = [each.pk for each in facilities]
    there = entries.filter(feed__facility__in=mine, feed__position__gt=after, feed__position__lte=until)
    return there.order_by("feed__position")


def end() -> int:
    """Return the last place that there is."""
    return FeedHead.objects.filter(pk=1).values_list("position", flat=True).first() or 0


def entries_since(moment: datetime) -> QuerySet[Entry]:
    """Return the entries that came into the feed at a moment or later: all that could not be read before it."""
    catch_up()
    return Entry.objects.filter(feed__at__gte=moment)
