"""The CSV files of a report follow RFC 4180 and are safe to open in a spreadsheet."""

import csv
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest

from casino.reports.document import ReportCopy, Row, Sheet, digest, encoded
from casino.reports.export.csv import csv_of, zip_of

from .sample import at, sample
from .sheets import moment, money, number, share, sheet_of, text


def _sheet(*rows: Row, total: Row | None = None) -> Sheet:
    columns = (text("what", "What it is"), money("win", "Win"), share("hold", "Hold"), moment("at", "At"))
    return sheet_of("some", "Some", columns, rows, total=total)


def test_a_sheet_is_headed_by_keys_and_has_no_total() -> None:
    row = Row(("a", -1_05, 1234, at(0)))
    assert csv_of(_sheet(row, total=Row(("All", -1_05, None, None)))) == (
        "what,win,hold,at\r\na,-1.05,12.34,2026-03-07T19:00:00+00:00\r\n"
    )


def test_unknown_values_are_empty() -> None:
    assert csv_of(_sheet(Row(("a", None, None, None)))).splitlines()[1] == "a,,,"


def test_a_sheet_without_rows_is_its_heading() -> None:
    assert csv_of(_sheet()) == "what,win,hold,at\r\n"


@pytest.mark.parametrize("words", ['a "quoted" word', "one, two", "two\r\nlines", "Łukasik −1 → ", ""])
def test_text_is_read_back_unchanged(words: str) -> None:
    [_, row] = csv.reader(StringIO(csv_of(_sheet(Row((words, 1, 1, None)))), newline=""))
    assert row[0] == words


@pytest.mark.parametrize("words", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1"])
def test_text_that_looks_like_a_formula_stays_text(words: str) -> None:
    [_, row] = csv.reader(StringIO(csv_of(_sheet(Row((words, -1, 1, None)))), newline=""))
    assert row[:2] == [f"'{words}", "-0.01"]


def test_the_archive_has_every_sheet_in_order_and_the_document_that_was_signed() -> None:
    report = sample()
    later = sheet_of("adjustments", "Adjustments", (number("rounds", "Rounds"),), [Row((1,))])
    issued = ReportCopy(report, "signed", digest(encoded(report)), after=(later,))
    with ZipFile(BytesIO(zip_of(issued))) as archive:
        names = archive.namelist()
        assert names[:3] == ["report.json", "01-summary.csv", "02-attention.csv"]
        assert names[-1] == f"{len(report.sheets) + 1:02d}-adjustments.csv"
        assert digest(archive.read("report.json")) == issued.digest
        assert archive.read(names[-1]) == b"rounds\r\n1\r\n"
        assert not archive.read("01-summary.csv").startswith(b"\xef\xbb\xbf")


def test_the_same_report_gives_the_same_bytes() -> None:
    assert zip_of(ReportCopy(sample())) == zip_of(ReportCopy(sample()))
