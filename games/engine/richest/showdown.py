"""Find the best-paying deal of Double Cross: a hand that beats the dealer's, and a paying three-card hand."""

from collections.abc import Iterator
from itertools import combinations, product

from ..cards import CARD_NAMES, RANKS, card_code
from ..law import Law
from ..money import parse_odds, winnings
from .grades import Deal, Grades, Richest, shapes, suited_as, without


class ShowdownSearch:
    """The search under one law. Deals do not depend on stakes, so the result for each combination is cached."""

    def __init__(self, law: Law, *, three_card_offered: bool) -> None:
        self.law = law
        self.ranks = sorted((RANKS.index(rank) for rank in law.book.deck.ranks), reverse=True)
        self.hand = Grades(law.paytables["raise"], law.five_card)
        self.three = Grades(law.paytables["three_card"] if three_card_offered else None, law.three_card)
        self.shapes = shapes(law.five_card, tuple(sorted(self.ranks)))
        self.found: dict[tuple[int, int], Deal | None] = {}

    def richest(self, stakes: dict[str, int]) -> Richest:
        """Try the combinations of grades, from the most valuable at these stakes down."""
        ante_odds = parse_odds(self.law.book.play.ante.pays)
        raises = [stakes[name] for name in self.law.of_kind("raise")]
        hands = self.hand.values(*raises, plus=winnings(stakes["ante"], ante_odds) if ante_odds else 0)
        threes = self.three.values(stakes.get("three_card", 0))
        ordered = sorted(
            (
                (hands[hand] + threes[three], (hand, three))
                for hand, three in product(range(len(hands)), range(len(threes)))
            ),
            reverse=True,
        )
        for value, combination in ordered:
            if combination not in self.found:
                self.found[combination] = next(self.deals(*combination), None)
            deal = self.found[combination]
            if deal is not None:
                return Richest(value, deal)
        raise AssertionError("no combination matched a deal")

    def deals(self, hand: int, three: int) -> Iterator[Deal]:
        """Yield deals in which the seat has these grades and beats the dealer."""
        wanted = [shape for shape in self.shapes if not hand or self.hand.of_strength[shape.strength] == hand]
        for hole in self.holes():
            tops = self.tops(hole, three)
            if not tops:
                continue
            ranks = tuple(self.law.rank_of[card] for card in hole)
            for shape in wanted:
                missing = without(shape.ranks, ranks)
                if missing is None:
                    continue
                for axis in suited_as(missing, hole, shape.suited, set(hole)):
                    for community in self.crosses(axis, tops):
                        deal = self.against_dealer(hole, community, shape.strength)
                        if deal is not None:
                            yield deal

    def holes(self) -> Iterator[tuple[int, int]]:
        """Yield the seat's two cards, up to renaming suits, highest first."""
        for high, low in combinations(self.ranks, 2):
            yield card_code(high, 0), card_code(low, 0)
            yield card_code(high, 0), card_code(low, 1)
        for rank in self.ranks:
            yield card_code(rank, 0), card_code(rank, 1)

    def tops(self, hole: tuple[int, int], three: int) -> list[int]:
        """Return the cards that give the seat's two a three-card hand of this grade."""
        strength = self.law.three_card.strength
        cards = (card for card in self.law.deck.values() if card not in hole)
        return [card for card in cards if not three or self.three.of_strength[strength(*hole, card)] == three]

    def crosses(self, axis: tuple[int, ...], tops: list[int]) -> Iterator[dict[str, int]]:
        """Yield the community cards that decide: the top card is on the seat's axis, or on the other one."""
        for place, top in enumerate(axis):
            if top in tops:
                middle, bottom = axis[:place] + axis[place + 1 :]
                yield {"top": top, "middle": middle, "bottom": bottom}
        for top in tops:
            if top not in axis:
                left, middle, right = axis
                yield {"left": left, "middle": middle, "right": right, "top": top}

    def against_dealer(self, hole: tuple[int, int], community: dict[str, int], strength: int) -> Deal | None:
        """Complete a deal so that both of the dealer's hands are lower; None if impossible."""
        five = self.law.five_card.strength_of_five
        dealt = {*hole, *community.values()}
        rest = [card for card in self.law.deck.values() if card not in dealt]
        free = [place for place in ("left", "right", "bottom") if place not in community]
        for dealer in combinations(rest, 2):
            others = [card for card in rest if card not in dealer]
            for fill in combinations(others, len(free)):
                cross = community | dict(zip(free, fill, strict=True))
                vertical = five(*dealer, cross["top"], cross["middle"], cross["bottom"])
                horizontal = five(*dealer, cross["left"], cross["middle"], cross["right"])
                if vertical >= strength and "bottom" in community:
                    break  # the seat plays the vertical line, so no other choice helps
                if max(vertical, horizontal) < strength:
                    names = {place: CARD_NAMES[card] for place, card in cross.items()}
                    axis = "vertical" if "bottom" in community else "horizontal"
                    return Deal(
                        [CARD_NAMES[card] for card in hole], names, None, [CARD_NAMES[card] for card in dealer], axis
                    )
        return None
