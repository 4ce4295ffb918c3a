"""Terms: the rules at one table, an edition's law with the operator's offer."""

from .law import law
from .money import cents_of
from .offers import Limit, ParsedOffer
from .rulebook import Rulebook
from .rulebook.play import Wager, Wheel, WheelPosition


class Terms:
    """The law with the limits, optional wagers and wheel of one offer."""

    def __init__(self, book: Rulebook, offer: ParsedOffer) -> None:
        self.book = book
        self.offer = offer
        self.law = law(book, offer.paytables, offer.odds, offer.ace_low_straight)
        self.wheel: Wheel | None = book.wheels[offer.wheel] if offer.wheel else None
        self.offered = frozenset(
            name for name, wager in book.wagers.items() if not wager.optional or name in offer.wagers
        )
        limits = dict(offer.limits)
        self.limits: dict[str, Limit] = {
            name: limits[wager.limits]
            for name, wager in book.wagers.items()
            if wager.limits is not None and wager.limits in limits
        }
        if self.wheel:
            denomination = cents_of(self.wheel.denomination)
            self.limits |= dict.fromkeys(self.law.of_kind("spin"), Limit(denomination, denomination))

    def prize_cents(self, position: WheelPosition) -> int:
        """Return what a position of the wheel pays the player who spun it; the top prize is the offer's, if stated."""
        return cents_of(position.pays) if position.pays else self.offer.top_prize_cents or 0

    def greatest_prize(self) -> WheelPosition | None:
        """Return the position with the wheel's greatest prize; None if the table offers no wheel."""
        if self.wheel is None or self.offered.isdisjoint(self.law.of_kind("spin")):
            return None
        return max(self.wheel.positions, key=self.prize_cents)

    def optional_offered(self) -> dict[str, Wager]:
        """Return the optional wagers of this table in betting order."""
        return {name: wager for name, wager in self.book.wagers.items() if name in self.offer.wagers}
