"""The canary: what is told of a silence once it is over, to everyone and once."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from compliance.alerts import heartbeat
from compliance.alerts.heartbeat import OUTAGE_AFTER, beat, current_outage
from compliance.models import Alert, Facility, Heartbeat
from compliance.tasks import scan
from tests.floor import NOON, Floor

from .inspections import alerts, told

pytestmark = pytest.mark.django_db

LONG = timedelta(minutes=3)


def heard(name: str = "scan", at: datetime = NOON) -> None:
    beat(name, at)


def test_whoever_comes_back_tells_every_facility_for_how_long_nothing_was_checked() -> None:
    Floor("md")
    Floor("nj")
    heard()

    heard(at=NOON + LONG)

    found = alerts("scheduler_silent")
    assert {alert.facility.code for alert in found} == {"MD", "NJ"}
    assert {(alert.since, alert.text) for alert in found} == {
        (NOON, "Nothing was checked by the clock for 3 min; what fell due meanwhile was raised late.")
    }
    assert [told(alert) for alert in found] == [["alert.opened"]] * 2


def test_it_is_told_once_and_the_next_silence_is_another() -> None:
    Floor("md")
    heard()
    heard(at=NOON + LONG)
    heard(at=NOON + LONG)
    heard(at=NOON + LONG + timedelta(seconds=5))
    assert len(alerts("scheduler_silent")) == 1

    heard(at=NOON + 2 * LONG)

    assert len(alerts("scheduler_silent")) == 2


@pytest.mark.parametrize("pause", [timedelta(seconds=5), OUTAGE_AFTER])
def test_a_short_pause_is_not_worth_telling(pause: timedelta) -> None:
    Floor("md")
    heard()

    heard(at=NOON + pause)

    assert not Alert.objects.exists()


def test_the_first_scan_ever_breaks_no_silence() -> None:
    Floor("md")

    scan()

    assert not alerts("scheduler_silent")
    assert current_outage(timezone.now()) == heartbeat.Outage("scheduler", None)


def test_the_schedulers_own_silence_is_for_the_readiness_page_alone() -> None:
    Floor("md")
    heard("scheduler")

    heard("scheduler", at=NOON + LONG)

    assert not Alert.objects.exists()


def test_an_old_heartbeat_that_comes_late_turns_nothing_back() -> None:
    heard()

    heard(at=NOON - timedelta(seconds=5))

    assert Heartbeat.objects.get().beaten_at == NOON


def test_the_longest_silent_is_told_of_first() -> None:
    heard("scan", NOON)
    heard("scheduler", NOON + timedelta(seconds=5))

    assert current_outage(NOON + OUTAGE_AFTER) is None
    assert current_outage(NOON + LONG) == heartbeat.Outage("scan", NOON)


def killed(*given: object, **named: object) -> None:
    raise KeyboardInterrupt


def test_whoever_is_killed_while_telling_leaves_it_to_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    Floor("md")
    heard()
    with monkeypatch.context() as while_telling:
        while_telling.setattr(heartbeat, "tell", killed)
        with pytest.raises(KeyboardInterrupt):
            heard(at=NOON + LONG)
    assert not Alert.objects.exists()

    heard(at=NOON + LONG + timedelta(seconds=5))

    assert len(alerts("scheduler_silent")) == Facility.objects.count()
