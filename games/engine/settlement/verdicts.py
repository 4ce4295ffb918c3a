"""Verdicts: what decides a wager, and the settled wager."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

import msgspec

from games.engine.hands import Ranking
from games.engine.money import Odds, dollars, parse_odds, winnings
from games.engine.rulebook import Rulebook
from games.engine.rulebook.play import PayRow

Outcome = Literal["win", "push", "lose", "fold", "forfeit", "void"]

# Stakes repeat from round to round, so a verdict caches its results, up to this many.
_REMEMBERED = 2048


class Settled:
    """One settled wager with its encoded JSON. Instances are shared between rounds and must not be changed."""

    __slots__ = ("cite", "json", "odds", "outcome", "pays_cents", "returned_cents", "stake_cents")

    def __init__(
        self, stake_cents: int, outcome: Outcome, odds: Odds | None, pays_cents: int, returned_cents: int, cite: str
    ) -> None:
        self.stake_cents = stake_cents
        self.outcome: Outcome = outcome
        self.odds = odds
        self.pays_cents = pays_cents
        self.returned_cents = returned_cents
        self.cite = cite
        fields = {
            "stake": dollars(stake_cents),
            "outcome": outcome,
            "odds": str(odds) if odds else None,
            "pays": dollars(pays_cents),
            "returned": dollars(returned_cents),
            "cite": cite,
        }
        self.json = msgspec.Raw(msgspec.json.encode(fields))


class Verdict:
    """An outcome with its odds and its paragraph, to apply to a stake."""

    __slots__ = ("_settled", "cite", "odds", "outcome")

    def __init__(self, outcome: Outcome, cite: str, odds: Odds | None = None) -> None:
        self.outcome: Outcome = outcome
        self.cite = cite
        self.odds = odds
        self._settled: dict[int, Settled] = {}

    def pays(self, stake_cents: int) -> int:
        """Return what the stake wins."""
        return winnings(stake_cents, self.odds) if self.odds else 0

    def on(self, stake_cents: int) -> Settled:
        """Return the settled wager for this stake."""
        settled = self._settled.get(stake_cents)
        if settled is None:
            returned = stake_cents if self.outcome in ("win", "push", "void") else 0
            settled = Settled(stake_cents, self.outcome, self.odds, self.pays(stake_cents), returned, self.cite)
            if len(self._settled) >= _REMEMBERED:
                self._settled.clear()
            self._settled[stake_cents] = settled
        return settled


class PaytableRow(NamedTuple):
    """A paytable row in force: the hand's name in a settlement, and the verdict on the wager."""

    name: str
    verdict: Verdict
    rule: PayRow


class Rows(NamedTuple):
    """A paytable prepared for lookup: the row for each strength of a ranking, and the rows, best hand first."""

    by_strength: list[PaytableRow]
    rows: tuple[PaytableRow, ...]


def rows_of(book: Rulebook, rules: Iterable[PayRow], ranking: Ranking, raised: dict[str, Odds]) -> Rows:
    """Return a paytable's rows, with the odds that an offer raised."""
    rows = []
    for rule in rules:
        odds = raised.get(rule.hand) or parse_odds(rule.pays)
        outcome: Outcome = "win" if odds else "push" if rule.pays == "push" else "lose"
        rows.append(PaytableRow(rule.name or rule.hand, Verdict(outcome, book.cite(rule), odds), rule))
    lookup = {(row.rule.hand, rank): row for row in rows for rank in row.rule.ranks}
    return Rows([lookup[kind] for kind in ranking.kinds], tuple(rows))
