"""Cards as integers that add up to hands.

A card's integer holds the key of its rank in the low bits, and above them a one in the place of its suit, which
has room to count to seven. The keys are chosen so that the sum of any five ranks (at most four alike) is like no
other five's. So the sum of five cards names their ranks and counts their suits.
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
    """Return the integer of the card whose rank and suit stand at these places in RANKS and SUITS."""
    return RANK_KEYS[rank] | 1 << (KEY_BITS + SUIT_BITS * suit)


CARDS = {
    rank_name + suit_name: card_code(rank, suit)
    for rank, rank_name in enumerate(RANKS)
    for suit, suit_name in enumerate(SUITS)
}
CARD_NAMES = {code: name for name, code in CARDS.items()}


def rank_of(code: int) -> int:
    """Return the place in RANKS of a card's rank."""
    return RANKS.index(CARD_NAMES[code][0])


def deck_of(ranks: Iterable[str]) -> dict[str, int]:
    """Return name → integer of the cards of a deck with these ranks in four suits."""
    wanted = set(ranks)
    return {name: code for name, code in CARDS.items() if name[0] in wanted}
