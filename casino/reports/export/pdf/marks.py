"""What stands on a page: words, rules and areas at their places, in points from its upper left corner."""

from dataclasses import dataclass, field
from typing import NamedTuple

# Red, green and blue, each from 0 to 1. They differ in lightness too, so that they can be told apart in grey.
Colour = tuple[float, float, float]

BLACK: Colour = (0, 0, 0)
DIM: Colour = (0.32, 0.32, 0.32)
HAIR: Colour = (0.8, 0.8, 0.8)
SHADE: Colour = (0.93, 0.93, 0.93)
WHITE: Colour = (1, 1, 1)


class PdfText(NamedTuple):
    """Words in one line; `x` and `y` are where its baseline begins."""

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
    """`headings` are what begins on it, for the reader's table of contents."""

    width: float
    height: float
    marks: list[Mark] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)

    @property
    def is_wide(self) -> bool:
        return self.width > self.height
