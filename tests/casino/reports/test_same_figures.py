"""Every file of a report has the same figures: each value of each sheet is read back and compared."""

from datetime import timedelta

import msgspec
import pytest

from casino.reports.document import ReportCopy, Row, SignatureLine, digest, encoded
from casino.reports.export.csv import zip_of
from casino.reports.export.pdf import Paper, pdf_of
from casino.reports.export.xlsx import workbook_of

from .figures import in_csv, in_pdf, in_workbook, kept, said, without_left_out
from .sample import ENDED, empty, sample
from .sheets import money, number, sheet_of, text

_LATER = sheet_of(
    "adjustments",
    "Adjustments",
    (text("round", "Round"), text("why", "Why"), number("seats", "Seats"), money("win", "Win")),
    [Row(("1204", "Seat 5 was entered though nobody sat there", 1, -150_05))],
)


def _signed() -> ReportCopy:
    report = sample()
    line = SignatureLine("Shift manager", "Ruth Calder", "CHP-1001", ENDED + timedelta(minutes=5))
    return ReportCopy(report, "signed", digest(encoded(report)), (line,), (_LATER,))


REPORTS = {"signed": _signed(), "live": ReportCopy(sample()), "empty": ReportCopy(empty())}


@pytest.fixture(params=REPORTS)
def issued(request: pytest.FixtureRequest) -> ReportCopy:
    return REPORTS[request.param]


def test_csv_has_the_figures(issued: ReportCopy) -> None:
    found = in_csv(issued, zip_of(issued))
    for key, rows in kept(issued, with_totals=False).items():
        # CSV does not tell no words from nothing.
        assert found[key] == [{column: None if value == "" else value for column, value in row.items()} for row in rows]


def test_the_workbook_has_the_figures(issued: ReportCopy) -> None:
    assert in_workbook(issued, workbook_of(issued)) == kept(issued, with_totals=True)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_pdf_has_the_figures(issued: ReportCopy, paper: Paper) -> None:
    found = in_pdf(issued, pdf_of(issued, [], paper))
    assert found == without_left_out(issued, said(issued), found)


def test_a_figure_that_differs_by_a_cent_is_found() -> None:
    issued = REPORTS["signed"]
    first, *others = issued.report["tables"].rows
    place = issued.report["tables"].place("win")
    cents = first.cells[place]
    assert isinstance(cents, int)
    cells = (*first.cells[:place], cents + 1, *first.cells[place + 1 :])
    sheets = tuple(
        msgspec.structs.replace(sheet, rows=(Row(cells), *others)) if sheet.key == "tables" else sheet
        for sheet in issued.report.sheets
    )
    other = msgspec.structs.replace(issued, report=msgspec.structs.replace(issued.report, sheets=sheets))
    assert in_csv(other, zip_of(other))["tables"] != kept(issued, with_totals=False)["tables"]
    assert in_workbook(other, workbook_of(other))["tables"] != kept(issued, with_totals=True)["tables"]
    assert in_pdf(other, pdf_of(other, [], "a4"))["tables"] != in_pdf(issued, pdf_of(issued, [], "a4"))["tables"]
