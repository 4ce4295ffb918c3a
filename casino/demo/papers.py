"""Documents to file with a layout: a small PNG and a one-page PDF."""

import struct
import zlib
from io import BytesIO
from typing import NamedTuple

from django.core.files.uploadedfile import SimpleUploadedFile
from reportlab.pdfgen.canvas import Canvas

Colour = tuple[int, int, int]

WIDTH, HEIGHT = 320, 200
FELT: Colour = (18, 92, 64)
RAIL: Colour = (74, 44, 28)
INK: Colour = (235, 224, 190)


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
    return SimpleUploadedFile("photograph.png", _png(), content_type="image/png")


def rendering(title: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("rendering.pdf", _pdf(title), content_type="application/pdf")


def _png() -> bytes:
    rows = [bytearray(bytes(RAIL) * WIDTH) for _ in range(HEIGHT)]
    _fill(rows, RIM, FELT)
    for box in COMMUNITY + BETTING:
        _fill(rows, box, INK)
        _fill(rows, Rectangle(box.left + 2, box.top + 2, box.width - 4, box.height - 4), FELT)
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, content) for kind, content in chunks)


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _fill(rows: list[bytearray], box: Rectangle, colour: Colour) -> None:
    for row in rows[box.top : box.top + box.height]:
        row[3 * box.left : 3 * (box.left + box.width)] = bytes(colour) * box.width


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
