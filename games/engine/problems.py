"""Problems of an offer or a round, with the codes of the round format."""

from typing import Literal, NamedTuple

import msgspec

Code = Literal[
    "malformed",
    "unknown_field",
    "unknown_edition",
    "bad_offer",
    "bad_amount",
    "unknown_card",
    "duplicate_card",
    "wrong_card_count",
    "no_seats",
    "unknown_seat",
    "duplicate_seat",
    "missing_wager",
    "unknown_wager",
    "wager_not_offered",
    "unequal_antes",
    "outside_limits",
    "bet_multiple",
    "missing_bet",
    "bet_after_fold",
    "bonus_requires",
    "unequal_bonus",
    "spin_missing",
    "spin_not_triggered",
    "bad_spin",
    "missing_axis",
    "raise_not_ante",
    "exposed_missing",
    "bad_fold",
    "bad_stub",
]


class Problem(NamedTuple):
    """One problem: its code, its path, what to do about it, and the paragraph behind it, if any."""

    code: Code
    path: str
    message: str
    cite: str | None = None

    def said(self) -> dict[str, str]:
        """Return the problem as JSON without empty fields."""
        return {name: value for name, value in self._asdict().items() if value is not None}


class Refused(Exception):  # noqa: N818 - what happened, not what is wrong with the program
    """An offer or a round that cannot be settled; `problems` holds everything found."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(f"{problem.path or 'document'}: {problem.message}" for problem in problems))
        self.problems = tuple(problems)

    def answer(self) -> bytes:
        """Return the JSON response to a refused document."""
        # A path may repeat a name from the document, which may contain a lone surrogate that JSON cannot encode.
        errors = [
            problem._asdict() | {"path": problem.path.encode(errors="backslashreplace").decode()}
            for problem in self.problems
        ]
        return msgspec.json.encode({"errors": errors})
