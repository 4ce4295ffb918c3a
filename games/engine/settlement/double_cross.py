"""Double Cross: the hand on the seat's chosen axis against the dealer's better axis.

The three-card wager is settled first, on the seat's cards and one community card, if the seat exposed its cards.
Then each seat that did not fold is compared with the dealer: a lower hand loses ante and raises, an equal hand
pushes, and a higher hand wins the ante at even money and each raise at the paytable.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import NamedTuple

from games.engine.law import Law
from games.engine.money import parse_odds
from games.engine.reading.rounds import ParsedRound
from games.engine.reading.seats import Seat
from games.engine.rulebook.play import DoubleCross
from games.engine.terms import Terms
from games.engine.vocabulary import PLACES

from .result import SeatResult
from .verdicts import Settled, Verdict


class Showdown:
    """The verdicts on ante and raises, by the strengths of the seat's hand and the dealer's hand."""

    def __init__(self, law: Law, play: DoubleCross) -> None:
        cite = law.book.cite
        self.rows = law.paytables["raise"].by_strength
        self.raises = law.of_kind("raise")
        self.ante_win = Verdict("win", cite(play.ante), parse_odds(play.ante.pays))
        self.push = Verdict("push", cite(play.showdown.push))
        self.lose = Verdict("lose", cite(play.showdown.lose))
        raise_wins = {
            id(row): Verdict("win", cite(play.showdown.win, row.rule), row.verdict.odds)
            for row in law.paytables["raise"].rows
        }
        self.raise_wins = [raise_wins[id(row)] for row in self.rows]
        self.not_exposed = Verdict(play.three_card.not_exposed, cite(play.three_card))

    def verdicts(self, player: int, dealer: int) -> tuple[Verdict, Verdict]:
        """Return the verdicts on the ante and on each raise."""
        if player > dealer:
            return self.ante_win, self.raise_wins[player]
        return (self.push, self.push) if player == dealer else (self.lose, self.lose)


@lru_cache(maxsize=256)
def showdown(law: Law, play: DoubleCross) -> Showdown:
    return Showdown(law, play)


class Axes(NamedTuple):
    """What all seats of a round share: both axes, the dealer's better hand, and the card of the three-card wager."""

    cards: dict[str, tuple[int, int, int]]
    dealer_axis: str
    dealer: int
    three_card: int


class DoubleCrossGame:
    """Settle the seats of Double Cross rounds under one set of terms."""

    def __init__(self, terms: Terms, play: DoubleCross) -> None:
        self.law = terms.law
        self.showdown = showdown(terms.law, play)
        self.bonus_after_fold = play.bonus_after_fold.live
        self.folded = terms.law.of_kind("ante", *(() if self.bonus_after_fold else ("bonus",)))
        self.three_card_place = PLACES.index(play.three_card.card)

    def deal(self, round_: ParsedRound) -> Callable[[Seat], SeatResult]:
        """Read a round's cards once and return a function that settles one seat."""
        left, middle, right, top, bottom = round_.community
        axes = {"vertical": (top, middle, bottom), "horizontal": (left, middle, right)}
        dealer_axis = max(axes, key=lambda axis: self.strength(round_.dealer, axes[axis]))
        dealer = self.strength(round_.dealer, axes[dealer_axis])
        return partial(self.settle_seat, Axes(axes, dealer_axis, dealer, round_.community[self.three_card_place]))

    def settle_seat(self, axes: Axes, seat: Seat) -> SeatResult:
        hands: dict[str, str] = {}
        wagers: dict[str, Settled] = {}
        if seat.fold is not None:
            fold = self.law.folds[seat.fold]
            wagers |= {name: fold.on(seat.stakes[name]) for name in self.folded if name in seat.stakes}
        elif seat.axis is not None:
            self.settle_showdown(seat, self.strength(seat.cards, axes.cards[seat.axis]), axes, hands, wagers)
        if "three_card" in seat.stakes and (seat.fold is None or self.bonus_after_fold):
            self.settle_three_card(seat, axes.three_card, hands, wagers)
        return SeatResult(seat.number, hands, wagers)

    def settle_showdown(
        self, seat: Seat, player: int, axes: Axes, hands: dict[str, str], wagers: dict[str, Settled]
    ) -> None:
        """Settle ante and raises by the strength of the seat's hand against the dealer's."""
        rows = self.showdown.rows
        hands |= {"player": rows[player].name, "dealer": rows[axes.dealer].name, "dealer_axis": axes.dealer_axis}
        ante, raise_ = self.showdown.verdicts(player, axes.dealer)
        wagers["ante"] = ante.on(seat.stakes["ante"])
        wagers |= {name: raise_.on(seat.stakes[name]) for name in self.showdown.raises}

    def strength(self, cards: list[int], axis: tuple[int, int, int]) -> int:
        """Return the strength of two cards and an axis of the cross."""
        first, second = cards
        return self.law.five_card.strength_of_five(first, second, *axis)

    def settle_three_card(self, seat: Seat, card: int, hands: dict[str, str], wagers: dict[str, Settled]) -> None:
        """Settle the three-card wager: it loses unless the seat exposed a hand that pays."""
        verdict = self.showdown.not_exposed
        if seat.exposed:
            row = self.law.paytables["three_card"].by_strength[self.law.three_card.strength(*seat.cards, card)]
            hands["three_card"] = row.name
            verdict = row.verdict
        wagers["three_card"] = verdict.on(seat.stakes["three_card"])
