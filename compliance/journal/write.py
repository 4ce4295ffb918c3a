"""Write the journal.

An entry is written in the transaction of the change that it records. The stream's row is locked meanwhile, so the
numbers of its entries have no gaps and no duplicates.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any, Protocol

from django.db import connection
from django.utils import timezone

from compliance.db.locking import get_locked
from compliance.db.write_batch import WriteBatch
from compliance.models import Entry, Facility, Signature, Staff, Stream

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


def journal(action: str, subject: HasSubject, *, on: HasStream, stream: Stream | None = None, **more: Any) -> Entry:
    """Append one entry to the stream of a table or facility. Only inside a transaction.

    Pass `stream` if you have locked it already (`locked_stream`). The other arguments are those of `next_entry`.
    """
    if not connection.in_atomic_block:
        raise RuntimeError(f"{action}: write the journal in the transaction of the change")
    stream = stream or locked_stream(on)
    entry = next_entry(stream, action, subject, on=on, **more)
    write_entries(stream, [entry])
    return entry


LINKS = ("length", "head", "changed", "changed_at")


def next_entry(
    stream: Stream,
    action: str,
    subject: HasSubject,
    *,
    on: HasStream,
    by: Staff | None,
    at: datetime,
    signature: Signature | None = None,
    cite: str | None = None,
    changes_floor: bool = True,
    needs_scan: bool = True,
    **facts: object,
) -> Entry:
    """Return the next entry of a locked stream and extend the stream; `append` writes both.

    A signed entry cites what its signature cites, unless `cite` is given.
    Set `changes_floor=False` if the state of the floor stays the same, as for a round. Set `needs_scan=False` if no
    alert check can find anything new.
    """
    if cite is None:
        cite = signature.cite if signature else ""
    entry = Entry(
        stream=stream,
        sequence=stream.length + 1,
        facility=on.facility,
        action=action,
        subject=subject.subject_key,
        actor=by,
        signature=signature,
        at=at.astimezone(UTC),  # as it is read back, so that the hash matches
        recorded_at=timezone.now(),
        cite=cite,
        facts={name: _fact(value) for name, value in facts.items() if value is not None},
        previous=stream.head,
    )
    entry.hash = sha256(entry.content()).hexdigest()
    stream.length, stream.head = entry.sequence, entry.hash
    if changes_floor:
        stream.changed, stream.changed_at = entry.hash, max(entry.at, stream.changed_at or entry.at)
    if needs_scan:
        stream.next_check_at, stream.dirty = entry.at, True
    return entry


def append(batch: WriteBatch, stream: Stream, entries: Iterable[Entry]) -> None:
    """Add new entries and the end of their stream to a batch."""
    batch.insert(*entries)
    batch.update(stream, *LINKS, *(("next_check_at",) if stream.dirty else ()))


def write_entries(stream: Stream, entries: Iterable[Entry]) -> None:
    """Write new entries and the end of their stream, with nothing else."""
    batch = WriteBatch()
    append(batch, stream, entries)
    batch.send()


def locked_stream(on: HasStream) -> Stream:
    """Return the locked stream of a table or facility."""
    try:
        return get_locked(Stream.objects.all(), key=on.stream_key)
    except Stream.DoesNotExist:
        Stream.objects.get_or_create(key=on.stream_key, defaults={"facility": on.facility})
        return get_locked(Stream.objects.all(), key=on.stream_key)


def _fact(value: object) -> Fact:
    """Return a value as the journal stores it: integers, text and lists of them, never a float."""
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
    raise TypeError(f"{value!r} cannot be stored in the journal")
