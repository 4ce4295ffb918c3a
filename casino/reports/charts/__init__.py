"""Charts of a report, drawn from its sheets."""

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
    """Return the charts of a report, one for each charted sheet with data."""
    drawn = (draw(report) for sheet, draw in _PICTURES if sheet in report)
    return [picture for picture in drawn if picture is not None]
