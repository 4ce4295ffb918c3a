"""The scan records every alert that the drill causes, once and on time; injected faults are found."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from compliance.alerts.scan import scan
from tests.floor import NOON
from trials.drill import floor, sowing
from trials.drill.sowing import Sower
from trials.drill.steps import FAULTS
from trials.drill.told import read_told
from trials.drill.verdict import Moment, Outage, late, lost, time_all, twice

pytestmark = pytest.mark.django_db

SCANNED_EVERY_S, LONG_S = 4, 180


class Clock:
    def __init__(self) -> None:
        self.at = NOON

    def now(self) -> datetime:
        return self.at

    @property
    def seconds(self) -> float:
        return self.at.timestamp()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Clock:
    """Provide a clock that is moved by hand, with the drill's lead and overdue minutes."""
    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock.now)
    monkeypatch.setattr(sowing, "connection", type("Kept", (), {"close": staticmethod(lambda: None)}))
    settings.DECK_CHANGE_LEAD_MINUTES = settings.DECK_OVERDUE_MINUTES = 1
    return clock


def drilled(clock: Clock, fault: str = "", *, away: range = range(0)) -> Sower:
    """Cause events and scan for some minutes, with an optional gap without scans."""
    sower = Sower(floor._lay_out(2).things, 7, fault)
    scan(clock.at)
    for second in range(LONG_S):
        clock.at += timedelta(seconds=1)
        sower.sow(clock.seconds)
        if second % SCANNED_EVERY_S == 0 and second not in away:
            scan(clock.at)
    assert not sower.things
    return sower


def fell_due(sower: Sower, clock: Clock) -> list[Moment]:
    return [each for each in sower.moments if each.at <= clock.seconds - SCANNED_EVERY_S]


@pytest.mark.parametrize("away", [range(0), range(20, 100)])
def test_every_caused_alert_is_recorded_once_and_on_time(clock: Clock, away: range) -> None:
    sower = drilled(clock, away=away)

    moments, told = fell_due(sower, clock), list(read_told())

    outages = [outage_of(away)] if away else []
    timed = time_all(moments, told, outages)
    assert {each.check for each in moments} == {"deck_change", "deck_not_whole", "device_neglected"}
    assert {each.severity for each in moments} == {"warning", "due", "critical"}
    assert (lost(timed), late(timed), twice(sower.moments, told)) == ([], [], [])


def outage_of(away: range) -> Outage:
    began = NOON.timestamp() + away.start
    return Outage(began, began + len(away))


@pytest.mark.parametrize("fault", FAULTS)
def test_injected_faults_are_found(clock: Clock, fault: str) -> None:
    sower = drilled(clock, fault)

    moments, told = fell_due(sower, clock), list(read_told())

    timed = time_all(moments, told, [])
    found = {"lost": lost(timed), "late": late(timed), "twice": twice(sower.moments, told)}
    assert found[fault]


def test_a_seed_gives_the_same_random_choices(clock: Clock) -> None:
    things = floor._lay_out(1).things

    plans = [Sower(things, seed).rng.random() for seed in (1, 1, 2)]

    assert plans[0] == plans[1] != plans[2]
