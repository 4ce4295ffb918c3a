"""The pictures of a report, made of its sheets: where people look rather than read."""

from collections.abc import Callable

from casino.reports.document import Report

from .alert_response import alert_response
from .deck_ages import deck_ages
from .drawing import Chart
from .hold import hold_by_table
from .pace import pace_by_dealer
from .win import win_by_day, win_by_hour

_PICTURES: tuple[tuple[str, Callable[[Report], Chart | None]], ...] = (
    ("days", win_by_day),
    ("hours", win_by_hour),
    ("tables", hold_by_table),
    ("dealers", pace_by_dealer),
    ("decks", deck_ages),
    ("alerts", alert_response),
)


def pictures_of(report: Report) -> list[Chart]:
    """Return the pictures of a report: one of each sheet that has something to show."""
    drawn = (draw(report) for sheet, draw in _PICTURES if sheet in report)
    return [picture for picture in drawn if picture is not None]
