"""Openings: which steps were done for which deck, by whom."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from compliance.models import Signature, Staff
from tables.decks.models import Deck
from tables.floor.models import Table


class Opening(models.Model):
    """The opening of a table, or its re-opening for the first player after it was idle (`from_step` names where)."""

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
    """One step by which a deck came into play, done by the dealer or the floorperson.

    Of an opening, or of none where a deck came to a table that was open.
    """

    opening = models.ForeignKey(Opening, on_delete=models.PROTECT, null=True, blank=True, related_name="steps")
    deck = models.ForeignKey(Deck, on_delete=models.PROTECT, related_name="steps")
    step = models.CharField(max_length=30)
    done_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    recorded_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    signature = models.ForeignKey(Signature, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    done_at = models.DateTimeField()
    cite = models.CharField(max_length=200)

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("opening", "deck", "step"), name="a_step_is_done_once"),
            # Who verifies an inspection is not who inspected: the dealer signs, the floorperson records.
            models.CheckConstraint(
                condition=~Q(step="inspect") | ~Q(done_by=F("recorded_by")), name="inspection_verified_by_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.step} of {self.deck}"
