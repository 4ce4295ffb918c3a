"""Assemble the report of a shift."""

from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from casino.reports.document import Report, ReportPlace, Sheet
from casino.reports.figures.baselines import baselines
from casino.reports.figures.sums import Sums, sum_up
from compliance.formatting import format_weekday, format_weekday_moment
from tables.models import PitDuty, Shift

from . import cards, floor, play, rounds
from .attention import attention
from .data import ShiftData
from .open_items import left_open
from .opened import OpenHours
from .summary import summary


class Made(NamedTuple):
    """A report, with the figures that later reports use."""

    report: Report
    sums: Sums
    open_seconds: int


def shift_report(shift: Shift, at: datetime) -> Made:
    """Return the report of a shift up to `at`, or up to its end."""
    known = ShiftData(shift, at)
    opened = OpenHours(known)
    sheets = {sheet.key: sheet for sheet in _sheets(known, opened)}
    ordered = (sheets.pop("summary"), attention(known.facility, sheets), *sheets.values())
    facility = known.facility
    report = Report(
        title=f"{shift.template.name}, {shift.gaming_day:%A, %B %-d, %Y}",
        subtitle=facility.name,
        facilities=(ReportPlace(facility.code, facility.name, facility.jurisdiction, facility.time_zone),),
        time_zone=facility.time_zone,
        since=shift.began_at,
        until=shift.ended_at,
        made_at=at,
        facts=_facts(known),
        sheets=ordered,
    )
    return Made(report, sum_up(known.whole.values()), opened.all_seconds)


def _sheets(known: ShiftData, opened: OpenHours) -> list[Sheet]:
    expected = baselines(known.facility, known.shift.gaming_day)
    stints, decks = floor.stints_of(known), cards.played(known)
    return [
        summary(known, opened.all_seconds),
        play.by_pit(known, opened.seconds),
        play.by_table(known, opened.seconds, expected),
        play.by_game(known, expected),
        play.by_dealer(known, floor.seconds_dealt(known, stints)),
        play.by_hour(known),
        play.by_wager(known),
        play.wagers_by(known),
        rounds.payouts(known),
        rounds.limits(known),
        rounds.jackpots(known),
        cards.decks(decks),
        cards.deck_changes(known, decks),
        cards.counts(known),
        opened.sheet(),
        rounds.irregularities(known),
        floor.devices(known),
        floor.alerts(known),
        rounds.breaches(known),
        rounds.struck(known),
        floor.stints(known, stints),
        left_open(known.shift, known.at),
    ]


def _facts(known: ShiftData) -> tuple[tuple[str, str], ...]:
    shift, zone = known.shift, ZoneInfo(known.facility.time_zone)
    began = format_weekday_moment(shift.began_at, zone)
    ended = format_weekday_moment(shift.ended_at, zone) if shift.ended_at else "now"
    return (
        ("Gaming day", format_weekday(shift.gaming_day)),
        ("Shift", str(shift.template)),
        ("Manager", f"{shift.manager.name} · {shift.manager.badge}"),
        ("On duty", f"{began} to {ended}"),
        ("Pit bosses", _pit_bosses(shift) or "none"),
    )


def _pit_bosses(shift: Shift) -> str:
    duties = PitDuty.objects.filter(shift=shift).select_related("pit", "staff").order_by("pit__code", "started_at")
    return " · ".join(f"{duty.pit.code} {duty.staff.name}" for duty in duties)
