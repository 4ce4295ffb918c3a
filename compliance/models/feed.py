"""The feed: the journal in one order for whoever follows it from outside. compliance/feed.py lays it down."""

from typing import ClassVar

from django.db import models

from .facilities import Facility
from .journal import Entry, Stream


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
