"""Shifts: templates, the shift on duty, and pit duties."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from compliance.models import Owned, Staff
from tables.floor.models import Pit

ON_DUTY = Q(ended_at=None)


class ShiftTemplate(Owned):
    """A daily shift. If it ends before it starts, it runs past midnight."""

    name = models.CharField(max_length=30)
    starts = models.TimeField()
    ends = models.TimeField()
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("starts",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("facility", "name"), condition=Q(retired_at=None), name="shift_template_name_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.starts:%H:%M}–{self.ends:%H:%M}"


class Shift(Owned):
    """A current or past shift."""

    template = models.ForeignKey(ShiftTemplate, on_delete=models.PROTECT, related_name="shifts")
    gaming_day = models.DateField()
    manager = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-began_at",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("facility",), condition=ON_DUTY, name="one_shift_on_duty_at_a_facility"),
            models.UniqueConstraint(fields=("facility", "template", "gaming_day"), name="a_shift_once_a_gaming_day"),
        ]

    def __str__(self) -> str:
        return f"{self.template.name}, {self.gaming_day}"

    @property
    def is_on_duty(self) -> bool:
        return self.ended_at is None


class PitDuty(models.Model):
    """A pit boss's duty at a pit during a shift."""

    shift = models.ForeignKey(Shift, on_delete=models.PROTECT, related_name="duties")
    pit = models.ForeignKey(Pit, on_delete=models.PROTECT, related_name="duties")
    staff = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pit", "started_at")
        verbose_name_plural = "pit duties"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("pit",), condition=Q(ended_at=None), name="one_pit_boss_for_a_pit_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.staff} has {self.pit}"
