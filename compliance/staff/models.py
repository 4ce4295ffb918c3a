"""Staff, their postings and failed attempts."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.hashers import check_password, is_password_usable
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone

from compliance.facilities.models import Facility

from .roles import Role, Roles, job_title


class Attempt(models.Model):
    """A failed sign-in or signature. `tablet` is empty for a device on which nobody has signed in.

    `guesser` is the badge or address that it counts against too, if any. Once `unlocked`, it counts against
    the guesser only (compliance/lockout).
    """

    badge = models.CharField(max_length=64)
    purpose = models.CharField(max_length=10, choices=[("sign_in", "Sign-in"), ("signature", "Signature")])
    tablet = models.CharField(max_length=32, blank=True)
    guesser = models.CharField(max_length=64, blank=True)
    unlocked = models.BooleanField(default=False)
    failed_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=("badge", "purpose", "tablet", "failed_at"), name="attempts_at_a_badge"),
            models.Index(
                fields=("guesser", "purpose", "failed_at"), condition=~Q(guesser=""), name="attempts_of_a_guesser"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.purpose} of {self.badge} failed"


class StaffManager(BaseUserManager["Staff"]):
    def create_user(self, badge: str, password: str | None = None, *, name: str, **fields: Any) -> "Staff":
        staff = self.model(badge=badge, name=name, created_at=timezone.now(), **fields)
        staff.set_password(password)
        staff.save(using=self._db)
        return staff

    def create_superuser(self, badge: str, password: str | None = None, *, name: str, **fields: Any) -> "Staff":
        return self.create_user(badge, password, name=name, is_superuser=True, **fields)


class Staff(AbstractBaseUser):
    """A member of staff, identified by badge. The password is for sign-in, the PIN for second signatures.

    `is_superuser` is the installation's owner, who can read everything in Django's admin and has no role on the floor.
    """

    badge = models.CharField(
        max_length=16,
        unique=True,
        validators=[RegexValidator(r"\A[A-Z0-9][A-Z0-9-]*\Z", "Capital letters, digits and hyphens.")],
    )
    name = models.CharField(max_length=80)
    facility = models.ForeignKey(
        Facility,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Whose administrators keep the account; nobody's for the installation's owner.",
    )
    pin = models.CharField(max_length=128, blank=True, help_text="The hash of the PIN; empty if there is none.")
    pin_set_by = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Who chose the PIN; one that someone else chose signs nothing.",
    )
    password_set_by = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Who chose the password; with one that someone else chose, its owner can only change it.",
    )
    is_active = models.BooleanField(default=True)
    is_superuser = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    USERNAME_FIELD = "badge"
    REQUIRED_FIELDS: ClassVar = ["name"]

    objects: ClassVar[StaffManager] = StaffManager()

    class Meta:
        ordering = ("name", "badge")
        verbose_name_plural = "staff"

    def __str__(self) -> str:
        return self.name

    @property
    def subject_key(self) -> str:
        return f"staff:{self.badge}"

    @property
    def has_pin(self) -> bool:
        return bool(self.pin) and is_password_usable(self.pin)

    @property
    def must_change_pin(self) -> bool:
        """Whether someone else chose the PIN. Nobody is named for secrets that were set on the server."""
        return self.has_pin and self.pin_set_by_id not in (None, self.pk)

    @property
    def must_change_password(self) -> bool:
        return self.password_set_by_id not in (None, self.pk)

    def check_pin(self, pin: str) -> bool:
        return self.has_pin and check_password(pin, self.pin)

    def roles_at(self, facility: Facility) -> Roles:
        return frozenset(
            Role(posting.role) for posting in self.current_postings() if posting.facility_id == facility.pk
        )

    def current_postings(self) -> "list[Posting]":
        """Return the current postings; cached for the request."""
        if self._current_postings is None:
            self._current_postings = list(self.postings.filter(ended_at=None).select_related("facility"))
        return self._current_postings

    # Set by backends.py, which reads them together with the person.
    _current_postings: "list[Posting] | None" = None

    # For Django's admin, which is read-only (compliance/admin.py).
    @property
    def is_staff(self) -> bool:
        return self.is_superuser

    def has_perm(self, perm: str, obj: object = None) -> bool:
        return self.is_active and self.is_superuser

    def has_module_perms(self, app_label: str) -> bool:
        return self.is_active and self.is_superuser


class Posting(models.Model):
    """A role that a person holds at a facility for a period."""

    staff = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="postings")
    facility = models.ForeignKey(Facility, on_delete=models.PROTECT, related_name="postings")
    role = models.CharField(max_length=20, choices=Role)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("facility", "role")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("staff", "facility", "role"), condition=Q(ended_at=None), name="posted_once_at_a_time"
            ),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="posting_role_known"),
        ]

    # A dealer's posting has a page; other postings have none.
    page_kind = "dealer"

    def __str__(self) -> str:
        return f"{self.staff}, {self.title.lower()} at {self.facility}"

    @property
    def title(self) -> str:
        """Return what the facility's jurisdiction calls the role."""
        return job_title(self.role, self.facility.jurisdiction)
