"""Receipts: stored responses, so that a repeated request is not done twice."""

import zlib
from typing import ClassVar

from django.db import models

from compliance.facilities.models import Facility


class Receipt(models.Model):
    """The response to a request with an Idempotency-Key, written in the transaction of the change."""

    facility = models.ForeignKey(Facility, on_delete=models.PROTECT, related_name="+", db_index=False)
    key = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64, help_text="SHA-256 of the request, its secrets aside.")
    status = models.PositiveSmallIntegerField()
    packed = models.BinaryField(help_text="The answer's bytes, compressed.")
    answered_at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("facility", "key"), name="a_key_is_used_once_at_a_facility")
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def answer(self) -> bytes:
        return zlib.decompress(self.packed)
