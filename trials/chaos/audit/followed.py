"""Compare what the feed followers received with the journal."""

from collections import Counter
from collections.abc import Iterator

from compliance.models import Entry, FeedItem

from .evidence import Evidence


def all_followed(evidence: Evidence) -> Iterator[str]:
    """Yield what a follower missed, got twice or got out of order."""
    feed = list(FeedItem.objects.order_by("position").values_list("entry__hash", flat=True))
    rounds = set(Entry.objects.filter(action__in=("round.logged", "round.voided")).values_list("hash", flat=True))
    for number, followed in enumerate(evidence.followed):
        got = [each.hash for each in followed]
        for hash_, times in Counter(got).items():
            if times > 1:
                yield f"follower {number}: entry {hash_[:12]} came {times} times"
        for hash_ in rounds - set(got):
            yield f"follower {number}: entry {hash_[:12]} of a round never came"
        if got != feed[: len(got)]:
            yield f"follower {number}: received something other than the feed from its start"
        reached: dict[str, int] = {}
        for each in followed:
            if each.sequence != reached.get(each.stream, 0) + 1:
                yield f"follower {number}: {each.stream}: {each.sequence} came after {reached.get(each.stream, 0)}"
            reached[each.stream] = each.sequence
