"""The first page of the PDF: title, state, facts and summary; and the last: signatures and hash, or lines to sign."""

from typing import Any
from zoneinfo import ZoneInfo

from reportlab.lib.colors import black
from reportlab.platypus import HRFlowable, Table

from casino.reports.document import Report, ReportCopy, Sheet
from casino.reports.formatting import format_facts, when

from .fonts import BOLD, PLAIN, transliterate, width
from .pages import DIM, SHADE, BeginSection, Heading, ReportTemplate, paragraph
from .tables import column_of, columns_of, fit, notes, sheet_story, table_of

_SIZE, _SMALL = 8.5, 8.0
# How many periods fit side by side in portrait.
_MOST = 6
_GAP = 12.0
# Labels and widths of the lines to sign by hand.
_BY_HAND = {"Name": 0.3, "Badge": 0.15, "Signature": 0.33, "Date and time": 0.22}
_LINES_BY_HAND = 2

_ALL = (0, 0), (-1, -1)
_FONT = ("FONT", *_ALL, PLAIN, _SIZE)
_BOXED = [_FONT, ("BOX", *_ALL, 0.5, black), ("BACKGROUND", *_ALL, SHADE)]
_PLAIN = [
    _FONT,
    ("VALIGN", *_ALL, "TOP"),
    *((f"{side}PADDING", *_ALL, 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")),
]


def front_story(doc: ReportTemplate, issued: ReportCopy) -> list[Any]:
    """Return the title, the state and the facts."""
    report, room = issued.report, doc.widths[False]
    facts = format_facts(report)
    indent = max(105.0, *(width(transliterate(label), PLAIN, _SIZE) + 10 for label, _ in facts))
    title = Heading(report.title, size=17)
    state = Table([[paragraph(signing_state(issued), _SIZE, BOLD)]], [room], style=_BOXED, spaceAfter=8)
    rows = [[paragraph(label, _SIZE, color=DIM), paragraph(value, _SIZE)] for label, value in facts]
    line = HRFlowable("100%", 1, color=black, spaceBefore=5, spaceAfter=8)
    return [title, paragraph(report.subtitle, 10.5), line, state, Table(rows, [indent, room - indent], style=_PLAIN)]


def summary_story(doc: ReportTemplate, report: Report, sheet: Sheet) -> list[Any]:
    """Return the summary with a column per period and a row per measure, if that fits in portrait."""
    if not 0 < len(sheet.rows) <= _MOST or sheet.total:
        return sheet_story(doc, report, sheet)
    periods, *measures = columns_of(report, sheet)
    names = column_of(periods.head, [each.head for each in measures], is_words=True, is_left=True)
    values = [column_of(name, [each.cells[n] for each in measures]) for n, name in enumerate(periods.cells)]
    fitted = fit([names, *values], *doc.widths)
    if fitted.is_wide:
        return sheet_story(doc, report, sheet)
    table = table_of(sheet.title, fitted.parts[0], [""] * len(measures), fitted.size, doc.room(is_wide=False))
    return [BeginSection(160), Heading(sheet.title, sheet.cite), table, *notes(sheet, [])]


def signing_state(issued: ReportCopy) -> str:
    """Return the state of a report as a sentence."""
    zone = ZoneInfo(issued.report.time_zone)
    if not issued.digest:
        figures = "live figures" if issued.state == "live" else "figures"
        return f"Not signed: {figures} as of {when(issued.report.made_at, zone)}."
    names = " ".join(f"{each.what}: {each.name} ({each.badge})." for each in issued.signatures)
    return f"Signed. {names} Hash {issued.digest[:16]}…"


def signature_story(doc: ReportTemplate, issued: ReportCopy) -> list[Any]:
    """Return the signatures and the hash, or lines to sign by hand."""
    story = [BeginSection(186), Heading("Signatures")]
    if issued.signatures:
        zone = ZoneInfo(issued.report.time_zone)
        rows = [(each.what, each.name, each.badge, when(each.at, zone)) for each in issued.signatures]
        columns = [
            column_of(head, cells, is_words=True, is_left=True)
            for head, cells in zip(("What", "Name", "Badge", "When"), zip(*rows, strict=True), strict=True)
        ]
        fitted = fit(columns, *doc.widths)
        story.append(table_of("Signatures", columns, [""] * len(rows), fitted.size, doc.room(is_wide=False)))
    if not issued.digest:
        return [*story, paragraph(signing_state(issued), 9, BOLD, space_before=4), _by_hand(doc.widths[False])]
    explained = (
        "It is the hash of report.json, one of the report's files. With that file, anyone can verify that these "
        "figures are the ones that were signed."
    )
    return [
        *story,
        paragraph("SHA-256 hash of the signed figures, also recorded in the journal:", _SMALL, space_before=8),
        paragraph(issued.digest, 9, BOLD),
        paragraph(explained, _SMALL - 0.5, color=DIM),
    ]


def _by_hand(room: float) -> Table:
    """Return lines to sign by hand, each with a label below it."""
    labels = [cell for label in _BY_HAND for cell in (label, "")]
    widths = [wide for share in _BY_HAND.values() for wide in (share * room - _GAP, _GAP)]
    lines = [
        ("LINEABOVE", (column, row), (column, row), 0.6, black)
        for column in range(0, len(labels), 2)
        for row in range(1, 2 * _LINES_BY_HAND, 2)
    ]
    style = [("FONT", *_ALL, PLAIN, 7), ("TEXTCOLOR", *_ALL, DIM), ("LEFTPADDING", *_ALL, 0)]
    rows = [[""] * len(labels), labels] * _LINES_BY_HAND
    return Table(rows, widths, [34, 12] * _LINES_BY_HAND, style=[*style, *lines])
