"""Violations of the rules, recorded with their round and open until a compliance officer closes them."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from compliance.models import Owned, Staff
from games.rounds.models import Round

OPEN = Q(closed_at=None)


class Violation(Owned):
    """One gate that a round violated."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="violations")
    code = models.CharField(max_length=40)
    message = models.CharField(max_length=300)
    cite = models.CharField(max_length=200, blank=True)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(Staff, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    finding = models.TextField(blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(closed_at=None, closed_by=None) | Q(closed_at__isnull=False, closed_by__isnull=False),
                name="violation_closed_by_someone",
            )
        ]
        indexes: ClassVar = [models.Index(fields=("facility",), condition=OPEN, name="violations_open")]

    def __str__(self) -> str:
        return f"{self.code.replace('_', ' ')} in {self.round}"

    @property
    def is_open(self) -> bool:
        return self.closed_at is None
