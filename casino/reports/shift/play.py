"""Rounds, wagers and win by pit, table, game, dealer, hour and wager type."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from casino.reports.figures.comparison import HOLD, bounds, status_of
from casino.reports.figures.labels import PAYOUT_LIMIT_CUT, wager_name
from casino.reports.figures.statistics import NOTHING as UNKNOWN
from casino.reports.figures.statistics import Baseline, Interval, interval_of
from casino.reports.figures.sums import Sums, by, cut_by_limits, pace, sum_up

from ..columns import COLUMNS, TITLES
from ..document import Row, Sheet, Value, sheet_of
from .data import Lines, ShiftData, TotalsLine

Expected = dict[str, Baseline]

NOTHING = "No rounds were dealt."


def added(lines: Lines, key: Callable[[TotalsLine], Any]) -> dict[Any, Sums]:
    """Return the sums of totals grouped by a key, in order."""
    return dict(sorted(by(lines, key).items()))


def _sheet(key: str, rows: list[Row], total: tuple[Value, ...], **more: object) -> Sheet:
    """Return a sheet whose total fills its last columns."""
    blank = (None,) * (len(COLUMNS[key]) - len(total) - 1)
    under = Row(("All", *blank, *total)) if rows else None
    return sheet_of(key, TITLES[key], COLUMNS[key], rows, total=under, empty=NOTHING, **more)


def by_pit(known: ShiftData, seconds: dict[str, int]) -> Sheet:
    of = {table.pk: table.pit_id for table in known.tables.values()}
    sums, rows = added(known.whole, lambda line: of[line.table]), []
    for pk, pit in known.pits.items():
        opened = sum(seconds[table.code] for table in known.tables.values() if table.pit_id == pk)
        found = sums.get(pk, Sums.nothing())
        if opened or any(found.figures):
            cells = (f"{pit.code} {pit.name}", opened, pace(found["rounds"], opened), *found.measures())
            rows.append(Row(cells, {"pit": str(pit.pk)}))
    return _sheet("pits", rows, _timed(known, seconds))


def _timed(known: ShiftData, seconds: dict[str, int]) -> tuple[Value, ...]:
    """Return the totals of a sheet of tables, with open time and pace."""
    every, opened = sum_up(known.whole.values()), sum(seconds.values())
    return (opened, pace(every["rounds"], opened), *every.measures())


def by_table(known: ShiftData, seconds: dict[str, int], expected: Expected) -> Sheet:
    sums, rows = added(known.whole, lambda line: line.table), []
    editions = added(known.whole, lambda line: (line.table, line.edition))
    for pk, table in known.tables.items():
        found, opened = sums.get(pk, Sums.nothing()), seconds[table.code]
        if not (opened or any(found.figures)):
            continue
        dealt = {edition: each for (where, edition), each in editions.items() if where == pk}
        foreseen = interval(dealt, expected)
        games = " · ".join(dict.fromkeys(known.games[edition] for edition in dealt))
        cells = (
            table.code,
            table.pit.code,
            games or None,
            opened,
            pace(found["rounds"], opened),
            *bounds(foreseen),
            *found.measures(),
        )
        rows.append(Row(cells, {"table": table.code}, status_of(found, foreseen)))
    timed = _timed(known, seconds)
    return _sheet("tables", rows, (*timed[:2], None, None, *timed[2:]), note=HOLD)


def by_game(known: ShiftData, expected: Expected) -> Sheet:
    rows = []
    for edition, found in added(known.whole, lambda line: line.edition).items():
        foreseen = interval({edition: found}, expected)
        cells = (known.games[edition], edition, *bounds(foreseen), *found.measures())
        rows.append(Row(cells, {"edition": edition}, status_of(found, foreseen)))
    return _sheet("games", rows, sum_up(known.whole.values()).measures())


def interval(dealt: dict[str, Sums], expected: Expected) -> Interval | None:
    """Return the expected interval of hold, or None if an edition has too few earlier days."""
    return interval_of((expected.get(edition, UNKNOWN), sums["staked_cents"]) for edition, sums in dealt.items())


def by_dealer(known: ShiftData, dealt: dict[int, int]) -> Sheet:
    """Return the sheet by dealer. `dealt` is how many seconds each was at a table."""
    rows = []
    for pk, found in added(known.whole, lambda line: line.dealer).items():
        person, seconds = known.dealers[pk], dealt.get(pk, 0)
        cells = (person.name, person.badge, seconds, pace(found["rounds"], seconds), *found.measures())
        rows.append(Row(cells, {"dealer": person.badge}))
    rows.sort(key=lambda row: str(row.cells[0]))
    every, seconds = sum_up(known.whole.values()), sum(dealt.get(pk, 0) for pk in known.dealers)
    return _sheet("dealers", rows, (seconds, pace(every["rounds"], seconds), *every.measures()))


def by_hour(known: ShiftData) -> Sheet:
    rows = [
        Row((hour.isoformat(), *found.measures()), {"hour": hour.isoformat()})
        for hour, found in added(known.whole, lambda line: line.hour).items()
    ]
    return _sheet("hours", rows, sum_up(known.whole.values()).measures())


def by_wager(known: ShiftData) -> Sheet:
    """List each wager type before payout limits, and the cut by limits, so that the sum is the amount paid."""
    rows = [
        Row((known.games[edition], wager_name(wager), *found.wagered()), {"edition": edition})
        for (edition, wager), found in added(known.kinds, lambda line: (line.edition, line.wager)).items()
    ]
    for edition, found in added(known.whole, lambda line: line.edition).items():
        if found["limit_cut_cents"]:
            rows.append(
                Row((known.games[edition], PAYOUT_LIMIT_CUT, *cut_by_limits(found).wagered()), {"edition": edition})
            )
    return _sheet("wagers", rows, sum_up(known.whole.values()).wagered())


class Way(NamedTuple):
    """A grouping: its title, its filter in the round list, its key of a total, and the name of a key."""

    by: str
    about: str
    key: Callable[[TotalsLine], str]
    name: Callable[[str], str]


def _ways(known: ShiftData) -> tuple[Way, ...]:
    dealers = {person.badge: person.name for person in known.dealers.values()}
    pits = {str(pit.pk): pit.code for pit in known.pits.values()}
    return (
        Way("Pit", "pit", lambda line: str(known.tables[line.table].pit_id), lambda key: pits[key]),
        Way("Table", "table", lambda line: known.tables[line.table].code, lambda key: key),
        Way("Dealer", "dealer", lambda line: known.dealers[line.dealer].badge, lambda key: f"{dealers[key]} · {key}"),
        Way("Hour", "hour", lambda line: line.hour.isoformat(), known.clock),
    )


def wagers_by(known: ShiftData) -> Sheet:
    """List wager types by pit, table, dealer and hour."""
    rows = [row for way in _ways(known) for row in _wagers_by(known, way)]
    return sheet_of("wagers_by", TITLES["wagers_by"], COLUMNS["wagers_by"], rows, empty=NOTHING)


def _wagers_by(known: ShiftData, way: Way) -> Iterator[Row]:
    kinds = added(known.kinds, lambda line: (way.key(line), line.wager))
    for (key, wager), found in kinds.items():
        yield Row((way.by, way.name(key), wager_name(wager), *found.wagered()), {way.about: key})
    for key, found in added(known.whole, way.key).items():
        if found["limit_cut_cents"]:
            yield Row((way.by, way.name(key), PAYOUT_LIMIT_CUT, *cut_by_limits(found).wagered()), {way.about: key})
