"""Payout limits by formula: for one seat, for the table, and for high odds alone, in rulebooks built here."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from games.engine.loading import RULEBOOKS, load_rulebook
from games.engine.money import Odds, dollars, shares
from games.engine.offers import read_offer
from games.engine.reading.rounds import read_round
from games.engine.rulebook import Rulebook
from games.engine.settle import Settler
from games.engine.settlement.payout_limits import check_payout_limits, payout_limits
from games.engine.terms import Terms

PLAIN = '[payout_limit]\ncite = "Ch. 12"\n'

# WAC 230-15-490: each player, and twice that for the table.
WASHINGTON = """
offer_may_set = true

[payout_limit.seat]
formula = "wagers_times_odds"
odds_up_to = "50:1"
cite = "Ch. 12"

[payout_limit.table]
formula = "times_seat_limit"
times = 2
cite = "Ch. 12"
"""

# Iowa r. 491-11.7(2)c: the table, for odds above 50 to 1 only.
IOWA = """
offer_may_set = true
odds_above = "50:1"

[payout_limit.table]
formula = "amount_or_highest_award"
amount = "25000.00"
cite = "Ch. 12"
"""

FIXED_AT_THE_TABLE = """
[payout_limit.table]
formula = "amount"
amount = "1000.00"
cite = "Ch. 12"
"""

LIMITS = {"ante": ["10.00", "100.00"], "five_card_bonus": ["5.00", "50.00"]}


@pytest.fixture
def book_with(tmp_path: Path) -> Any:
    """Return Maryland's rulebook without a payout limit, with this one instead."""

    def build(payout_limit: str) -> Rulebook:
        text = (RULEBOOKS / "md-1.0.toml").read_text()
        assert text.count(PLAIN) == 1
        path = tmp_path / "md-1.0.toml"
        path.write_text(text.replace(PLAIN, PLAIN + payout_limit))
        return load_rulebook(path)

    return build


def settled(book: Rulebook, offer: dict[str, Any], seats: list[dict[str, Any]], **round_: Any) -> dict[int, Any]:
    settler = Settler(book, offer)
    assert settler.problems == ()
    read, problems = read_round(settler.terms, {"seats": seats, **round_})
    assert problems == []
    settlement = msgspec.json.decode(settler.settle(read).encode())
    return {seat["seat"]: seat for seat in settlement["seats"]}


def seat(number: int, cards: list[str], ante: str = "10.00", **bonus: str) -> dict[str, Any]:
    wagers = dict.fromkeys(("ante_across", "ante_down", "across", "down", "middle"), ante)
    return {"seat": number, "cards": cards, "wagers": wagers | bonus}


# A royal flush for whoever holds the ace and king of spades, a straight flush for the nine and eight, at odds of 500
# and 100; and a full house at 12 for a pair of jacks.
CROSS = {"left": "Qs", "middle": "Js", "right": "Ts", "top": "2h", "bottom": "2d"}
ROYAL, STRAIGHT_FLUSH, FULL_HOUSE = ["As", "Ks"], ["9s", "8s"], ["Jh", "Jd"]


# ── Washington: a limit for each seat, and one for the table


@pytest.mark.parametrize(
    ("limits", "seat_floor"),
    [
        ({"ante": ["10.00", "100.00"]}, 300_00 * 50),  # the greatest bet is three times the ante
        ({"ante": ["100.00", "100.00"]}, 100_00 * 500),
        ({"ante": ["10.00", "10.00"], "five_card_bonus": ["1.00", "500.00"]}, 500_00 * 50),
    ],
)
def test_washington_the_floor_is_the_higher_of_both_products(
    book_with: Any, limits: dict[str, Any], seat_floor: int
) -> None:
    book = book_with(WASHINGTON)

    def refused(**more: str) -> list[str]:
        offer, problems = read_offer(book, {"limits": limits, "wagers": ["five_card_bonus"], **more})
        assert problems == []
        return [problem.path for problem in check_payout_limits(Terms(book, offer))]

    assert refused(payout_limit=dollars(seat_floor)) == []
    assert refused(payout_limit=dollars(seat_floor - 1)) == ["offer.payout_limit"]
    assert refused(table_payout_limit=dollars(2 * seat_floor)) == []
    assert refused(table_payout_limit=dollars(2 * seat_floor - 1)) == ["offer.table_payout_limit"]


def test_washington_each_seat_is_cut_first_and_the_table_after_that(book_with: Any) -> None:
    limits = {"ante": ["1.00", "1.00"]}
    offer = {"limits": limits, "payout_limit": "500.00", "table_payout_limit": "1000.00"}
    seats = [seat(1, ROYAL, "1.00"), seat(4, STRAIGHT_FLUSH, "1.00"), seat(6, FULL_HOUSE, "1.00")]

    found = settled(book_with(WASHINGTON), offer, seats, community=CROSS)

    # Won 1,001.00, 201.00 and 43.00: across, middle and the ante; the first is cut to its own limit.
    assert [found[number]["limit"] for number in (1, 4, 6)] == ["500.00", "500.00", "500.00"]
    assert found[1]["limit_cut"] == dollars(found_won(found[1]) - 500_00)
    assert found[4]["limit_cut"] == found[6]["limit_cut"] == "0.00"


def test_an_offer_that_sets_no_limit_has_none(book_with: Any) -> None:
    terms = Settler(book_with(WASHINGTON), {"limits": LIMITS}).terms

    assert payout_limits(terms) == (None, None, None)


# ── Iowa: odds above 50 to 1, shared at the table


@pytest.mark.parametrize(("ante", "floor"), [("10.00", 25_000_00), ("60.00", 60_00 * 500)])
def test_iowa_the_floor_is_the_highest_award_at_the_posted_minimum(book_with: Any, ante: str, floor: int) -> None:
    book = book_with(IOWA)

    def refused(limit: int) -> list[str]:
        offer, _ = read_offer(book, {"limits": {"ante": [ante, "100.00"]}, "table_payout_limit": dollars(limit)})
        return [problem.path for problem in check_payout_limits(Terms(book, offer))]

    assert refused(floor) == []
    assert refused(floor - 1) == ["offer.table_payout_limit"]


def test_iowa_winners_share_the_limit_in_proportion_to_the_cent(book_with: Any) -> None:
    offer = {"limits": {"ante": ["10.00", "100.00"]}, "table_payout_limit": "25000.00"}
    seats = [seat(1, ROYAL, "100.00"), seat(2, STRAIGHT_FLUSH, "70.00"), seat(3, FULL_HOUSE, "100.00")]

    found = settled(book_with(IOWA), offer, seats, community=CROSS)

    royal, straight_flush = 2 * 500 * 100_00, 2 * 100 * 70_00
    whole = royal + straight_flush
    assert found[1]["limit"] == dollars(round(25_000_00 * royal / whole))
    assert found[2]["limit"] == dollars(round(25_000_00 * straight_flush / whole))
    assert money(found[1]["limit"]) + money(found[2]["limit"]) == 25_000_00
    assert found[1]["limit_cut"] == dollars(royal - money(found[1]["limit"]))
    # Lower odds are paid in full, to the same seat and to others.
    assert found[1]["pays"] == dollars(money(found[1]["limit"]) + 100_00 + won_at_low_odds(found[1]))
    assert (found[3]["limit_cut"], money(found[3]["pays"])) == ("0.00", found_won(found[3]))


def test_iowa_odds_of_fifty_to_one_are_never_cut(book_with: Any) -> None:
    limits = payout_limits(Settler(book_with(IOWA), {"limits": LIMITS, "table_payout_limit": "25000.00"}).terms)

    assert limits.odds_above == Odds(50, 1)
    assert limits.odds_above.at_least(Odds(50, 1))
    assert not limits.odds_above.at_least(Odds(51, 1))


def test_a_limit_that_the_edition_does_not_provide_for_is_refused(book_with: Any) -> None:
    (problem,) = Settler(book_with(IOWA), {"limits": LIMITS, "payout_limit": "99999.00"}).problems

    assert (problem.code, problem.path, problem.cite) == ("bad_offer", "offer.payout_limit", "MD 1.0 Ch. 12")


# ── Sharing


def test_the_tables_limit_is_shared_alike_whatever_the_order_of_entry(book_with: Any) -> None:
    book, offer = book_with(FIXED_AT_THE_TABLE), {"limits": LIMITS, "wagers": []}
    seats = [seat(1, ROYAL), seat(2, STRAIGHT_FLUSH), seat(6, FULL_HOUSE)]

    one = settled(book, offer, seats, community=CROSS)
    other = settled(book, offer, seats[::-1], community=CROSS)

    assert one == other
    assert sum(money(each["pays"]) for each in one.values()) == 1000_00


def test_a_void_round_has_the_limit_and_no_cut(book_with: Any) -> None:
    found = settled(book_with(FIXED_AT_THE_TABLE), {"limits": LIMITS}, [seat(1, ROYAL)], void="other")

    assert (found[1]["limit"], found[1]["limit_cut"], found[1]["pays"]) == ("1000.00", "0.00", "0.00")


@pytest.mark.parametrize(
    ("total", "parts", "expected"),
    [
        (100, [1, 1, 1], [34, 33, 33]),
        (100, [1, 1, 2], [25, 25, 50]),
        (1, [5, 5], [1, 0]),
        (10, [3, 0, 7], [3, 0, 7]),
        (99, [1, 2, 4], [14, 28, 57]),
    ],
)
def test_cents_left_over_go_to_the_largest_fractions_and_of_equals_to_the_first(
    total: int, parts: list[int], expected: list[int]
) -> None:
    assert shares(total, parts) == expected


def test_shares_add_up_and_never_exceed_what_was_won() -> None:
    rng = Random(1)

    for _ in range(500):
        parts = [rng.randint(0, 10**9) for _ in range(rng.randint(1, 7))]
        total = rng.randint(0, sum(parts))
        if not sum(parts):
            continue
        found = shares(total, parts)
        assert sum(found) == total
        assert all(share <= part for share, part in zip(found, parts, strict=True))


def money(text: str) -> int:
    return round(float(text) * 100)


def found_won(found: dict[str, Any]) -> int:
    return sum(money(wager["pays"]) for wager in found["wagers"].values())


def won_at_low_odds(found: dict[str, Any]) -> int:
    """Return what a seat won on its Down line, at no more than 50 to 1."""
    return sum(money(found["wagers"][name]["pays"]) for name in ("ante_down", "down"))
