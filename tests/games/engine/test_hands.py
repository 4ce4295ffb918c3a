"""Hand ranking of every possible hand, compared with a well-known evaluator and plain counting."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from phevaluator.evaluator import evaluate_5cards

from games.engine.cards import CARDS, RANKS, SUITS
from games.engine.hands import FIVE_CARD_HANDS, THREE_CARD_HANDS, Ranking, ranking

DECK = "AKQJT98765432"


@pytest.fixture(scope="module")
def five_card() -> Ranking:
    return ranking(DECK, FIVE_CARD_HANDS, True, 5)


@pytest.fixture(scope="module")
def three_card() -> Ranking:
    return ranking(DECK, THREE_CARD_HANDS, True, 3)


def strength(ranks: Ranking, cards: str) -> int:
    return ranks.strength(*(CARDS[card] for card in cards.split()))


def test_all_2598960_five_card_hands_rank_as_the_evaluator_ranks_them(five_card: Ranking) -> None:
    # phevaluator numbers cards rank * 4 + suit and ranks from 1, the royal flush, to 7462.
    cards = [(CARDS[rank + suit], 4 * RANKS.index(rank) + SUITS.index(suit)) for rank in RANKS for suit in SUITS]
    ranked: dict[int, int] = {}
    counted: Counter[str] = Counter()

    for a, b, c, d, e in combinations(cards, 5):
        ours = five_card.strength_of_five(a[0], b[0], c[0], d[0], e[0])
        theirs = evaluate_5cards(a[1], b[1], c[1], d[1], e[1])
        assert ranked.setdefault(ours, theirs) == theirs
        counted[five_card.kinds[ours].hand] += 1

    assert sorted(ranked) == list(range(7462))
    assert [ranked[ours] for ours in range(7462)] == list(range(7462, 0, -1))
    assert dict(counted) == {
        "royal_flush": 4,
        "straight_flush": 36,
        "four_of_a_kind": 624,
        "full_house": 3744,
        "flush": 5108,
        "straight": 10200,
        "three_of_a_kind": 54912,
        "two_pair": 123552,
        "pair": 1098240,
        "high_card": 1302540,
    }


def plain_three_card_hand(cards: tuple[str, ...]) -> str:
    """Name a three-card hand by looking at it."""
    values = sorted(RANKS.index(card[0]) for card in cards)
    straight = values in ([n, n + 1, n + 2] for n in range(11)) or values == [0, 1, 12]
    flush = len({card[1] for card in cards}) == 1
    alike = max(Counter(values).values())
    if straight:
        return "straight_flush" if flush else "straight"
    if alike > 1:
        return "three_of_a_kind" if alike == 3 else "pair"
    return "flush" if flush else "high_card"


def test_all_22100_three_card_hands_are_named_as_plain_looking_names_them(three_card: Ranking) -> None:
    counted: Counter[str] = Counter()

    for cards in combinations(CARDS, 3):
        hand = three_card.kinds[three_card.strength(*(CARDS[card] for card in cards))].hand
        assert hand == plain_three_card_hand(cards), cards
        counted[hand] += 1

    assert dict(counted) == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high_card": 16440,
    }


def test_ma_5c3_an_ace_is_not_combined_with_a_king_and_a_two(three_card: Ranking) -> None:
    names = {
        cards: three_card.kinds[strength(three_card, cards)].hand for cards in ("As 2d 3c", "Qs Kd Ac", "Ks Ad 2c")
    }

    assert names == {"As 2d 3c": "straight", "Qs Kd Ac": "straight", "Ks Ad 2c": "high_card"}


def test_the_wheel_is_the_lowest_straight(five_card: Ranking) -> None:
    wheel, six_high, three_aces = (
        strength(five_card, cards) for cards in ("As 2d 3c 4h 5s", "2s 3d 4c 5h 6s", "As Ad Ac Kh Qs")
    )

    assert three_aces < wheel < six_high
    assert five_card.kinds[wheel].hand == "straight"


def test_without_ace_low_straights_the_wheel_is_ace_high_and_its_flush_a_flush() -> None:
    without = ranking(DECK, FIVE_CARD_HANDS, False, 5)

    assert without.kinds[strength(without, "As 2d 3c 4h 5s")].hand == "high_card"
    assert without.kinds[strength(without, "As 2s 3s 4s 5s")].hand == "flush"
    assert without.kinds[strength(without, "Ts Js Qs Ks As")].hand == "royal_flush"


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("As Ks Qs Js Ts 2d", "royal_flush"),
        ("9s Ks Qs Js Ts As", "royal_flush"),
        ("As Ah Ad Kc Kd Ks", "full_house"),
        ("As 2d 3d 4d 5d 6c", "straight"),
        ("As 3s 5s 7s 9s Jd", "flush"),
        ("2s 2d 3s 3d 4s 4d", "two_pair"),
    ],
)
def test_best_five_of_six(five_card: Ranking, cards: str, hand: str) -> None:
    best = five_card.best_five_of([CARDS[card] for card in cards.split()])

    assert five_card.kinds[best].hand == hand


def test_a_short_deck_has_its_own_straights() -> None:
    short = ranking("AKQJT9876", FIVE_CARD_HANDS, True, 5)

    assert short.kinds[strength(short, "As 6d 7c 8h 9s")].hand == "straight"
    assert short.kinds[strength(short, "As Ks Qs Js Ts")].hand == "royal_flush"


def test_the_order_of_hands_is_the_rulebooks() -> None:
    order: list[Any] = list(FIVE_CARD_HANDS)
    order[3], order[4] = order[4], order[3]

    flush_over_full_house = ranking(DECK, tuple(order), True, 5)

    assert strength(flush_over_full_house, "2s 3s 4s 5s 7s") > strength(flush_over_full_house, "As Ad Ac Kh Ks")
