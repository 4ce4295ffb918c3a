"""Pages of the PDF: paper sizes, footers, headings and paragraphs."""

from datetime import UTC
from functools import cache
from io import BytesIO
from typing import Any, Literal
from xml.sax.saxutils import escape

from reportlab import rl_config
from reportlab.lib.colors import Color, black
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import ActionFlowable, BaseDocTemplate, Frame, PageTemplate, Paragraph

from casino.reports.document import ReportCopy

from .fonts import BOLD, PLAIN, transliterate, wrapped

# Write pages as bytes: as text they are a quarter larger and slower to write.
rl_config.useA85 = 0

Paper = Literal["a4", "letter"]

# In points (1/72 inch).
_SIZES: dict[Paper, tuple[float, float]] = {"a4": (595.28, 841.89), "letter": (612, 792)}
MARGIN = 36.0
# Colors differ in lightness too, so that they are distinct in grayscale.
DIM, HAIR, SHADE = (Color(each, each, each) for each in (0.32, 0.8, 0.93))
# Height of a heading with the gap before it.
HEADED = 36.0

_FOOT_SIZE = 7.0
_FOOT_LINE = _FOOT_SIZE * 1.3
_BOTTOM = 28.0
# Width of the page number and hash in the footer.
_ASIDE = 220.0


class ReportTemplate(BaseDocTemplate):  # type: ignore[misc]  # no types
    """A document of portrait and landscape pages. The same report gives the same bytes."""

    def __init__(self, file: BytesIO, issued: ReportCopy, paper: Paper) -> None:
        report, (self.short, self.long) = issued.report, _SIZES[paper]
        foot = _BOTTOM + len(_foot_lines(issued, self.short)) * _FOOT_LINE + 12
        self.widths = self.short - 2 * MARGIN, self.long - 2 * MARGIN
        self.heights = self.long - MARGIN - foot, self.short - MARGIN - foot
        super().__init__(
            file,
            pagesize=(self.short, self.long),
            pageTemplates=[
                _page("portrait", self.short, self.long, foot),
                _page("landscape", self.long, self.short, foot),
            ],
            title=report.title,
            author=", ".join(place.name for place in report.facilities),
            subject=report.subtitle,
            creator="Criss Cross back office",
            lang="en-US",
            invariant=1,
            pageCompression=1,
            initialFontName=PLAIN,
        )
        self.issued = issued

    def room(self, *, is_wide: bool) -> tuple[float, float]:
        """Return the width and height of a page between its margins."""
        return self.widths[is_wide], self.heights[is_wide]

    def write(self, story: list[Any]) -> None:
        self.build(story, canvasmaker=lambda *args, **how: ReportCanvas(self.issued, *args, **how))


def _page(name: str, width: float, height: float, foot: float) -> PageTemplate:
    frame = Frame(MARGIN, foot, width - 2 * MARGIN, height - MARGIN - foot, 0, 0, 0, 0)
    return PageTemplate(name, [frame], pagesize=(width, height))


class ReportCanvas(Canvas):  # type: ignore[misc]  # no types
    """Add footers and the outline once the number of pages is known. `headings` are those of the current page."""

    def __init__(self, issued: ReportCopy, *args: Any, **how: Any) -> None:
        super().__init__(*args, **how)
        self.setDateFormatter(lambda *_: f"D:{issued.report.made_at.astimezone(UTC):%Y%m%d%H%M%S}Z")
        self.issued = issued
        self.headings: list[str] = []
        self.finished: list[dict[str, Any]] = []

    def showPage(self) -> None:  # noqa: N802 - as in Canvas
        self.finished.append(self.__dict__.copy())
        self._startPage()
        self.headings = []

    def save(self) -> None:
        for number, page in enumerate(self.finished, start=1):
            self.__dict__.update(page)
            for place, heading in enumerate(self.headings):
                self.bookmarkPage(f"{number}-{place}")
                self.addOutlineEntry(heading, f"{number}-{place}")
            self._draw_footer(f"Page {number} of {len(self.finished)}")
            super().showPage()
        super().save()

    def _draw_footer(self, said: str) -> None:
        """Draw the report's title, the beginning of its hash and the page number."""
        right, lines = self._pagesize[0] - MARGIN, _foot_lines(self.issued, self._pagesize[0])
        top = _BOTTOM + len(lines) * _FOOT_LINE
        self.setStrokeColor(black)
        self.setLineWidth(0.5)
        self.line(MARGIN, top, right, top)
        self.setFont(PLAIN, _FOOT_SIZE)
        self.setFillColor(DIM)
        for place, line in enumerate(lines, start=1):
            self.drawString(MARGIN, top - 3 - place * _FOOT_LINE, line)
        digest = self.issued.digest
        self.drawString(right - _ASIDE + 20, top - 3 - _FOOT_LINE, f"Hash {digest[:16]}" if digest else "Not signed")
        self.setFillColor(black)
        self.drawRightString(right, top - 3 - _FOOT_LINE, said)


def _foot_lines(issued: ReportCopy, page_width: float) -> list[str]:
    said = transliterate(f"{issued.report.title} · {issued.report.subtitle}")
    return wrapped(said, PLAIN, _FOOT_SIZE, page_width - 2 * MARGIN - _ASIDE)


class BeginSection(ActionFlowable):  # type: ignore[misc]  # no types
    """Start a new page unless `keep` points fit on this one.

    A section that needs landscape gets it; a portrait section stays on a landscape page if `whole` fits there.
    """

    def __init__(self, keep: float, *, whole: float = 0, is_wide: bool | None = None) -> None:
        super().__init__()
        self.keep, self.whole, self.is_wide = keep, whole, is_wide

    def apply(self, doc: ReportTemplate) -> None:
        frame, is_wide = doc.frame, doc.pageTemplate.id == "landscape"
        room = frame._y - frame._y1p
        is_turned = self.is_wide not in (None, is_wide) and (self.is_wide or self.whole > room)
        if is_turned:
            doc.handle_nextPageTemplate("landscape" if self.is_wide else "portrait")
        if is_turned or (self.keep > room and not frame._atTop):
            doc.handle_pageBreak()


class Heading(Paragraph):  # type: ignore[misc]  # no types
    """The title of a section, with the rule it cites; listed in the outline unless it continues."""

    def __init__(self, title: str, aside: str = "", *, size: float = 11, is_listed: bool = True) -> None:
        cite = (
            f' <font face="{PLAIN}" size="7.5" color="#525252">{escape(transliterate(aside))}</font>' if aside else ""
        )
        super().__init__(escape(transliterate(title)) + cite, style_of(size, BOLD, space_before=14, space_after=3))
        self.title = transliterate(title) if is_listed else ""

    def draw(self) -> None:
        if self.title:
            self.canv.headings.append(self.title)
        super().draw()


def paragraph(words: str, size: float = 8.0, face: str = PLAIN, color: Color = black, space_before: float = 0) -> Any:
    return Paragraph(escape(transliterate(words)), style_of(size, face, color, space_before))


@cache
def style_of(
    size: float, face: str = PLAIN, color: Color = black, space_before: float = 0, space_after: float = 0
) -> ParagraphStyle:
    return ParagraphStyle(
        face,
        fontName=face,
        fontSize=size,
        leading=size * 1.35,
        textColor=color,
        spaceBefore=space_before,
        spaceAfter=space_after,
        spaceShrinkage=0,
    )
