"""The journal: one entry per change, hash-chained within its stream, and the feed that orders all entries."""

from typing import ClassVar

import msgspec
from django.db import models
from django.db.models import Q

from compliance.facilities.models import Facility
from compliance.signatures.models import Signature
from compliance.staff.models import Staff


class Stream(models.Model):
    """A hash chain of entries: a table's, or a facility's for changes at no table. Stores the end of the chain.

    `changed` is the hash of the last entry that changed the floor, unlike a logged round. While it stays the same, so
    does the state of the floor (tables/floor/queries.py).
    """

    key = models.CharField(max_length=40, unique=True)
    facility = models.ForeignKey(Facility, on_delete=models.PROTECT, related_name="+")
    length = models.PositiveBigIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    changed = models.CharField(max_length=64, blank=True)
    changed_at = models.DateTimeField(null=True, blank=True)
    # When the alert checks run next for it, and up to which entry they have run (alerts/scan.py).
    next_check_at = models.DateTimeField(null=True, blank=True)
    checked_length = models.PositiveBigIntegerField(default=0)

    # Whether a new entry requires a scan.
    dirty = False

    class Meta:
        ordering = ("key",)
        indexes: ClassVar = [
            models.Index(fields=("next_check_at",), condition=Q(next_check_at__isnull=False), name="streams_to_check")
        ]

    def __str__(self) -> str:
        return self.key


class Entry(models.Model):
    """One change. The database refuses to update or delete it (triggers.py)."""

    # Every change is written here, so there are only the indexes that queries need.
    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="entries", db_index=False)
    sequence = models.PositiveBigIntegerField()
    facility = models.ForeignKey(Facility, on_delete=models.PROTECT, related_name="+", db_index=False)
    action = models.CharField(max_length=60)
    subject = models.CharField(max_length=60)
    actor = models.ForeignKey(Staff, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False)
    signature = models.ForeignKey(
        Signature, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    cite = models.CharField(max_length=200, blank=True)
    facts = models.JSONField(default=dict)
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("pk",)
        verbose_name_plural = "entries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("stream", "sequence"), name="one_entry_at_each_place_of_a_stream"),
            models.UniqueConstraint(fields=("hash",), name="no_two_entries_with_one_hash"),
        ]
        indexes: ClassVar = [
            models.Index(fields=("subject", "-id"), name="entries_of_a_subject"),
            models.Index(fields=("facility", "-id"), name="entries_of_a_facility"),
            # Changes at a table, without rounds.
            models.Index(fields=("stream", "-id"), condition=~Q(action="round.logged"), name="entries_but_rounds"),
        ]

    def __str__(self) -> str:
        return f"{self.stream_id}/{self.sequence} {self.action}"

    def content(self) -> bytes:
        """Return the content to hash: every field in a fixed order, and the previous hash."""
        return msgspec.json.encode(
            [
                self.previous,
                self.stream.key,
                self.sequence,
                self.facility.code,
                self.action,
                self.subject,
                self.actor.badge if self.actor else None,
                self.signature.content() if self.signature else None,
                self.at,
                self.recorded_at,
                self.cite,
                self.facts,
            ],
            order="deterministic",
        )


class FeedHead(models.Model):
    """The end of the feed. A transaction that appends to the feed locks this row."""

    position = models.PositiveBigIntegerField(default=0)
    at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return str(self.position)


class FeedMark(models.Model):
    """The last entry of a stream that is in the feed."""

    stream = models.OneToOneField(Stream, on_delete=models.PROTECT, primary_key=True, related_name="feed_mark")
    sequence = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"{self.stream_id}/{self.sequence}"


class FeedItem(models.Model):
    """The position of an entry in the feed, and when it was appended, after its commit."""

    position = models.PositiveBigIntegerField(primary_key=True)
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="feed")
    facility = models.ForeignKey(Facility, on_delete=models.PROTECT, related_name="+", db_index=False)
    at = models.DateTimeField()

    class Meta:
        ordering = ("position",)
        indexes: ClassVar = [
            models.Index(fields=("facility", "position"), name="feed_of_a_facility"),
            models.Index(fields=("at",), name="feed_by_time"),
        ]

    def __str__(self) -> str:
        return str(self.position)


class Patrol(models.Model):
    """The progress of an integrity scan (integrity_scan.py).

    `turns` counts the updates; if two workers continue from the same position, the first one wins.
    """

    name = models.CharField(max_length=40, unique=True)
    place = models.JSONField(default=dict, blank=True, help_text="Where to go on; empty at the beginning.")
    turns = models.PositiveBigIntegerField(default=0)
    began_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name} since {self.began_at}"
