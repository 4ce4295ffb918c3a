"""Criss Cross: two hands, each the seat's cards with one line of the cross, paid by a paytable.

A line wins, pushes or loses by the main paytable. Antes follow their line at even money, `across` and `down` at the
paytable. `middle` depends on both lines: it wins with the better winning line, pushes if none wins and one pushes,
and loses only if both lose. Bonus wagers are settled on their own cards, folded or not.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import NamedTuple

from games.engine.law import Law
from games.engine.money import parse_odds
from games.engine.reading.rounds import ParsedRound
from games.engine.reading.seats import Seat
from games.engine.rulebook.play import CrissCross
from games.engine.terms import Terms

from .result import SeatResult
from .spins import settle_spin, spin_prizes
from .verdicts import Settled, Verdict


class LineVerdicts:
    """The verdicts on antes and bets, by the strength of a line's hand."""

    def __init__(self, law: Law, play: CrissCross) -> None:
        cite = law.book.cite
        main = law.paytables["main"]
        self.rows = main.by_strength
        # An ante wins by its own paragraph, and pushes or loses by the one that decides its line.
        ante_win = Verdict("win", cite(play.ante), parse_odds(play.ante.pays))
        self.ante = [ante_win if row.verdict.outcome == "win" else row.verdict for row in main.by_strength]
        middle_wins = {id(row): Verdict("win", cite(play.middle.win, row.rule), row.verdict.odds) for row in main.rows}
        self.middle_wins = [middle_wins[id(row)] for row in main.by_strength]
        self.middle_push = Verdict("push", cite(play.middle.push))
        self.middle_lose = Verdict("lose", cite(play.middle.lose))

    def middle(self, across: int, down: int) -> Verdict:
        """Return the verdict on the middle bet, given the strengths of both hands."""
        outcomes = (self.rows[across].verdict.outcome, self.rows[down].verdict.outcome)
        if outcomes == ("win", "win"):
            return self.middle_wins[max(across, down)]
        if "win" in outcomes:
            return self.middle_wins[across if outcomes[0] == "win" else down]
        return self.middle_push if "push" in outcomes else self.middle_lose


@lru_cache(maxsize=256)
def line_verdicts(law: Law, play: CrissCross) -> LineVerdicts:
    return LineVerdicts(law, play)


class Cross(NamedTuple):
    """What all seats of a round share: the sums of both lines, the strength of all five cards, and the spin prizes."""

    horizontal: int
    vertical: int
    grid: int
    six_card: list[int]
    prizes: dict[int, int]


class CrissCrossGame:
    """Settle the seats of Criss Cross rounds under one set of terms."""

    def __init__(self, terms: Terms, play: CrissCross) -> None:
        self.terms = terms
        self.law = terms.law
        self.lines = line_verdicts(terms.law, play)
        self.bonus_after_fold = play.bonus_after_fold.live
        self.folded = terms.law.of_kind("ante", "bet", *(() if self.bonus_after_fold else ("bonus",)))

    def deal(self, round_: ParsedRound) -> Callable[[Seat], SeatResult]:
        """Read a round's cards once and return a function that settles one seat."""
        left, middle, right, top, bottom = round_.community
        horizontal, vertical = left + middle + right, top + middle + bottom
        grid = self.law.five_card.strength_of_sum(horizontal + top + bottom)
        prizes = spin_prizes(self.terms, round_.seats)
        return partial(self.settle_seat, Cross(horizontal, vertical, grid, round_.six_card, prizes))

    def settle_seat(self, cross: Cross, seat: Seat) -> SeatResult:
        hands: dict[str, str] = {}
        if seat.fold is None:
            hole, strength = sum(seat.cards), self.law.five_card.strength_of_sum
            wagers = self.settle_lines(seat, strength(hole + cross.horizontal), strength(hole + cross.vertical), hands)
        else:
            fold = self.law.folds[seat.fold]
            wagers = {name: fold.on(seat.stakes[name]) for name in self.folded if name in seat.stakes}
        if seat.fold is None or self.bonus_after_fold:
            self.settle_bonuses(seat, cross, hands, wagers)
        if "bonus_spin" in seat.stakes:
            wagers["bonus_spin"] = settle_spin(self.terms, seat, cross.prizes[seat.number])
        return SeatResult(seat.number, hands, wagers)

    def settle_lines(
        self, seat: Seat, across_strength: int, down_strength: int, hands: dict[str, str]
    ) -> dict[str, Settled]:
        """Settle antes and bets by the seat's two hands."""
        stakes, lines = seat.stakes, self.lines
        across, down = lines.rows[across_strength], lines.rows[down_strength]
        hands["across"], hands["down"] = across.name, down.name
        return {
            "ante_across": lines.ante[across_strength].on(stakes["ante_across"]),
            "ante_down": lines.ante[down_strength].on(stakes["ante_down"]),
            "across": across.verdict.on(stakes["across"]),
            "down": down.verdict.on(stakes["down"]),
            "middle": lines.middle(across_strength, down_strength).on(stakes["middle"]),
        }

    def settle_bonuses(self, seat: Seat, cross: Cross, hands: dict[str, str], wagers: dict[str, Settled]) -> None:
        """Settle the bonus on the five community cards, and the one on the seat's cards with the four bonus cards."""
        if "five_card_bonus" in seat.stakes:
            row = self.law.paytables["five_card_bonus"].by_strength[cross.grid]
            hands["five_card"] = row.name
            wagers["five_card_bonus"] = row.verdict.on(seat.stakes["five_card_bonus"])
        if "six_card_bonus" in seat.stakes:
            best = self.law.five_card.best_five_of(seat.cards + cross.six_card)
            row = self.law.paytables["six_card_bonus"].by_strength[best]
            hands["six_card"] = row.name
            wagers["six_card_bonus"] = row.verdict.on(seat.stakes["six_card_bonus"])
