"""The coverage register as a report: the same PDF, Excel, CSV and JSON files as every other report."""

from collections.abc import Sequence
from datetime import UTC, datetime

from casino.reports.document import Column, Report, ReportCopy, ReportPlace, Row, Sheet, Value, ValueKind
from casino.reports.models import ENDED
from compliance.models import Facility
from games.coverage.figures import LABELS, TREATMENTS

from .register import EditionSummary, RegisterRow

_COLUMNS = (
    Column("cite", "Paragraph"),
    Column("summary", "What it says"),
    Column("treatment", "Treatment"),
    Column("by", "By"),
    Column("tests", "Tests", ValueKind.NUMBER),
    Column("evidence", "Latest evidence"),
    Column("at", "At", ValueKind.MOMENT),
)


def issued_register(
    summary: EditionSummary, rows: Sequence[RegisterRow], facility: Facility, at: datetime
) -> ReportCopy:
    """Return the register of an edition with its evidence at a facility, as of now."""
    book, figures = summary
    report = Report(
        title=f"Coverage register: {book.title} ({book.id})",
        subtitle=facility.name,
        facilities=(ReportPlace(facility.code, facility.name, facility.jurisdiction, facility.time_zone),),
        time_zone=facility.time_zone,
        since=at,
        until=at,
        made_at=at,
        facts=(("Text", book.source), ("Binds", book.binds), ("Coverage", str(figures) if figures else "none yet")),
        sheets=(_treatments(summary), Sheet("paragraphs", "Paragraphs", _COLUMNS, tuple(map(_row, rows)))),
    )
    return ReportCopy(report, ENDED)


def _treatments(summary: EditionSummary) -> Sheet:
    columns = (Column("treatment", "Treatment"), Column("paragraphs", "Paragraphs", ValueKind.NUMBER))
    counted = summary.figures.by_treatment if summary.figures else dict.fromkeys(TREATMENTS, 0)
    rows = tuple(Row((LABELS[each].capitalize(), counted[each])) for each in TREATMENTS)
    return Sheet("treatments", "Treatment of the printed paragraphs", columns, rows)


def _row(row: RegisterRow) -> Row:
    paragraph, _, evidence = row
    shown: tuple[Value, ...] = (None, None)
    if evidence:
        place = f" at {evidence.place}" if evidence.place else ""
        shown = (f"{evidence.text}{place}", evidence.at.astimezone(UTC).isoformat())
    by = paragraph.reason or ", ".join(paragraph.by)
    treatment = LABELS[paragraph.treatment]
    return Row((paragraph.cite, paragraph.summary, treatment, by, len(paragraph.tests), *shown))
