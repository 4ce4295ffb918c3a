"""Add a facility to the installation."""

from datetime import datetime
from typing import Any

from django.db import transaction

from compliance.journal.write import journal
from compliance.models import Facility, Staff


@transaction.atomic
def add_facility(
    *, code: str, name: str, jurisdiction: str, time_zone: str, day_turns_at_hour: int, by: Staff | None, at: datetime
) -> Facility:
    """Add a facility to the installation."""
    details: dict[str, Any] = {
        "name": name,
        "jurisdiction": jurisdiction,
        "time_zone": time_zone,
        "day_turns_at_hour": day_turns_at_hour,
    }
    facility = Facility(code=code, created_at=at, **details)
    facility.full_clean()
    facility.save()
    journal("facility.added", facility, on=facility, by=by, at=at, **details)
    return facility
