"""Facilities: each has a jurisdiction, a time zone and the hour at which its gaming day starts."""

from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, RegexValidator
from django.db import models

from games.engine.loading import editions, rulebook


def check_jurisdiction(name: str) -> None:
    known = dict.fromkeys(rulebook(edition).jurisdiction for edition in editions())
    if name not in known:
        raise ValidationError(f"There is no rulebook for {name}. Choose one of: {', '.join(known)}.")


def check_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(f"{name} is not a time zone. Give one such as America/New_York.")


class Facility(models.Model):
    code = models.CharField(
        max_length=8,
        unique=True,
        validators=[RegexValidator(r"\A[A-Z][A-Z0-9]{1,7}\Z", "Two to eight capital letters and digits.")],
        help_text="Two to eight capital letters and digits; every table's code begins with it.",
    )
    name = models.CharField(max_length=80)
    jurisdiction = models.CharField(max_length=40, validators=[check_jurisdiction])
    time_zone = models.CharField(max_length=40, validators=[check_time_zone], help_text="Such as America/New_York.")
    day_turns_at_hour = models.PositiveSmallIntegerField(
        default=6, validators=[MaxValueValidator(23)], help_text="The local hour at which the gaming day turns."
    )
    created_at = models.DateTimeField()

    class Meta:
        ordering = ("name",)
        verbose_name_plural = "facilities"

    def __str__(self) -> str:
        return self.name

    @property
    def facility(self) -> "Facility":
        """Itself, so that every object on the floor has a facility."""
        return self

    @property
    def stream_key(self) -> str:
        return f"facility:{self.code}"

    @property
    def subject_key(self) -> str:
        return f"facility:{self.code}"

    def editions(self) -> list[str]:
        """Return the rulebook editions that may be dealt here."""
        return [edition for edition in editions() if rulebook(edition).jurisdiction == self.jurisdiction]


class Owned(models.Model):
    """An object that belongs to a facility and is visible only there."""

    facility = models.ForeignKey(Facility, on_delete=models.PROTECT, related_name="+")

    class Meta:
        abstract = True

    @property
    def subject_key(self) -> str:
        """The subject of its journal entries."""
        return f"{self._meta.model_name}:{self.pk}"
