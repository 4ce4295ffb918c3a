"""The payout limit: the most that one seat can be paid in a round."""

from games.engine.money import cents_of, format_money
from games.engine.problems import Problem
from games.engine.richest import most_won_at_minimum, no_deal_wins_more_than
from games.engine.terms import Terms


def payout_limit_floor_cents(terms: Terms) -> int | None:
    """Return the edition's amount, or the most one player could win betting the minimum if that is greater."""
    rule = terms.book.payout_limit
    amount = cents_of(rule.amount) if rule.amount else None
    if amount is None or not rule.or_most_won_at_minimum or no_deal_wins_more_than(terms, amount):
        return amount
    return max(amount, most_won_at_minimum(terms).cents)


def payout_limit_cents(terms: Terms) -> int | None:
    """Return the limit in force at a table; None for no limit."""
    if terms.book.payout_limit.offer_may_set:
        return terms.offer.payout_limit_cents
    return payout_limit_floor_cents(terms)


def check_payout_limit(terms: Terms) -> list[Problem]:
    """Return a problem if an offer's payout limit is below its floor."""
    given = terms.offer.payout_limit_cents
    floor = payout_limit_floor_cents(terms) if given is not None else None
    if given is None or floor is None or given >= floor:
        return []
    message = f"The payout limit may not be below {format_money(floor)}. Raise it, or remove it for no limit."
    return [Problem("bad_offer", "offer.payout_limit", message, terms.book.cite(terms.book.payout_limit))]
