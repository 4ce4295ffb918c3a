"""Build the sheets of a range report from its figures."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from casino.reports.columns import (
    DAY,
    DEALER,
    EXPECTED,
    GAME,
    MEASURES,
    NUMBER,
    PERIOD,
    TEXT,
    WAGERED,
    WAGERS,
    WHOLE,
    ColumnSpec,
    Group,
    SheetSpec,
    changed,
    group_sheet,
)
from casino.reports.document import Sheet
from casino.reports.figures.baselines import DAYS
from casino.reports.figures.labels import HOLD, PAYOUT_LIMIT_CUT, wager_name
from casino.reports.figures.statistics import MIN_DAYS, is_outside
from casino.reports.figures.sums import Sums, by, cut_by_limits, sum_up
from compliance.facilities.policies import policy

from .figures import RangeFigures, TableDay

EXPLAINED = (
    f"Expected: the 95% interval, from the table-days of the game in the {DAYS} gaming days before; "
    f"blank if there were fewer than {MIN_DAYS}."
)
OUTSIDE_NOTE = "Each must be investigated in writing. One in twenty falls outside by chance."

_DEALT = ColumnSpec("days", "Days dealt", NUMBER, lambda group: group.days, WHOLE)
_TABLE = ColumnSpec("table", "Table", TEXT, lambda group: group.of.code)

SUMMARY = group_sheet("summary", "Summary", (PERIOD, _DEALT, *MEASURES))
FACILITIES = group_sheet(
    "facilities",
    "By facility",
    (
        ColumnSpec("facility", "Facility", TEXT, lambda group: group.of.name),
        ColumnSpec("code", "Code", TEXT, lambda group: group.of.code),
        _DEALT,
        *MEASURES,
    ),
)
BY_DAY = group_sheet("days", "By gaming day", (ColumnSpec("day", "Gaming day", DAY, lambda group: group.of), *MEASURES))
TABLES = group_sheet(
    "tables",
    "By table",
    (_TABLE, ColumnSpec("pit", "Pit", TEXT, lambda group: group.of.pit.code), GAME, _DEALT, *EXPECTED, *MEASURES),
)
GAMES = group_sheet(
    "games",
    "By game",
    (GAME, ColumnSpec("edition", "Edition", TEXT, lambda group: group.of), _DEALT, *EXPECTED, *MEASURES),
)
DEALERS = group_sheet("dealers", "By dealer", (*DEALER, *EXPECTED, *MEASURES))
HOURS = group_sheet("hours", "By hour of day", (ColumnSpec("hour", "From", TEXT, lambda group: group.of), *MEASURES))
OUTSIDE = group_sheet(
    "outside",
    "Outside expected hold",
    (
        ColumnSpec("day", "Gaming day", DAY, lambda group: group.day),
        _TABLE,
        GAME,
        *(column for column in WAGERED if column.key in ("staked", "win", "hold")),
        *EXPECTED,
    ),
    empty="None.",
)


def _days(days: Iterable[date]) -> int:
    return len(set(days))


# ── Summary


def summary(figures: RangeFigures) -> Sheet:
    """Compare the range with the one before; add the month and year to date."""
    length, last = timedelta(days=figures.length), figures.last
    named = f"Previous {figures.length} days" if figures.length > 1 else "Previous day"
    now = SUMMARY.row(_spanned(figures, "This period", figures.first, last))
    then = SUMMARY.row(_spanned(figures, named, figures.first - length, last - length))
    rows = (
        now,
        then,
        changed("Change", now, then),
        _spanned(figures, "Month to date", last.replace(day=1), last),
        _spanned(figures, "Year to date", last.replace(month=1, day=1), last),
    )
    return SUMMARY.sheet(rows, note=f"{HOLD} Its change is in percentage points.")


def _spanned(figures: RangeFigures, name: str, first: date, last: date) -> Group:
    found = figures.between(first, last)
    about = {"from": first.isoformat(), "until": last.isoformat()}
    return Group(sum_up(found.values()), name, about, days=_days(day for _, day in found))


def by_facility(figures: RangeFigures) -> Sheet:
    found = figures.between(figures.first, figures.last)
    sums, groups = by(found, lambda key: key[0]), []
    for pk, facility in figures.facilities.items():
        days = _days(day for where, day in found if where == pk)
        groups.append(Group(sums.get(pk, Sums.nothing()), facility, {"facility": facility.code}, days=days))
    whole = Group(sum_up(sums.values()), days=_days(day for _, day in found))
    return FACILITIES.sheet(groups, whole=whole, note="Each facility has its own gaming days.")


def by_day(figures: RangeFigures) -> Sheet:
    """List every day that has begun, with or without rounds."""
    sums = by(figures.between(figures.first, figures.last), lambda key: key[1])
    begun = (figures.first + timedelta(days=place) for place in range((figures.latest - figures.first).days + 1))
    days = sorted({*begun, *sums})
    groups = [Group(sums.get(day, Sums.nothing()), day, {"day": day.isoformat()}) for day in days]
    return BY_DAY.sheet(groups, whole=Group(sum_up(sums.values())), note=HOLD)


# ── By table and game, with expected hold


def _table_days(figures: RangeFigures, key: Callable[[TableDay], Any]) -> dict[Any, list[TableDay]]:
    """Return the table-days grouped by a key."""
    found: dict[Any, list[TableDay]] = {}
    for each in figures.table_days:
        found.setdefault(key(each), []).append(each)
    return found


def _judged(figures: RangeFigures, found: Collection[TableDay], **known: Any) -> Group:
    """Return table-days with their expected hold."""
    sums = figures.table_days
    stakes = ((each.facility, each.edition, sums[each]["staked_cents"]) for each in found)
    days, whole = _days(each.day for each in found), sum_up(sums[each] for each in found)
    return Group(whole, expected=figures.expected(stakes), days=days, **known)


def _judged_sheet(figures: RangeFigures, spec: SheetSpec, groups: list[Group]) -> Sheet:
    whole, note = _judged(figures, figures.table_days), f"{HOLD} {EXPLAINED}"
    return spec.sheet(groups, whole=whole, note=note, cite=_cite(figures))


def _cite(figures: RangeFigures) -> str:
    cites = (policy("hold_interval", each.jurisdiction).cite for each in figures.facilities.values())
    return "; ".join(dict.fromkeys(cites))


def by_table(figures: RangeFigures) -> Sheet:
    games, groups = figures.games(), []
    for (pk, edition), days in _table_days(figures, lambda each: (each.table, each.edition)).items():
        table = figures.tables[pk]
        about = {"table": table.code, "facility": figures.facilities[table.facility_id].code}
        groups.append(_judged(figures, days, of=table, about=about, game=games[edition]))
    groups.sort(key=lambda group: (group.of.code, group.of.pit.code, group.game))
    return _judged_sheet(figures, TABLES, groups)


def by_game(figures: RangeFigures) -> Sheet:
    games = figures.games()
    groups = [
        _judged(figures, days, of=edition, about={"edition": edition}, game=games[edition])
        for edition, days in _table_days(figures, lambda each: each.edition).items()
    ]
    groups.sort(key=lambda group: (group.game, group.of))
    return _judged_sheet(figures, GAMES, groups)


@dataclass(frozen=True, kw_only=True)
class OutsideDay(Group):
    day: date


def outside(figures: RangeFigures) -> Sheet:
    """List table-days outside expected hold. Each is judged by the days before it, so the range does not matter."""
    games, groups, judged = figures.games(), [], 0
    for each, sums in figures.table_days.items():
        expected = figures.baseline(each.facility, each.edition, each.day).interval(sums["staked_cents"])
        judged += expected is not None
        if is_outside(sums.hold, expected):
            table, facility = figures.tables[each.table], figures.facilities[each.facility]
            about = {"table": table.code, "day": each.day.isoformat(), "facility": facility.code}
            groups.append(OutsideDay(sums, table, about, expected=expected, game=games[each.edition], day=each.day))
    groups.sort(key=lambda group: (group.day, group.of.code, group.game))
    note = f"{len(groups)} of {judged:,} table-days. {OUTSIDE_NOTE} {HOLD} {EXPLAINED}"
    return OUTSIDE.sheet(groups, note=note, cite=_cite(figures))


# ── By dealer, wager type and hour


def by_dealer(figures: RangeFigures) -> Sheet:
    """List dealers with table time, pace and expected hold."""
    sums, groups = by(figures.dealers, lambda each: each.dealer), []
    for pk, person in figures.staff.items():
        expected = figures.expected(
            (each.facility, each.edition, dealt["staked_cents"])
            for each, dealt in figures.dealers.items()
            if each.dealer == pk
        )
        seconds = figures.at_tables.get(pk, 0)
        groups.append(Group(sums.get(pk, Sums.nothing()), person, {"dealer": person.badge}, seconds, expected))
    groups.sort(key=lambda group: (group.of.name, group.of.badge))
    whole = Group(sum_up(sums.values()), seconds=sum(figures.at_tables.values()))
    return DEALERS.sheet(groups, whole=whole, note=EXPLAINED)


def by_wager(figures: RangeFigures) -> Sheet:
    """List each wager type before payout limits, and the cut by limits, so that the sum is the amount paid."""
    games = figures.games()
    groups = [Group(sums, wager_name(wager), game=games[edition]) for (edition, wager), sums in figures.wagers.items()]
    groups.sort(key=lambda group: (group.game, group.of))
    for edition, sums in sorted(by(figures.table_days, lambda each: each.edition).items()):
        if sums["limit_cut_cents"]:
            groups.append(Group(cut_by_limits(sums), PAYOUT_LIMIT_CUT, game=games[edition]))
    return WAGERS.sheet(groups, whole=Group(sum_up(group.sums for group in groups)))


def by_hour(figures: RangeFigures) -> Sheet:
    """List the hours of the day in each facility's local time, from the hour when the gaming day begins."""
    zones = {pk: ZoneInfo(each.time_zone) for pk, each in figures.facilities.items()}

    def hour(key: tuple[int, datetime]) -> int:
        return key[1].astimezone(zones[key[0]]).hour

    sums = by(figures.hours, hour)
    turns = next(iter(figures.facilities.values())).day_turns_at_hour
    hours = [each % 24 for each in range(turns, turns + 24)] if sums else []
    groups = [Group(sums.get(each, Sums.nothing()), f"{each:02d}:00") for each in hours]
    note = "In each facility's local time." if len(figures.facilities) > 1 else ""
    return HOURS.sheet(groups, whole=Group(sum_up(sums.values())), note=note)
