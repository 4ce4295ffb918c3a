"""Payout limits: the most that one seat, and all seats of a table together, can win in a round.

What may be limited, and by which formula, is data (`[payout_limit]` of a rulebook). Where an offer sets the limit, the
formula is its floor.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from games.engine.money import Odds, cents_of, format_money, parse_odds, shares, winnings
from games.engine.problems import Problem
from games.engine.richest import minimum_stakes, most_won_at_minimum, no_deal_wins_more_than
from games.engine.rulebook.play import (
    FixedLimit,
    HighestAwardLimit,
    MostWonLimit,
    TableLimit,
    TimesSeatLimit,
    WagersTimesOddsLimit,
)
from games.engine.terms import Terms

from .result import SeatResult


class PayoutLimits(NamedTuple):
    """The limits in force at a table; None for no limit. With `odds_above`, only wagers won at higher odds count."""

    seat_cents: int | None
    table_cents: int | None
    odds_above: Odds | None

    def apply(self, results: Sequence[SeatResult], order: Sequence[int]) -> None:
        """Cut what the seats of a round win to the limits; `order` are their numbers as the dealer settles them."""
        if self.table_cents is None and self.odds_above is None:
            for result in results:
                result.cut_to(self.seat_cents, result.pays_cents)
            return
        counted = {result.number: self._counted(result) for result in results}
        limits = self._by_seat([(seat, counted[seat]) for seat in order])
        for result in results:
            result.cut_to(limits[result.number], counted[result.number])

    def _counted(self, result: SeatResult) -> int:
        """Return the winnings of a seat that count."""
        above = self.odds_above
        if above is None:
            return result.pays_cents
        return sum(each.pays_cents for each in result.wagers.values() if each.odds and not above.at_least(each.odds))

    def _by_seat(self, won: list[tuple[int, int]]) -> dict[int, int | None]:
        """Return the limit of each seat: its own, or if the table's is exceeded, its share of that."""
        seat, table = self.seat_cents, self.table_cents
        if table is None:
            return dict.fromkeys((number for number, _ in won), seat)
        limits: dict[int, int | None] = dict.fromkeys(
            (number for number, _ in won), table if seat is None else min(seat, table)
        )
        claims = {number: cents if seat is None else min(cents, seat) for number, cents in won if cents}
        if sum(claims.values()) > table:
            limits |= zip(claims, shares(table, list(claims.values())), strict=True)
        return limits


def payout_limits(terms: Terms) -> PayoutLimits:
    """Return the limits in force at a table."""
    rule = terms.book.payout_limit
    if rule.offer_may_set:
        seat, table = terms.offer.payout_limit_cents, terms.offer.table_payout_limit_cents
    else:
        seat, table = formula_cents(terms, rule.seat), formula_cents(terms, rule.table)
    return PayoutLimits(seat, table, parse_odds(rule.odds_above))


def check_payout_limits(terms: Terms) -> list[Problem]:
    """Return a problem for each payout limit of an offer that is below what its formula comes to."""
    rule, offer = terms.book.payout_limit, terms.offer
    found = []
    for name, given, formula in (
        ("payout_limit", offer.payout_limit_cents, rule.seat),
        ("table_payout_limit", offer.table_payout_limit_cents, rule.table),
    ):
        floor = None if given is None else formula_cents(terms, formula)
        if given is not None and floor is not None and given < floor:
            message = f"The payout limit may not be below {format_money(floor)}. Raise it, or remove it for no limit."
            found.append(Problem("bad_offer", f"offer.{name}", message, terms.book.cite(rule)))
    return found


# ── The formulas


def formula_cents(terms: Terms, rule: TableLimit | None) -> int | None:
    """Return what a formula comes to at a table; None without one."""
    match rule:
        case None:
            return None
        case FixedLimit():
            return cents_of(rule.amount)
        case MostWonLimit():
            return _or_most_won(terms, cents_of(rule.amount))
        case WagersTimesOddsLimit():
            return _wagers_times_odds(terms, rule)
        case HighestAwardLimit():
            return max(cents_of(rule.amount), _highest_award(terms))
        case TimesSeatLimit():
            return rule.times * (formula_cents(terms, terms.book.payout_limit.seat) or 0)


def _or_most_won(terms: Terms, amount: int) -> int:
    if no_deal_wins_more_than(terms, amount):
        return amount
    return max(amount, most_won_at_minimum(terms).cents)


def _wagers_times_odds(terms: Terms, rule: WagersTimesOddsLimit) -> int:
    """A wager without a stated minimum or maximum counts as nothing (R8)."""
    highest = max((odds for name in terms.offered for odds in terms.law.odds_of(name)), key=_ratio)
    up_to = parse_odds(rule.odds_up_to)
    assert up_to is not None
    antes = [limit.low_cents for name, limit in terms.limits.items() if name in terms.law.antes]
    return max(
        winnings(_maximum_wager(terms), min(highest, up_to, key=_ratio)), winnings(min(antes, default=0), highest)
    )


def _maximum_wager(terms: Terms) -> int:
    """Return the most that may be wagered on one hand: a bonus at its maximum, or a bet on the greatest ante."""
    ante = max((terms.limits[name].high_cents for name in terms.law.antes if name in terms.limits), default=0)
    bets = [ante * wager.times_ante.at_most for wager in terms.book.wagers.values() if wager.times_ante]
    offered = [name for name in terms.law.of_kind("bonus") if name in terms.offered]
    bonuses = [terms.limits[name].high_cents for name in offered if name in terms.limits]
    return max([ante, *bets, *bonuses])


def _highest_award(terms: Terms) -> int:
    return max(
        (winnings(stake, odds) for name, stake in minimum_stakes(terms).items() for odds in terms.law.odds_of(name)),
        default=0,
    )


def _ratio(odds: Odds) -> Fraction:
    return Fraction(odds.win, odds.stake)
