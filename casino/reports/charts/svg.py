"""Present a chart as inline SVG. The stylesheet defines the looks."""

from collections.abc import Collection
from typing import NamedTuple

from .drawing import Chart, ChartBox, ChartLine, Shape


class ShapePresenter(NamedTuple):
    tag: str
    look: str
    at: tuple[str, ...]
    text: str = ""
    anchor: str = ""


class ChartPresenter(NamedTuple):
    key: str
    title: str
    caption: str
    alternative: str
    # The sheet with its figures, if it is on the page.
    sheet: str
    width: str
    height: str
    is_hatched: bool
    shapes: list[ShapePresenter]


def present_chart(picture: Chart, sheets: Collection[str]) -> ChartPresenter:
    """Return a chart for the template."""
    return ChartPresenter(
        picture.key,
        picture.title,
        picture.caption,
        picture.alternative,
        picture.sheet if picture.sheet in sheets else "",
        _number(picture.width),
        _number(picture.height),
        any(shape.look == "overdue" for shape in picture.shapes),
        [_shape(shape) for shape in picture.shapes],
    )


def _shape(shape: Shape) -> ShapePresenter:
    if isinstance(shape, ChartBox):
        return ShapePresenter("rect", shape.look, tuple(map(_number, shape[:4])))
    if isinstance(shape, ChartLine):
        return ShapePresenter("line", shape.look, tuple(map(_number, shape[:4])))
    return ShapePresenter("text", shape.look, (_number(shape.x), _number(shape.y)), shape.text, shape.anchor)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
