"""The history of alerts, against figures computed by hand."""

import re
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import Any

import pytest
from django.utils import timezone

from casino.alert_history import views as alert_history
from casino.alert_history.figures import AlertFigures, Spread, spread
from casino.reports.charts.drawing import Chart, ChartBox, ChartLine, ChartText
from compliance.alerts import services as working
from compliance.models import Alert, Severity, Staff
from tables.models import Shift
from tables.shifts import services as shifts
from tests.compliance.alerts.rung import happened, signed_in
from tests.floor import Floor

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 2, 17, tzinfo=UTC)  # noon, Monday
_numbers = count()


@pytest.fixture
def floor() -> Floor:
    return Floor("md", at=NOW)


@pytest.fixture(autouse=True)
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)


def was(
    floor: Floor,
    check: str = "deck_change",
    *,
    ago: timedelta = timedelta(hours=1),
    taken_on: int | None = None,
    closed: int | None = None,
    by: Staff | None = None,
    severity: Severity = Severity.DUE,
) -> Alert:
    """Write down an alert: taken on and closed after so many seconds, if at all."""
    opened_at = NOW - ago
    return Alert.objects.create(
        facility=floor.facility,
        check_name=check,
        subject=f"deck:{next(_numbers)}",
        occurrence="1",
        stream=floor.facility.stream_key,
        severity=severity,
        text="Due",
        cite="house",
        since=opened_at,
        opened_at=opened_at,
        raised_at=opened_at,
        level="floorperson",
        first_acknowledged_at=None if taken_on is None else opened_at + timedelta(seconds=taken_on),
        closed_at=None if closed is None else opened_at + timedelta(seconds=closed),
        closed_by=by,
    )


def history(floor: Floor, **asked: Any) -> Any:
    return signed_in(floor.auditor).get("/facilities/MD/alerts/history/", asked).context


def rows(floor: Floor, title: str) -> dict[str, list[str]]:
    """Return the rows of a table on the page: alerts, open, taken on with median and nine of ten, closed by itself and
    by a person with median and nine of ten, passed up."""
    page = signed_in(floor.auditor).get("/facilities/MD/alerts/history/").content.decode()
    (body,) = re.findall(rf'aria-label="{title}">.*?<tbody>(.*?)</tbody>', page, re.DOTALL)
    found = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', body)
    return {label: re.findall(r"<td>(.*?)</td>", cells) for label, cells in found}


def test_the_90th_percentile_is_an_observed_time() -> None:
    seconds = [timedelta(seconds=each) for each in (100, 10, 20, 30, 40, 50, 60, 70, 80, 90)]

    assert spread(seconds) == Spread(timedelta(seconds=55), timedelta(seconds=90))
    assert spread(seconds[:1]) == Spread(timedelta(seconds=100), timedelta(seconds=100))
    assert spread([]) is None


def test_figures_by_check_tell_how_alerts_waited_and_ended(floor: Floor) -> None:
    was(floor, taken_on=60, closed=600)
    was(floor, taken_on=120, closed=1200, by=floor.compliance_officer)
    was(floor, taken_on=30)
    was(floor, "stub_count", closed=45)

    found = rows(floor, "By check")

    assert found == {
        "Deck change": ["3", "1", "3", "0:01", "0:02", "1", "1", "0:15", "0:20", "0"],
        "Stub count": ["1", "0", "0", "–", "–", "1", "0", "45 s", "45 s", "0"],
        "All": ["4", "1", "3", "0:01", "0:02", "2", "1", "0:10", "0:20", "0"],
    }


def test_figures_by_shift_count_what_opened_in_each(floor: Floor) -> None:
    template = shifts.add_template(
        floor.facility, name="Day", starts=time(6), ends=time(14), by=floor.shift_manager, at=NOW
    )
    day = Shift.objects.create(
        facility=floor.facility,
        template=template,
        gaming_day=date(2026, 3, 1),
        manager=floor.shift_manager,
        began_at=NOW - timedelta(hours=30),
        ended_at=NOW - timedelta(hours=22),
    )
    Shift.objects.create(
        facility=floor.facility,
        template=template,
        gaming_day=date(2026, 3, 2),
        manager=floor.shift_manager,
        began_at=NOW - timedelta(hours=6),
    )
    assert day.ended_at
    for hours in (5, 6, 22, 25, 30, 40):
        was(floor, ago=timedelta(hours=hours))

    found = rows(floor, "By shift")

    # A shift has what was opened from its beginning to before its end.
    assert {label: cells[0] for label, cells in found.items()} == {
        "Day · Mon Mar 2": "2",
        "No shift on duty": "2",
        "Day · Sun Mar 1": "2",
        "All": "6",
    }


def test_a_span_has_what_was_opened_in_it(floor: Floor) -> None:
    for days in (0, 3, 20, 40):
        was(floor, ago=timedelta(days=days, hours=7))

    numbers = {span: history(floor, span=span)["number"] for span in ("24h", "7d", "30d", "day", "", "nonsense")}

    # The gaming day began at six, an hour after the first of them.
    assert numbers == {"24h": 1, "7d": 2, "30d": 3, "day": 0, "": 2, "nonsense": 2}
    assert history(floor, day="2026-03-01")["number"] == 1


def test_notices_count_only_if_asked_for(floor: Floor) -> None:
    was(floor)
    was(floor, severity=Severity.NOTICE)

    assert history(floor)["number"] == 1
    assert history(floor, notices="true")["number"] == 2


def test_an_escalated_alert_is_counted_once(floor: Floor) -> None:
    was(floor)
    records = happened(floor, at=NOW - timedelta(hours=1))
    Alert.objects.filter(pk=records.pk).update(level="floorperson")
    records.refresh_from_db()
    for _ in range(2):
        records = working.escalate_now(records, reason="Not mine", by=floor.floorperson, at=NOW)

    assert history(floor)["all"].passed_up == 1


def test_another_facilitys_alerts_are_not_counted(floor: Floor) -> None:
    was(Floor("nj", at=NOW))

    assert history(floor)["number"] == 0


def test_a_history_over_the_limit_is_marked_as_cut(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alert_history, "MOST", 2)
    for _ in range(3):
        was(floor)

    context = history(floor)

    assert (context["number"], context["is_cut"]) == (2, True)


def test_hours_are_the_facilitys_and_begin_with_its_gaming_day(floor: Floor) -> None:
    was(floor, ago=timedelta(hours=1))
    was(floor, ago=timedelta(hours=12))

    hours = history(floor)["by_hour"]

    assert hours[0][0] == "06"
    assert {hour for hour, number in hours if number} == {"11", "00"}


def _waits(*spreads: tuple[str, timedelta, timedelta]) -> Chart:
    found = [AlertFigures(name, 1, 0, 1, Spread(*spread), 0, 0, None, 0) for name, *spread in spreads]
    return alert_history.waits("acknowledged", "Time to acknowledge", found, lambda each: each.until_taken_on)


def test_bars_are_as_long_as_what_they_stand_for() -> None:
    minute = timedelta(minutes=1)

    chart = _waits(("A", minute, 2 * minute), ("B", 2 * minute, 4 * minute))

    first, _, second, _ = (shape.width for shape in chart.shapes if isinstance(shape, ChartBox))
    ticks = [shape.x1 for shape in chart.shapes if isinstance(shape, ChartLine) and shape.look == "tick"]
    marks = [shape for shape in chart.shapes if isinstance(shape, ChartText) and shape.look == "axis"]
    assert second == pytest.approx(2 * first, abs=0.2)
    assert ticks[1] == marks[-1].x
    assert [mark.text for mark in marks] == ["0:00", "0:02", "0:04"]


def test_an_outlier_is_drawn_beyond_the_scale() -> None:
    minute = timedelta(minutes=1)

    chart = _waits(*((name, minute, minute) for name in "ABC"), ("D", 900 * minute, 900 * minute))

    labels = {shape.y: shape.text for shape in chart.shapes if isinstance(shape, ChartText) and shape.look == "label"}
    beyond = [shape.y for shape in chart.shapes if isinstance(shape, ChartText) and shape.text == "►"]
    assert [labels[y] for y in beyond] == ["D"]


def test_a_chart_of_nothing_is_drawn() -> None:
    assert _waits().shapes == ()
    assert _waits().alternative == "None yet."
    assert [
        shape.height for shape in alert_history.opened_by_hour([("06", 0)]).shapes if isinstance(shape, ChartBox)
    ] == [0]
