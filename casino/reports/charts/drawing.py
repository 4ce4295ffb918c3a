"""Chart shapes: boxes, lines and texts at coordinates, each with the name of a look.

The page draws them as SVG (svg.py) and the stylesheet defines the looks; the PDF has its own colors
(export/pdf/charts.py).
"""

from typing import Literal, NamedTuple

# bar: an amount; loss: a negative amount; band: the expected interval; limit: a time limit; overdue: time past it;
# change: a mark on a timeline; rule and zero: grid lines; axis, label and value: texts.
Look = Literal["bar", "loss", "band", "limit", "overdue", "change", "tick", "rule", "zero", "axis", "label", "value"]


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
    """The baseline begins, is centered or ends at `x`, depending on `anchor`."""

    x: float
    y: float
    text: str
    anchor: Literal["start", "middle", "end"] = "start"
    look: Look = "label"


Shape = ChartBox | ChartLine | ChartText


class Chart(NamedTuple):
    """`alternative` describes the chart in text; `sheet` is the key of the sheet with its figures."""

    key: str
    title: str
    caption: str
    alternative: str
    sheet: str
    width: float
    height: float
    shapes: tuple[Shape, ...]
