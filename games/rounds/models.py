"""Rounds: one row each, with its input and its settlement. Never altered: a second row voids a wrong one."""

from typing import Any, ClassVar

import msgspec
from django.db import models
from django.db.models import Q

from compliance.models import Facility, Signature, Staff
from tables.models import Deck, Device, Offer, Shift, Table


def _unindexed(model: Any, **options: Any) -> Any:
    """Return a foreign key without an index: no list filters by it, and an index would slow down every round."""
    return models.ForeignKey(model, on_delete=models.PROTECT, related_name="+", db_index=False, **options)


class Round(models.Model):
    """A round of play. `input` is the round of docs/round-format.md as entered, `settlement` its result under the
    edition and offer of its time. The columns repeat what lists, gates and reports need."""

    class Status(models.TextChoices):
        SETTLED = "settled", "Settled"
        VOID = "void", "Void"

    facility = _unindexed(Facility)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="rounds", db_index=False)
    number = models.PositiveIntegerField()
    deck = models.ForeignKey(Deck, on_delete=models.PROTECT, related_name="rounds", db_index=False)
    position = models.CharField(max_length=1, blank=True, help_text="The deck's place at the table then.")
    dealer = _unindexed(Staff)
    offer = _unindexed(Offer)
    edition = models.CharField(max_length=20)
    revision = models.PositiveSmallIntegerField(help_text="The revision of the rulebook that it was settled under.")
    method = models.CharField(max_length=20, help_text="How the cards were dealt.")
    gaming_day = models.DateField()
    shift = _unindexed(Shift, null=True, blank=True)
    played_at = models.DateTimeField()
    logged_at = models.DateTimeField()
    logged_by = _unindexed(Staff)

    status = models.CharField(max_length=10, choices=Status)
    void_reason = models.CharField(max_length=20, blank=True)
    count_due = models.BooleanField(
        help_text="Whether a stub count was due in this round. If the round is void, the next one owes it."
    )
    stub = models.PositiveSmallIntegerField(null=True, blank=True)
    misdealt = models.BooleanField(default=False)
    deck_removed = models.BooleanField(default=False)
    irregularities = models.JSONField(default=list, blank=True)
    void_explanation = models.CharField(
        max_length=200, blank=True, help_text="Why it is void, if for a reason that the rules do not name."
    )
    forfeits = models.JSONField(
        default=list, blank=True, help_text="By seat: what the player did, by its clause, and who decided."
    )
    failed_device = _unindexed(Device, null=True, blank=True)
    seats = models.PositiveSmallIntegerField()
    staked_cents = models.BigIntegerField()
    pays_cents = models.BigIntegerField()
    returned_cents = models.BigIntegerField()
    limit_cut_cents = models.BigIntegerField(default=0)
    largest_pays_cents = models.BigIntegerField(help_text="What the seat that won most was paid.")
    jackpot_cents = models.BigIntegerField(
        null=True, blank=True, help_text="The top prize when the wheel stopped at it."
    )
    spins = models.PositiveSmallIntegerField(default=0, help_text="How many seats spun the wheel.")
    stands_out = models.BooleanField(
        default=False, help_text="Whether a report of its shift tells of it by itself (marks.py)."
    )

    breach_reason = models.CharField(max_length=200, blank=True)
    signature = _unindexed(Signature, null=True, blank=True)
    replaces = models.OneToOneField(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="replaced_by",
        help_text="The voided round that this one corrects.",
    )

    input = models.TextField()
    settlement = models.TextField()

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("table", "number"), name="one_round_with_each_number_at_a_table"),
            models.CheckConstraint(condition=Q(status__in=["settled", "void"]), name="round_status_known"),
            models.CheckConstraint(
                condition=Q(breach_reason="") | Q(signature__isnull=False), name="a_round_in_breach_is_signed"
            ),
            models.CheckConstraint(
                condition=Q(void_explanation="") | Q(signature__isnull=False), name="an_explained_void_is_signed"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=("table", "-played_at", "-number"), name="rounds_of_a_table"),
            models.Index(fields=("deck", "-id"), name="rounds_of_a_deck"),
            models.Index(fields=("facility", "-id"), name="rounds_of_a_facility"),
            # Partial indexes for the few rounds with a mark.
            models.Index(fields=("facility", "-id"), condition=Q(status="void"), name="rounds_void_by_the_rules"),
            models.Index(fields=("facility", "-id"), condition=~Q(breach_reason=""), name="rounds_in_breach"),
            models.Index(
                fields=("facility", "-id"), condition=Q(limit_cut_cents__gt=0), name="rounds_cut_to_the_limit"
            ),
            models.Index(fields=("shift",), condition=Q(stands_out=True), name="rounds_that_stand_out"),
        ]

    def __str__(self) -> str:
        return f"{self.table.code} no. {self.number}"

    @property
    def subject_key(self) -> str:
        return f"round:{self.pk}"

    @property
    def in_breach(self) -> bool:
        return bool(self.breach_reason)

    @property
    def counted(self) -> bool:
        return self.stub is not None

    @property
    def passes_count_on(self) -> bool:
        """Whether a count was due that it did not owe, because it is void: the next round owes it."""
        return self.count_due and not self.counted and self.status == self.Status.VOID

    @property
    def count_missed(self) -> bool:
        """Whether it owed a stub count that was not made."""
        return self.count_due and not self.counted and not self.passes_count_on

    @property
    def house_net_cents(self) -> int:
        return self.staked_cents - self.pays_cents - self.returned_cents

    @property
    def is_voided(self) -> bool:
        """Whether it was voided. A round that is void by the rules was played and is not voided."""
        return getattr(self, "voiding", None) is not None

    def entered(self) -> dict[str, Any]:
        """Return the round as entered."""
        found: dict[str, Any] = msgspec.json.decode(self.input)
        return found

    def settled(self) -> dict[str, Any]:
        """Return its settlement when it was logged."""
        found: dict[str, Any] = msgspec.json.decode(self.settlement)
        return found


class RoundVoid(models.Model):
    """The voiding of a round: by whom, with whose signature, and why. The round itself stays unchanged."""

    round = models.OneToOneField(Round, on_delete=models.PROTECT, related_name="voiding")
    shift = models.ForeignKey(
        Shift, on_delete=models.PROTECT, null=True, blank=True, related_name="+", help_text="That of the round."
    )
    reason = models.CharField(max_length=200)
    voided_by = _unindexed(Staff)
    signature = _unindexed(Signature)
    voided_at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.round} voided"
