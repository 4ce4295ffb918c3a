"""Print one row for each comparison, and a table of all rows at the end."""

from dataclasses import dataclass
from typing import Literal

HEADINGS = ("what", "ours", "peer / limit", "ratio", "goal", "met")


class DifferenceError(Exception):
    """Our result differs from a peer's, so the timing does not count."""


@dataclass(frozen=True)
class Goal:
    """Set the target for a ratio."""

    sign: Literal[">", "≥", "≤"]
    bound: float

    def __str__(self) -> str:
        return f"{self.sign} {self.bound:g}"

    def is_met(self, ratio: float) -> bool:
        if self.sign == "≤":
            return ratio <= self.bound
        return ratio > self.bound if self.sign == ">" else ratio >= self.bound


@dataclass(frozen=True)
class Row:
    """Hold one comparison. A ratio above 1 means ours is that many times faster, or within its limit; for memory it is
    the larger peak divided by the smaller one. A row without a goal is for information."""

    what: str
    ours: str
    peer: str
    ratio: float
    goal: Goal | None = None

    def cells(self) -> tuple[str, ...]:
        met = "–" if self.goal is None else "yes" if self.goal.is_met(self.ratio) else "NO"
        return self.what, self.ours, self.peer, f"{self.ratio:,.2f}", str(self.goal or "–"), met


def print_table(rows: list[Row]) -> None:
    """Print the rows under their headings, with numbers right-aligned."""
    lines = [HEADINGS, *(row.cells() for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    for place, line in enumerate(lines):
        first, *middle = (
            cell.ljust(width) if column in (0, len(HEADINGS) - 1) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        print(" | ".join((first, *middle)).rstrip())
        if place == 0:
            print("-+-".join("-" * width for width in widths))
