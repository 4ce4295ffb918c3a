"""Columns and titles of the sheets of a range report."""

from casino.reports.columns import EXPECTED, MEASURES, PACE, WAGERED
from casino.reports.document import Column, day, money, number, share, span, text

_DAYS = number("days", "Days dealt")

RANGE_COLUMNS: dict[str, tuple[Column, ...]] = {
    "summary": (text("span", "Period"), _DAYS, *MEASURES),
    "facilities": (text("facility", "Facility"), text("code", "Code"), _DAYS, *MEASURES),
    "days": (day("day", "Gaming day"), *MEASURES),
    "tables": (text("table", "Table"), text("pit", "Pit"), text("game", "Game"), _DAYS, *EXPECTED, *MEASURES),
    "games": (text("game", "Game"), text("edition", "Edition"), _DAYS, *EXPECTED, *MEASURES),
    "dealers": (
        text("dealer", "Dealer"),
        text("badge", "Badge"),
        span("dealt", "At tables"),
        PACE,
        *EXPECTED,
        *MEASURES,
    ),
    "wagers": (text("game", "Game"), text("kind", "Wager"), *WAGERED),
    "hours": (text("hour", "From"), *MEASURES),
    "outside": (
        day("day", "Gaming day"),
        text("table", "Table"),
        text("game", "Game"),
        money("staked", "Wagered"),
        money("win", "Win"),
        share("hold", "Hold"),
        *EXPECTED,
    ),
}

RANGE_TITLES = {
    "summary": "Summary",
    "facilities": "By facility",
    "days": "By gaming day",
    "tables": "By table",
    "games": "By game",
    "dealers": "By dealer",
    "wagers": "Wagers by type",
    "hours": "By hour of day",
    "outside": "Outside expected hold",
}
