"""Deck ages: a lane per table position, a bar per deck in play, and time past the limit."""

from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from casino.reports.document import Report, Sheet, ValueKind
from casino.reports.formatting import format_number
from compliance.formatting import format_time

from .drawing import Chart, ChartBox, ChartLine, ChartText, Look, Shape
from .frame import AXIS, DROP, WIDTH, Record, join_names, most_urgent, number_of, text_of, text_width, truncate

LANE, BAR = 32.0, 16.0
# More lanes do not fit on a printed page.
MOST_LANES = 48
HOUR = timedelta(hours=1)


class Stay(NamedTuple):
    """A deck's time in play. `end` is when it left play, or the end of the report."""

    begin: datetime
    due: datetime | None
    out: datetime | None
    end: datetime
    late: int


class Lane(NamedTuple):
    label: str
    stays: list[Stay]

    @property
    def late(self) -> int:
        return max(stay.late for stay in self.stays)


class Time(NamedTuple):
    """The time axis and its position in the chart."""

    since: datetime
    until: datetime
    left: float
    right: float

    def at(self, moment: datetime) -> float:
        inside = min(max(moment, self.since), self.until)
        return self.left + (self.right - self.left) * ((inside - self.since) / (self.until - self.since))

    def has(self, moment: datetime) -> bool:
        return self.since < moment < self.until


def deck_ages(report: Report) -> Chart | None:
    until = report.until or report.made_at
    every = _lanes(report["decks"], report.since, until)
    if not every or until <= report.since:
        return None
    lanes, zone = most_urgent(every, MOST_LANES, lambda lane: (-lane.late,)), ZoneInfo(report.time_zone)
    ends = [_end(lane, zone) for lane in lanes]
    # The label of the last hour extends half its width past the axis.
    left = max(text_width(truncate(lane.label)) for lane in lanes) + 14
    right = WIDTH - max(max(map(text_width, ends)) + 14, text_width("00:00") / 2)
    time, foot = Time(report.since, until, left, right), len(lanes) * LANE
    shapes: list[Shape] = []
    for mark, label in _hours(time, zone):
        shapes.append(ChartLine(time.at(mark), 0, time.at(mark), foot, "rule"))
        shapes.append(ChartText(time.at(mark), foot + 24, label, "middle", "axis"))
    for number, (lane, end) in enumerate(zip(lanes, ends, strict=True)):
        shapes += _drawn(lane, end, number * LANE + LANE / 2, time)
    caption = "Bar: deck in play. Tall mark: deck change. Low mark: time limit. Hatched: past the limit."
    if len(lanes) < len(every):
        caption += f" {len(lanes)} of {len(every)} positions, with all that were late."
    gist = _gist(every)
    return Chart("deck_ages", "Age of decks in play", caption, gist, "decks", WIDTH, foot + AXIS, tuple(shapes))


def _lanes(sheet: Sheet, since: datetime, until: datetime) -> list[Lane]:
    """Return the lanes in table order, without decks outside of the report's time."""
    lanes: dict[str, list[Stay]] = {}
    for record in sheet.records():
        stay = _stay(record, until)
        if stay is not None and stay.end > since and stay.begin < until:
            lanes.setdefault(f"{text_of(record, 'table')} {text_of(record, 'position')}".strip(), []).append(stay)
    return [Lane(label, sorted(stays)) for label, stays in lanes.items()]


def _stay(record: Record, until: datetime) -> Stay | None:
    times = (text_of(record, key) for key in ("in_play", "due", "out"))
    begin, due, out = (datetime.fromisoformat(time) if time else None for time in times)
    if begin is None:
        return None
    return Stay(begin, due, out, min(out or until, until), number_of(record, "late") or 0)


def _drawn(lane: Lane, end: str, y: float, time: Time) -> list[Shape]:
    shapes: list[Shape] = [ChartText(time.left - 12, y + DROP, truncate(lane.label), "end", "label")]
    for stay in lane.stays:
        limit = min(max(stay.due, stay.begin), stay.end) if stay.late and stay.due else stay.end
        parts: tuple[tuple[datetime, datetime, Look], ...] = (stay.begin, limit, "bar"), (limit, stay.end, "overdue")
        for start, stop, look in parts:
            if (width := time.at(stop) - time.at(start)) > 0:
                shapes.append(ChartBox(time.at(start), y - BAR / 2, width, BAR, look))
    for stay in lane.stays:
        if stay.due and time.has(stay.due):
            shapes.append(ChartLine(time.at(stay.due), y, time.at(stay.due), y + LANE / 2, "limit"))
        if stay.out and time.has(stay.out):
            shapes.append(ChartLine(time.at(stay.out), y - LANE / 2 + 2, time.at(stay.out), y + LANE / 2 - 2, "change"))
    if end:
        shapes.append(ChartText(WIDTH - 2, y + DROP, end, "end", "value"))
    return shapes


def _end(lane: Lane, zone: ZoneInfo) -> str:
    """Return the text at the end of a lane: how late, or when the deck in play is due for a change."""
    last = lane.stays[-1]
    if lane.late:
        return f"■ {format_number(ValueKind.SPAN, lane.late)} late"
    return f"due {format_time(last.due, zone)}" if last.out is None and last.due else ""


def _hours(time: Time, zone: ZoneInfo) -> list[tuple[datetime, str]]:
    """Return the full local hours whose labels fit."""
    hours = (time.until - time.since) / HOUR
    step = next((step for step in (1, 2, 3, 4, 6, 12, 24) if hours / step * 70 <= time.right - time.left), 24)
    past = time.since.astimezone(zone).replace(minute=0, second=0, microsecond=0).astimezone(time.since.tzinfo)
    marks = [past + number * HOUR for number in range(int(hours) + 2)]
    local = [(mark, mark.astimezone(zone)) for mark in marks if time.since <= mark <= time.until]
    return [(mark, f"{there:%H:%M}") for mark, there in local if there.hour % step == 0]


def _gist(lanes: list[Lane]) -> str:
    stays = [stay for lane in lanes for stay in lane.stays]
    changed = sum(stay.out is not None for stay in stays)
    late = [f"{lane.label} by {format_number(ValueKind.SPAN, lane.late)}" for lane in lanes if lane.late]
    past = f"Past the limit: {join_names(late)}." if late else "None past the limit."
    return f"{_number(len(stays), 'deck')} at {_number(len(lanes), 'position')}, {changed} taken out of play. {past}"


def _number(number: int, of: str) -> str:
    return f"{number} {of}" if number == 1 else f"{number} {of}s"
