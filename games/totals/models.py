"""Totals, updated in the transaction of every round so that reports need not read rounds (services.py)."""

from typing import ClassVar

from django.db import models

from compliance.models import Facility, Staff
from tables.models import Table


class Figures(models.Model):
    """Totals of rounds. Voided rounds are only counted, in `struck`."""

    rounds = models.IntegerField(default=0)
    voids = models.IntegerField(default=0, help_text="Rounds that were void by the rules.")
    counts = models.IntegerField(default=0, help_text="Rounds in which the stub was counted.")
    breaches = models.IntegerField(default=0)
    seats = models.IntegerField(default=0)
    wagers = models.IntegerField(default=0)
    staked_cents = models.BigIntegerField(default=0)
    pays_cents = models.BigIntegerField(default=0, help_text="Of all wagers together after the payout limit.")
    returned_cents = models.BigIntegerField(default=0)
    limit_cut_cents = models.BigIntegerField(default=0)
    counts_due = models.IntegerField(default=0, help_text="Rounds in which the stub had to be counted.")
    counts_wrong = models.IntegerField(default=0, help_text="Rounds in which the count was not what it should be.")
    limit_cuts = models.IntegerField(default=0, help_text="Rounds in which a payout limit was applied.")
    spins = models.IntegerField(default=0)
    jackpots = models.IntegerField(default=0)
    jackpot_cents = models.BigIntegerField(default=0)
    struck = models.IntegerField(default=0, help_text="Rounds voided later; they are in no other figure.")

    class Meta:
        abstract = True


class HourlyTotal(Figures):
    """Totals per table, hour, shift, dealer and edition: of all wagers (`wager` empty) or of one kind of wager. Only
    games/totals/services.py writes them."""

    facility = models.ForeignKey(Facility, on_delete=models.PROTECT, related_name="+", db_index=False)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+", db_index=False)
    hour = models.DateTimeField(help_text="When the hour began, by the facility's clock.")
    gaming_day = models.DateField()
    # Not a foreign key: it is part of a unique key and must never be null.
    shift = models.BigIntegerField(default=0, help_text="The number of the shift; 0 where none was on duty.")
    dealer = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+", db_index=False)
    edition = models.CharField(max_length=20)
    wager = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering = ("hour", "table", "wager")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("table", "hour", "shift", "dealer", "edition", "wager"), name="one_total_for_each_hour"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=("facility", "gaming_day", "wager"), name="totals_by_gaming_day"),
            models.Index(fields=("shift",), name="totals_by_shift"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.hour} {self.wager or 'all'}"


class DayTotal(Figures):
    """Totals per table, gaming day and edition, of all wagers: for reports on months and years."""

    facility = models.ForeignKey(Facility, on_delete=models.PROTECT, related_name="+", db_index=False)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+", db_index=False)
    gaming_day = models.DateField()
    edition = models.CharField(max_length=20)

    class Meta:
        ordering = ("gaming_day", "table")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("table", "gaming_day", "edition"), name="one_total_for_each_day")
        ]
        indexes: ClassVar = [models.Index(fields=("facility", "gaming_day"), name="days_by_facility")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.gaming_day}"
