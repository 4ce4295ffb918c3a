"""Shifts, pit duty, pits and tables."""

from datetime import date, time, timedelta

import pytest
from django.db import IntegrityError, transaction

from casino.access import AccessTable
from compliance.staff.roles import EVERYONE
from compliance.staff.scope import Scope
from tables.floor import services as floor_services
from tables.models import PitDuty, Shift, ShiftTemplate
from tables.shifts import services as shifts
from tables.shifts.filters import ShiftFilters
from tests.floor import NOON, Floor, actions, fresh, refused

pytestmark = pytest.mark.django_db


def template(floor: Floor, name: str = "Day", starts: int = 8, ends: int = 16) -> ShiftTemplate:
    return shifts.add_template(
        floor.facility, name=name, starts=time(starts), ends=time(ends), by=floor.shift_manager, at=floor.at
    )


def begin(floor: Floor, template: ShiftTemplate) -> Shift:
    return shifts.begin_shift(floor.facility, template=template, by=floor.shift_manager, at=floor.at)


def test_a_shift_begins_and_the_one_on_duty_ends_with_its_pit_duties() -> None:
    floor = Floor("md")
    day = begin(floor, template(floor))
    shifts.give_pit(day, pit=floor.pit, pit_boss=floor.pit_boss, by=floor.shift_manager, at=floor.at)
    floor.later(hours=4)

    swing = begin(floor, template(floor, "Swing", 16, 0))

    assert fresh(day).ended_at == floor.at
    assert PitDuty.objects.get().ended_at == floor.at
    assert (swing.manager, swing.ended_at) == (floor.shift_manager, None)
    assert actions(floor.facility.stream_key)[-2:] == ["shift.ended", "shift.began"]


def test_the_shift_on_duty_is_the_same_for_acts_lists_and_queries() -> None:
    floor = Floor("md")
    day = begin(floor, template(floor))
    floor.later(hours=4)
    swing = begin(floor, template(floor, "Swing", 16, 0))

    listed = {
        asked: list(
            ShiftFilters.narrow(Shift.objects.all(), {"on_duty": asked}, Scope(floor.pit_boss, EVERYONE, AccessTable()))
        )
        for asked in ("true", "false")
    }

    assert (fresh(day).is_on_duty, swing.is_on_duty) == (False, True)
    assert shifts.on_duty(floor.facility) == swing
    assert listed == {"true": [swing], "false": [day]}


def test_a_shift_after_midnight_is_of_the_gaming_day_that_has_not_turned() -> None:
    floor = Floor("md", at=NOON + timedelta(hours=14))

    shift = begin(floor, template(floor, "Grave", 0, 8))

    assert shift.gaming_day == date(2026, 3, 2)


def test_a_shift_is_begun_once_a_gaming_day() -> None:
    floor = Floor("md")
    day = template(floor)
    begin(floor, day)
    with refused("shift_begun"):
        begin(floor, day)

    floor.later(days=1)
    begin(floor, day)

    assert Shift.objects.count() == 2


@pytest.mark.parametrize(
    "starts,ends,on", [(8, 16, True), (14, 22, True), (15, 23, False), (0, 8, False), (22, 13, True)]
)
def test_a_shift_is_begun_in_its_time_or_up_to_two_hours_before_it(starts: int, ends: int, on: bool) -> None:
    floor = Floor("md")  # where it is noon
    shift = template(floor, "Some", starts, ends)

    if on:
        assert begin(floor, shift).ended_at is None
    else:
        with refused("not_its_time"):
            begin(floor, shift)


def test_a_shift_ends_once() -> None:
    floor = Floor("md")
    shift = begin(floor, template(floor))

    shifts.end_shift(shift, by=floor.shift_manager, at=floor.at)

    with refused("shift_ended"):
        shifts.end_shift(shift, by=floor.shift_manager, at=floor.at)
    with refused("shift_ended"):
        shifts.give_pit(shift, pit=floor.pit, pit_boss=floor.pit_boss, by=floor.shift_manager, at=floor.at)


def test_a_pit_passes_from_one_pit_boss_to_another() -> None:
    floor = Floor("md")
    shift = begin(floor, template(floor))
    shifts.give_pit(shift, pit=floor.pit, pit_boss=floor.pit_boss, by=floor.shift_manager, at=floor.at)
    with refused("has_pit"):
        shifts.give_pit(shift, pit=floor.pit, pit_boss=floor.pit_boss, by=floor.shift_manager, at=floor.at)
    floor.later(hours=1)

    shifts.give_pit(shift, pit=floor.pit, pit_boss=floor.shift_manager, by=floor.shift_manager, at=floor.at)

    assert PitDuty.objects.get(ended_at=None).staff == floor.shift_manager
    assert PitDuty.objects.get(staff=floor.pit_boss).ended_at == floor.at


@pytest.mark.both_databases("constraints")
def test_the_database_has_one_shift_on_duty_and_one_pit_boss_of_a_pit() -> None:
    floor = Floor("md")
    day, swing = template(floor), template(floor, "Swing", 16, 0)
    shift = begin(floor, day)
    shifts.give_pit(shift, pit=floor.pit, pit_boss=floor.pit_boss, by=floor.shift_manager, at=floor.at)

    with pytest.raises(IntegrityError), transaction.atomic():
        Shift.objects.create(
            facility=floor.facility,
            template=swing,
            gaming_day=date(2026, 3, 2),
            manager=floor.shift_manager,
            began_at=NOON,
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        PitDuty.objects.create(shift=shift, pit=floor.pit, staff=floor.shift_manager, started_at=NOON)


def test_a_template_has_a_name_of_its_own_until_it_is_retired_and_is_not_empty() -> None:
    floor = Floor("md")
    day = template(floor)
    with refused("template_exists"):
        template(floor)
    with refused("empty_shift"):
        template(floor, "Empty", 8, 8)

    shifts.retire_template(floor.facility, template=day, by=floor.shift_manager, at=floor.at)
    template(floor)

    assert ShiftTemplate.objects.filter(retired_at=None).count() == 1


def test_pits_and_tables_have_numbers_of_their_own() -> None:
    floor, other = Floor("md"), Floor("ma")
    floor.new_table(number=7)

    with refused("pit_exists"):
        floor_services.add_pit(floor.facility, code=floor.pit.code, name="x", by=floor.shift_manager, at=floor.at)
    with refused("table_exists"):
        floor.new_table(number=7)

    assert other.new_table(number=7).code == "MA-07"


@pytest.mark.parametrize(
    ("name", "starts", "ends", "allowed"),
    [
        ("Day", 8, 16, True),
        ("Swing", 14, 22, True),  # two hours before its time
        ("Evening", 15, 23, False),
        ("Grave", 22, 6, False),
    ],
)
def test_a_shift_begins_at_its_time_or_a_little_before(name: str, starts: int, ends: int, allowed: bool) -> None:
    floor = Floor("md")  # at noon
    chosen = template(floor, name, starts, ends)

    if allowed:
        begin(floor, chosen)
    else:
        with refused("not_its_time"):
            begin(floor, chosen)

    assert Shift.objects.exists() == allowed


def test_the_first_shift_of_a_gaming_day_may_begin_a_little_before_the_day_turns() -> None:
    floor = Floor("md")
    day = template(floor, "Day", 6, 14)
    begin(floor, day)
    floor.later(hours=17, minutes=50)  # ten minutes to six

    early = begin(floor, day)

    assert early.gaming_day == date(2026, 3, 3)
