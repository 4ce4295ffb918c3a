"""The journal: every change as one entry, chained by hashes within its stream. compliance/journal.py writes it."""

from typing import ClassVar

import msgspec
from django.db import models

from .facilities import Facility
from .signatures import Signature
from .staff import Staff


class Stream(models.Model):
    """A chain of entries: a table's, or a facility's for what happens at no table. Holds the chain's last link."""

    key = models.CharField(max_length=40, unique=True)
    facility = models.ForeignKey(Facility, on_delete=models.PROTECT, related_name="+")
    length = models.PositiveBigIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ("key",)

    def __str__(self) -> str:
        return self.key


class Entry(models.Model):
    """One change. The database refuses to alter or delete it (triggers.py)."""

    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="entries")
    sequence = models.PositiveBigIntegerField()
    facility = models.ForeignKey(Facility, on_delete=models.PROTECT, related_name="+")
    action = models.CharField(max_length=60)
    subject = models.CharField(max_length=60)
    actor = models.ForeignKey(Staff, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    signature = models.ForeignKey(Signature, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    cite = models.CharField(max_length=200, blank=True)
    facts = models.JSONField(default=dict)
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ("pk",)
        verbose_name_plural = "entries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("stream", "sequence"), name="one_entry_at_each_place_of_a_stream")
        ]
        indexes: ClassVar = [
            models.Index(fields=("subject", "-id"), name="entries_of_a_subject"),
            models.Index(fields=("facility", "-id"), name="entries_of_a_facility"),
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
