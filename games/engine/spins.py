"""Bonus Spin: who spins the wheel, and what it pays to whom."""

from .money import cents
from .seats import Seat, spins
from .terms import Terms
from .verdicts import Settled


def spin_prizes(terms: Terms, seats: list[Seat]) -> dict[int, int]:
    """Return the cents that the wheel pays each seat: its own spin, and community pays from all others' spins."""
    wheel = terms.wheel
    if wheel is None:
        return {}
    wagered = [seat for seat in seats if "bonus_spin" in seat.stakes]
    prizes = dict.fromkeys((seat.number for seat in wagered), 0)
    for spinner in wagered:
        if spinner.spin is None or not spins(terms, spinner):
            continue
        position = wheel.positions[spinner.spin]
        own = terms.offer.top_prize_cents if position.top_prize else cents(position.pays)
        community = cents(position.community) or 0
        for seat in wagered:
            prizes[seat.number] += (own or 0) if seat is spinner else community
    return prizes


def settle_spin(terms: Terms, stake: int, prize: int) -> Settled:
    """Settle a wager on the wheel: prizes are paid, and the stake stays collected unless the text returns it."""
    rule, wheel = terms.book.bonus_spin, terms.wheel
    assert rule is not None and wheel is not None, "a stake on the wheel is refused where there is none"
    returned = stake if prize and rule.stake_returned.value else 0
    decided_by = (wheel, rule) if prize else (rule,)
    return Settled(stake, "win" if prize else "lose", None, prize, returned, terms.book.cite(*decided_by))
