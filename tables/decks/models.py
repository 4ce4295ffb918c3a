"""Decks, from receipt to destruction."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from compliance.models import Owned, Signature, Staff
from tables.floor.models import Pit, Table


class Deck(Owned):
    class State(models.TextChoices):
        STORE = "store", "In the store"
        PIT = "pit", "In the pit's reserve"
        TABLE = "table", "At the table, not yet inspected"
        VERIFIED = "verified", "At the table, inspected and verified"
        IN_PLAY = "in_play", "In play"
        PULLED = "pulled", "Taken out of play, to be sealed"
        REMOVED = "removed", "Removed, sealed and labeled"
        COLLECTED = "collected", "Collected"
        EXAMINED = "examined", "Examined after use"
        KEPT = "kept", "Kept for the regulator"
        DONOR = "donor", "Broken up for replacement cards"
        DESTROYED = "destroyed", "Destroyed"

    class Reason(models.TextChoices):
        """Why a deck left its table."""

        SCHEDULED = "scheduled", "Scheduled change"
        DAMAGED_CARD = "damaged_card", "Damaged card"
        WRONG_COUNT = "wrong_count", "Wrong count"
        SHUFFLER_COUNT = "shuffler_count", "Wrong count shown by the shuffler"
        TAMPERING = "tampering", "Signs of tampering"
        REJECTED = "rejected", "Bad, missing or extra card on inspection"
        TABLE_CLOSED = "table_closed", "Table closed"
        NOT_NEEDED = "not_needed", "Second deck no longer used"

    AT_TABLE = (State.TABLE, State.VERIFIED, State.IN_PLAY, State.PULLED)
    # Reasons for which a deck leaves play at once.
    FAILED_COUNTS = (Reason.WRONG_COUNT, Reason.SHUFFLER_COUNT)
    # States in which the dealer and floorperson seal a deck and sign for it.
    SEALABLE = (State.IN_PLAY, State.PULLED)

    design = models.CharField(max_length=40)
    back_colour = models.CharField(max_length=20)
    serial = models.CharField(max_length=40)
    seal = models.CharField(max_length=40, blank=True, help_text="The number of its seal, if it came preshuffled.")
    state = models.CharField(max_length=12, choices=State, default=State.STORE)
    state_since = models.DateTimeField()
    pit = models.ForeignKey(Pit, on_delete=models.PROTECT, null=True, blank=True, related_name="decks")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, blank=True, related_name="decks")
    position = models.CharField(max_length=1, blank=True, choices=[("A", "A"), ("B", "B")])
    in_play_at = models.DateTimeField(null=True, blank=True)
    change_due_at = models.DateTimeField(null=True, blank=True)
    change_cite = models.CharField(max_length=200, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)
    removed_reason = models.CharField(max_length=20, choices=Reason, blank=True)

    class Meta:
        ordering = ("position", "serial")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("facility", "serial"), name="deck_serial_once"),
            # If two people bring a deck to the same position at once, one is refused.
            models.UniqueConstraint(
                fields=("table", "position"), condition=~Q(position=""), name="one_deck_in_each_place_of_a_table"
            ),
            models.CheckConstraint(
                condition=~Q(state="in_play")
                | Q(table__isnull=False, in_play_at__isnull=False, change_due_at__isnull=False),
                name="deck_in_play_has_its_clock",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=("change_due_at",), condition=Q(state="in_play"), name="decks_by_change_due"),
            models.Index(fields=("facility", "state"), name="decks_by_state"),
            models.Index(fields=("facility", "removed_at"), name="decks_by_removal"),
        ]

    def __str__(self) -> str:
        return f"{self.serial} {self.back_colour}"

    @property
    def label(self) -> str:
        return f"{self.position} {self.back_colour}".strip()


class CoverCard(Owned):
    """A cover card that the regulator approved; tables use cards of this kind."""

    colour = models.CharField(max_length=20)
    model = models.CharField(max_length=60)
    reference = models.CharField(max_length=60)
    approved_on = models.DateField()
    recorded_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ("colour", "pk")

    def __str__(self) -> str:
        return f"{self.colour} cover card ({self.model})"


class CardReplacement(models.Model):
    """A damaged card, replaced with the matching card of another deck."""

    deck = models.ForeignKey(Deck, on_delete=models.PROTECT, related_name="replacements")
    card = models.CharField(max_length=2)
    donor = models.ForeignKey(Deck, on_delete=models.PROTECT, related_name="given_cards")
    replaced_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    signature = models.ForeignKey(Signature, on_delete=models.PROTECT, related_name="+")
    replaced_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=("donor", "card"), name="a_donor_gives_each_card_once")]

    def __str__(self) -> str:
        return f"{self.card} of {self.deck}"
