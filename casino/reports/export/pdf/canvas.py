"""Write pages as a PDF. The same pages give the same bytes."""

from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import Any, NamedTuple

from reportlab.pdfgen.canvas import Canvas

from .fonts import PLAIN
from .marks import BLACK, PdfArea, PdfPage, PdfRule, PdfText

_HATCH = 3.0


class About(NamedTuple):
    """The metadata of a PDF."""

    title: str
    author: str
    subject: str
    made_at: datetime


def pdf_bytes(pages: Sequence[PdfPage], about: About) -> bytes:
    """Return pages as a PDF with an outline."""
    file = BytesIO()
    canvas = Canvas(file, pageCompression=1, invariant=1, initialFontName=PLAIN)
    canvas.setTitle(about.title)
    canvas.setAuthor(about.author)
    canvas.setSubject(about.subject)
    canvas.setCreator("Criss Cross back office")
    canvas.setDateFormatter(lambda *_: f"D:{about.made_at.astimezone(UTC):%Y%m%d%H%M%S}Z")
    canvas.setCatalogEntry("Lang", "en-US")
    for number, page in enumerate(pages):
        canvas.setPageSize((page.width, page.height))
        for place, heading in enumerate(page.headings):
            key = f"{number}-{place}"
            canvas.bookmarkPage(key)
            canvas.addOutlineEntry(heading, key)
        _draw(canvas, page)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _draw(canvas: Any, page: PdfPage) -> None:
    for mark in page.marks:
        match mark:
            case PdfText():
                canvas.setFillColorRGB(*mark.colour)
                canvas.setFont(mark.face, mark.size)
                canvas.drawString(mark.x, page.height - mark.y, mark.words)
            case PdfRule():
                canvas.setStrokeColorRGB(*mark.colour)
                canvas.setLineWidth(mark.weight)
                canvas.line(mark.x1, page.height - mark.y1, mark.x2, page.height - mark.y2)
            case PdfArea():
                _draw_area(canvas, page, mark)


def _draw_area(canvas: Any, page: PdfPage, area: PdfArea) -> None:
    bottom = page.height - area.top - area.height
    canvas.setLineWidth(0.5)
    canvas.setFillColorRGB(*(area.fill or BLACK))
    canvas.setStrokeColorRGB(*(area.edge or BLACK))
    canvas.rect(
        area.left, bottom, area.width, area.height, stroke=int(area.edge is not None), fill=int(area.fill is not None)
    )
    if area.is_hatched:
        _hatch(canvas, area, bottom)


def _hatch(canvas: Any, area: PdfArea, bottom: float) -> None:
    """Fill an area with diagonal lines."""
    canvas.saveState()
    outline = canvas.beginPath()
    outline.rect(area.left, bottom, area.width, area.height)
    canvas.clipPath(outline, stroke=0, fill=0)
    for step in range(int((area.width + area.height) / _HATCH) + 1):
        x = area.left - area.height + step * _HATCH
        canvas.line(x, bottom, x + area.height, bottom + area.height)
    canvas.restoreState()
