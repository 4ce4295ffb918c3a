"""The signatures of a report and its hash, or lines to sign by hand."""

from typing import Any
from zoneinfo import ZoneInfo

from reportlab.lib.colors import black
from reportlab.platypus import Table

from casino.reports.document import ReportCopy
from casino.reports.formatting import when

from .fonts import BOLD, PLAIN
from .pages import DIM, BeginSection, Heading, ReportTemplate, paragraph
from .tables import column_of, fit, table_of

_SIZE = 8.0
_GAP = 12.0
# Labels and widths of the lines to sign by hand.
_BY_HAND = {"Name": 0.3, "Badge": 0.15, "Signature": 0.33, "Date and time": 0.22}
_LINES_BY_HAND = 2


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
        paragraph("SHA-256 hash of the signed figures, also recorded in the journal:", _SIZE, space_before=8),
        paragraph(issued.digest, 9, BOLD),
        paragraph(explained, _SIZE - 0.5, color=DIM),
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
    everywhere = (0, 0), (-1, -1)
    style = [("FONT", *everywhere, PLAIN, 7), ("TEXTCOLOR", *everywhere, DIM), ("LEFTPADDING", *everywhere, 0)]
    rows = [[""] * len(labels), labels] * _LINES_BY_HAND
    return Table(rows, widths, [34, 12] * _LINES_BY_HAND, style=[*style, *lines])
