"""A column is declared once: with its value, and how it is added up."""

from datetime import UTC, datetime
from typing import NamedTuple

from casino.reports.columns import MOMENT, MONEY, NUMBER, SHARE, SUM, TEXT, WHOLE, ColumnSpec, SheetSpec
from casino.reports.document import Column, Row, ValueKind

AT = datetime(2026, 3, 7, 19, tzinfo=UTC)


class Dealt(NamedTuple):
    table: str
    win: int
    share: int
    at: datetime | None = None


SHEET = SheetSpec(
    "some",
    "Some",
    (
        ColumnSpec("table", "Table", TEXT, lambda dealt: dealt.table),
        ColumnSpec("at", "At", MOMENT, lambda dealt: dealt.at),
        ColumnSpec("win", "Win", MONEY, lambda dealt: dealt.win, SUM),
        ColumnSpec("share", "Share", SHARE, lambda dealt: dealt.share, WHOLE),
    ),
    about=lambda dealt: {"table": dealt.table},
    status=lambda dealt: "soon" if dealt.win < 0 else "",
)


def test_a_sheet_has_a_row_for_each_record() -> None:
    sheet = SHEET.sheet([Dealt("T-01", 500, 10, AT), Dealt("T-02", -200, 20)], note="Read this.")

    assert sheet.columns[2] == Column("win", "Win", ValueKind.MONEY)
    assert sheet.rows == (
        Row(("T-01", AT.isoformat(), 500, 10), {"table": "T-01"}),
        Row(("T-02", None, -200, 20), {"table": "T-02"}, "soon"),
    )
    assert (sheet.note, sheet.empty) == ("Read this.", "None.")


def test_a_total_is_the_sum_of_the_rows_or_the_value_of_all_of_them() -> None:
    sheet = SHEET.sheet([Dealt("T-01", 500, 10), Dealt("T-02", -200, 20)], whole=Dealt("", 1, 15))

    assert sheet.totals() == {"table": "All", "at": None, "win": 300, "share": 15}


def test_a_sheet_without_rows_has_a_total_only_if_one_is_given() -> None:
    assert SHEET.sheet([]).total is None
    assert SHEET.sheet([]).totals() == {}
    assert SHEET.sheet([], whole=Dealt("", 1, 15)).totals()["share"] == 15
    assert SHEET._replace(columns=(SHEET.columns[0],)).sheet([Dealt("T-01", 5, 1)]).total is None


def test_a_row_that_is_made_already_is_taken_as_it_is() -> None:
    change = Row(("Change", None, 3, None))

    assert SHEET.sheet([change]).rows == (change,)
    assert SHEET.sheet([change]).totals()["win"] == 3


def test_a_column_can_be_of_any_kind() -> None:
    counted = ColumnSpec("n", "N", NUMBER, lambda record: record)

    assert [counted.cell(value) for value in (None, 0, "x", AT.date())] == [None, 0, "x", "2026-03-07"]
