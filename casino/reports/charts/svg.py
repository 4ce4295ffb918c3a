"""Draw a chart as inline SVG. The stylesheet defines the looks."""

from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from .drawing import Chart, ChartBox, ChartText, Shape

_HATCH = (
    '<defs><pattern id="{}-hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect class="hatch-ground" width="8" height="8"/><rect class="hatch-line" width="4.5" height="8"/>'
    "</pattern></defs>"
)


class ChartPresenter(NamedTuple):
    """A chart for the template. `sheet` is the sheet with its figures, if it is on the page."""

    chart: Chart
    svg: SafeString
    sheet: str = ""


def svg_of(chart: Chart) -> SafeString:
    """Return the content of the chart's `svg` element."""
    shapes = format_html_join("", "{}", ((_tag(chart, shape),) for shape in chart.shapes))
    is_hatched = any(shape.look == "overdue" for shape in chart.shapes)
    return format_html(_HATCH + "{}", chart.key, shapes) if is_hatched else shapes


def _tag(chart: Chart, shape: Shape) -> SafeString:
    numbers = [_number(each) for each in shape[:4] if isinstance(each, int | float)]
    if isinstance(shape, ChartText):
        tag = '<text class="look-{}" x="{}" y="{}" text-anchor="{}">{}</text>'
        return format_html(tag, shape.look, *numbers, shape.anchor, shape.text)
    if isinstance(shape, ChartBox):
        fill = format_html(' fill="url(#{}-hatch)"', chart.key) if shape.look == "overdue" else ""
        tag = '<rect class="look-{}" x="{}" y="{}" width="{}" height="{}"{}/>'
        return format_html(tag, shape.look, *numbers, fill)
    return format_html('<line class="look-{}" x1="{}" y1="{}" x2="{}" y2="{}"/>', shape.look, *numbers)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
