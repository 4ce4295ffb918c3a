"""Marks on a page: texts, lines and areas, in points from its upper left corner."""

from dataclasses import dataclass, field
from typing import NamedTuple

# Red, green and blue, from 0 to 1. Colors differ in lightness too, so that they are distinct in grayscale.
Colour = tuple[float, float, float]

BLACK: Colour = (0, 0, 0)
DIM: Colour = (0.32, 0.32, 0.32)
HAIR: Colour = (0.8, 0.8, 0.8)
SHADE: Colour = (0.93, 0.93, 0.93)
WHITE: Colour = (1, 1, 1)


class PdfText(NamedTuple):
    """A line of text; `x` and `y` are where its baseline begins."""

    x: float
    y: float
    words: str
    face: str
    size: float
    colour: Colour = BLACK


class PdfRule(NamedTuple):
    x1: float
    y1: float
    x2: float
    y2: float
    colour: Colour = HAIR
    weight: float = 0.5


class PdfArea(NamedTuple):
    left: float
    top: float
    width: float
    height: float
    fill: Colour | None = None
    edge: Colour | None = None
    is_hatched: bool = False


Mark = PdfText | PdfRule | PdfArea


@dataclass
class PdfPage:
    """`headings` are the sections that begin on the page, for the outline."""

    width: float
    height: float
    marks: list[Mark] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)

    @property
    def is_wide(self) -> bool:
        return self.width > self.height
