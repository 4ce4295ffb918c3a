"""The demo floor can be loaded at any hour: also in the minutes after shift and gaming day have turned."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from casino import demo
from compliance.gaming_day import gaming_day
from compliance.journal import misfits
from tables.models import Device

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unproven_standing"), pytest.mark.slow]


@pytest.mark.parametrize("local", ["2026-07-01T06:16", "2026-07-01T14:16"])
def test_it_loads_when_the_shift_has_turned_since_a_round_that_is_voided(local: str) -> None:
    now = datetime.fromisoformat(local).replace(tzinfo=ZoneInfo("America/New_York")).astimezone(ZoneInfo("UTC"))

    demo.load(now)

    assert list(misfits([])) == []


def test_it_can_be_loaded_while_the_gaming_day_turns() -> None:
    # A table is open since 6:04; its shuffler was inspected at 5:50, which was still yesterday.
    now = timezone.now().astimezone(ZoneInfo("America/New_York")).replace(hour=6, minute=40).astimezone(UTC)

    demo.load(now)

    for device in Device.objects.filter(table__state__in=("open", "idle"), failed_at=None):
        assert device.inspected_on == gaming_day(device.facility, now)
