"""Find objects by their position in the feed: that of the journal entry that created them."""

from collections.abc import Iterable
from typing import Any

from django.db.models import BigIntegerField, Case, Exists, OuterRef, QuerySet, TextField, Value, When
from django.db.models.functions import Cast, Concat, Substr

from ...models import Entry, Facility, FeedItem


def feed_items(
    facilities: Iterable[Facility], after: int, until: int, actions: Iterable[str] = ()
) -> QuerySet[FeedItem]:
    """Return the feed items of these facilities between two positions, optionally only of some actions."""
    mine = [each.pk for each in facilities]
    found = FeedItem.objects.filter(position__gt=after, position__lte=until, facility__in=mine)
    return found.filter(entry__action__in=list(actions)) if actions else found


def positions(items: QuerySet[FeedItem]) -> dict[int, int]:
    """Return the first position of each subject, by its number."""
    found: dict[int, int] = {}
    for position, subject in items.order_by("position").values_list("position", "entry__subject"):
        found.setdefault(int(subject.partition(":")[2]), position)
    return found


def subject_keys(items: QuerySet[FeedItem], kind: str, actions: Iterable[str]) -> QuerySet[FeedItem, Any]:
    """Return the subject numbers as a subquery.

    Casts only the subjects of these actions, because the database may evaluate the cast on rows that it filters out.
    """
    number = Cast(Substr("entry__subject", len(kind) + 2), BigIntegerField())
    whose = Case(When(entry__action__in=list(actions), then=number), output_field=BigIntegerField())
    return items.order_by().values_list(whose)


def has_entry(kind: str, actions: Iterable[str], until: int) -> Exists:
    """Return whether an object has an entry with one of these actions, up to a position of the feed."""
    subject = Concat(Value(f"{kind}:"), Cast(OuterRef("pk"), TextField()))
    return Exists(Entry.objects.filter(subject=subject, action__in=list(actions), feed__position__lte=until))
