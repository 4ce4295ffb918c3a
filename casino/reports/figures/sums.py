"""Add up totals, grouped as a report needs them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from django.db.models import QuerySet, Sum

from games.totals.services import FIGURES

Key = TypeVar("Key")

# The figures in the totals of one wager type.
OF_WAGERS = ("wagers", "staked_cents", "pays_cents", "returned_cents")

_PLACES = {name: place for place, name in enumerate(FIGURES)}


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums of the figures of games/totals/services.py."""

    figures: Sequence[int]

    @staticmethod
    def nothing() -> "Sums":
        return Sums((0,) * len(FIGURES))

    @staticmethod
    def of(totals: QuerySet[Any]) -> "Sums":
        """Return the sums of totals, with one query."""
        found = totals.order_by().aggregate(**_sums(FIGURES))
        return Sums(tuple(int(found[f"sum_{name}"] or 0) for name in FIGURES))

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(tuple(map(int.__add__, self.figures, other.figures)))

    def __sub__(self, other: "Sums") -> "Sums":
        return Sums(tuple(map(int.__sub__, self.figures, other.figures)))

    def __getitem__(self, name: str) -> int:
        """Return one of the figures, by its name in the totals."""
        return self.figures[_PLACES[name]]

    @property
    def win_cents(self) -> int:
        return self["staked_cents"] - self["pays_cents"] - self["returned_cents"]

    @property
    def hold(self) -> int | None:
        """Return win divided by the amount wagered, in hundredths of a percent."""
        return share(self.win_cents, self["staked_cents"])


def cut_by_limits(sums: Sums) -> Sums:
    """Return the cut by payout limits as a row next to the wager types, which are before limits."""
    return Sums(tuple(-sums["limit_cut_cents"] if name == "pays_cents" else 0 for name in FIGURES))


def share(part: int, whole: int) -> int | None:
    """Return a share in hundredths of a percent, rounded half to even; None if the whole is 0."""
    return round(Fraction(part * 10_000, whole)) if whole else None


def pace(rounds: int, seconds: int) -> int | None:
    """Return rounds per hour in tenths; None without time."""
    return round(Fraction(rounds * 36_000, seconds)) if seconds > 0 else None


def grouped(totals: QuerySet[Any], *fields: str, of: Sequence[str] = FIGURES) -> dict[tuple[Any, ...], Sums]:
    """Return the sums of totals for each value of the fields, with one query. Figures not in `of` are 0."""
    sums, places, nothing = _sums(of), [_PLACES[name] for name in of], [0] * len(FIGURES)
    found: dict[tuple[Any, ...], Sums] = {}
    for row in totals.order_by().values(*fields).annotate(**sums).values_list(*fields, *sums):
        figures = nothing.copy()
        for place, figure in zip(places, row[len(fields) :], strict=True):
            figures[place] = int(figure)
        found[tuple(row[: len(fields)])] = Sums(tuple(figures))
    return found


def _sums(names: Sequence[str]) -> dict[str, Sum]:
    # An aggregate must not have the name of a model field.
    return {f"sum_{name}": Sum(name) for name in names}


def sum_up(sums: Iterable[Sums]) -> Sums:
    """Return the sum of all."""
    figures = [each.figures for each in sums]
    return Sums(tuple(map(sum, zip(*figures, strict=True)))) if figures else Sums.nothing()


def by(figures: Mapping[Any, Sums], key: Callable[[Any], Key]) -> dict[Key, Sums]:
    """Return sums regrouped by another key."""
    found: dict[Key, list[Sums]] = {}
    for of, sums in figures.items():
        found.setdefault(key(of), []).append(sums)
    return {of: sum_up(sums) for of, sums in found.items()}
