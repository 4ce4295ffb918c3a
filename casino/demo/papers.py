"""Documents to file with a layout: a photograph and a one-page PDF."""

from io import BytesIO
from typing import NamedTuple

from django.core.files.uploadedfile import SimpleUploadedFile
from reportlab.pdfgen.canvas import Canvas

from .scenario import FILES

WIDTH, HEIGHT = 320, 200


class Rectangle(NamedTuple):
    """A rectangle of the layout, in points from the picture's upper left corner."""

    left: int
    top: int
    width: int
    height: int


RIM = Rectangle(8, 8, WIDTH - 16, HEIGHT - 16)
# The cross of the five community cards, and the betting areas of six positions.
COMMUNITY = tuple(Rectangle(x, y, 24, 34) for x, y in ((148, 50), (116, 50), (180, 50), (148, 12), (148, 88)))
BETTING = tuple(Rectangle(22 + 48 * place, 146 - abs(5 - 2 * place), 36, 30) for place in range(6))


def photograph() -> SimpleUploadedFile:
    return SimpleUploadedFile("photograph.png", (FILES / "layout.png").read_bytes(), content_type="image/png")


def rendering(title: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("rendering.pdf", _pdf(title), content_type="application/pdf")


def _pdf(title: str) -> bytes:
    """Return a page with the layout at twice the picture's size, and its title with the scale."""
    content = BytesIO()
    page = Canvas(content, pagesize=(792, 612), pdfVersion=(1, 4), invariant=True)
    page.setFont("Helvetica", 16)
    page.drawString(76, 560, f"{title}: rendering to scale, 1 : 12")
    for box in (RIM, *COMMUNITY, *BETTING):
        page.rect(76 + 2 * box.left, 540 - 2 * (box.top + box.height), 2 * box.width, 2 * box.height)
    page.save()
    return content.getvalue()
