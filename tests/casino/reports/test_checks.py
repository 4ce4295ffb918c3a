"""A report that is not signed in time raises an alert until it is signed."""

import pytest

from compliance.alerts.scan import scan
from compliance.models import Alert
from tables.shifts import services as shifts
from tests.floor import Floor

from .shifts import sign

pytestmark = pytest.mark.django_db


def test_a_report_is_asked_for_four_hours_after_its_shift_until_it_is_signed() -> None:
    floor = Floor("md")
    shift = floor.begin_shift()
    floor.later(hours=1)
    shifts.end_shift(shift, by=floor.shift_manager, at=floor.at)
    scan(floor.at)
    floor.later(hours=3, minutes=59)
    scan(floor.at)
    assert not Alert.objects.filter(check_name="report_unsigned").exists()

    floor.later(minutes=1)
    scan(floor.at)

    alert = Alert.objects.get(check_name="report_unsigned")
    assert (alert.act, alert.act_on, alert.level) == ("report.sign", str(shift.pk), "shift_manager")
    assert "Day, Mon Mar 2" in alert.text
    assert alert.cite

    sign(floor, shift)
    scan(floor.at)
    alert.refresh_from_db()
    assert alert.closed_at == floor.at


def test_a_shift_on_duty_and_a_signed_one_ask_for_nothing() -> None:
    floor = Floor("md")
    shift = floor.begin_shift()
    floor.later(hours=1)
    shifts.end_shift(shift, by=floor.shift_manager, at=floor.at)
    sign(floor, shift)
    floor.begin_shift("Swing", 13, 22)
    floor.later(hours=9)

    scan(floor.at)

    assert not Alert.objects.filter(check_name="report_unsigned").exists()
