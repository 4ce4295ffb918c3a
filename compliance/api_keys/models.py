"""API keys: each has an account of its own, facilities and scopes."""

from collections.abc import Iterable
from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import Q

from compliance.facilities.models import Facility
from compliance.staff.models import Staff


class Key(models.Model):
    """An API key. Its token is shown once, on creation; only the hash is stored.

    `account` is the actor in the journal. It cannot sign in or sign.
    """

    facility = models.ForeignKey(
        Facility, on_delete=models.PROTECT, related_name="+", help_text="Whose administrators keep it."
    )
    name = models.CharField(max_length=80, help_text="Which program holds it.")
    prefix = models.CharField(max_length=8, unique=True, help_text="The part of the token by which it is known.")
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the token.")
    account = models.OneToOneField(Staff, on_delete=models.PROTECT, related_name="key")
    scopes = models.JSONField(default=list, help_text="Such as rounds:read.")
    rate = models.PositiveIntegerField(help_text="How many requests a minute it may make.")
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(Staff, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(Staff, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    revoked_for = models.CharField(max_length=200, blank=True)
    # To the minute (services.py).
    last_used_at = models.DateTimeField(null=True, blank=True)
    last_used_from = models.CharField(max_length=45, blank=True, help_text="The address from which it was last used.")

    # Only on the object that `create_key` returns.
    token: str | None = None

    class Meta:
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix})"

    @property
    def subject_key(self) -> str:
        return f"key:{self.prefix}"

    def codes_opened(self, facilities: Iterable[Facility]) -> list[str]:
        """Return the codes of those of the facilities that it has access to; `grants` may be prefetched."""
        some = {each.pk for each in facilities}
        grants = (each for each in self.grants.all() if each.ended_at is None and each.facility_id in some)
        return sorted(each.facility.code for each in grants)

    def state_at(self, at: datetime) -> str:
        """Return "current", "expired" or "revoked"."""
        if self.revoked_at is not None:
            return "revoked"
        return "current" if at < self.expires_at else "expired"


class KeyGrant(models.Model):
    """Access of a key to a facility, until the facility's administrators block it."""

    key = models.ForeignKey(Key, on_delete=models.PROTECT, related_name="grants")
    facility = models.ForeignKey(Facility, on_delete=models.PROTECT, related_name="key_grants")
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(Staff, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("facility__code",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("key", "facility"), condition=Q(ended_at=None), name="a_key_opens_a_facility_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.key} at {self.facility}"


class KeyUse(models.Model):
    """The number of requests of a key in the current minute (api/rate_limits.py)."""

    key = models.OneToOneField(Key, on_delete=models.CASCADE, primary_key=True, related_name="+")
    minute = models.BigIntegerField()
    used = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.key}: {self.used}"
