"""The heartbeat: after an outage every facility gets one alert about it."""

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


def test_after_an_outage_every_facility_gets_its_duration() -> None:
    Floor("md")
    Floor("nj")
    heard()

    heard(at=NOON + LONG)

    found = alerts("scheduler_silent")
    assert {alert.facility.code for alert in found} == {"MD", "NJ"}
    assert {(alert.since, alert.text) for alert in found} == {
        (NOON, "Scheduled checks did not run for 0:03. Alerts due in that time came late.")
    }
    assert [told(alert) for alert in found] == [["alert.opened"]] * 2


def test_each_outage_is_reported_once() -> None:
    Floor("md")
    heard()
    heard(at=NOON + LONG)
    heard(at=NOON + LONG)
    heard(at=NOON + LONG + timedelta(seconds=5))
    assert len(alerts("scheduler_silent")) == 1

    heard(at=NOON + 2 * LONG)

    assert len(alerts("scheduler_silent")) == 2


@pytest.mark.parametrize("pause", [timedelta(seconds=5), OUTAGE_AFTER])
def test_a_short_pause_is_not_reported(pause: timedelta) -> None:
    Floor("md")
    heard()

    heard(at=NOON + pause)

    assert not Alert.objects.exists()


def test_the_first_scan_reports_no_outage() -> None:
    Floor("md")

    scan()

    assert not alerts("scheduler_silent")
    assert current_outage(timezone.now()) == heartbeat.Outage("scheduler", None)


def test_a_gap_in_the_schedulers_heartbeat_raises_no_alert() -> None:
    Floor("md")
    heard("scheduler")

    heard("scheduler", at=NOON + LONG)

    assert not Alert.objects.exists()


def test_a_late_old_heartbeat_does_not_replace_a_newer_one() -> None:
    heard()

    heard(at=NOON - timedelta(seconds=5))

    assert Heartbeat.objects.get().beaten_at == NOON


def test_the_longest_outage_is_reported_first() -> None:
    heard("scan", NOON)
    heard("scheduler", NOON + timedelta(seconds=5))

    assert current_outage(NOON + OUTAGE_AFTER) is None
    assert current_outage(NOON + LONG) == heartbeat.Outage("scan", NOON)


def killed(*given: object, **named: object) -> None:
    raise KeyboardInterrupt


def test_a_report_interrupted_by_a_kill_is_made_by_the_next_scan(monkeypatch: pytest.MonkeyPatch) -> None:
    Floor("md")
    heard()
    with monkeypatch.context() as while_telling:
        while_telling.setattr(heartbeat, "open_alert", killed)
        with pytest.raises(KeyboardInterrupt):
            heard(at=NOON + LONG)
    assert not Alert.objects.exists()

    heard(at=NOON + LONG + timedelta(seconds=5))

    assert len(alerts("scheduler_silent")) == Facility.objects.count()
