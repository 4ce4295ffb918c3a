"""Models of alerts and of the scheduler heartbeat."""

from datetime import datetime
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q

from compliance.facilities.models import Owned
from compliance.staff.models import Staff
from compliance.staff.roles import Role


def _unindexed() -> Any:
    """Return a link to a person that no query filters by."""
    return models.ForeignKey(Staff, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False)


class Severity(models.IntegerChoices):
    """The severity of an alert. Warnings and above notify someone; notices do not."""

    NOTICE = 1, "Notice"
    WARNING = 2, "Warning"
    DUE = 3, "Due"
    CRITICAL = 4, "Critical"


class Alert(Owned):
    """One occurrence of what a check looks for, however often and by however many scans it is found.

    Due soon, due and overdue are the same alert with a rising `severity`. It closes automatically when the finding is
    gone, or a person resolves it with a note. If the cause returns, the same alert reopens.
    """

    check_name = models.CharField(max_length=40)
    subject = models.CharField(max_length=60, help_text="What it is about, as in the journal: deck:12.")
    occurrence = models.CharField(max_length=60, help_text="Which time, if it happens more than once.")
    # The stream whose inspection finds it, and the table it is shown under; empty for an alert of the facility.
    stream = models.CharField(max_length=40)
    place = models.CharField(max_length=16, blank=True)

    severity = models.PositiveSmallIntegerField(choices=Severity)
    text = models.CharField(max_length=300)
    cite = models.CharField(max_length=200, blank=True)
    act = models.CharField(max_length=40, blank=True, help_text="The act or page that resolves it.")
    act_on = models.CharField(max_length=40, blank=True, help_text="The key of the object to act on.")
    since = models.DateTimeField(help_text="When its cause began.")
    due_at = models.DateTimeField(null=True, blank=True)
    blocks_play = models.BooleanField(default=False)

    opened_at = models.DateTimeField()
    raised_at = models.DateTimeField(help_text="When it was last opened, reopened or raised.")
    gone_at = models.DateTimeField(null=True, blank=True, help_text="When its cause ended.")
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = _unindexed()
    reason = models.CharField(max_length=300, blank=True)

    # Who gets it: the role at the current level, and the persons in charge, if any.
    level = models.CharField(max_length=20, choices=Role)
    floorperson = _unindexed()
    pit_boss = _unindexed()
    assigned_to = _unindexed()
    acknowledged_at = models.DateTimeField(null=True, blank=True)
    acknowledged_by = _unindexed()
    first_acknowledged_at = models.DateTimeField(null=True, blank=True)
    snoozed_until = models.DateTimeField(null=True, blank=True)
    snoozes = models.PositiveSmallIntegerField(default=0)
    escalate_at = models.DateTimeField(null=True, blank=True, help_text="When it escalates to the next role.")

    class Meta:
        ordering = ("-pk",)
        constraints: ClassVar = [
            # Two workers, two schedulers or a task run twice: the second write fails.
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

    @property
    def how_closed(self) -> str:
        return f"by {self.closed_by}: {self.reason}" if self.closed_by else "automatically: the cause is gone"

    def is_snoozed(self, at: datetime) -> bool:
        return self.snoozed_until is not None and self.snoozed_until > at

    @property
    def rings(self) -> bool:
        """Whether it notifies someone; a notice does not."""
        return self.severity >= Severity.WARNING

    @property
    def in_charge(self) -> Staff | None:
        """The person who gets it; None if everyone of the role does."""
        by_level = {Role.FLOORPERSON: self.floorperson, Role.PIT_BOSS: self.pit_boss}
        found: Staff | None = self.assigned_to or by_level.get(Role(self.level))
        return found


class Heartbeat(models.Model):
    """When a scheduled job last ran."""

    name = models.CharField(max_length=40, unique=True)
    beaten_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.beaten_at}"
