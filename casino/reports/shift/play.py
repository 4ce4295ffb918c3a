"""Rounds, wagers and win by pit, table, game, dealer, hour and wager type."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from casino.reports.figures.labels import HOLD, PAYOUT_LIMIT_CUT, wager_name
from casino.reports.figures.statistics import NOTHING as UNKNOWN
from casino.reports.figures.statistics import Baseline, Interval, interval_of
from casino.reports.figures.sums import Sums, by, cut_by_limits, sum_up

from ..columns import (
    DEALER,
    EXPECTED,
    GAME,
    MEASURES,
    MOMENT,
    PACE,
    SPAN,
    TEXT,
    WAGERED,
    WAGERS,
    WHOLE,
    ColumnSpec,
    Group,
    SheetSpec,
    group_sheet,
)
from ..document import Sheet
from .data import Lines, ShiftData, TotalsLine

Expected = dict[str, Baseline]

_OPEN = ColumnSpec("open", "Open", SPAN, lambda group: group.seconds, WHOLE)

PITS = group_sheet(
    "pits",
    "By pit",
    (ColumnSpec("pit", "Pit", TEXT, lambda group: f"{group.of.code} {group.of.name}"), _OPEN, PACE, *MEASURES),
)
TABLES = group_sheet(
    "tables",
    "By table",
    (
        ColumnSpec("table", "Table", TEXT, lambda group: group.of.code),
        ColumnSpec("pit", "Pit", TEXT, lambda group: group.of.pit.code),
        GAME,
        _OPEN,
        PACE,
        *EXPECTED,
        *MEASURES,
    ),
)
GAMES = group_sheet(
    "games", "By game", (GAME, ColumnSpec("edition", "Edition", TEXT, lambda group: group.of), *EXPECTED, *MEASURES)
)
DEALERS = group_sheet("dealers", "By dealer", (*DEALER, *MEASURES))
HOURS = group_sheet("hours", "By hour", (ColumnSpec("hour", "From", MOMENT, lambda group: group.of), *MEASURES))
WAGERS_BY = group_sheet(
    "wagers_by",
    "Wagers by type, in detail",
    (
        ColumnSpec("by", "By", TEXT, lambda group: group.by),
        ColumnSpec("name", "Name", TEXT, lambda group: group.name),
        ColumnSpec("kind", "Wager", TEXT, lambda group: group.of),
        *WAGERED,
    ),
)


def added(lines: Lines, key: Callable[[TotalsLine], Any]) -> dict[Any, Sums]:
    """Return the sums of totals grouped by a key, in order."""
    return dict(sorted(by(lines, key).items()))


def _sheet(known: ShiftData, spec: SheetSpec, groups: list[Group], seconds: int = 0, **more: str) -> Sheet:
    """Return a sheet with the total of the shift. `seconds` is the time of all groups."""
    whole = Group(sum_up(known.whole.values()), seconds=seconds) if groups else None
    return spec.sheet(groups, whole=whole, **more)


def by_pit(known: ShiftData, seconds: dict[str, int]) -> Sheet:
    of = {table.pk: table.pit_id for table in known.tables.values()}
    sums, groups = added(known.whole, lambda line: of[line.table]), []
    for pk, pit in known.pits.items():
        opened = sum(seconds[table.code] for table in known.tables.values() if table.pit_id == pk)
        found = sums.get(pk, Sums.nothing())
        if opened or any(found.figures):
            groups.append(Group(found, pit, {"pit": str(pit.pk)}, opened))
    return _sheet(known, PITS, groups, sum(seconds.values()))


def by_table(known: ShiftData, seconds: dict[str, int], expected: Expected) -> Sheet:
    sums, groups = added(known.whole, lambda line: line.table), []
    editions = added(known.whole, lambda line: (line.table, line.edition))
    for pk, table in known.tables.items():
        found, opened = sums.get(pk, Sums.nothing()), seconds[table.code]
        if not (opened or any(found.figures)):
            continue
        dealt = {edition: each for (where, edition), each in editions.items() if where == pk}
        games = " · ".join(dict.fromkeys(known.games[edition] for edition in dealt))
        groups.append(Group(found, table, {"table": table.code}, opened, interval(dealt, expected), games))
    return _sheet(known, TABLES, groups, sum(seconds.values()), note=HOLD)


def by_game(known: ShiftData, expected: Expected) -> Sheet:
    groups = []
    for edition, found in added(known.whole, lambda line: line.edition).items():
        foreseen, game = interval({edition: found}, expected), known.games[edition]
        groups.append(Group(found, edition, {"edition": edition}, expected=foreseen, game=game))
    return _sheet(known, GAMES, groups)


def interval(dealt: dict[str, Sums], expected: Expected) -> Interval | None:
    """Return the expected interval of hold, or None if an edition has too few earlier days."""
    return interval_of((expected.get(edition, UNKNOWN), sums["staked_cents"]) for edition, sums in dealt.items())


def by_dealer(known: ShiftData, dealt: dict[int, int]) -> Sheet:
    """Return the sheet by dealer. `dealt` is how many seconds each was at a table."""
    groups = []
    for pk, found in added(known.whole, lambda line: line.dealer).items():
        person = known.dealers[pk]
        groups.append(Group(found, person, {"dealer": person.badge}, dealt.get(pk, 0)))
    groups.sort(key=lambda group: str(group.of.name))
    return _sheet(known, DEALERS, groups, sum(dealt.get(pk, 0) for pk in known.dealers))


def by_hour(known: ShiftData) -> Sheet:
    hours = added(known.whole, lambda line: line.hour)
    return _sheet(known, HOURS, [Group(found, hour, {"hour": hour.isoformat()}) for hour, found in hours.items()])


def by_wager(known: ShiftData) -> Sheet:
    """List each wager type before payout limits, and the cut by limits, so that the sum is the amount paid."""

    def group(edition: str, kind: str, sums: Sums) -> Group:
        return Group(sums, kind, {"edition": edition}, game=known.games[edition])

    kinds = by(known.wagers_at_tables, lambda of: of[1:])
    groups = [group(edition, wager_name(wager), found) for (edition, wager), found in sorted(kinds.items())]
    for edition, found in added(known.cut, lambda line: line.edition).items():
        groups.append(group(edition, PAYOUT_LIMIT_CUT, cut_by_limits(found)))
    return _sheet(known, WAGERS, groups)


@dataclass(frozen=True)
class WagerGroup(Group):
    """Wagers of one type by a pit, table, dealer or hour."""

    by: str = ""
    name: str = ""


class Way(NamedTuple):
    """A grouping: its title, the totals' field that it goes by, its filter in the round list, the key of a value, and
    the name of a key."""

    by: str
    field: Literal["table", "dealer", "hour"]
    about: str
    key: Callable[[Any], str]
    name: Callable[[str], str]


def _ways(known: ShiftData) -> tuple[Way, ...]:
    dealers = {person.badge: person.name for person in known.dealers.values()}
    pits = {str(pit.pk): pit.code for pit in known.pits.values()}
    return (
        Way("Pit", "table", "pit", lambda table: str(known.tables[table].pit_id), lambda key: pits[key]),
        Way("Table", "table", "table", lambda table: known.tables[table].code, lambda key: key),
        Way("Dealer", "dealer", "dealer", lambda pk: known.dealers[pk].badge, lambda key: f"{dealers[key]} · {key}"),
        Way("Hour", "hour", "hour", lambda hour: hour.isoformat(), known.clock),
    )


def wagers_by(known: ShiftData) -> Sheet:
    """List wager types by pit, table, dealer and hour."""
    found = {"table": known.wagers_at_tables, "dealer": known.wagers("dealer"), "hour": known.wagers("hour")}
    return WAGERS_BY.sheet(group for way in _ways(known) for group in _wagers_by(known, way, found[way.field]))


def _wagers_by(known: ShiftData, way: Way, wagers: dict[tuple[Any, ...], Sums]) -> Iterator[WagerGroup]:
    for (key, wager), found in sorted(by(wagers, lambda of: (way.key(of[0]), of[-1])).items()):
        yield WagerGroup(found, wager_name(wager), {way.about: key}, by=way.by, name=way.name(key))
    for key, found in added(known.cut, lambda line: way.key(getattr(line, way.field))).items():
        yield WagerGroup(cut_by_limits(found), PAYOUT_LIMIT_CUT, {way.about: key}, by=way.by, name=way.name(key))
