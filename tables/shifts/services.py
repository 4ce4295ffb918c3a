"""Shifts: templates, the shift on duty, who has which pit."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from compliance.db.locking import lock_all, locked
from compliance.errors import RuleViolation
from compliance.facilities.gaming_day import gaming_day
from compliance.journal.write import journal
from compliance.models import Facility, Staff
from tables.models import Pit, PitDuty, Shift, ShiftTemplate

# How long before its time a shift may be begun.
EARLY = timedelta(hours=2)


@transaction.atomic
def add_template(facility: Facility, *, name: str, starts: time, ends: time, by: Staff, at: datetime) -> ShiftTemplate:
    """Add a shift to the day's plan."""
    if ShiftTemplate.objects.filter(facility=facility, name=name, retired_at=None).exists():
        raise RuleViolation("template_exists", f"There is a shift named {name} already. Give another name.")
    if starts == ends:
        raise RuleViolation("empty_shift", "A shift cannot begin and end at the same time. Correct one of them.")
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
    """Take a shift out of the day's plan; those that were begun stay."""
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
            "not_its_time",
            f"{template} is not on at {now:%H:%M}. Choose the shift of this hour, or the one that is next.",
        )
    # One begun a little before its time is of the day in which its time is.
    day = gaming_day(facility, max(at, begins))
    if Shift.objects.filter(facility=facility, template=template, gaming_day=day).exists():
        raise RuleViolation("shift_begun", f"{template.name} of gaming day {day} was begun already.")
    for on_duty in lock_all(Shift.objects.filter(facility=facility, ended_at=None)):
        _end(on_duty, by=by, at=at)
    shift = Shift.objects.create(facility=facility, template=template, gaming_day=day, manager=by, began_at=at)
    journal("shift.began", shift, on=facility, by=by, at=at, shift=str(shift), gaming_day=day)
    return shift


def on_duty(facility: Facility) -> Shift | None:
    """Return the shift that is on duty, if one is."""
    return Shift.objects.filter(facility=facility, ended_at=None).first()


def shift_at(facility: Facility, at: datetime) -> Shift | None:
    """Return the shift that was on duty at a moment, if one was."""
    begun = Shift.objects.filter(facility=facility, began_at__lte=at).exclude(ended_at__lte=at)
    return begun.order_by("-began_at").first()


def template_for(facility: Facility, at: datetime) -> ShiftTemplate | None:
    """Return the shift that is on at this hour, if there is one."""
    templates = ShiftTemplate.objects.filter(facility=facility, retired_at=None)
    return next((template for template in templates if _occurrence(template, at, early=timedelta())), None)


def _occurrence(template: ShiftTemplate, at: datetime, *, early: timedelta) -> datetime | None:
    """Return when the shift began in which an instant lies, or begins that is so near; None if there is none."""
    now = at.astimezone(ZoneInfo(template.facility.time_zone))
    lasts = datetime.combine(now.date(), template.ends) - datetime.combine(now.date(), template.starts)
    for days in (-1, 0, 1):  # it may have begun yesterday, or be about to begin tomorrow
        begins = datetime.combine(now.date() + timedelta(days=days), template.starts, now.tzinfo)
        if begins - early <= now < begins + lasts % timedelta(days=1):
            return begins
    return None


@transaction.atomic
def end_shift(shift: Shift, *, by: Staff, at: datetime) -> Shift:
    """End the shift: from now on nobody has a pit in it."""
    shift = locked(shift)
    if shift.ended_at is not None:
        raise RuleViolation("shift_ended", f"{shift} has ended already.")
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
    """Put a pit boss in charge of a pit for the rest of the shift."""
    shift, pit = locked(shift), locked(pit)
    if shift.ended_at is not None:
        raise RuleViolation("shift_ended", f"{shift} has ended. Begin the next shift first.")
    current = PitDuty.objects.filter(pit=pit, ended_at=None).select_related("staff").first()
    if current and current.staff_id == pit_boss.pk:
        raise RuleViolation("has_pit", f"{pit_boss} has {pit} already.")
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
