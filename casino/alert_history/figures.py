"""Figures about alerts: how many, how long they waited and how they ended, by check or by shift."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import NamedTuple

from django.db.models import QuerySet

from compliance.models import Alert, Entry


class AlertRecord(NamedTuple):
    """The facts about one alert that the figures use."""

    check: str
    opened_at: datetime
    taken_on: timedelta | None
    closed: timedelta | None
    by_person: bool
    passed_up: bool


class Spread(NamedTuple):
    """How long something takes: the median, and the 90th percentile in `most`."""

    median: timedelta
    most: timedelta


class AlertFigures(NamedTuple):
    label: str
    number: int
    open: int
    taken_on: int
    until_taken_on: Spread | None
    by_itself: int
    by_person: int
    until_closed: Spread | None
    passed_up: int


AT_ONCE = 1000

_FIELDS = ("pk", "check_name", "opened_at", "first_acknowledged_at", "closed_at", "closed_by_id")


def newest(alerts: QuerySet[Alert], most: int) -> list[AlertRecord]:
    """Return the facts about the alerts that opened last."""
    rows = list(alerts.order_by("-opened_at").values_list(*_FIELDS)[:most])
    passed_up = _passed_up([row[0] for row in rows])
    return [
        AlertRecord(
            check,
            opened_at,
            taken_on and taken_on - opened_at,
            closed_at and closed_at - opened_at,
            closed_by is not None,
            key in passed_up,
        )
        for key, check, opened_at, taken_on, closed_at, closed_by in rows
    ]


def _passed_up(keys: Sequence[int]) -> set[int]:
    """Return which of these alerts were escalated, by the clock or by a person."""
    found: set[int] = set()
    for first in range(0, len(keys), AT_ONCE):
        subjects = [f"alert:{key}" for key in keys[first : first + AT_ONCE]]
        entries = Entry.objects.filter(subject__in=subjects, action="alert.escalated")
        found.update(int(subject.removeprefix("alert:")) for subject in entries.values_list("subject", flat=True))
    return found


def spread(times: Iterable[timedelta]) -> Spread | None:
    """Return the median and the 90th percentile of times; the latter is one of them, not interpolated."""
    ordered = sorted(times)
    if not ordered:
        return None
    middle = (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2
    return Spread(middle, ordered[ceil(len(ordered) * 9 / 10) - 1])


def figures(label: str, alerts: Sequence[AlertRecord]) -> AlertFigures:
    taken_on = [alert.taken_on for alert in alerts if alert.taken_on is not None]
    closed = [alert.closed for alert in alerts if alert.closed is not None]
    by_person = sum(alert.by_person for alert in alerts)
    return AlertFigures(
        label=label,
        number=len(alerts),
        open=len(alerts) - len(closed),
        taken_on=len(taken_on),
        until_taken_on=spread(taken_on),
        by_itself=len(closed) - by_person,
        by_person=by_person,
        until_closed=spread(closed),
        passed_up=sum(alert.passed_up for alert in alerts),
    )


def grouped(alerts: Iterable[AlertRecord], label_of: Callable[[AlertRecord], str]) -> list[AlertFigures]:
    """Return figures for each label, in order of first appearance."""
    groups: dict[str, list[AlertRecord]] = {}
    for alert in alerts:
        groups.setdefault(label_of(alert), []).append(alert)
    return [figures(label, some) for label, some in groups.items()]
