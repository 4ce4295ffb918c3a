"""Charts in the PDF, in colors that are distinct in grayscale; overdue time is hatched."""

from collections.abc import Sequence
from typing import Any

from reportlab.lib.colors import Color, black, white
from reportlab.platypus import Flowable

from casino.reports.charts.drawing import Chart, ChartBox, ChartLine, ChartText, Look

from .fonts import BOLD, PLAIN, transliterate, width
from .pages import DIM, HAIR, BeginSection, Heading, ReportTemplate, paragraph

_BLUE = Color(0.36, 0.52, 0.72)
_RED = Color(0.62, 0.1, 0.1)
# The fill of boxes; outlined ones are white.
_FILLS: dict[Look, Color] = {"bar": _BLUE, "band": Color(0.85, 0.87, 0.9)}
_EDGES: dict[Look, Color] = {"loss": black, "overdue": _RED}
# The color and width of lines.
_PENS: dict[Look, tuple[Color, float]] = {
    "limit": (_RED, 1.4),
    "change": (black, 1.2),
    "bar": (_BLUE, 1.5),
    "tick": (black, 0.7),
    "zero": (black, 0.8),
    "rule": (HAIR, 0.5),
}
_HATCH = 3.0
# Font sizes in chart units. The PDF font is wider than the page font.
_LETTERS, _AXIS, _SMALLEST = 10.5, 10.0, 4.5
# Height of the title and the caption.
_AROUND = 80.0


def chart_story(doc: ReportTemplate, charts: Sequence[Chart]) -> list[Any]:
    """Return each chart with its title and caption, on one page."""
    (wide, high), story = doc.room(is_wide=False), []
    for chart in charts:
        drawn = PdfChart(chart, min(wide / chart.width, (high - _AROUND) / chart.height, 1.0))
        story += [BeginSection(drawn.height + _AROUND - 16, whole=high, is_wide=False), Heading(chart.title), drawn]
        story += [paragraph(chart.caption, 7.5, color=DIM)] if chart.caption else []
    return story


class PdfChart(Flowable):  # type: ignore[misc]  # no types
    def __init__(self, chart: Chart, scale: float) -> None:
        super().__init__()
        self.chart, self.scale = chart, scale
        self.width, self.height, self.spaceAfter = chart.width * scale, chart.height * scale, 2

    def draw(self) -> None:
        # Chart coordinates are from the upper left corner.
        self.canv.translate(0, self.height)
        for shape in self.chart.shapes:
            match shape:
                case ChartBox():
                    self._draw_box(shape)
                case ChartLine():
                    color, weight = _PENS.get(shape.look, (black, 0.5))
                    self.canv.setStrokeColor(color)
                    self.canv.setLineWidth(weight)
                    x1, y1, x2, y2 = (each * self.scale for each in shape[:4])
                    self.canv.line(x1, -y1, x2, -y2)
                case ChartText():
                    self._draw_text(shape)

    def _draw_box(self, box: ChartBox) -> None:
        left, top, wide, high = (each * self.scale for each in box[:4])
        edge = _EDGES.get(box.look)
        self.canv.setLineWidth(0.5)
        self.canv.setFillColor(white if edge else _FILLS.get(box.look, black))
        self.canv.setStrokeColor(edge or black)
        self.canv.rect(left, -top - high, wide, high, stroke=int(edge is not None), fill=1)
        if box.look != "overdue":
            return
        self.canv.saveState()
        outline = self.canv.beginPath()
        outline.rect(left, -top - high, wide, high)
        self.canv.clipPath(outline, stroke=0, fill=0)
        for step in range(int((wide + high) / _HATCH) + 1):
            x = left - high + step * _HATCH
            self.canv.line(x, -top - high, x + high, -top)
        self.canv.restoreState()

    def _draw_text(self, text: ChartText) -> None:
        """Draw a text at its position, smaller if it would extend past the chart."""
        said, face = transliterate(text.text), BOLD if text.look == "value" else PLAIN
        before = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
        wide = width(said, face, 1)
        fits = [text.x / before / wide] if before and wide else []
        fits += [(self.chart.width - text.x) / (1 - before) / wide] if before < 1 and wide else []
        size = max(min([_AXIS if text.look == "axis" else _LETTERS, *fits]), _SMALLEST)
        self.canv.setFillColor(DIM if text.look == "axis" else black)
        self.canv.setFont(face, size * self.scale)
        self.canv.drawString((text.x - before * wide * size) * self.scale, -text.y * self.scale, said)
