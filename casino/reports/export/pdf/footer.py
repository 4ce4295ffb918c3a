"""The footer of every page: report title, page number and the beginning of the hash."""

from collections.abc import Sequence

from casino.reports.document import ReportCopy

from .fonts import PLAIN, spelt, width, wrapped
from .marks import BLACK, DIM, PdfPage, PdfRule, PdfText
from .pages import MARGIN, PageStack, Paper

_SIZE = 7.0
_LINE = _SIZE * 1.3
_BOTTOM = 28.0
# Width of the page number and hash on the right.
_ASIDE = 220.0


def foot_height(issued: ReportCopy, paper: Paper) -> float:
    """Return the height to reserve for the footer."""
    return _BOTTOM + len(_lines(issued, PageStack(paper, 0).width)) * _LINE + 12


def _lines(issued: ReportCopy, room: float) -> list[str]:
    report = issued.report
    return wrapped(spelt(f"{report.title} · {report.subtitle}"), PLAIN, _SIZE, room - _ASIDE)


def put_footers(pages: Sequence[PdfPage], issued: ReportCopy) -> None:
    """Add the footers, once the number of pages is known."""
    hash_said = f"Hash {issued.digest[:16]}" if issued.digest else "Not signed"
    for number, page in enumerate(pages, start=1):
        lines = _lines(issued, page.width - 2 * MARGIN)
        right, top = page.width - MARGIN, page.height - _BOTTOM - len(lines) * _LINE
        page.marks.append(PdfRule(MARGIN, top, right, top, BLACK, 0.5))
        for place, line in enumerate(lines, start=1):
            page.marks.append(PdfText(MARGIN, top + 3 + place * _LINE, line, PLAIN, _SIZE, DIM))
        said = f"Page {number} of {len(pages)}"
        page.marks.append(PdfText(right - width(said, PLAIN, _SIZE), top + 3 + _LINE, said, PLAIN, _SIZE))
        page.marks.append(PdfText(right - _ASIDE + 20, top + 3 + _LINE, hash_said, PLAIN, _SIZE, DIM))
