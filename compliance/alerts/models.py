"""Alerts: what the checks found, from when it was found until it was gone or someone dealt with it."""

from datetime import datetime
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q

from compliance.facilities.models import Owned
from compliance.staff.models import Staff
from compliance.staff.roles import Role


def _unindexed() -> Any:
    """A person by whom no list is asked for."""
    return models.ForeignKey(Staff, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False)


class Severity(models.IntegerChoices):
    """How much an alert asks for. A notice asks for nobody's attention; from a warning on it rings."""

    NOTICE = 1, "Notice"
    WARNING = 2, "Warning"
    DUE = 3, "Due"
    CRITICAL = 4, "Critical"


class Alert(Owned):
    """One occurrence of what a check looks for: however often it is found, and by however many, there is one alert.

    `severity` rises with its cause: what was due soon is the same alert once it is overdue. It is closed by itself when
    the finding is gone, or by a person with a reason; what comes back is opened again, not anew.
    """

    check_name = models.CharField(max_length=40)
    subject = models.CharField(max_length=60, help_text="What it is about, as in the journal: deck:12.")
    occurrence = models.CharField(max_length=60, help_text="Which time, if it happens more than once.")
    # The stream whose look finds it, and the table that it is shown under; no table for what is the facility's.
    stream = models.CharField(max_length=40)
    place = models.CharField(max_length=16, blank=True)

    severity = models.PositiveSmallIntegerField(choices=Severity)
    text = models.CharField(max_length=300)
    cite = models.CharField(max_length=200, blank=True)
    act = models.CharField(max_length=40, blank=True, help_text="The act or page that ends it.")
    act_on = models.CharField(max_length=40, blank=True, help_text="The key of what that is done to.")
    since = models.DateTimeField(help_text="When its cause came about.")
    due_at = models.DateTimeField(null=True, blank=True)

    opened_at = models.DateTimeField()
    raised_at = models.DateTimeField(help_text="When it last rang: opened, opened again, or grown worse.")
    gone_at = models.DateTimeField(null=True, blank=True, help_text="When its cause was no longer there.")
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = _unindexed()
    reason = models.CharField(max_length=300, blank=True)

    # Who hears of it: the role it has come up to, and of these roles the one in charge there, if there is one.
    level = models.CharField(max_length=20, choices=Role)
    floorperson = _unindexed()
    pit_boss = _unindexed()
    assigned_to = _unindexed()
    acknowledged_at = models.DateTimeField(null=True, blank=True)
    acknowledged_by = _unindexed()
    first_acknowledged_at = models.DateTimeField(null=True, blank=True)
    snoozed_until = models.DateTimeField(null=True, blank=True)
    snoozes = models.PositiveSmallIntegerField(default=0)
    escalate_at = models.DateTimeField(null=True, blank=True, help_text="When it goes to the next above.")

    class Meta:
        ordering = ("-pk",)
        constraints: ClassVar = [
            # Two workers, two schedulers or a task that comes twice: whoever is second is told.
            models.UniqueConstraint(
                fields=("check_name", "subject", "occurrence"), name="one_alert_for_each_occurrence"
            ),
            models.CheckConstraint(
                condition=Q(closed_by=None) | Q(closed_at__isnull=False), name="alert_closed_by_someone_is_closed"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=("facility", "-severity"), condition=Q(closed_at=None), name="alerts_open"),
            models.Index(fields=("stream",), condition=Q(gone_at=None), name="alerts_standing"),
            models.Index(fields=("escalate_at",), condition=Q(escalate_at__isnull=False), name="alerts_to_escalate"),
            models.Index(fields=("facility", "-opened_at"), name="alerts_by_opening"),
        ]

    def __str__(self) -> str:
        return f"alert {self.pk}"

    @property
    def is_open(self) -> bool:
        return self.closed_at is None

    def is_snoozed(self, at: datetime) -> bool:
        return self.snoozed_until is not None and self.snoozed_until > at

    @property
    def rings(self) -> bool:
        """Whether it asks for someone's attention; a notice is there to be looked up."""
        return self.severity >= Severity.WARNING

    @property
    def in_charge(self) -> Staff | None:
        """Who hears of it in particular, where the role alone would be too many."""
        by_level = {Role.FLOORPERSON: self.floorperson, Role.PIT_BOSS: self.pit_boss}
        found: Staff | None = self.assigned_to or by_level.get(Role(self.level))
        return found


class Heartbeat(models.Model):
    """When something that must run by itself was last seen to do so."""

    name = models.CharField(max_length=40, unique=True)
    beaten_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.beaten_at}"
