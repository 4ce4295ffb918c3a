"""The coverage register as a report: the same PDF, Excel, CSV and JSON files as every other report."""

from collections.abc import Sequence
from datetime import UTC, datetime

from casino.reports.document import Column, Report, ReportCopy, ReportPlace, Row, Sheet, Value, ValueKind
from casino.reports.models import ENDED
from compliance.models import Facility
from games.coverage.figures import LABELS, TREATMENTS
from games.engine.rulebook import Rulebook

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
_CHANGES = (
    Column("revision", "Revision", ValueKind.NUMBER),
    Column("date", "Date", ValueKind.DAY),
    Column("change", "What changed"),
    Column("cite", "Paragraph"),
)


def issued_register(
    summary: EditionSummary, rows: Sequence[RegisterRow], facility: Facility, at: datetime
) -> ReportCopy:
    """Return the register of an edition with its evidence at a facility, as of now."""
    book, figures = summary
    sheets = (_treatments(summary), Sheet("paragraphs", "Paragraphs", _COLUMNS, tuple(map(_row, rows))))
    report = Report(
        title=f"Coverage register: {book.title} ({book.id})",
        subtitle=facility.name,
        facilities=(ReportPlace(facility.code, facility.name, facility.jurisdiction, facility.time_zone),),
        time_zone=facility.time_zone,
        since=at,
        until=at,
        made_at=at,
        facts=(
            ("Text", book.source),
            ("Binds", book.binds),
            ("Revision", str(book.revision)),
            ("Coverage", str(figures) if figures else "none yet"),
        ),
        sheets=(*sheets, *((_changes(book),) if book.changes else ())),
    )
    return ReportCopy(report, ENDED)


def _treatments(summary: EditionSummary) -> Sheet:
    columns = (Column("treatment", "Treatment"), Column("paragraphs", "Paragraphs", ValueKind.NUMBER))
    counted = summary.figures.by_treatment if summary.figures else dict.fromkeys(TREATMENTS, 0)
    rows = tuple(Row((LABELS[each].capitalize(), counted[each])) for each in TREATMENTS)
    return Sheet("treatments", "Treatment of the printed paragraphs", columns, rows)


def _changes(book: Rulebook) -> Sheet:
    """Return what each revision of the rulebook changed."""
    rows = (Row((each.revision, each.date.isoformat(), each.what, book.cite(each))) for each in book.changes)
    return Sheet("changes", "Changes of the rulebook", _CHANGES, tuple(rows))


def _row(row: RegisterRow) -> Row:
    paragraph, _, evidence = row
    shown: tuple[Value, ...] = (None, None)
    if evidence:
        place = f" at {evidence.place}" if evidence.place else ""
        shown = (f"{evidence.text}{place}", evidence.at.astimezone(UTC).isoformat())
    by = paragraph.reason or ", ".join(paragraph.by)
    treatment = LABELS[paragraph.treatment]
    return Row((paragraph.cite, paragraph.summary, treatment, by, len(paragraph.tests), *shown))
