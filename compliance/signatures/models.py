"""Signatures: a second person's confirmation of an act."""

from datetime import UTC
from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from compliance.facilities.models import Facility
from compliance.staff.models import Staff


class Signature(models.Model):
    """A second person's confirmation of an act with badge and PIN. The database refuses to change it."""

    facility = models.ForeignKey(Facility, on_delete=models.PROTECT, related_name="+")
    signer = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    requested_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    act = models.CharField(max_length=60)
    role = models.CharField(max_length=20)
    cite = models.CharField(max_length=200)
    signed_at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(signer=F("requested_by")), name="signed_by_a_second_person")
        ]

    def __str__(self) -> str:
        return f"{self.signer} signed {self.act}"

    def content(self) -> list[object]:
        """Return all fields, for the hash of the journal entry."""
        people = [self.signer.badge, self.requested_by.badge]
        return [self.pk, self.facility_id, *people, self.act, self.role, self.cite, self.signed_at.astimezone(UTC)]
