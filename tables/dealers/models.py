"""Dealers: licenses, table tests, stints, and supervisions."""

from datetime import date
from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from compliance.models import Owned, Staff
from tables.floor.models import Table


class Licence(Owned):
    staff = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="licences")
    number = models.CharField(max_length=40)
    valid_from = models.DateField()
    expires_on = models.DateField(help_text="The last day on which it holds.")
    revoked_on = models.DateField(null=True, blank=True)
    recorded_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ("-expires_on", "-pk")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(expires_on__gte=F("valid_from")), name="licence_expires_after_it_begins")
        ]

    def __str__(self) -> str:
        return f"{self.number} until {self.expires_on}"

    def holds_on(self, day: date) -> bool:
        return self.valid_from <= day <= self.expires_on and (self.revoked_on is None or day < self.revoked_on)


class TableTest(Owned):
    """A table test for one game, passed with a pit boss or above as examiner."""

    staff = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="table_tests")
    game = models.CharField(max_length=60)
    passed_on = models.DateField()
    examiner = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ("game", "-passed_on")
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(staff=F("examiner")), name="nobody_tests_themselves")
        ]

    def __str__(self) -> str:
        return f"{self.game}, {self.passed_on}"


class Stint(Owned):
    """A dealer's time at a table, or on a break (no table).

    A dealer has one stint at a time, and a table one dealer: exclusion constraints on PostgreSQL, triggers on SQLite.
    """

    staff = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="stints")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, blank=True, related_name="stints")
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-started_at", "-pk")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(ended_at__gte=F("started_at")), name="stint_ends_after_it_begins"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=("table",), condition=Q(ended_at=None), name="stints_now_by_table"),
            models.Index(fields=("staff", "-started_at"), name="stints_of_a_dealer"),
            models.Index(fields=("facility", "ended_at"), name="stints_of_a_facility"),
        ]

    def __str__(self) -> str:
        return f"{self.staff} at {self.table or 'break'}"


class Supervision(Owned):
    """A period in which a floorperson supervises a table."""

    staff = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="supervisions")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="supervisions")
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-started_at", "-pk")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("table",), condition=Q(ended_at=None), name="one_floorperson_for_a_table_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.staff} over {self.table}"
