"""Cards as integers that add up to hands.

A card's low bits hold the key of its rank. Above them is a one in the place of its suit, which has room to count to
seven. The keys are chosen so that every five ranks (at most four alike) have a different sum. So the sum of five
cards identifies their ranks and counts their suits.
"""

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "cdhs"

# The smallest keys with distinct sums; hands.py refuses to build a table in which two hands collide.
RANK_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)

KEY_BITS = 20
KEY_MASK = (1 << KEY_BITS) - 1
SUIT_BITS = 3
SUIT_MASK = sum(1 << KEY_BITS + SUIT_BITS * suit for suit in range(4))


def card_code(rank: int, suit: int) -> int:
    """Return the integer of the card with this rank and suit, given as indexes into RANKS and SUITS."""
    return RANK_KEYS[rank] | 1 << (KEY_BITS + SUIT_BITS * suit)


CARDS = {
    rank_name + suit_name: card_code(rank, suit)
    for rank, rank_name in enumerate(RANKS)
    for suit, suit_name in enumerate(SUITS)
}
CARD_NAMES = {code: name for name, code in CARDS.items()}


def rank_of(code: int) -> int:
    """Return the index in RANKS of a card's rank."""
    return RANKS.index(CARD_NAMES[code][0])


def deck_of(ranks: Iterable[str]) -> dict[str, int]:
    """Return name → integer for a deck of these ranks in four suits."""
    wanted = set(ranks)
    return {name: code for name, code in CARDS.items() if name[0] in wanted}
