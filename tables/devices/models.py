"""Devices: shufflers, shoes, and Bonus Spin hardware. A table's devices determine its dealing method."""

from typing import ClassVar

from django.db import models

from compliance.models import Owned, Staff
from tables.floor.models import Table


class Device(Owned):
    class Kind(models.TextChoices):
        SHUFFLER = "shuffler", "Automated shuffler"
        MANUAL_SHOE = "manual_shoe", "Manual dealing shoe"
        AUTOMATED_SHOE = "automated_shoe", "Automated dealing shoe"
        BONUS_SPIN = "bonus_spin", "Bonus Spin hardware"

    class Stacks(models.TextChoices):
        """How an automated shoe dispenses the cards."""

        UNKNOWN = "", "Not recorded"
        TWO = "two", "Stacks of two cards"
        FIVE_THEN_TWO = "five_then_two", "One stack of five cards, then stacks of two"

    class Handling(models.TextChoices):
        """What was done with a failed device."""

        NONE = "", "Nothing yet"
        COVERED = "covered", "Covered"
        MARKED = "marked", "Marked out of order"
        REMOVED = "removed", "Removed from the table"

    # The kinds for which the rules say what is done when they fail.
    AUTOMATED = (Kind.SHUFFLER, Kind.AUTOMATED_SHOE)

    kind = models.CharField(max_length=20, choices=Kind)
    model = models.CharField(max_length=60)
    serial = models.CharField(max_length=40)
    counts = models.BooleanField(
        default=False, help_text="Counts the deck after each shuffle and shows whether it is whole."
    )
    reshuffles = models.BooleanField(default=False, help_text="Reshuffles and counts the cards by itself.")
    approval_reference = models.CharField(max_length=60, blank=True)
    approved_on = models.DateField(null=True, blank=True)
    approved_location = models.CharField(max_length=200, blank=True, help_text="Where at the table it is approved.")
    approved_procedures = models.CharField(max_length=200, blank=True, help_text="The approved procedures for its use.")
    stacks = models.CharField(max_length=20, choices=Stacks, blank=True, default=Stacks.UNKNOWN)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, blank=True, related_name="devices")
    failed_at = models.DateTimeField(null=True, blank=True)
    fault = models.CharField(max_length=200, blank=True)
    handling = models.CharField(max_length=10, choices=Handling, blank=True, default=Handling.NONE)
    inspected_on = models.DateField(null=True, blank=True, help_text="The gaming day of its last inspection.")
    inspected_by = models.ForeignKey(Staff, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("kind", "serial")
        constraints: ClassVar = [models.UniqueConstraint(fields=("facility", "serial"), name="device_serial_once")]

    def __str__(self) -> str:
        return f"{self.label} {self.serial}"

    @property
    def label(self) -> str:
        return "Counting shuffler" if self.kind == self.Kind.SHUFFLER and self.counts else self.get_kind_display()

    @property
    def in_order(self) -> bool:
        return self.failed_at is None

    @property
    def neglected(self) -> bool:
        """Return whether the device failed and was not yet covered, marked, or removed."""
        return self.failed_at is not None and not self.handling
