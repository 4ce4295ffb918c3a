"""Check that a report's time does not grow with the rounds before its shift, and what its page adds to its queries.

The same shift of sixty tables is reported with ten thousand rounds in the database and with a million. The limit for a
month of those tables, half a million hourly totals, is one second.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import NamedTuple

from trials.bench.floors import Taken, Turn, in_turns, on_each_database, started
from trials.bench.logged.processes import Place
from trials.bench.report import Goal, Row

FLAT, WITHIN = Goal("≤", 1.5), Goal("≥", 1)
PAGE, DOCUMENT, SIGNED, BOARD = Goal("≤", 1.5), Goal("≤", 2), Goal("≤", 0.3), Goal("≤", 2)
PDF_BEFORE_MS = 1_210
MONTH_LIMIT_MS = 1_000
_COMPARED = {"report": "shift report", "page": "page of the shift report"}
_TOLD = ("list", "workbook")


class Scale(NamedTuple):
    """Set the number of tables, the rounds on the small and the large floor, and the number of turns."""

    tables: int
    few: int
    many: int
    turns: int


WHOLE, QUICK = Scale(60, 10_000, 1_000_000, 9), Scale(4, 700, 3_000, 2)


def bench(*, quick: bool) -> list[Row]:
    return on_each_database(partial(_compared, scale=QUICK if quick else WHOLE))


def _compared(name: str, small: Place, large: Place, scale: Scale) -> Iterator[Row]:
    with ExitStack() as stack:
        few = stack.enter_context(started("trials.bench.reported.served", small, scale.tables, scale.few))
        many = stack.enter_context(started("trials.bench.reported.served", large, scale.tables, scale.many))
        print(f"  {name}, {scale.tables} tables, {scale.many:,} rounds written in {many('filled').seconds:.0f} s")
        for what, label in _COMPARED.items():
            less, more = in_turns(what, few, many, scale.turns)
            print(f"  {name}, {scale.few:,} rounds, {label}: {less}")
            print(f"  {name}, {scale.many:,} rounds, {label}: {more}", flush=True)
            yield Row(
                f"{name}: {label}, {scale.many:,} rounds and {scale.few:,}",
                more.milliseconds,
                less.milliseconds,
                more.seconds / less.seconds,
                FLAT,
            )
        yield from _pages(name, many, scale.turns)
        yield _month(name, many, scale.turns)
        for what in _TOLD:
            print(f"  {name}, {scale.many:,} rounds, {what}: {_best(many, what, 2)}", flush=True)


def _pages(name: str, many: Taken, turns: int) -> Iterator[Row]:
    """Compare the document with its queries, and the pages with it, in alternating turns."""
    taken = [[many(what) for what in ("report", "page", "signed page", "board")] for _ in range(turns + 1)][1:]
    document, page, signed, board = map(min, zip(*taken, strict=True))
    for what, turn in (("document", document), ("page", page), ("signed page", signed), ("board", board)):
        print(f"  {name}, {what}: {turn}, {turn.in_database * 1e3:,.1f} ms in the database", flush=True)
    queries = f"{document.in_database * 1e3:,.1f} ms"
    ratio = document.seconds / document.in_database
    yield Row(f"{name}: report document, and its queries", document.milliseconds, queries, ratio, DOCUMENT)
    ratio = page.seconds / document.seconds
    yield Row(f"{name}: report page, and its document", page.milliseconds, document.milliseconds, ratio, PAGE)
    ratio = signed.seconds / page.seconds
    yield Row(f"{name}: signed page, and the live one", signed.milliseconds, page.milliseconds, ratio, SIGNED)
    queries = f"{board.in_database * 1e3:,.1f} ms"
    ratio = board.seconds / board.in_database
    yield Row(f"{name}: board of these tables, and its queries", board.milliseconds, queries, ratio, BOARD)
    pdf = _best(many, "PDF", 2)
    ratio = PDF_BEFORE_MS / 1e3 / pdf.seconds
    yield Row(f"{name}: PDF, and that of before", pdf.milliseconds, f"{PDF_BEFORE_MS:,} ms", ratio)


def _month(name: str, many: Taken, turns: int) -> Row:
    best, lines = _best(many, "month", turns), many("lines of a month").rows
    print(f"  {name}, month of {lines:,} hourly totals: {best}", flush=True)
    goal = WITHIN if name == "PostgreSQL" else None
    ratio = MONTH_LIMIT_MS / 1e3 / best.seconds
    return Row(f"{name}: month report", best.milliseconds, f"{MONTH_LIMIT_MS:,} ms", ratio, goal)


def _best(taken: Taken, what: str, turns: int) -> Turn:
    """Return the best turn without the first."""
    return min([taken(what) for _ in range(turns + 1)][1:])
