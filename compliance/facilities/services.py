"""Add a facility to the installation."""

from datetime import datetime

from django.db import transaction

from compliance.journal.write import journal
from compliance.models import Facility, Staff


@transaction.atomic
def add_facility(
    *, code: str, name: str, jurisdiction: str, time_zone: str, day_turns_at_hour: int, by: Staff | None, at: datetime
) -> Facility:
    """Add a facility to the installation."""
    facility = Facility(
        code=code,
        name=name,
        jurisdiction=jurisdiction,
        time_zone=time_zone,
        day_turns_at_hour=day_turns_at_hour,
        created_at=at,
    )
    facility.full_clean()
    facility.save()
    journal(
        "facility.added",
        facility,
        on=facility,
        by=by,
        at=at,
        name=name,
        jurisdiction=jurisdiction,
        time_zone=time_zone,
        day_turns_at_hour=day_turns_at_hour,
    )
    return facility
