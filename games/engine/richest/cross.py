"""Find the best-paying deal of Criss Cross.

The cross holds three pairs of cards around the middle card: the seat's own pair, the outer two of the horizontal
line, and the outer two of the vertical line. Any two pairs with the middle card make a hand: Across, Down, and the
five community cards. So a deal is a triangle of pairs, and its edges are the hands.

Suits matter only in one way: a hand is of one suit or not. If two of the three hands are, so is the third, because
all share the middle card's suit. That leaves four suit patterns, and in each the ranks alone decide. For a middle
rank, a pair of ranks and a grade, the pairs that complete a hand of that grade are the bits of one integer.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement, product

from ..cards import CARD_NAMES, RANK_KEYS, RANKS, SUIT_MASK, card_code
from ..law import Law
from ..money import parse_odds, winnings
from .grades import Deal, Grades, Richest, Shape, shapes, suited_as, without

Pair = tuple[int, int]
Triangle = tuple[int, Pair, Pair, Pair]
Pattern = tuple[int, int, int]
# The grades of Across, Down, the five community cards and the six card bonus.
Combination = tuple[int, int, int, int]
Plan = tuple[tuple[int, ...], tuple[int, ...], bool]

# Which of Across, Down and the five community cards are of one suit. If only one line is, it is called Across.
_PATTERNS: tuple[Pattern, ...] = ((0, 0, 0), (1, 0, 0), (0, 0, 1), (1, 1, 1))


class CrossSearch:
    """The search under one law, with or without each bonus. Possible deals do not depend on the stakes, so the result
    for each combination is cached."""

    def __init__(self, law: Law, *, five_card: bool, six_card: bool) -> None:
        self.law = law
        self.ranking = law.five_card
        self.ranks = sorted(RANKS.index(rank) for rank in law.book.deck.ranks)
        self.pairs: list[Pair] = list(combinations_with_replacement(self.ranks, 2))
        self.line = Grades(law.paytables["main"], self.ranking)
        self.five = Grades(law.paytables["five_card_bonus"] if five_card else None, self.ranking)
        self.six = Grades(law.paytables["six_card_bonus"] if six_card else None, self.ranking)
        self.shapes = shapes(self.ranking, tuple(self.ranks)) if six_card else ()
        self.plans: dict[tuple[int, int, int], list[Plan]] = {}
        self.ranks_left: dict[tuple[Pair, tuple[int, ...], int], bool] = {}
        self.found: dict[tuple[Combination, bool], Deal | None] = {}
        # A line in a row that pays nothing must really pay nothing: otherwise it could decide the middle bet.
        self.line_bits = self.bits(self.line, suited=False), self.bits(self.line, suited=True)
        self.five_bits = (
            self.bits(self.five, suited=False, any_is_0=True),
            self.bits(self.five, suited=True, any_is_0=True),
        )
        self.hole_pairs = [place for place, (low, high) in enumerate(self.pairs) if low == high]
        self.paired_grades = {
            grade
            for bits in self.line_bits[0].values()
            for hole in self.hole_pairs
            for grade, others in enumerate(bits[hole])
            if others
        }

    def richest(self, stakes: dict[str, int]) -> Richest:
        """Try the combinations of grades, from the most valuable at these stakes down."""
        for value, combination in self.ordered(stakes):
            deal = self.deal_of(combination, paired=False)
            if deal is not None:
                return Richest(value, deal)
        raise AssertionError("no combination matched a deal")

    def richest_with_pair(self, stakes: dict[str, int], *, above: int) -> Richest | None:
        """Return the best deal in which the seat's own cards are a pair; None if it wins no more than `above` cents."""
        for value, combination in self.ordered(stakes):
            if value <= above:
                return None
            if self.paired_grades.issuperset(combination[:2]):
                deal = self.deal_of(combination, paired=True)
                if deal is not None:
                    return Richest(value, deal)
        raise AssertionError("no combination matched a deal with a pair")

    def ordered(self, stakes: dict[str, int]) -> list[tuple[int, Combination]]:
        """Return what each combination of grades wins at these stakes, the most valuable first."""
        ante_odds = parse_odds(self.law.book.play.ante.pays)
        line = self.line.values(stakes["across"], plus=winnings(stakes["ante_across"], ante_odds) if ante_odds else 0)
        middle = self.line.values(stakes["middle"])
        five = self.five.values(stakes.get("five_card_bonus", 0))
        six = self.six.values(stakes.get("six_card_bonus", 0))
        return sorted(
            (
                (
                    line[across] + line[down] + middle[max(across, down)] + five[grid] + six[bonus],
                    (across, down, grid, bonus),
                )
                for across, down, grid, bonus in product(*(range(len(values)) for values in (line, line, five, six)))
            ),
            reverse=True,
        )

    def deal_of(self, combination: Combination, *, paired: bool) -> Deal | None:
        """Return a deal of this combination, if there is one; searched for once."""
        key = combination, paired
        if key not in self.found:
            self.found[key] = self.find(*combination, paired=paired)
        return self.found[key]

    def bits(self, grades: Grades, *, suited: bool, any_is_0: bool = False) -> dict[int, list[list[int]]]:
        """Return for each middle rank, pair and grade the pairs that complete such a hand, as bits."""
        keys = [RANK_KEYS[low] + RANK_KEYS[high] for low, high in self.pairs]
        strengths = self.ranking.suited if suited else self.ranking.mixed
        table = {}
        for middle in self.ranks:
            bits = [[0] * len(grades) for _ in self.pairs]
            possible = [place for place, pair in enumerate(self.pairs) if not suited or len({middle, *pair}) == 3]
            for one in possible:
                ranks = {middle, *self.pairs[one]}
                key = RANK_KEYS[middle] + keys[one]
                for other in possible:
                    if other < one or (suited and not ranks.isdisjoint(self.pairs[other])):
                        continue
                    if len(ranks) == 1 and self.pairs[other] == self.pairs[one]:
                        continue  # five of one rank
                    grade = grades.of_strength[strengths[key + keys[other]]]
                    bits[one][grade] |= 1 << other
                    bits[other][grade] |= 1 << one
                    if any_is_0:
                        bits[one][0] |= 1 << other
                        bits[other][0] |= 1 << one
            table[middle] = bits
        return table

    def find(self, across: int, down: int, grid: int, bonus: int, *, paired: bool) -> Deal | None:
        """Return a deal whose hands have these grades, if there is one; `paired`: with a pair in the seat's cards."""
        holes = self.hole_pairs if paired else range(len(self.pairs))
        for pattern in _PATTERNS:
            if across < down and pattern[0] == pattern[1]:
                continue  # the same deal with the lines swapped
            for triangle in self.triangles((across, down, grid, bonus), pattern, holes):
                if not self.leaves_ranks(triangle, bonus):
                    continue
                for cards in self.suitings(triangle, pattern):
                    six_card = self.six_cards(cards[1:3], set(cards), bonus)
                    if six_card is not None:
                        return self.deal(cards, six_card)
        return None

    def triangles(self, grades: Combination, pattern: Pattern, holes: Iterable[int]) -> Iterator[Triangle]:
        """Yield the ranks of every deal with these grades, this suit pattern and one of these pairs for the seat."""
        across, down, grid, bonus = grades
        at_most = 1 if all(pattern) else 4
        for middle in self.ranks:
            across_bits, down_bits = self.line_bits[pattern[0]][middle], self.line_bits[pattern[1]][middle]
            grid_bits = self.five_bits[pattern[2]][middle]
            for hole in holes:
                hole_pair = self.pairs[hole]
                verticals = down_bits[hole][down]
                horizontals = across_bits[hole][across] if verticals else 0
                for horizontal in _ones(horizontals):
                    both = verticals & grid_bits[horizontal][grid]
                    if not both or (
                        pattern[0] and not self.leaves_bonus(middle, hole_pair, self.pairs[horizontal], bonus)
                    ):
                        continue
                    for vertical in _ones(both):
                        triangle = middle, hole_pair, self.pairs[horizontal], self.pairs[vertical]
                        if max(Counter(_flat(triangle)).values()) <= at_most:
                            yield triangle

    def leaves_bonus(self, middle: int, hole: Pair, horizontal: Pair, bonus: int) -> bool:
        """Tell whether a suited Across hand, whose cards are known, leaves the cards that the bonus needs."""
        cards = [card_code(rank, 0) for rank in (middle, *hole, *horizontal)]
        return self.six_cards(cards[1:3], set(cards), bonus) is not None

    def leaves_ranks(self, triangle: Triangle, bonus: int) -> bool:
        """Tell whether a deal leaves enough cards of each rank for a hand that the bonus needs."""
        if not bonus:
            return True
        dealt = tuple(sorted(_flat(triangle)))
        key = triangle[1], dealt, bonus
        if key not in self.ranks_left:
            missing = {tuple(sorted(missing)) for _, missing, _ in self.six_plans(*triangle[1], bonus)}
            self.ranks_left[key] = any(
                all(dealt.count(rank) + needed.count(rank) <= 4 for rank in needed) for needed in missing
            )
        return self.ranks_left[key]

    def suitings(self, triangle: Triangle, pattern: Pattern) -> Iterator[list[int]]:
        """Yield the cards of a deal of these ranks, middle card first, for every suit choice that fits the pattern."""
        ranks = _flat(triangle)
        # The middle card's suit is 0. A pair has that suit if it is part of a hand of one suit.
        across, down, grid = pattern
        choices = [(0,) if held else (0, 1, 2, 3) for held in (across | down, across | grid, down | grid)]
        for suits in product((0,), *(choice for choice in choices for _ in range(2))):
            cards = [card_code(rank, suit) for rank, suit in zip(ranks, suits, strict=True)]
            if len(set(cards)) == len(cards) and _pattern(cards) == pattern:
                yield cards

    def six_cards(self, hole: list[int], taken: set[int], grade: int) -> list[int] | None:
        """Return four more cards that give the best five of them and the seat's two cards this grade."""
        if not grade:
            return []
        for used, missing, suited in self.six_plans(self.law.rank_of[hole[0]], self.law.rank_of[hole[1]], grade):
            for cards in suited_as(missing, [hole[place] for place in used], suited, taken):
                rest = [card for card in self.law.deck.values() if card not in taken and card not in cards]
                for filler in [[]] if len(cards) == 4 else [[card] for card in rest]:
                    found = [*cards, *filler]
                    if self.six.of_strength[self.ranking.best_five_of(hole + found)] == grade:
                        return found
        return None

    def six_plans(self, first: int, second: int, grade: int) -> list[Plan]:
        """Return the ways to make a hand of this grade: which seat cards it uses, and what is missing."""
        key = first, second, grade
        if key not in self.plans:
            hole = first, second
            self.plans[key] = [
                (used, missing, shape.suited)
                for shape in self.shapes
                if self.six.of_strength[shape.strength] == grade
                for used in ((0, 1), (0,), (1,))
                if (missing := without(shape.ranks, tuple(hole[place] for place in used))) is not None
                and self.not_outdone(shape, (*hole, *missing))
            ]
        return self.plans[key]

    def not_outdone(self, shape: Shape, six: tuple[int, ...]) -> bool:
        """Tell whether the known ranks of all six cards make nothing better than this shape."""
        if len(six) < 6:
            return True
        return all(
            max(Counter(five).values()) > 4
            or self.ranking.mixed[sum(RANK_KEYS[rank] for rank in five)] <= shape.strength
            for five in combinations(six, 5)
        )

    def deal(self, cards: list[int], six_card: list[int]) -> Deal:
        middle, first, second, left, right, top, bottom = (CARD_NAMES[card] for card in cards)
        if not six_card and self.law.book.count.dealt.six_card:
            six_card = [card for card in self.law.deck.values() if card not in cards][:4]
        community = {"left": left, "middle": middle, "right": right, "top": top, "bottom": bottom}
        return Deal([first, second], community, [CARD_NAMES[card] for card in six_card] if six_card else None)


def _ones(bits: int) -> Iterator[int]:
    """Yield the positions of the ones in an integer."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def _flat(triangle: Triangle) -> list[int]:
    middle, hole, horizontal, vertical = triangle
    return [middle, *hole, *horizontal, *vertical]


def _pattern(cards: list[int]) -> Pattern:
    """Tell which hands of a deal are of one suit."""
    middle, first, second, left, right, top, bottom = cards
    hole, horizontal, vertical = first & second, left & right, top & bottom
    suits = (middle & hole & horizontal, middle & hole & vertical, middle & horizontal & vertical)
    across, down, grid = (int(bool(each & SUIT_MASK)) for each in suits)
    return across, down, grid
