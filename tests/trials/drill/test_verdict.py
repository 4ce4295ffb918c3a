"""The drill's verdict finds late, lost and duplicate alerts, and counts delays from the end of an outage."""

from datetime import UTC, datetime, timedelta

import pytest

from trials.drill import __main__ as command
from trials.drill.moments import of_a_deck
from trials.drill.report import Passed, show_table
from trials.drill.steps import SILENT_S, Step, steps
from trials.drill.verdict import Moment, Outage, Timed, Told, late, lost, time_all, twice
from trials.drill.watch import Seen, unseen

T = 1000.0
DECK = Moment("deck_change", "deck:1", "due", T)
AT = datetime(2026, 3, 2, 17, tzinfo=UTC)


def told(at: float, *, severity: str = "due", alert: int = 1, action: str = "alert.opened") -> Told:
    return Told(DECK.check, DECK.subject, alert, action, severity, at)


def timed(at: float, *outages: Outage, severity: str = "due") -> Timed:
    (found,) = time_all([DECK], [told(at, severity=severity)], outages)
    return found


@pytest.mark.parametrize(("after", "is_late"), [(0.1, False), (6.0, False), (6.1, True)])
def test_with_everything_up_an_alert_has_six_seconds(after: float, is_late: bool) -> None:
    found = timed(T + after)

    assert bool(late([found])) is is_late
    assert not found.is_caught


@pytest.mark.parametrize(("after", "is_late"), [(1, False), (10, False), (10.1, True)])
@pytest.mark.parametrize("began", [T - 30, T - 1, T, T + 5])
def test_an_alert_delayed_by_an_outage_has_ten_seconds_after_it(began: float, after: float, is_late: bool) -> None:
    found = timed(T + 60 + after, Outage(began, T + 60))

    assert bool(late([found])) is is_late
    assert found.is_caught


def test_an_alert_due_just_after_an_outage_has_the_same_limit() -> None:
    assert timed(T + 7, Outage(T - 5, T - 2)).seconds == 7
    assert not late([timed(T + 7, Outage(T - 5, T - 2))])
    assert late([timed(T + 8.1, Outage(T - 5, T - 2))])


def test_an_outage_does_not_excuse_alerts_late_before_it_or_due_long_after_it() -> None:
    assert late([timed(T + 30, Outage(T + 7, T + 25))])
    assert late([timed(T + 7, Outage(T - 60, T - 20))])


def test_an_alert_delayed_by_two_outages_counts_from_the_last() -> None:
    assert not late([timed(T + 39, Outage(T - 1, T + 10), Outage(T + 15, T + 30))])


def test_an_alert_recorded_before_an_outage_is_not_delayed_by_it() -> None:
    found = timed(T + 2, Outage(T + 3, T + 30))

    assert (found.seconds, found.is_caught) == (2, False)


def test_an_entry_of_higher_severity_counts() -> None:
    assert lost([timed(T + 1, severity="critical")]) == []


@pytest.mark.parametrize("found", [timed(T - 1), timed(T + 1, severity="warning"), *time_all([DECK], [], [])])
def test_an_alert_recorded_too_early_too_mildly_or_never_is_lost(found: Timed) -> None:
    assert lost([found]) == ["deck_change of deck:1, due: never recorded"]
    assert late([found]) == []


def test_a_second_alert_is_found() -> None:
    assert twice([DECK], [told(T)]) == []
    assert twice([DECK], [told(T), told(T, alert=2)]) == ["deck_change of deck:1: 2 alerts, 1 expected"]
    assert twice([], [told(T)]) == ["deck_change of deck:1: 1 alerts, 0 expected"]


def test_an_alert_recorded_twice_is_found() -> None:
    raised = [told(T, action="alert.raised", severity=severity) for severity in ("due", "critical")]
    assert twice([DECK], [told(T), *raised]) == []

    assert twice([DECK], [told(T), told(T, severity="critical")]) == ["alert 1: 2 times alert.opened"]
    assert twice([DECK], [told(T), *raised, raised[0]]) == ["alert 1: 2 times alert.raised"]
    assert twice([DECK], [told(T), told(T, action="alert.reopened")]) == ["alert 1: opened again"]


# ── When alerts are due


@pytest.mark.parametrize(
    ("due_in", "expected"),
    [
        (90, [("warning", 30), ("due", 90), ("critical", 150)]),
        (30, [("warning", 0), ("due", 30), ("critical", 90)]),
        (-30, [("due", 0), ("critical", 30)]),
        (-90, [("critical", 0)]),
    ],
)
def test_a_deck_has_one_moment_per_stage_and_past_ones_at_once(due_in: int, expected: list[tuple[str, int]]) -> None:
    found = of_a_deck("deck:1", AT + timedelta(seconds=due_in), AT)

    assert [(each.severity, each.at - AT.timestamp()) for each in found] == expected
    assert [each.opens for each in found] == [True, *[False] * (len(found) - 1)]


# ── The readiness page


def seen(*red: int) -> list[Seen]:
    return [Seen(T + second, second not in red) for second in range(120)]


def test_a_scheduler_outage_must_be_shown_and_end() -> None:
    outage = Outage(T, T + SILENT_S + 30)

    assert unseen(seen(*range(28, 70)), [outage]) == []
    assert unseen(seen(), [outage]) == ["an outage of 66 s was not shown"]
    assert unseen(seen(*range(61, 70)), [outage]) == ["an outage of 66 s was not shown"]
    assert len(unseen(seen(*range(28, 90)), [outage])) == 12


def test_no_outage_may_be_shown_when_there_is_none() -> None:
    assert unseen(seen(), [Outage(T, T + 5)]) == []
    assert unseen(seen(7), [Outage(T, T + 5)]) == ["at 1007 the page reported a scheduler outage"]


# ── Steps and the report


def kills(database: str, seconds: float) -> set[str]:
    return {kind for step in steps(database, seconds) for kind in step.kills}


def longest(seconds: float, kind: str) -> Step:
    return max((step for step in steps("postgresql", seconds) if kind in step.kills), key=lambda step: step.lasts)


def test_every_process_is_killed_once_and_redis_for_minutes_in_a_long_drill() -> None:
    assert kills("postgresql", 60) == {"worker", "pool process", "scheduler", "redis", "web", "database"}
    assert kills("sqlite", 60) == {"worker", "web"}
    assert longest(60, "redis").lasts == SILENT_S
    assert longest(300, "redis").lasts == 180
    assert longest(300, "scheduler").lasts > SILENT_S


def test_each_step_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    caught, never = timed(T + 14.2, Outage(T - 1, T + 10)), time_all([DECK], [], [])[0]

    show_table([Passed("worker killed", T - 1, T + 20), Passed("web killed", T + 20, T + 30)], [caught, never])

    lines = capsys.readouterr().out.splitlines()
    assert lines[-3].split() == ["worker", "killed", "1", "–", "–", "1", "4.2", "s", "4.2", "s", "NO"]
    assert lines[-2].split() == ["web", "killed", "0", "–", "–", "0", "–", "–", "yes"]


def test_without_its_servers_a_drill_is_skipped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(command, "missing_postgresql", lambda: "")
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr("sys.argv", ["drill", "--database", "postgresql"])

    assert command.main() == 0
    assert "SKIPPED on PostgreSQL and Redis: redis-server is missing" in capsys.readouterr().out
