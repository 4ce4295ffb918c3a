"""Totals by the hour, kept in the transaction of every round, so that no report reads rounds (games/totals.py)."""

from typing import ClassVar

from django.db import models

from compliance.models import Facility, Staff
from tables.models import Table


class HourlyTotal(models.Model):
    """What one dealer dealt at a table in an hour under one edition: all of it (`wager` empty), or one kind of wager.

    Only games/totals.py writes it. Rounds that were voided later are not in it.
    """

    facility = models.ForeignKey(Facility, on_delete=models.PROTECT, related_name="+", db_index=False)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+", db_index=False)
    hour = models.DateTimeField(help_text="When the hour began, by the facility's clock.")
    gaming_day = models.DateField()
    dealer = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+", db_index=False)
    edition = models.CharField(max_length=20)
    wager = models.CharField(max_length=20, blank=True)
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

    class Meta:
        ordering = ("hour", "table", "wager")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("table", "hour", "dealer", "edition", "wager"), name="one_total_for_each_hour"
            )
        ]
        indexes: ClassVar = [models.Index(fields=("facility", "gaming_day"), name="totals_by_gaming_day")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.hour} {self.wager or 'all'}"
