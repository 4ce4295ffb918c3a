"""What a picture is made of: boxes, lines and words at places, and how each looks, by a word.

The page draws them as SVG, where the stylesheet knows the words; the PDF with colours of its own (pdf/pictures.py).
"""

from typing import Literal, NamedTuple

# bar: an amount; loss: one below zero; band: what was to be expected; limit: a line not to be crossed; overdue: time
# past it; change and count: marks on a timeline; rule and zero: the scale; axis, label and value: words.
Look = Literal[
    "bar", "loss", "band", "limit", "overdue", "change", "count", "tick", "rule", "zero", "axis", "label", "value"
]


class ChartBox(NamedTuple):
    left: float
    top: float
    width: float
    height: float
    look: Look


class ChartLine(NamedTuple):
    x1: float
    y1: float
    x2: float
    y2: float
    look: Look


class ChartText(NamedTuple):
    """`at` is where its baseline begins, is centred, or ends."""

    x: float
    y: float
    text: str
    anchor: Literal["start", "middle", "end"] = "start"
    look: Look = "label"


Shape = ChartBox | ChartLine | ChartText


class Chart(NamedTuple):
    """`alternative` says in words what it shows; `sheet` has its figures."""

    key: str
    title: str
    caption: str
    alternative: str
    sheet: str
    width: float
    height: float
    shapes: tuple[Shape, ...]
