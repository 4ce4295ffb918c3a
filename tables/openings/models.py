"""Openings: the steps done for each deck, and by whom."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from compliance.models import Signature, Staff
from tables.decks.models import Deck
from tables.floor.models import Table


class Opening(models.Model):
    """An opening of a table, or a reopening after it was idle, which starts at `from_step`."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="openings")
    from_step = models.CharField(max_length=30, blank=True)
    started_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    abandoned_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("table",), condition=Q(finished_at=None, abandoned_at=None), name="one_opening_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"opening of {self.table}"


class DeckStep(models.Model):
    """A step that the dealer or floorperson did to bring a deck into play.

    A deck added at an open table has no opening.
    """

    opening = models.ForeignKey(Opening, on_delete=models.PROTECT, null=True, blank=True, related_name="steps")
    deck = models.ForeignKey(Deck, on_delete=models.PROTECT, related_name="steps")
    step = models.CharField(max_length=30)
    done_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    recorded_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    signature = models.ForeignKey(Signature, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    # Of a shuffle: whether it was done by hand, so that a cut follows. Null: as the table's devices tell.
    by_hand = models.BooleanField(null=True, blank=True)
    # Of a cut: how many cards deep, if entered.
    depth = models.PositiveSmallIntegerField(null=True, blank=True)
    done_at = models.DateTimeField()
    cite = models.CharField(max_length=200)

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("opening", "deck", "step"), name="a_step_is_done_once"),
            # Two people: the dealer inspects and signs, the floorperson verifies and records.
            models.CheckConstraint(
                condition=~Q(step="inspect") | ~Q(done_by=F("recorded_by")), name="inspection_verified_by_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.step} of {self.deck}"
