"""A picture as the page draws it: the numbers of its SVG, whose looks the stylesheet knows."""

from collections.abc import Collection
from typing import NamedTuple

from .drawing import Box, Line, Picture, Shape


class ShapeShown(NamedTuple):
    tag: str
    look: str
    at: tuple[str, ...]
    text: str = ""
    anchor: str = ""


class PictureShown(NamedTuple):
    key: str
    title: str
    caption: str
    alternative: str
    # The sheet with its figures, if that is on the page.
    sheet: str
    width: str
    height: str
    is_hatched: bool
    shapes: list[ShapeShown]


def picture_shown(picture: Picture, sheets: Collection[str]) -> PictureShown:
    """Return a picture as the template writes it."""
    return PictureShown(
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


def _shape(shape: Shape) -> ShapeShown:
    if isinstance(shape, Box):
        return ShapeShown("rect", shape.look, tuple(map(_number, shape[:4])))
    if isinstance(shape, Line):
        return ShapeShown("line", shape.look, tuple(map(_number, shape[:4])))
    return ShapeShown("text", shape.look, (_number(shape.x), _number(shape.y)), shape.text, shape.anchor)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
