"""Find the most one player could win in a round betting the minimum, by exact search.

The best deal depends on every paytable, on the wagers offered and on their minimums, so it is computed. The search
goes over *combinations of rows*: the paytable rows that the hands of one deal hit together. It tries them from the
most valuable down and stops at the first that some deal produces. It returns that deal, so that anyone can settle
it and check the result.

A bonus row that pays nothing puts no condition on the cards: a deal with a paying bonus would have been found
earlier, under a more valuable combination.

A wheel adds its greatest prize to the deals in which the seat's own two cards are a pair. So with a wheel the most is
the greater of the best deal, and of the best deal with such a pair plus the prize.
"""

from fractions import Fraction
from functools import lru_cache

from ..law import Law
from ..money import winnings
from ..terms import Terms
from .cross import CrossSearch
from .grades import Deal, Richest
from .showdown import ShowdownSearch

__all__ = ["Deal", "Richest", "minimum_stakes", "most_won_at_minimum", "no_deal_wins_more_than"]


def minimum_stakes(terms: Terms) -> dict[str, int]:
    """Return each wager's stake in cents when betting the minimum (reading R8); 0 if no minimum is stated.

    Bonus Spin is bet at its denomination, which is its only limit.
    """
    lows = {name: limit.low_cents for name, limit in terms.limits.items()}
    ante = lows.get(terms.law.antes[0], 0)
    stakes = {name: lows.get(name, 0) for name in terms.law.antes}
    stakes |= {name: lows.get(name, 0) for name in terms.optional_offered()}
    for name in terms.law.of_kind("bet", "raise"):
        times = terms.law.wagers[name].times_ante
        stakes[name] = ante * (times.at_least if times else 1)
    return stakes


def no_deal_wins_more_than(terms: Terms, amount_cents: int) -> bool:
    """Tell, without a search, whether even the best odds on every wager together stay within an amount."""
    greatest = terms.greatest_prize()
    total = terms.prize_cents(greatest) if greatest else 0
    for name, stake in minimum_stakes(terms).items():
        odds = max(terms.law.odds_of(name), key=lambda each: Fraction(each.win, each.stake), default=None)
        total += winnings(stake, odds) if odds else 0
    return total <= amount_cents


def most_won_at_minimum(terms: Terms) -> Richest:
    """Return the most one player could win at this table betting the minimum, and a deal that wins it."""
    stakes, greatest = minimum_stakes(terms), terms.greatest_prize()
    offered = frozenset(name for name in terms.law.of_kind("bonus") if stakes.get(name))
    search = _search(terms.law, offered)
    best = search.richest(stakes)
    if greatest is None or isinstance(search, ShowdownSearch):
        return best
    prize = terms.prize_cents(greatest)
    spun = search.richest_with_pair(stakes, above=best.cents - prize)
    return Richest(spun.cents + prize, spun.deal._replace(spin=greatest.at)) if spun else best


@lru_cache(maxsize=64)
def _search(law: Law, offered: frozenset[str]) -> CrossSearch | ShowdownSearch:
    if law.double_cross:
        return ShowdownSearch(law, three_card_offered="three_card" in offered)
    return CrossSearch(law, five_card="five_card_bonus" in offered, six_card="six_card_bonus" in offered)
