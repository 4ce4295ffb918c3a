"""Build the sheets of a range report from its figures."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from casino.reports.document import Row, Sheet, Value, sheet_of
from casino.reports.figures.baselines import DAYS
from casino.reports.figures.comparison import HOLD, bounds, changed, status_of
from casino.reports.figures.labels import PAYOUT_LIMIT_CUT, wager_name
from casino.reports.figures.statistics import MIN_DAYS, Interval, is_outside
from casino.reports.figures.sums import Sums, by, cut_by_limits, pace, sum_up
from compliance.facilities.policies import policy

from .columns import RANGE_COLUMNS, RANGE_TITLES
from .figures import RangeFigures, TableDay

EXPECTED = (
    f"Expected: the 95% interval, from the table-days of the game in the {DAYS} gaming days before; "
    f"blank if there were fewer than {MIN_DAYS}."
)
OUTSIDE = "Each must be investigated in writing. One in twenty falls outside by chance."


def _sheet(key: str, rows: Iterable[Row], total: Row | None = None, *, note: str = "", cite: str = "") -> Sheet:
    return sheet_of(
        key,
        RANGE_TITLES[key],
        RANGE_COLUMNS[key],
        tuple(rows),
        total=total,
        note=note,
        cite=cite,
        empty="None." if key == "outside" else "No rounds were dealt.",
    )


def _total(key: str, values: Sequence[Value], **known: Value) -> Row:
    """Return the total row of a sheet: the values of its last columns, and others by column key."""
    before = RANGE_COLUMNS[key][1 : -len(values)]
    return Row(("All", *(known.get(column.key) for column in before), *values))


def _days(days: Iterable[date]) -> int:
    return len(set(days))


# ── Summary


def summary(figures: RangeFigures) -> Sheet:
    """Compare the range with the one before; add the month and year to date."""
    length, last = timedelta(days=figures.length), figures.last
    named = f"Previous {figures.length} days" if figures.length > 1 else "Previous day"
    now = _spanned(figures, "This period", figures.first, last)
    then = _spanned(figures, named, figures.first - length, last - length)
    rows = (
        now,
        then,
        changed("Change", now, then),
        _spanned(figures, "Month to date", last.replace(day=1), last),
        _spanned(figures, "Year to date", last.replace(month=1, day=1), last),
    )
    return _sheet("summary", rows, note=f"{HOLD} Its change is in percentage points.")


def _spanned(figures: RangeFigures, name: str, first: date, last: date) -> Row:
    found = figures.between(first, last)
    cells = (name, _days(day for _, day in found), *sum_up(found.values()).measures())
    return Row(cells, {"from": first.isoformat(), "until": last.isoformat()})


def by_facility(figures: RangeFigures) -> Sheet:
    found = figures.between(figures.first, figures.last)
    sums, rows = by(found, lambda key: key[0]), []
    for pk, facility in figures.facilities.items():
        days = _days(day for where, day in found if where == pk)
        measures = sums.get(pk, Sums.nothing()).measures()
        rows.append(Row((facility.name, facility.code, days, *measures), {"facility": facility.code}))
    total = _total("facilities", sum_up(sums.values()).measures(), days=_days(day for _, day in found))
    return _sheet("facilities", rows, total, note="Each facility has its own gaming days.")


def by_day(figures: RangeFigures) -> Sheet:
    """List every day that has begun, with or without rounds."""
    sums = by(figures.between(figures.first, figures.last), lambda key: key[1])
    begun = (figures.first + timedelta(days=place) for place in range((figures.latest - figures.first).days + 1))
    rows = [
        Row((day.isoformat(), *sums.get(day, Sums.nothing()).measures()), {"day": day.isoformat()})
        for day in sorted({*begun, *sums})
    ]
    return _sheet("days", rows, _total("days", sum_up(sums.values()).measures()), note=HOLD)


# ── By table and game, with expected hold


class SheetPart(NamedTuple):
    """A group of table-days, their sums, and the expected interval of hold."""

    days: list[TableDay]
    sums: Sums
    expected: Interval | None

    def values(self) -> tuple[Value, ...]:
        return (*bounds(self.expected), *self.sums.measures())

    @property
    def status(self) -> str:
        return status_of(self.sums, self.expected)


def _parts(figures: RangeFigures, key: Callable[[TableDay], Any]) -> dict[Any, SheetPart]:
    """Return the table-days grouped by a key."""
    parted: dict[Any, list[TableDay]] = {}
    for each in figures.table_days:
        parted.setdefault(key(each), []).append(each)
    return {of: _part(figures, days) for of, days in parted.items()}


def _part(figures: RangeFigures, days: list[TableDay]) -> SheetPart:
    found = figures.table_days
    stakes = ((each.facility, each.edition, found[each]["staked_cents"]) for each in days)
    return SheetPart(days, sum_up(found[each] for each in days), figures.expected(stakes))


def _judged(figures: RangeFigures, key: str, rows: list[Row]) -> Sheet:
    """Return a sorted sheet of rows with expected hold, and its total."""
    every = _part(figures, list(figures.table_days))
    total = _total(key, every.values(), days=_days(each.day for each in every.days))
    ordered = sorted(rows, key=lambda row: tuple(map(str, row.cells[:3])))
    return _sheet(key, ordered, total, note=f"{HOLD} {EXPECTED}", cite=_cite(figures))


def _cite(figures: RangeFigures) -> str:
    cites = (policy("hold_interval", each.jurisdiction).cite for each in figures.facilities.values())
    return "; ".join(dict.fromkeys(cites))


def by_table(figures: RangeFigures) -> Sheet:
    games, rows = figures.games(), []
    for (pk, edition), part in _parts(figures, lambda each: (each.table, each.edition)).items():
        table = figures.tables[pk]
        cells = (table.code, table.pit.code, games[edition], len(part.days), *part.values())
        about = {"table": table.code, "facility": figures.facilities[table.facility_id].code}
        rows.append(Row(cells, about, part.status))
    return _judged(figures, "tables", rows)


def by_game(figures: RangeFigures) -> Sheet:
    games, rows = figures.games(), []
    for edition, part in _parts(figures, lambda each: each.edition).items():
        cells = (games[edition], edition, _days(each.day for each in part.days), *part.values())
        rows.append(Row(cells, {"edition": edition}, part.status))
    return _judged(figures, "games", rows)


def outside(figures: RangeFigures) -> Sheet:
    """List table-days outside expected hold. Each is judged by the days before it, so the range does not matter."""
    games, rows, judged = figures.games(), [], 0
    for each, sums in figures.table_days.items():
        expected = figures.baseline(each.facility, each.edition, each.day).interval(sums["staked_cents"])
        judged += expected is not None
        if is_outside(sums.hold, expected):
            table, day = figures.tables[each.table].code, each.day.isoformat()
            cells = (
                day,
                table,
                games[each.edition],
                sums["staked_cents"],
                sums.win_cents,
                sums.hold,
                *bounds(expected),
            )
            about = {"table": table, "day": day, "facility": figures.facilities[each.facility].code}
            rows.append(Row(cells, about, "soon"))
    rows.sort(key=lambda row: tuple(map(str, row.cells[:3])))
    note = f"{len(rows)} of {judged:,} table-days. {OUTSIDE} {HOLD} {EXPECTED}"
    return _sheet("outside", rows, note=note, cite=_cite(figures))


# ── By dealer, wager type and hour


def by_dealer(figures: RangeFigures) -> Sheet:
    """List dealers with table time, pace and expected hold."""
    sums, rows = by(figures.dealers, lambda each: each.dealer), []
    for pk, person in figures.staff.items():
        all_of_it, seconds = sums.get(pk, Sums.nothing()), figures.at_tables.get(pk, 0)
        expected = figures.expected(
            (each.facility, each.edition, dealt["staked_cents"])
            for each, dealt in figures.dealers.items()
            if each.dealer == pk
        )
        timed = (seconds, pace(all_of_it["rounds"], seconds))
        cells = (person.name, person.badge, *timed, *bounds(expected), *all_of_it.measures())
        rows.append(Row(cells, {"dealer": person.badge}, status_of(all_of_it, expected)))
    rows.sort(key=lambda row: tuple(map(str, row.cells[:2])))
    every, seconds = sum_up(sums.values()), sum(figures.at_tables.values())
    total = _total("dealers", every.measures(), dealt=seconds, pace=pace(every["rounds"], seconds))
    return _sheet("dealers", rows, total, note=EXPECTED)


def by_wager(figures: RangeFigures) -> Sheet:
    """List each wager type before payout limits, and the cut by limits, so that the sum is the amount paid."""
    games = figures.games()
    lines = [(games[edition], wager_name(wager), sums) for (edition, wager), sums in figures.wagers.items()]
    lines.sort(key=lambda line: line[:2])
    for edition, sums in sorted(by(figures.table_days, lambda each: each.edition).items()):
        if sums["limit_cut_cents"]:
            lines.append((games[edition], PAYOUT_LIMIT_CUT, cut_by_limits(sums)))
    total = _total("wagers", sum_up(sums for *_, sums in lines).wagered())
    return _sheet("wagers", [Row((game, kind, *sums.wagered())) for game, kind, sums in lines], total)


def by_hour(figures: RangeFigures) -> Sheet:
    """List the hours of the day in each facility's local time, from the hour when the gaming day begins."""
    zones = {pk: ZoneInfo(each.time_zone) for pk, each in figures.facilities.items()}

    def hour(key: tuple[int, datetime]) -> int:
        return key[1].astimezone(zones[key[0]]).hour

    sums = by(figures.hours, hour)
    turns = next(iter(figures.facilities.values())).day_turns_at_hour
    rows = (
        [
            Row((f"{each % 24:02d}:00", *sums.get(each % 24, Sums.nothing()).measures()))
            for each in range(turns, turns + 24)
        ]
        if sums
        else []
    )
    note = "In each facility's local time." if len(figures.facilities) > 1 else ""
    return _sheet("hours", rows, _total("hours", sum_up(sums.values()).measures()), note=note)
