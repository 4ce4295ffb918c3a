"""The most one player could win in a round betting the minimum (MD Ch. 12 B, NJ 40.11(d), MA 11(d)).

Criss Cross: every deal falls in one of three groups.

1. A line is a straight flush or better. Suits are alike, so that line may be taken in spades, and the two lines pay
   alike, so it may be taken as the across line: every such deal is walked through, and of those in which only the
   names of the other suits differ, one.
2. The five community cards are a straight flush or better: walked through in the same way.
3. Neither. Then no line and no board beats four of a kind, which caps what the deal can win.

The walk keeps the distinct outcomes only, which do not depend on the stakes; the richest is their maximum. That group 3
cannot exceed it is asserted for every stake asked about.

Double Cross: what a deal wins depends on the seat's five-card hand and its three-card hand. The pairs of hands are
tried from the dearest down, and the first that some deal produces with a dealer who loses is the answer. A seat that
loses to the dealer never wins more: every three-card hand also occurs beside a winning pair.

Bonus Spin (NJ 40.10(i)2) is spun by a seat whose own two cards are a pair, and its greatest prize comes on top of what
such a deal wins. A pair is never part of a flush, so only the ranks decide the lines: every choice of ranks for the
seven cards is walked through.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import chain, combinations, combinations_with_replacement, product

from . import hands
from .money import ZERO, winnings
from .tables import ANTE_ODDS, EDITIONS, Paytable

Cards = tuple[str, ...]
Outcome = tuple[str, str, str, str]
PlainPaytable = tuple[tuple[str, str], ...]


@cache
def _runs(suit: str, ace_low: bool) -> tuple[Cards, ...]:
    """The straight flushes of a suit, each from its lowest card up, the royal flush first."""
    order = ("A" if ace_low else "") + hands.RANKS
    return tuple(tuple(rank + suit for rank in order[top - 5 : top]) for top in range(len(order), 4, -1))


def _without(cards: Iterable[str]) -> list[str]:
    gone = set(cards)
    return [card for card in hands.DECK if card not in gone]


def _pairs_beside(run: Cards) -> Iterator[Cards]:
    """Every two cards that may lie beside a run in spades. The three other suits are alike, so that the first of them
    to turn up may be taken as hearts, and the second as diamonds."""
    for pair in combinations(_without(run), 2):
        suits = "".join(card[1] for card in pair).replace("s", "")
        if suits in ("", "h", "hh", "hd"):
            yield pair


def _splits(run: Cards) -> Iterator[tuple[str, Cards, Cards]]:
    """Every middle card of a run, with the four others in two pairs."""
    for middle in run:
        others = [card for card in run if card != middle]
        for first in combinations(others, 2):
            yield middle, first, tuple(card for card in others if card not in first)


@cache
def _rank_alike(ranks: str, one_suit: bool, ace_low: bool) -> hands.Rank:
    """The rank of any five cards of these ranks. Of their suits it only matters whether they are one, so that all the
    hands of a walk come to a few thousand that are ranked."""
    suits = "sssss" if one_suit else "hssss"
    return hands.rank_five([rank + suit for rank, suit in zip(ranks, suits, strict=True)], ace_low)


def _rank(cards: Iterable[str], ace_low: bool = True) -> hands.Rank:
    ranks, suits = zip(*cards, strict=True)
    return _rank_alike("".join(sorted(ranks)), len(set(suits)) == 1, ace_low)


def _line_name(cards: Iterable[str], ace_low: bool) -> str:
    return hands.line_name(_rank(cards, ace_low))


def _best_six_card_name(hole: Cards, board: Cards, ace_low: bool) -> str:
    """The best that four bonus cards from the rest of the deck can make with the hole cards.

    A straight flush needs a hole card, as there are only four bonus cards. Four of a kind can always be had: the seven
    cards seen leave whole ranks in the deck.
    """
    runs = chain.from_iterable(_runs(suit, ace_low) for suit in {card[1] for card in hole})
    reachable = [run for run in runs if not set(run).isdisjoint(hole) and set(run).isdisjoint(board)]
    if any(run[-1][0] == "A" for run in reachable):
        return "royal_flush"
    return "straight_flush" if reachable else "four_of_a_kind"


@cache
def _outcomes(ace_low: bool, with_six: bool) -> frozenset[Outcome]:
    """The (across, down, five card, six card) hands of groups 1 and 2."""

    def six_card(hole: Cards, board: Cards) -> str:
        return _best_six_card_name(hole, board, ace_low) if with_six else ""

    found = set()
    for run in _runs("s", ace_low):
        whole = _line_name(run, ace_low)
        splits = list(_splits(run))
        for pair in _pairs_beside(run):
            # The hand that the pair makes with three cards of the run, by the two cards that are not in it.
            names = {
                tuple(card for card in run if card not in three): _line_name(three + pair, ace_low)
                for three in combinations(run, 3)
            }
            for middle, first, second in splits:
                # Group 1: the run lies across, `first` is the hole, and the pair ends the down line.
                found.add((whole, names[second], names[first], six_card(first, (middle, *second, *pair))))
                # Group 2: the run is the board, `first` ends the across line, and the pair is the hole.
                found.add((names[second], names[first], whole, six_card(pair, run)))
    return frozenset(found)


def _pay(stake: Fraction, pays: Paytable, hand: str) -> Fraction:
    return winnings(stake, pays[hand]) if hand in pays else ZERO


def _main_win(edition: str, ante: Fraction, across: str, down: str) -> Fraction:
    """Both antes and the three bets at once the ante."""
    pays = EDITIONS[edition].pays
    antes = sum((winnings(ante, ANTE_ODDS) for line in (across, down) if line in pays), ZERO)
    lines = [_pay(ante, pays, across), _pay(ante, pays, down)]
    return antes + sum(lines) + max(lines)


def _mates(taken: str) -> Iterator[str]:
    """Every two ranks of which four suits still have enough cards beside those taken."""
    for first, second in combinations_with_replacement(hands.RANKS, 2):
        if taken.count(first) + 1 + (first == second) <= 4 and taken.count(second) < 4:
            yield first + second


@cache
def _outcomes_with_a_pair(ace_low: bool) -> frozenset[tuple[str, str, str]]:
    """The (across, down, five card) hands of every deal in which the seat's own two cards are a pair."""

    def name(ranks: str, one_suit: bool = False) -> str:
        return hands.line_name(_rank_alike("".join(sorted(ranks)), one_suit, ace_low))

    found = set()
    for own, middle in product(hands.RANKS, repeat=2):
        seen = own + own + middle
        for horizontal in _mates(seen):
            across = name(seen + horizontal)
            for vertical in _mates(seen + horizontal):
                down, board = name(seen + vertical), middle + horizontal + vertical
                found.add((across, down, name(board)))
                if len(set(board)) == 5:
                    found.add((across, down, name(board, one_suit=True)))
    return frozenset(found)


@cache
def most_with_a_spin(edition: str, ante: Fraction, five: Fraction, prize: Fraction, ace_low: bool) -> Fraction:
    """The most that a deal wins in which the seat spins the wheel, at its greatest prize."""
    main = cache(partial(_main_win, edition, ante))
    five_card = cache(partial(_pay, five, EDITIONS[edition].bonus_pays.get("five_card_bonus", {})))
    outcomes = _outcomes_with_a_pair(ace_low)
    return prize + max(main(across, down) + five_card(board) for across, down, board in outcomes)


@cache
def criss_cross_most(edition: str, ante: Fraction, five: Fraction, six: Fraction, ace_low: bool) -> Fraction:
    """The richest deal's winnings without a wheel; a wager that is not offered, or has no minimum, comes as nothing."""
    bonus_pays = EDITIONS[edition].bonus_pays
    # Many outcomes share their hands, so each win is worked out once.
    main = cache(partial(_main_win, edition, ante))
    five_card = cache(partial(_pay, five, bonus_pays.get("five_card_bonus", {})))
    six_card = cache(partial(_pay, six, bonus_pays.get("six_card_bonus", {})))
    best = max(
        main(across, down) + five_card(board) + six_card(six_name)
        for across, down, board, six_name in _outcomes(ace_low, six > 0)
    )
    four = "four_of_a_kind"
    rest = main(four, four) + five_card(four) + six_card("royal_flush")
    assert rest <= best, "a deal without any straight flush might be the richest: the walk must be widened"
    return best


def criss_cross_bound(edition: str, ante: Fraction, five: Fraction, six: Fraction) -> Fraction:
    """No deal wins more, as no deal does better than a royal flush everywhere."""
    royal = "royal_flush"
    stakes = {"five_card_bonus": five, "six_card_bonus": six}
    bonus_pays = EDITIONS[edition].bonus_pays
    bonuses = sum((_pay(stakes[wager], pays, royal) for wager, pays in bonus_pays.items()), ZERO)
    return _main_win(edition, ante, royal, royal) + bonuses


def _hole_classes() -> Iterator[Cards]:
    """The 169 starting hands that differ in more than their suits' names, the highest first."""
    ranks = hands.RANKS[::-1]
    for place, high in enumerate(ranks):
        yield high + "s", high + "h"
        for low in ranks[place + 1 :]:
            yield high + "s", low + "s"
            yield high + "s", low + "h"


@cache
def _lines_by_name(hole: Cards) -> dict[str, list[Cards]]:
    """Every three cards that may lie on the seat's axis, by the hand they make."""
    lines: dict[str, list[Cards]] = {name: [] for name in hands.FIVE_CARD_KINDS}
    for line in combinations(_without(hole), 3):
        lines[hands.five_card_name(_rank(hole + line))].append(line)
    return lines


def _dealer_can_lose(hole: Cards, line: Cards, top: str) -> bool:
    """Whether the other axis and the dealer's cards can be dealt so that the seat's hand beats both of the dealer's."""
    player = _rank(hole + line)
    middles = [card for card in line if card != top]
    fixed: Cards = () if top in line else (top,)
    # The lowest cards first: they are the likeliest to leave the dealer with little.
    rest = _without({*hole, *line, top})[::-1]
    for dealer in combinations(rest, 2):
        if _rank(dealer + line) >= player:
            continue
        free = [card for card in rest if card not in dealer]
        for middle, others in product(middles, combinations(free, 2 - len(fixed))):
            if _rank((*dealer, middle, *fixed, *others)) < player:
                return True
    return False


@cache
def _can_win_with(five_card: str, three_card: str) -> bool:
    """Whether a seat can beat the dealer with this hand and hold that three-card hand beside it."""
    for hole in _hole_classes():
        tops = [card for card in _without(hole) if hands.three_card_name(hands.rank_three((*hole, card))) == three_card]
        if not tops:
            continue
        for line in _lines_by_name(hole)[five_card]:
            if any(_dealer_can_lose(hole, line, top) for top in tops):
                return True
    return False


@cache
def double_cross_most(
    ante: Fraction, three_card: Fraction, raise_pays: PlainPaytable, three_card_pays: PlainPaytable
) -> Fraction:
    raises, threes = dict(raise_pays), dict(three_card_pays)
    wins = {
        (five, three): winnings(ante, ANTE_ODDS) + 2 * _pay(ante, raises, five) + _pay(three_card, threes, three)
        for five, three in product(hands.FIVE_CARD_KINDS, hands.THREE_CARD_KINDS)
    }
    dearest_first = sorted(wins, key=lambda pair: wins[pair], reverse=True)
    return next(wins[pair] for pair in dearest_first if _can_win_with(*pair))


def double_cross_bound(
    ante: Fraction, three_card: Fraction, raise_pays: PlainPaytable, three_card_pays: PlainPaytable
) -> Fraction:
    """No deal wins more than the best raise odds and the best three-card odds together."""
    best_raise = max(winnings(ante, odds) for _, odds in raise_pays)
    best_three_card = max(winnings(three_card, odds) for _, odds in three_card_pays)
    return winnings(ante, ANTE_ODDS) + 2 * best_raise + best_three_card
