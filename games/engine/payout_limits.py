"""The payout limit: the most that one seat is paid in a round."""

from .money import cents_of, dollars
from .problems import Problem
from .richest import most_won_at_minimum, no_deal_wins_more_than
from .terms import Terms


def payout_limit_floor_cents(terms: Terms) -> int | None:
    """Return the amount in the text, or the most one player could win betting the minimum if that is greater."""
    rule = terms.book.payout_limit
    amount = cents_of(rule.amount) if rule.amount else None
    if amount is None or not rule.or_most_won_at_minimum or no_deal_wins_more_than(terms, amount):
        return amount
    return max(amount, most_won_at_minimum(terms).cents)


def payout_limit_cents(terms: Terms) -> int | None:
    """Return the limit in force at a table, or None."""
    if terms.book.payout_limit.offer_may_set:
        return terms.offer.payout_limit_cents
    return payout_limit_floor_cents(terms)


def check_payout_limit(terms: Terms) -> list[Problem]:
    """Return what is wrong with an offer's payout limit: that it lies below its floor."""
    given = terms.offer.payout_limit_cents
    floor = payout_limit_floor_cents(terms) if given is not None else None
    if given is None or floor is None or given >= floor:
        return []
    message = f"The payout limit may not be below ${dollars(floor)}. Raise it, or remove it for no limit."
    return [Problem("bad_offer", "offer.payout_limit", message, terms.book.cite(terms.book.payout_limit))]
