"""Bonus Spin: who spins the wheel, and what it pays to each seat."""

from functools import lru_cache

from games.engine.money import cents_of
from games.engine.reading.seats import Seat, has_pair, spins
from games.engine.terms import Terms

from .verdicts import Settled


def spin_prizes(terms: Terms, seats: list[Seat]) -> dict[int, int]:
    """Return the cents that the wheel pays each seat: its own spin, and community pays from other seats' spins."""
    wheel = terms.wheel
    if wheel is None:
        return {}
    wagered = [seat for seat in seats if "bonus_spin" in seat.stakes]
    prizes = dict.fromkeys((seat.number for seat in wagered), 0)
    for spinner in wagered:
        if spinner.spin is None or not spins(terms, spinner):
            continue
        position = wheel.positions[spinner.spin]
        own = terms.prize_cents(position)
        community = cents_of(position.community) if position.community else 0
        for seat in wagered:
            prizes[seat.number] += own if seat is spinner else community
    return prizes


def settle_spin(terms: Terms, seat: Seat, prize: int) -> Settled:
    """Settle a wager on the wheel: prizes are paid; the stake is kept unless the edition returns it."""
    # A folded hand that is unknown may have been a pair.
    barred = seat.fold is not None and (not seat.cards or has_pair(terms, seat))
    return _settled(terms, seat.stakes["bonus_spin"], prize, barred)


@lru_cache(maxsize=4096)
def _settled(terms: Terms, stake: int, prize: int, barred_by_fold: bool) -> Settled:
    rule, wheel, cite = terms.book.bonus_spin, terms.wheel, terms.book.cite
    if rule is None or wheel is None:
        raise AssertionError("a wheel stake is refused if there is no wheel")
    if prize:
        returned = stake if rule.stake_returned.value else 0
        return Settled(stake, "win", None, prize, returned, cite(wheel, rule, rule.stake_returned))
    why = rule.folded_hand_spins if barred_by_fold else rule.trigger
    return Settled(stake, "lose", None, 0, 0, cite(rule, why))
