"""Figures about a coverage register."""

from collections import Counter
from typing import NamedTuple, get_args

from games.engine.rulebook.coverage import Coverage, Treatment

TREATMENTS: tuple[Treatment, ...] = get_args(Treatment)
LABELS: dict[Treatment, str] = {
    "settled": "settled",
    "enforced": "enforced",
    "recorded": "recorded",
    "shown": "shown",
    "out_of_scope": "out of scope",
}


class CoverageFigures(NamedTuple):
    """How many printed paragraphs a text has, and how they are treated; `share` is in hundredths of a percent."""

    printed: int
    treated: int
    by_treatment: dict[Treatment, int]
    elsewhere: int

    @property
    def share(self) -> int:
        return self.treated * 10_000 // self.printed if self.printed else 0

    @property
    def percent(self) -> str:
        return f"{self.share // 100}.{self.share % 100 // 10} %"

    def __str__(self) -> str:
        parts = ", ".join(f"{number} {LABELS[each]}" for each, number in self.by_treatment.items() if number)
        more = f"; {self.elsewhere} of other regulations" if self.elsewhere else ""
        return f"{self.treated} of {self.printed} paragraphs treated ({self.percent}): {parts}{more}"


def coverage_figures(found: Coverage) -> CoverageFigures:
    """Count the paragraphs that the text prints. Those of other regulations are counted apart."""
    counted = Counter(each.treatment for each in found.printed)
    return CoverageFigures(
        len(found.printed),
        sum(each.is_treated for each in found.printed),
        {each: counted[each] for each in TREATMENTS},
        len(found.paragraphs) - len(found.printed),
    )
