"""The signatures of a report and its hash, or lines to sign by hand."""

from zoneinfo import ZoneInfo

from casino.reports.document import ReportCopy, SignatureLine
from casino.reports.row_formatting import when

from .fitting import Grid
from .fonts import BOLD, PLAIN, spelt, width
from .marks import BLACK, DIM, PdfRule, PdfText
from .pages import MARGIN, PageStack
from .tables import TableLayout, put_table

_SIZE = 8.0
_BY_HAND = (("Name", 0.3), ("Badge", 0.15), ("Signature", 0.33), ("Date and time", 0.22))
_LINES_BY_HAND = 2


def state_said(issued: ReportCopy) -> str:
    """Return the state of a report as a sentence."""
    zone = ZoneInfo(issued.report.time_zone)
    if not issued.digest:
        figures = "live figures" if issued.state == "live" else "figures"
        return f"Not signed: {figures} as of {when(issued.report.made_at, zone)}."
    names = " ".join(f"{each.what}: {each.name} ({each.badge})." for each in issued.signatures)
    return f"Signed. {names} Hash {issued.digest[:16]}…"


def put_signatures(stack: PageStack, issued: ReportCopy) -> None:
    """Add the signatures and the hash, or lines to sign by hand."""
    stack.heading("Signatures", 150)
    if issued.signatures:
        _put_signed(stack, issued.signatures, ZoneInfo(issued.report.time_zone))
    if not issued.digest:
        stack.gap(4)
        stack.paragraph(state_said(issued), 9, BOLD)
        _put_by_hand(stack)
        return
    stack.gap(8)
    stack.paragraph("SHA-256 hash of the signed figures, also recorded in the journal:", _SIZE)
    stack.paragraph(issued.digest, 9, BOLD)
    stack.paragraph(
        "It is the hash of report.json, one of the report's files. With that file, anyone can verify that these "
        "figures are the ones that were signed.",
        _SIZE - 0.5,
        colour=DIM,
    )


def _put_signed(stack: PageStack, signatures: tuple[SignatureLine, ...], zone: ZoneInfo) -> None:
    rows = [[spelt(cell) for cell in (each.what, each.name, each.badge, when(each.at, zone))] for each in signatures]
    grid = Grid(["What", "Name", "Badge", "When"], rows, None, [""] * len(rows), [True] * 4, [True] * 4)
    widths = [share * stack.width for share in (0.27, 0.27, 0.16, 0.3)]
    put_table(stack, TableLayout("Signatures", grid, widths, _SIZE))


def _put_by_hand(stack: PageStack) -> None:
    for _ in range(_LINES_BY_HAND):
        stack.need(46)
        stack.y += 34
        left = MARGIN
        for label, share in _BY_HAND:
            end = left + share * stack.width - 12
            assert width(label, PLAIN, 7) < end - left
            stack.put(
                PdfRule(left, stack.y, end, stack.y, BLACK, 0.6), PdfText(left, stack.y + 9, label, PLAIN, 7, DIM)
            )
            left = end + 12
        stack.y += 12
