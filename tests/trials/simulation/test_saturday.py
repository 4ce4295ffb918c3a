"""A busy floor: how often people are called."""

import pytest

from compliance.models import Alert, Entry, Severity
from compliance.staff.roles import Role
from trials.simulation.busy.rings import Ring, figures, opened, worst_hour
from trials.simulation.busy.run import live


@pytest.mark.django_db
def test_no_pit_boss_is_called_more_than_six_times_in_an_hour() -> None:
    day = live(1, hours=6, tables=8)

    assert day.is_bearable
    assert day.figures[Role.FLOORPERSON].hours == 2 * 6
    assert {ring.role for ring in day.calls} >= {Role.FLOORPERSON}
    assert sum(many for (_, what), many in opened().items() if what == "notices") > 0


@pytest.mark.django_db
def test_a_notice_calls_nobody() -> None:
    day = live(2, hours=3, tables=6)

    assert Alert.objects.filter(severity=Severity.NOTICE).exists()
    assert not Entry.objects.filter(action__startswith="alert.", facts__severity="notice").exists()
    assert "limit_notice" not in {ring.check for ring in day.calls}


def test_hours_without_a_call_count_in_the_mean() -> None:
    calls = [Ring(3, Role.PIT_BOSS, "pit P1", "deck_change", "escalated")] * 3

    found = figures(calls, Role.PIT_BOSS, 2, 5)

    assert (found.hours, found.mean, found.worst) == (10, 0.3, 3)
    assert worst_hour(calls, Role.PIT_BOSS) == ("pit P1", 3, {"Deck change, escalated": 3})
    assert worst_hour(calls, Role.FLOORPERSON) is None
