"""The most one player could win betting the minimum."""

import re
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.engine.cards import CARDS
from games.engine.hands import FIVE_CARD_HANDS, ranking
from games.engine.loading import RULEBOOKS, load_rulebook
from games.engine.money import cents
from games.engine.offers import read_offer
from games.engine.richest import minimum_stakes, most_won_at_minimum, no_deal_wins_more_than
from games.engine.rulebook import Rulebook
from games.engine.settle import terms_for
from games.engine.settlement.payout_limits import payout_limits
from games.engine.terms import Terms
from tests.reference.richest import criss_cross_most, most_with_a_spin

from .rounds import settled

CRISS_CROSS_BONUS = {"wagers": ["five_card_bonus"]}
SPIN = {
    "limits": {"ante": ["5.00", "100.00"], "five_card_bonus": ["5.00", "50.00"]},
    "wagers": ["bonus_spin"],
    "bonus_spin": {"wheel": "five-dollar", "top_prize": "60000.00"},
}


def offer(ante: str, **more: Any) -> dict[str, Any]:
    limits = {"ante": [ante, "9000.00"]} | more.pop("limits", {})
    return {"limits": limits, **more}


def minimum_offer(ante: int, bonus: int) -> dict[str, Any]:
    return offer(f"{ante}.00", limits={"five_card_bonus": [f"{bonus}.00", "9000.00"]}, wagers=["five_card_bonus"])


# Which deal is richest turns at a bonus of 46/45 and of 16/3 of the ante, so both sides of each are tried.
@pytest.mark.parametrize(
    ("ante", "bonus"), [(100, 5), (45, 45), (45, 46), (45, 47), (3, 15), (3, 16), (3, 17), (1, 900)]
)
@pytest.mark.parametrize("edition", ["md", "nj"])
def test_three_deals_compete_for_the_richest(edition: str, ante: int, bonus: int) -> None:
    royal_and_straight_flush_on_the_lines = 1102 * ante + 10 * bonus
    royal_line_and_straight_flush_on_the_board = 1010 * ante + 100 * bonus
    royal_on_the_board = 210 * ante + 250 * bonus

    richest = most_won_at_minimum(terms_for(edition, minimum_offer(ante, bonus)))

    assert richest.cents == 100 * max(
        royal_and_straight_flush_on_the_lines, royal_line_and_straight_flush_on_the_board, royal_on_the_board
    )


def win_of(edition: str, an_offer: dict[str, Any]) -> tuple[int, int]:
    """Return what the search says, and what settling its deal at minimum stakes pays."""
    terms = terms_for(edition, an_offer)
    richest = most_won_at_minimum(terms)
    deal = richest.deal
    wagers = {name: f"{stake // 100}.{stake % 100:02d}" for name, stake in minimum_stakes(terms).items() if stake}
    seat: dict[str, Any] = {"seat": 1, "cards": deal.cards, "wagers": wagers}
    if deal.axis:
        seat |= {"axis": deal.axis, "exposed": True}
    if deal.spin is not None:
        seat["spin"] = deal.spin
    round_ = {"community": deal.community, "six_card": deal.six_card, "dealer": deal.dealer, "seats": [seat]}
    paid = settled(edition, an_offer, round_)["seats"][0]["wagers"].values()
    return richest.cents, sum((cents(wager["pays"]) or 0) for wager in paid)


@pytest.mark.parametrize(
    ("edition", "an_offer"),
    [
        ("md", offer("100.00")),
        ("md", offer("100.00", ace_low_straight=False)),
        ("md", minimum_offer(100, 5)),
        ("md", minimum_offer(10, 50)),
        ("md", minimum_offer(1, 50)),
        ("nj", minimum_offer(20, 20)),
        ("nj", SPIN),
        ("nj", SPIN | {"wagers": ["bonus_spin", "five_card_bonus"]}),
        ("house", {}),
        ("house", {"wagers": ["five_card_bonus"]}),
        ("house", {"wagers": []}),
        ("house", {"limits": {"ante": ["10.00", "10.00"]}}),
        ("ma", offer("5.00")),
        ("ma", offer("5.00", wagers=[])),
        ("ma", offer("0.01", odds={"raise": {"two_pair": "500:1"}})),
        ("ma", offer("5.00", odds={"raise": {"high_card": "900:1"}})),
        ("ma", offer("5.00", odds={"raise": {"high_card": "900:1"}, "three_card": {"three_of_a_kind": "9000:1"}})),
        ("ma", offer("5.00", odds={"three_card": {"pair": "500:1"}})),
    ],
)
def test_the_deal_found_wins_what_the_search_says(edition: str, an_offer: dict[str, Any]) -> None:
    said, won = win_of(edition, an_offer)

    assert said == won > 0


def test_house_a_straight_flush_line_beside_a_royal_six_card_bonus_is_richest() -> None:
    assert most_won_at_minimum(terms_for("house", {})).cents == 262000


def test_trips_and_a_high_card_hand_cannot_occur_together() -> None:
    odds = {"raise": {"high_card": "1000:1"}, "three_card": {"three_of_a_kind": "1000:1"}}

    richest = most_won_at_minimum(terms_for("ma", offer("5.00", odds=odds)))

    high_card_and_straight_flush = 500 * (1 + 2 * 1000) + 100 * 40
    assert richest.cents == high_card_and_straight_flush


# ── Against every deal of a small deck ──


def small_rulebook(tmp_path: Path, rng: Random) -> Rulebook:
    """Return the card room's game with the twenty cards from ten to ace, and odds that nobody would offer."""
    text = (RULEBOOKS / "house.toml").read_text()
    for old, new in [
        ('id = "house"', 'id = "small"'),
        ('cards = 52\nranks = "AKQJT98765432"', 'cards = 20\nranks = "AKQJT"'),
        ('of = "6-T", name = "pair_6s_to_10s"', 'of = "T-T", name = "pair_6s_to_10s"'),
        ('of = "2-5", name = "low_pair"', 'of = "9-9", name = "low_pair"'),
    ]:
        assert old in text
        text = text.replace(old, new)
    odds = ("lose", "push", "1:1", "2:1", "10:1", "40:1", "500:1")
    text = re.sub(r'pays = "\d+:1", cite = "([C5])', lambda row: f'pays = "{rng.choice(odds)}", cite = "{row[1]}', text)
    path = tmp_path / "small.toml"
    path.write_text(text)
    register = (RULEBOOKS / "coverage" / "house.toml").read_text()
    (tmp_path / "coverage").mkdir()
    (tmp_path / "coverage" / "small.toml").write_text(register.replace('edition = "house"', 'edition = "small"'))
    return load_rulebook(path)


@pytest.fixture(scope="module")
def triangles() -> set[tuple[int, int, int]]:
    """The strengths of the three hands in every deal of twenty cards, its middle card a club by name."""
    small = ranking("AKQJT", FIVE_CARD_HANDS, True, 5)
    deck = [CARDS[rank + suit] for rank in "AKQJT" for suit in "cdhs"]
    found = set()
    for middle in deck[::4]:
        pairs = list(combinations([card for card in deck if card != middle], 2))
        graded: dict[tuple[int, int], dict[tuple[int, int], int]] = {pair: {} for pair in pairs}
        for one, other in combinations(pairs, 2):
            if len({*one, *other}) == 4:
                graded[one][other] = small.strength_of_five(middle, *one, *other)
        for others in graded.values():
            for (other, first), (third, second) in combinations(others.items(), 2):
                last = graded[other].get(third)
                if last is not None:
                    found.add((first, second, last))
    return found


@pytest.mark.parametrize("seed", range(25))
def test_on_a_deck_of_twenty_no_deal_of_all_wins_more(
    tmp_path: Path, triangles: set[tuple[int, int, int]], seed: int
) -> None:
    rng = Random(seed)
    book = small_rulebook(tmp_path, rng)
    terms = Terms(book, read_offer(book, {"wagers": ["five_card_bonus"]})[0])
    bonus = terms.limits["five_card_bonus"]
    terms.limits["five_card_bonus"] = bonus._replace(low_cents=rng.choice([1, 200, 1000, 9000]))
    stakes = minimum_stakes(terms)
    main = [row.verdict for row in terms.law.paytables["main"].by_strength]
    five = [row.verdict for row in terms.law.paytables["five_card_bonus"].by_strength]

    def won(across: int, down: int, grid: int) -> int:
        winners = [line for line in (across, down) if main[line].outcome == "win"]
        lines = sum(stakes["ante_across"] + main[line].pays(stakes["across"]) for line in winners)
        middle = main[max(winners)].pays(stakes["middle"]) if winners else 0
        return lines + middle + five[grid].pays(stakes["five_card_bonus"])

    # Any of the three pairs may be the seat's: the hand without it is the one on the community cards.
    best = max(max(won(a, b, c), won(a, c, b), won(b, c, a)) for a, b, c in triangles)
    assert most_won_at_minimum(terms).cents == best


@pytest.mark.parametrize(("edition", "an_offer"), [("md", minimum_offer(7, 30)), ("house", {}), ("ma", offer("5.00"))])
def test_no_random_deal_wins_more(edition: str, an_offer: dict[str, Any]) -> None:
    rng = Random(1)
    terms = terms_for(edition, an_offer)
    most = most_won_at_minimum(terms).cents
    wagers = {name: f"{stake // 100}.{stake % 100:02d}" for name, stake in minimum_stakes(terms).items()}

    for _ in range(2000):
        # Few ranks and suits make for good hands.
        cards = rng.sample([card for card in CARDS if card[0] in "AKQJT98" or card[1] == "s"], 13)
        community = dict(zip(("left", "middle", "right", "top", "bottom"), cards, strict=False))
        seat = {"seat": 1, "cards": cards[5:7], "wagers": wagers}
        extra: dict[str, Any] = {"six_card": cards[7:11]} if edition == "house" else {}
        if edition == "ma":
            extra, seat = (
                {"dealer": cards[11:]},
                seat | {"axis": rng.choice(["vertical", "horizontal"]), "exposed": True},
            )
        paid = settled(edition, an_offer, {"community": community, "seats": [seat], **extra})["seats"][0]["wagers"]
        assert sum((cents(wager["pays"]) or 0) for wager in paid.values()) <= most


def test_r8_a_wager_without_a_stated_minimum_counts_as_nothing() -> None:
    without_ante_limits = {"wagers": ["five_card_bonus"], "limits": {"five_card_bonus": ["400.00", "500.00"]}}

    assert most_won_at_minimum(terms_for("md", without_ante_limits)).cents == 250 * 40000
    assert minimum_stakes(terms_for("md", CRISS_CROSS_BONUS)) == dict.fromkeys(
        ("ante_across", "ante_down", "five_card_bonus", "across", "down", "middle"), 0
    )


def spin_offer(ante: int, wheel: str, top_prize: str | None, *, bonus: int | None = None) -> dict[str, Any]:
    limits = {"five_card_bonus": [f"{bonus}.00", "9000.00"]} if bonus else {}
    prize = {"top_prize": top_prize} if top_prize else {}
    wagers = ["bonus_spin", *limits]
    return offer(f"{ante}.00", limits=limits, wagers=wagers, bonus_spin={"wheel": wheel, **prize})


def test_r8_bonus_spin_is_bet_at_its_denomination() -> None:
    assert minimum_stakes(terms_for("nj", spin_offer(5, "five-dollar", None)))["bonus_spin"] == 500
    assert minimum_stakes(terms_for("nj", spin_offer(5, "one-dollar-progressive", None)))["bonus_spin"] == 100


# With a pair, four of a kind and a full house are the most that the lines win: 1 + 1 + 40 + 12 + 40 times the ante.
@pytest.mark.parametrize(
    ("wheel", "top_prize", "greatest"),
    [
        ("five-dollar", "900000.00", 900_000),
        ("five-dollar", "100.00", 2_500),
        ("five-dollar", None, 2_500),
        ("one-dollar-progressive", "60000.00", 60_000),
        ("one-dollar-progressive", None, 500),
    ],
)
def test_r8_the_greatest_prize_comes_on_top_of_what_a_pair_wins(
    wheel: str, top_prize: str | None, greatest: int
) -> None:
    richest = most_won_at_minimum(terms_for("nj", spin_offer(1, wheel, top_prize)))

    with_a_pair, without = greatest + 94, 1102
    assert richest.cents == 100 * max(with_a_pair, without)
    assert (richest.deal.spin is not None) == (with_a_pair > without)


def test_r8_a_royal_flush_on_the_board_beside_a_pair_is_richer_with_a_bonus() -> None:
    richest = most_won_at_minimum(terms_for("nj", spin_offer(5, "five-dollar", "60000.00", bonus=5)))

    two_lines_of_three_tens_and_the_board = 5 * (1 + 1 + 3 + 3 + 3) + 5 * 250
    assert richest.cents == 100 * (60_000 + two_lines_of_three_tens_and_the_board)


@pytest.mark.parametrize("ante", [1, 3, 7, 45, 100])
@pytest.mark.parametrize("bonus", [None, 1, 16, 46, 900])
@pytest.mark.parametrize("top_prize", ["1.00", "3000.00", "60000.00"])
def test_the_second_search_finds_as_much_with_a_wheel(ante: int, bonus: int | None, top_prize: str) -> None:
    terms = terms_for("nj", spin_offer(ante, "five-dollar", top_prize, bonus=bonus))

    ours = most_won_at_minimum(terms).cents

    stakes = Fraction(ante), Fraction(bonus or 0)
    prize = max(Fraction(top_prize), Fraction(2500))
    theirs = max(criss_cross_most("nj", *stakes, Fraction(0), True), most_with_a_spin("nj", *stakes, prize, True))
    assert ours == theirs * 100


@pytest.mark.parametrize(
    ("edition", "an_offer", "limit"),
    [
        ("md", offer("5.00"), 5_000_000),
        ("md", minimum_offer(100, 5), 100 * (1102 * 100 + 10 * 5)),
        ("md-1.0", minimum_offer(100, 5), None),
        ("house", {}, 300_000),
        ("nj", offer("45.38"), 1102 * 4538),
        ("nj", offer("45.37"), 5_000_000),
        ("nj", spin_offer(5, "five-dollar", "25000.00"), 5_000_000),
        ("nj", spin_offer(5, "five-dollar", "60000.00"), 6_000_000 + 94 * 500),
        ("nj", spin_offer(5, "one-dollar-progressive", None), 5_000_000),
        ("ma", offer("500.00"), None),
        ("ma", offer("5.00", payout_limit="75000.00"), 7_500_000),
    ],
)
def test_the_payout_limit_in_force(edition: str, an_offer: dict[str, Any], limit: int | None) -> None:
    assert payout_limits(terms_for(edition, an_offer)).seat_cents == limit


def test_the_upper_bound_is_never_below_the_richest_deal() -> None:
    for ante, bonus in [(100, 5), (10, 50), (45, 46)]:
        terms = terms_for("md", minimum_offer(ante, bonus))
        most = most_won_at_minimum(terms).cents

        assert not no_deal_wins_more_than(terms, most - 1)
