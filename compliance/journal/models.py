"""The journal: every change as one entry, chained by hashes within its stream; and the feed that orders all entries."""

from typing import ClassVar

import msgspec
from django.db import models
from django.db.models import Q

from compliance.facilities.models import Facility
from compliance.signatures.models import Signature
from compliance.staff.models import Staff


class Stream(models.Model):
    """A chain of entries: a table's, or a facility's for what happens at no table. Holds the chain's last link.

    `changed` is the hash of the last entry that changed the floor, and did not only tell of a round played on it: as
    long as it stays, so does everything that the entries before it brought about (tables/floor/queries.py).
    """

    key = models.CharField(max_length=40, unique=True)
    facility = models.ForeignKey(Facility, on_delete=models.PROTECT, related_name="+")
    length = models.PositiveBigIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    changed = models.CharField(max_length=64, blank=True)
    changed_at = models.DateTimeField(null=True, blank=True)
    # When the checks are to look at it next (scanning.py), and up to which entry they have.
    look_at = models.DateTimeField(null=True, blank=True)
    looked = models.PositiveBigIntegerField(default=0)

    # Whether an entry that was linked to it just now asks for a look.
    dirty = False

    class Meta:
        ordering = ("key",)
        indexes: ClassVar = [
            models.Index(fields=("look_at",), condition=Q(look_at__isnull=False), name="streams_to_look_at")
        ]

    def __str__(self) -> str:
        return self.key


class Entry(models.Model):
    """One change. The database refuses to alter or delete it (triggers.py)."""

    # Every change is written here, so that no index stands beside those that something is asked for by.
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
            # What happened at a table, without what comes every minute.
            models.Index(fields=("stream", "-id"), condition=~Q(action="round.logged"), name="entries_but_rounds"),
        ]

    def __str__(self) -> str:
        return f"{self.stream_id}/{self.sequence} {self.action}"

    def content(self) -> bytes:
        """Return what the hash is made of: every field in a fixed order, and the hash before it."""
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
    """Where the feed ends. Whoever lays down more of it holds this row's lock until that is committed."""

    position = models.PositiveBigIntegerField(default=0)
    at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return str(self.position)


class FeedMark(models.Model):
    """Up to which entry of a stream the feed goes."""

    stream = models.OneToOneField(Stream, on_delete=models.PROTECT, primary_key=True, related_name="feed_mark")
    sequence = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"{self.stream_id}/{self.sequence}"


class FeedItem(models.Model):
    """The place of an entry in the feed, and when it came there: after it was committed, whenever that was begun."""

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
    """A tour through the record that is made a part at a time (patrols.py): how far it has come.

    `turns` counts how often someone went on with it; of two who did so from the same place, the first is right.
    """

    name = models.CharField(max_length=40, unique=True)
    place = models.JSONField(default=dict, blank=True, help_text="Where to go on; empty at the beginning.")
    turns = models.PositiveBigIntegerField(default=0)
    began_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name} since {self.began_at}"
