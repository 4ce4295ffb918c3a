"""Charts in the PDF, in colors that are distinct in grayscale; overdue time is hatched."""

from collections.abc import Sequence
from typing import NamedTuple

from casino.reports.charts.drawing import Chart, ChartBox, ChartLine, ChartText, Look, Shape

from .fonts import BOLD, PLAIN, spelt, width
from .marks import BLACK, DIM, WHITE, Colour, Mark, PdfArea, PdfRule, PdfText
from .pages import MARGIN, PageStack

_BLUE: Colour = (0.36, 0.52, 0.72)
_BAND: Colour = (0.85, 0.87, 0.9)
_RED: Colour = (0.62, 0.1, 0.1)
_SCALE: Colour = (0.8, 0.8, 0.8)


class Fill(NamedTuple):
    fill: Colour | None
    edge: Colour | None = None
    is_hatched: bool = False


class Pen(NamedTuple):
    colour: Colour
    weight: float = 0.5


_FILLS: dict[Look, Fill] = {
    "bar": Fill(_BLUE),
    "loss": Fill(WHITE, BLACK),
    "band": Fill(_BAND),
    "overdue": Fill(WHITE, _RED, is_hatched=True),
    "limit": Fill(BLACK),
    "change": Fill(BLACK),
    "count": Fill(WHITE, BLACK),
}
_PENS: dict[Look, Pen] = {
    "limit": Pen(_RED, 1.4),
    "overdue": Pen(_RED, 1.5),
    "change": Pen(BLACK, 1.2),
    "count": Pen(DIM, 0.8),
    "bar": Pen(_BLUE, 1.5),
    "tick": Pen(BLACK, 0.7),
    "zero": Pen(BLACK, 0.8),
    "rule": Pen(_SCALE),
}
# Font sizes in chart units. The PDF font is wider than the page font.
_LETTERS: dict[Look, float] = {"axis": 10.0, "label": 10.5, "value": 10.5}
_SMALLEST = 4.5
# Height of the title and the caption.
_AROUND = 80.0


def put_pictures(stack: PageStack, pictures: Sequence[Chart]) -> None:
    """Add each chart with its title and caption, on one page."""
    for picture in pictures:
        scale = min(stack.width / picture.width, (stack.long - MARGIN - stack.foot - _AROUND) / picture.height, 1.0)
        height = picture.height * scale
        stack.heading(picture.title, height + _AROUND - 30)
        stack.put(*(_mark(shape, stack.y, scale, picture.width) for shape in picture.shapes))
        stack.y += height + 2
        if picture.caption:
            stack.paragraph(picture.caption, 7.5, colour=DIM)


def _mark(shape: Shape, top: float, scale: float, room: float) -> Mark:
    match shape:
        case ChartBox():
            return _area(shape, top, scale)
        case ChartLine():
            pen = _PENS.get(shape.look, Pen(BLACK))
            left, right = MARGIN + shape.x1 * scale, MARGIN + shape.x2 * scale
            return PdfRule(left, top + shape.y1 * scale, right, top + shape.y2 * scale, *pen)
        case ChartText():
            return _text(shape, top, scale, room)


def _area(box: ChartBox, top: float, scale: float) -> PdfArea:
    fill = _FILLS.get(box.look, Fill(BLACK))
    return PdfArea(MARGIN + box.left * scale, top + box.top * scale, box.width * scale, box.height * scale, *fill)


def _text(words: ChartText, top: float, scale: float, room: float) -> PdfText:
    """Return a text at its position, smaller if it would extend past the chart."""
    said, face = spelt(words.text), BOLD if words.look == "value" else PLAIN
    before = {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor]
    size = _LETTERS.get(words.look, 10.5)
    wide = width(said, face, 1)
    fits = [words.x / before / wide] if before and wide else []
    fits += [(room - words.x) / (1 - before) / wide] if before < 1 and wide else []
    size = max(min([size, *fits]), _SMALLEST)
    colour = BLACK if words.look in ("label", "value") else DIM
    x = MARGIN + (words.x - before * wide * size) * scale
    return PdfText(x, top + words.y * scale, said, face, size * scale, colour)
