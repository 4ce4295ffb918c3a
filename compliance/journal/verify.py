"""Verify the hash chains of the journal, with or without anchors exported earlier."""

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

import msgspec
from django.db.models import F, QuerySet

from compliance.models import Entry, Stream


class Anchor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The length and last hash of a stream when the anchor was exported."""

    stream: str
    length: int
    hash: str


# The hashes in a stream's anchors, by length.
Known = dict[int, set[str]]


class Misfit(NamedTuple):
    """The first broken entry of a stream, and why."""

    stream: str
    sequence: int
    reason: str


def anchors() -> list[Anchor]:
    """Return the end of every chain. Store it where database administrators have no access."""
    return [Anchor(stream.key, stream.length, stream.head) for stream in Stream.objects.order_by("key")]


def find_misfits(kept: Iterable[Anchor], looked_at: Callable[[int], None] = lambda entries: None) -> Iterator[Misfit]:
    """Yield the first entry of each stream that does not match its chain or an earlier anchor.

    A stream may have several anchors, exported at different times. `looked_at` is called with the number of entries
    checked, for progress.
    """
    by_stream: dict[str, Known] = {}
    for anchor in kept:
        by_stream.setdefault(anchor.stream, {}).setdefault(anchor.length, set()).add(anchor.hash)
    for stream in Stream.objects.order_by("key"):
        misfit = _misfit(stream, by_stream.pop(stream.key, {}), looked_at)
        if misfit:
            yield misfit
    for gone, known in by_stream.items():
        yield Misfit(gone, 1, f"the whole stream of {max(known)} entries is missing")


_AT_ONCE = 2000


_CONTENT = ("stream", "facility", "actor", "signature__signer", "signature__requested_by")


class ChainLink(NamedTuple):
    """How far a stream was checked: the number of the last entry, and its hash."""

    place: int = 0
    hash: str = ""


BEGINNING = ChainLink()


class VerifiedChunk(NamedTuple):
    """The result of a check of some entries: their number, and the first broken one.

    `reached` is where to continue, after the broken entry if there is one. `ended` says that the stream ends there.
    """

    entries: int
    reached: ChainLink
    misfit: Misfit | None = None
    ended: bool = False


def _misfit(stream: Stream, known: Known, looked_at: Callable[[int], None]) -> Misfit | None:
    """Return the first broken entry of a stream. Entries appended in the meantime are not checked."""
    checked = VerifiedChunk(0, BEGINNING)
    while not checked.misfit and not checked.ended:
        checked = verify_chunk(stream, checked.reached, known)
        looked_at(checked.entries)
    return checked.misfit


def verify_chunk(
    stream: Stream, after: ChainLink, known: Known | None = None, *, most: int = _AT_ONCE
) -> VerifiedChunk:
    """Check the next entries of a stream up to the first broken one, and the end of the stream if they reach it."""
    known, reached = known or {}, after
    entries = stream.entries.filter(sequence__lte=stream.length).order_by("sequence")
    if after != BEGINNING:  # from the beginning, include entries with a number below 1, which are wrong
        entries = entries.filter(sequence__gt=after.place)
    try:
        some = list(entries.select_related(*_CONTENT)[:most])
    except (ValueError, TypeError, AttributeError):  # an invalid value in a column
        return _unreadable(entries, after) if most == 1 else verify_chunk(stream, after, known, most=most // 2)
    for entry in some:
        reason = _reason(entry, reached.place + 1, reached.hash, known)
        if reason:
            return VerifiedChunk(len(some), _behind(entry, reached), Misfit(stream.key, reached.place + 1, reason))
        reached = ChainLink(entry.sequence, entry.hash)
    if len(some) == most:
        return VerifiedChunk(most, reached)
    return VerifiedChunk(len(some), reached, _misfit_at_end(stream, reached, known), ended=True)


def _unreadable(entries: QuerySet[Entry], after: ChainLink) -> VerifiedChunk:
    key, sequence, hash_ = entries.values_list("stream__key", "sequence", "hash")[0]
    return VerifiedChunk(1, ChainLink(sequence, hash_), Misfit(key, after.place + 1, "cannot be read"))


def _behind(entry: Entry, reached: ChainLink) -> ChainLink:
    """Return where to continue after a broken entry: at the entry itself, if only earlier ones are missing."""
    if entry.sequence > reached.place + 1:
        return ChainLink(entry.sequence - 1, entry.previous)
    return ChainLink(entry.sequence, entry.hash)


def _misfit_at_end(stream: Stream, reached: ChainLink, known: Known) -> Misfit | None:
    place, longest = reached.place, max(known, default=0)
    if longest > place:
        return Misfit(stream.key, place + 1, f"missing: the anchor has {longest} entries")
    if stream.length > place:
        return Misfit(stream.key, place + 1, f"missing: the stream's last entry is {stream.length}")
    if stream.head != reached.hash:
        return Misfit(stream.key, place, "does not match the stream's last hash")
    # One statement, so that it sees an entry and the stream's length consistently.
    beyond = stream.entries.filter(sequence__gt=F("stream__length")).order_by("sequence").values_list("sequence")
    return next((Misfit(stream.key, at, "comes after the stream's last entry") for (at,) in beyond[:1]), None)


def _reason(entry: Entry, place: int, previous: str, known: Known) -> str | None:
    if entry.sequence != place:
        return f"missing: entry {entry.sequence} follows entry {place - 1}"
    if entry.previous != previous:
        return "does not continue the entry before it"
    if sha256(entry.content()).hexdigest() != entry.hash:
        return "its content does not match its hash"
    if known.get(place, set()) - {entry.hash}:
        return "does not match the anchor"
    return None
