"""Shifts: add templates, begin and end shifts, assign pit bosses."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from compliance.db.locking import lock_all, locked
from compliance.errors import RuleViolation
from compliance.facilities.gaming_day import gaming_day
from compliance.journal.write import journal
from compliance.models import Facility, Staff
from tables.models import Pit, PitDuty, Shift, ShiftTemplate

from .models import ON_DUTY

# How early a shift may begin.
EARLY = timedelta(hours=2)


@transaction.atomic
def add_template(facility: Facility, *, name: str, starts: time, ends: time, by: Staff, at: datetime) -> ShiftTemplate:
    """Add a shift template."""
    if ShiftTemplate.objects.filter(facility=facility, name=name, retired_at=None).exists():
        raise RuleViolation("template_exists", f"A shift named {name} already exists. Enter another name.")
    if starts == ends:
        raise RuleViolation("empty_shift", "A shift cannot start and end at the same time. Correct one of them.")
    template = ShiftTemplate.objects.create(facility=facility, name=name, starts=starts, ends=ends)
    journal(
        "shift_template.added",
        template,
        on=facility,
        by=by,
        at=at,
        name=name,
        starts=f"{starts:%H:%M}",
        ends=f"{ends:%H:%M}",
    )
    return template


@transaction.atomic
def retire_template(facility: Facility, *, template: ShiftTemplate, by: Staff, at: datetime) -> Facility:
    """Retire a shift template; its past shifts remain."""
    template = locked(template)
    template.retired_at = at
    template.save(update_fields=["retired_at"])
    journal("shift_template.retired", template, on=facility, by=by, at=at, name=template.name)
    return facility


@transaction.atomic
def begin_shift(facility: Facility, *, template: ShiftTemplate, by: Staff, at: datetime) -> Shift:
    """Begin a shift; the one on duty ends."""
    facility = locked(facility)
    begins = _occurrence(template, at, early=EARLY)
    if begins is None:
        now = at.astimezone(ZoneInfo(facility.time_zone))
        raise RuleViolation(
            "not_its_time", f"{template} cannot begin at {now:%H:%M}. Choose the current or the next shift."
        )
    # A shift that begins early belongs to the gaming day of its scheduled start.
    day = gaming_day(facility, max(at, begins))
    if Shift.objects.filter(facility=facility, template=template, gaming_day=day).exists():
        raise RuleViolation("shift_begun", f"{template.name} has already begun for gaming day {day:%b %-d, %Y}.")
    for shift in lock_all(Shift.objects.filter(ON_DUTY, facility=facility)):
        _end(shift, by=by, at=at)
    shift = Shift.objects.create(facility=facility, template=template, gaming_day=day, manager=by, began_at=at)
    journal("shift.began", shift, on=facility, by=by, at=at, shift=str(shift), gaming_day=day)
    return shift


def on_duty(facility: Facility) -> Shift | None:
    """Return the shift on duty, if any."""
    return Shift.objects.filter(ON_DUTY, facility=facility).select_related("template", "manager").first()


def shift_at(facility: Facility, at: datetime) -> Shift | None:
    """Return the shift on duty at a moment, if any."""
    begun = Shift.objects.filter(facility=facility, began_at__lte=at).exclude(ended_at__lte=at)
    return begun.order_by("-began_at").first()


def template_for(facility: Facility, at: datetime) -> ShiftTemplate | None:
    """Return the shift template for this hour, if any."""
    templates = ShiftTemplate.objects.filter(facility=facility, retired_at=None)
    return next((template for template in templates if _occurrence(template, at, early=timedelta())), None)


def _occurrence(template: ShiftTemplate, at: datetime, *, early: timedelta) -> datetime | None:
    """Return the start of the shift that covers a moment or starts at most `early` later; None if there is none."""
    now = at.astimezone(ZoneInfo(template.facility.time_zone))
    lasts = datetime.combine(now.date(), template.ends) - datetime.combine(now.date(), template.starts)
    for days in (-1, 0, 1):  # it may have begun yesterday or begin tomorrow
        begins = datetime.combine(now.date() + timedelta(days=days), template.starts, now.tzinfo)
        if begins - early <= now < begins + lasts % timedelta(days=1):
            return begins
    return None


@transaction.atomic
def end_shift(shift: Shift, *, by: Staff, at: datetime) -> Shift:
    """End a shift and its pit duties."""
    shift = locked(shift)
    if not shift.is_on_duty:
        raise RuleViolation("shift_ended", f"{shift} has already ended.")
    _end(shift, by=by, at=at)
    return shift


def _end(shift: Shift, *, by: Staff, at: datetime) -> None:
    shift.ended_at = at
    shift.save(update_fields=["ended_at"])
    for duty in shift.duties.filter(ended_at=None):
        duty.ended_at = at
        duty.save(update_fields=["ended_at"])
    journal("shift.ended", shift, on=shift.facility, by=by, at=at, shift=str(shift))


@transaction.atomic
def give_pit(shift: Shift, *, pit: Pit, pit_boss: Staff, by: Staff, at: datetime) -> Shift:
    """Assign a pit boss to a pit for the rest of the shift."""
    shift, pit = locked(shift), locked(pit)
    if not shift.is_on_duty:
        raise RuleViolation("shift_ended", f"{shift} has ended. Begin the next shift first.")
    current = PitDuty.objects.filter(pit=pit, ended_at=None).select_related("staff").first()
    if current and current.staff_id == pit_boss.pk:
        raise RuleViolation("has_pit", f"{pit_boss} already has {pit}.")
    if current:
        current.ended_at = at
        current.save(update_fields=["ended_at"])
    PitDuty.objects.create(shift=shift, pit=pit, staff=pit_boss, started_at=at)
    journal(
        "pit.given",
        pit,
        on=shift.facility,
        by=by,
        at=at,
        pit=pit.code,
        pit_boss=pit_boss,
        relieved=current.staff if current else None,
    )
    return shift
