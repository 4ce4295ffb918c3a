"""The six editions, typed in by hand from the texts. Paytables are by hand name; a hand that is absent loses."""

from dataclasses import dataclass, field

Paytable = dict[str, str]

DECK_SIZE = 52
COMMUNITY = ("left", "middle", "right", "top", "bottom")
ACROSS_LINE = ("left", "middle", "right")
DOWN_LINE = ("top", "middle", "bottom")
AXES = {"vertical": DOWN_LINE, "horizontal": ACROSS_LINE}
CARDS_PER_SEAT = 2
FORFEITS = ("conduct", "abandoned")
VOID_REASONS = (
    "face_up_card",
    "wrong_card_count",
    "shoe_failure",
    "shuffler_failure",
    "stub_count",
    "backed_up_cards",
    "other",
)

ANTE_ODDS = "1:1"
PUSHING_HAND = "pair_6s_to_10s"

# MD Ch. 12 A, NJ 13:69F-40.11(a) Table 1.
CRISS_CROSS_PAYS: Paytable = {
    "royal_flush": "500:1",
    "straight_flush": "100:1",
    "four_of_a_kind": "40:1",
    "full_house": "12:1",
    "flush": "8:1",
    "straight": "5:1",
    "three_of_a_kind": "3:1",
    "two_pair": "2:1",
    "pair_jacks_or_better": "1:1",
}

# The card room's sheet pays its top hand and its full house less.
HOUSE_PAYS: Paytable = {
    "royal_flush": "250:1",
    "straight_flush": "100:1",
    "four_of_a_kind": "40:1",
    "full_house": "10:1",
    "flush": "8:1",
    "straight": "5:1",
    "three_of_a_kind": "3:1",
    "two_pair": "2:1",
    "pair_jacks_or_better": "1:1",
}

FIVE_CARD_PAYS: Paytable = {
    "royal_flush": "250:1",
    "straight_flush": "100:1",
    "four_of_a_kind": "40:1",
    "full_house": "15:1",
    "flush": "10:1",
    "straight": "6:1",
    "three_of_a_kind": "4:1",
    "two_pair": "3:1",
    "pair_jacks_or_better": "1:1",
    "pair_6s_to_10s": "1:1",
}

SIX_CARD_PAYS: Paytable = {
    "royal_flush": "1000:1",
    "straight_flush": "200:1",
    "four_of_a_kind": "50:1",
    "full_house": "20:1",
    "flush": "15:1",
    "straight": "10:1",
    "three_of_a_kind": "5:1",
}

# MA section 11(b): the least that a raise may pay.
RAISE_PAYS: Paytable = {
    "royal_flush": "300:1",
    "straight_flush": "50:1",
    "four_of_a_kind": "15:1",
    "full_house": "7:1",
    "flush": "6:1",
    "straight": "5:1",
    "three_of_a_kind": "3:1",
    "two_pair": "3:2",
    "pair": "1:1",
    "high_card": "1:1",
}

# MA section 11(c): the least that a three-card wager may pay.
THREE_CARD_PAYS: Paytable = {
    "straight_flush": "40:1",
    "three_of_a_kind": "30:1",
    "straight": "6:1",
    "flush": "4:1",
    "pair": "1:1",
}


@dataclass(frozen=True)
class Wheel:
    """Prizes by position; position 0 pays the offer's top prize."""

    stake: str
    player: dict[int, str]
    community: dict[int, str]


LAST_POSITION = 11

WHEELS = {
    # NJ 13:69F-40.11(c) Table 3.
    "five-dollar": Wheel(
        stake="5.00",
        player={
            1: "50.00",
            2: "2500.00",
            3: "500.00",
            4: "60.00",
            5: "70.00",
            6: "200.00",
            7: "350.00",
            8: "1000.00",
            9: "25.00",
            10: "250.00",
            11: "75.00",
        },
        community={3: "100.00", 6: "50.00", 9: "15.00"},
    ),
    # Table 4.
    "one-dollar-fixed": Wheel(
        stake="1.00",
        player={
            1: "10.00",
            2: "500.00",
            3: "100.00",
            4: "11.00",
            5: "12.00",
            6: "50.00",
            7: "70.00",
            8: "200.00",
            9: "15.00",
            10: "35.00",
            11: "25.00",
        },
        community={3: "20.00", 6: "10.00", 9: "3.00"},
    ),
    # Table 5.
    "one-dollar-progressive": Wheel(
        stake="1.00",
        player={
            1: "10.00",
            2: "500.00",
            3: "100.00",
            4: "11.00",
            5: "12.00",
            6: "50.00",
            7: "70.00",
            8: "250.00",
            9: "15.00",
            10: "35.00",
            11: "25.00",
        },
        community={3: "20.00", 6: "10.00", 9: "3.00"},
    ),
}


@dataclass(frozen=True)
class Edition:
    """What one text says. `folds` names the decisions in order; a fold at one leaves the bets from there on unmade."""

    antes: tuple[str, ...]
    bets: tuple[str, ...]
    folds: tuple[str, ...]
    optional: tuple[str, ...]
    always_offered: tuple[str, ...]
    pays: Paytable
    bonus_pays: dict[str, Paytable]
    limits: dict[str, tuple[str, str]] = field(default_factory=dict)
    extra_cards: dict[str, int] = field(default_factory=dict)
    last_seat: int = 6
    # MA section 12(a): one card found face up is set aside and play goes on.
    sets_a_card_aside: bool = False
    double_cross: bool = False
    whole_units: bool = False
    forfeits: bool = False
    ace_low_is_open: bool = False
    fixed_payout_limit: str | None = None
    payout_limit_at_least: str | None = None
    operator_sets_payout_limit: bool = False
    # The hands whose odds are posted at the table, by paytable. Those of a bonus may be posted as losing.
    posted: dict[str, tuple[str, ...]] = field(default_factory=dict)


_CRISS_CROSS_ANTES = ("ante_across", "ante_down")
_CRISS_CROSS_BETS = ("across", "down", "middle")

EDITIONS = {
    "md": Edition(
        antes=_CRISS_CROSS_ANTES,
        bets=_CRISS_CROSS_BETS,
        folds=_CRISS_CROSS_BETS,
        optional=("five_card_bonus",),
        always_offered=(),
        pays=CRISS_CROSS_PAYS,
        bonus_pays={"five_card_bonus": FIVE_CARD_PAYS},
        forfeits=True,
        ace_low_is_open=True,
        payout_limit_at_least="50000.00",
    ),
    "md-1.0": Edition(
        antes=_CRISS_CROSS_ANTES,
        bets=_CRISS_CROSS_BETS,
        folds=_CRISS_CROSS_BETS,
        optional=("five_card_bonus",),
        always_offered=(),
        pays=CRISS_CROSS_PAYS,
        bonus_pays={"five_card_bonus": FIVE_CARD_PAYS},
        forfeits=True,
        ace_low_is_open=True,
    ),
    "house": Edition(
        antes=_CRISS_CROSS_ANTES,
        bets=_CRISS_CROSS_BETS,
        folds=_CRISS_CROSS_BETS,
        optional=("five_card_bonus", "six_card_bonus"),
        always_offered=("five_card_bonus", "six_card_bonus"),
        pays=HOUSE_PAYS,
        bonus_pays={"five_card_bonus": FIVE_CARD_PAYS, "six_card_bonus": SIX_CARD_PAYS},
        limits={"ante": ("2.00", "10.00"), "five_card_bonus": ("2.00", "10.00"), "six_card_bonus": ("2.00", "10.00")},
        extra_cards={"six_card": 4},
        whole_units=True,
        ace_low_is_open=True,
        fixed_payout_limit="3000.00",
    ),
    "ma": Edition(
        antes=("ante",),
        bets=("first_raise", "second_raise"),
        folds=("play",),
        optional=("three_card",),
        always_offered=("three_card",),
        pays=RAISE_PAYS,
        bonus_pays={"three_card": THREE_CARD_PAYS},
        limits={"three_card": ("1.00", "100.00")},
        extra_cards={"dealer": 2},
        last_seat=7,
        sets_a_card_aside=True,
        double_cross=True,
        payout_limit_at_least="60000.00",
        operator_sets_payout_limit=True,
    ),
    "nj": Edition(
        antes=_CRISS_CROSS_ANTES,
        bets=_CRISS_CROSS_BETS,
        folds=_CRISS_CROSS_BETS,
        optional=("five_card_bonus", "bonus_spin"),
        always_offered=("five_card_bonus",),
        pays=CRISS_CROSS_PAYS,
        bonus_pays={"five_card_bonus": FIVE_CARD_PAYS},
        payout_limit_at_least="50000.00",
    ),
    "mi": Edition(
        antes=_CRISS_CROSS_ANTES,
        bets=_CRISS_CROSS_BETS,
        folds=_CRISS_CROSS_BETS,
        optional=("five_card_bonus",),
        always_offered=("five_card_bonus",),
        pays={},
        bonus_pays={"five_card_bonus": {}},
        ace_low_is_open=True,
        posted={"main": tuple(CRISS_CROSS_PAYS), "five_card_bonus": tuple(FIVE_CARD_PAYS)},
    ),
}
