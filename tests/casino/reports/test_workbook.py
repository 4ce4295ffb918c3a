"""The Excel file of a report: typed cells, exact to the cent, no formulas."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.reports.document import Report, ReportCopy, Row, Sheet, SignatureLine, Value, digest, encoded
from casino.reports.export.xlsx import sheet_names, workbook_of

from .sample import BEGAN, ENDED, at, sample
from .sheets import day, moment, money, number, rate, share, sheet_of, span, text
from .xlsx import Grid, worksheets

_COLUMNS = (
    text("what", "What"),
    number("rounds", "Rounds"),
    money("win", "Win"),
    share("hold", "Hold"),
    rate("pace", "Pace"),
    span("open", "Open"),
    moment("at", "At"),
    day("day", "Day"),
)


def _report(*sheets: Sheet) -> Report:
    full = sample()
    return Report(full.title, full.subtitle, full.facilities, full.time_zone, BEGAN, ENDED, ENDED, full.facts, sheets)


def _cells(*rows: Row, total: Row | None = None) -> Grid:
    return worksheets(workbook_of(ReportCopy(_report(sheet_of("some", "Some", _COLUMNS, rows, total=total)))))["Some"]


def _row(what: str = "a", cents: int | None = 1) -> Row:
    return Row((what, 1204, cents, 1234, 432, 28_805, at(0), "2026-03-07"))


def test_cells_have_types_and_formats() -> None:
    found = [_cells(_row(cents=-150_05))[1, place] for place in range(8)]
    assert [(cell.value, cell.format) for cell in found] == [
        ("a", "@"),
        ("1204", "#,##0"),
        ("-150.05", "#,##0.00;[Red]-#,##0.00"),
        ("0.1234", "0.00 %"),
        ("43.2", "0.0"),
        (found[5].value, "[h]:mm:ss"),
        (found[6].value, "yyyy-mm-dd hh:mm:ss"),
        (found[7].value, "yyyy-mm-dd"),
    ]


def test_times_are_in_the_time_zone_of_the_facility() -> None:
    found = _cells(_row())
    # 14:00 in New York, on the 46,088th day of spreadsheets.
    assert float(found[1, 6].value) == pytest.approx(46_088 + 14 / 24)
    assert found[1, 7].value == "46088"
    assert round(float(found[1, 5].value) * 86_400) == 28_805


# Up to a trillion dollars: a spreadsheet keeps fifteen digits.
@given(st.integers(-(10**14), 10**14))
def test_money_is_exact_to_the_cent(cents: int) -> None:
    assert round(float(_cells(_row(cents=cents))[1, 2].value) * 100) == cents


def test_unknown_values_are_blank() -> None:
    assert (1, 2) not in _cells(_row(cents=None))


@pytest.mark.parametrize("words", ["=1+1", "+1", "-1", "@SUM(A1)", "1204", "https://example.org", "{=1}", " a", "\x07"])
def test_text_is_never_stored_as_a_formula_number_or_link(words: str) -> None:
    cell = _cells(_row(words))[1, 0]
    assert cell.is_words
    assert not cell.has_formula
    assert words == "\x07" or cell.value == words


def test_the_total_is_bold_and_named_even_where_moments_stand() -> None:
    values: tuple[Value, ...] = ("All", 1204, 1, None, None, 28_805, "in all", None)
    found = _cells(_row(), total=Row(values))
    assert (found[2, 0].value, found[2, 6].value) == ("All", "in all")
    assert found[2, 2].is_bold
    assert not found[1, 2].is_bold


def test_the_first_worksheet_says_what_the_report_is() -> None:
    report = sample()
    line = SignatureLine("Shift manager", "Ruth Calder", "CHP-1001", ENDED + timedelta(minutes=5))
    issued = ReportCopy(report, "signed", digest(encoded(report)), (line,))
    words = [cell.value for cell in worksheets(workbook_of(issued))["Report"].values()]
    assert words[:2] == [report.title, report.subtitle]
    for each in (*(value for _, value in report.facts), issued.digest, "Ruth Calder", "Sat Mar 7, 2026, 22:05 EST"):
        assert each in words
    assert any(report.time_zone in each for each in words)


def test_an_unsigned_workbook_says_so() -> None:
    words = [cell.value for cell in worksheets(workbook_of(ReportCopy(sample())))["Report"].values()]
    assert "Not signed" in words


def test_names_of_worksheets_are_short_and_each_its_own() -> None:
    titles = ["Rounds: [all] of it?", "R" * 40, "r" * 40, "Report", "History", "'", "By pit / table", "By pit   table"]
    sheets = [Sheet(f"key{place}", title, (text("a", "A"),)) for place, title in enumerate(titles)]
    names = sheet_names(sheets)
    assert len({name.lower() for name in names}) == len(names)
    assert all(0 < len(name) <= 31 and not set(name) & set("[]:*?/\\") for name in names)
    assert list(worksheets(workbook_of(ReportCopy(_report(*sheets))))) == ["Report", *names]


def test_the_same_report_gives_the_same_bytes() -> None:
    assert workbook_of(ReportCopy(sample())) == workbook_of(ReportCopy(sample()))
