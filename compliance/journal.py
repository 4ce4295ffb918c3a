"""Writing the journal, and checking it.

An entry is written in the transaction of the change that it tells of, or not at all. The stream's row is locked while
its next link is made, so that the entries of a stream have no gaps and no two the same place.
"""

from collections.abc import Iterator
from datetime import date, datetime
from hashlib import sha256
from typing import NamedTuple, Protocol

from django.db import connection
from django.utils import timezone

from .models import Entry, Facility, Signature, Staff, Stream

Fact = str | int | bool | None | list["Fact"] | dict[str, "Fact"]


class HasStream(Protocol):
    """A table or a facility: something with a stream of its own."""

    @property
    def stream_key(self) -> str: ...
    @property
    def facility(self) -> Facility: ...


class HasSubject(Protocol):
    @property
    def subject_key(self) -> str: ...


def journal(
    action: str,
    subject: HasSubject,
    *,
    on: HasStream,
    by: Staff | None,
    at: datetime,
    signature: Signature | None = None,
    cite: str = "",
    **facts: object,
) -> Entry:
    """Append one entry to the stream of a table or facility. Only inside a transaction."""
    if not connection.in_atomic_block:
        raise RuntimeError(f"{action}: the journal is written in the transaction of the change, and there is none")
    facility = on.facility
    Stream.objects.get_or_create(key=on.stream_key, defaults={"facility": facility})
    stream = Stream.objects.select_for_update().get(key=on.stream_key)
    entry = Entry(
        stream=stream,
        sequence=stream.length + 1,
        facility=facility,
        action=action,
        subject=subject.subject_key,
        actor=by,
        signature=signature,
        at=at,
        recorded_at=timezone.now(),
        cite=cite,
        facts={name: _fact(value) for name, value in facts.items() if value is not None},
        previous=stream.head,
    )
    entry.hash = sha256(entry.content()).hexdigest()
    entry.save(force_insert=True)
    stream.length, stream.head = entry.sequence, entry.hash
    stream.save(update_fields=["length", "head"])
    return entry


def _fact(value: object) -> Fact:
    """Return a value as the journal keeps it: whole numbers, words and lists of them, never a float."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, list | tuple | set | frozenset):
        return [_fact(each) for each in value]
    if isinstance(value, dict):
        return {str(name): _fact(each) for name, each in value.items()}
    if isinstance(value, Staff):
        return value.badge
    raise TypeError(f"{value!r} cannot stand in the journal")


# ── Checking it ──


class Anchor(NamedTuple):
    """How long a stream was, and what its last hash was, when the anchor was exported."""

    stream: str
    length: int
    hash: str


class Misfit(NamedTuple):
    """The first entry of a stream that does not fit, and why."""

    stream: str
    sequence: int
    reason: str


def anchors() -> list[Anchor]:
    """Return the end of every chain, to be kept where the database's keeper cannot reach it."""
    return [Anchor(stream.key, stream.length, stream.head) for stream in Stream.objects.order_by("key")]


def misfits(kept: list[Anchor]) -> Iterator[Misfit]:
    """Yield the first entry of each stream that does not fit its chain or an anchor exported earlier."""
    by_stream = {anchor.stream: anchor for anchor in kept}
    for stream in Stream.objects.order_by("key"):
        misfit = _misfit(stream, by_stream.pop(stream.key, None))
        if misfit:
            yield misfit
    for anchor in by_stream.values():
        yield Misfit(anchor.stream, 1, f"the whole stream of {anchor.length} entries is gone")


def _misfit(stream: Stream, anchor: Anchor | None) -> Misfit | None:
    previous, place = "", 0
    entries = stream.entries.select_related("stream", "facility", "actor", "signature__signer").order_by("sequence")
    for place, entry in enumerate(entries.iterator(chunk_size=2000), start=1):
        reason = _reason(entry, place, previous, anchor)
        if reason:
            return Misfit(stream.key, place, reason)
        previous = entry.hash
    if anchor and anchor.length > place:
        return Misfit(stream.key, place + 1, f"missing: the anchor knows {anchor.length} entries")
    if (stream.length, stream.head) != (place, previous):
        return Misfit(stream.key, place + 1, f"missing: the stream's last link is entry {stream.length}")
    return None


def _reason(entry: Entry, place: int, previous: str, anchor: Anchor | None) -> str | None:
    if entry.sequence != place:
        return f"missing: entry {entry.sequence} follows entry {place - 1}"
    if entry.previous != previous:
        return "does not continue the entry before it"
    if sha256(entry.content()).hexdigest() != entry.hash:
        return "its content is not what its hash was made of"
    if anchor and anchor.length == place and anchor.hash != entry.hash:
        return "is not the entry that the anchor knows"
    return None
