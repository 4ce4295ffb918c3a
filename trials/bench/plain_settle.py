"""Settle rounds with an ordinary script: sort and count the cards, look up the odds, add up whole cents.

It takes valid documents and cites nothing: what one would write who only needs the amounts, and needs them fast. It
is the engine's peer in the benchmark.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

Json = dict[str, Any]
# The place of a hand among the hands, then its card values, most repeated first.
Rank = tuple[int, list[int]]
Paytable = dict[str, str]
# A settled wager: stake, outcome, odds, winnings and what is given back, in cents.
Wager = tuple[int, str, str | None, int, int]
# A seat's hands by name, and its wagers.
Settled = tuple[dict[str, str], dict[str, Wager]]

DECK_SIZE = 52
VALUES = {rank: value for value, rank in enumerate("23456789TJQKA", start=2)}
ACE_LOW, ACE_LOW_OF_THREE = [14, 5, 4, 3, 2], [14, 3, 2]
FIVE_CARD_HANDS = (
    *("high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush"),
    *("full_house", "four_of_a_kind", "straight_flush", "royal_flush"),
)
THREE_CARD_HANDS = ("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")
# The place of a hand by the number of different ranks, and how often the most repeated one occurs.
FIVE_CARD_GROUPS = {(5, 1): 0, (4, 2): 1, (3, 2): 2, (3, 3): 3, (2, 3): 6, (2, 4): 7}

PUSHING_HAND = "pair_6s_to_10s"
CRISS_CROSS_PAYS = {
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
HOUSE_PAYS = CRISS_CROSS_PAYS | {"royal_flush": "250:1", "full_house": "10:1"}
FIVE_CARD_PAYS = {
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
SIX_CARD_PAYS = {
    "royal_flush": "1000:1",
    "straight_flush": "200:1",
    "four_of_a_kind": "50:1",
    "full_house": "20:1",
    "flush": "15:1",
    "straight": "10:1",
    "three_of_a_kind": "5:1",
}
RAISE_PAYS = {
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
THREE_CARD_PAYS = {
    "straight_flush": "40:1",
    "three_of_a_kind": "30:1",
    "straight": "6:1",
    "flush": "4:1",
    "pair": "1:1",
}
# Cents by position: of the player who spins, and of the others. Position 0 pays the player the top prize.
FIVE_DOLLAR_PRIZES = (0, 5000, 250000, 50000, 6000, 7000, 20000, 35000, 100000, 2500, 25000, 7500)
ONE_DOLLAR_PRIZES = (0, 1000, 50000, 10000, 1100, 1200, 5000, 7000, 20000, 1500, 3500, 2500)
ONE_DOLLAR_COMMUNITY = {3: 2000, 6: 1000, 9: 300}
WHEELS = {
    "five-dollar": (FIVE_DOLLAR_PRIZES, {3: 10000, 6: 5000, 9: 1500}),
    "one-dollar-fixed": (ONE_DOLLAR_PRIZES, ONE_DOLLAR_COMMUNITY),
    "one-dollar-progressive": ((*ONE_DOLLAR_PRIZES[:8], 25000, *ONE_DOLLAR_PRIZES[9:]), ONE_DOLLAR_COMMUNITY),
}
# The cents that one seat can win in a round. These sums hold unless the minimum bets are so high that one deal could
# win more; no table of the benchmark has such minimums. In Massachusetts the offer sets the limit.
PAYOUT_LIMITS = {"md": 5_000_000, "house": 300_000, "nj": 5_000_000}
# Cards dealt besides the community cards and two for each seat.
EXTRA_CARDS = {"house": 4, "ma": 2}
PLACES = ("left", "middle", "right", "top", "bottom")
LINE_WAGERS = ("ante_across", "ante_down", "across", "down", "middle")


def settle(document: Json) -> Json:
    edition, offer, round_ = document["edition"], document.get("offer") or {}, document["round"]
    seats, stub, misdeal = round_["seats"], round_.get("stub"), round_.get("misdeal")
    dealt = round_.get("dealt")
    if dealt is None:
        dealt = 5 + 2 * len(seats) + EXTRA_CARDS.get(edition, 0)
    wrong_count = stub is not None and stub + dealt + len(round_.get("set_aside") or ()) != DECK_SIZE
    void = bool(round_.get("void") or misdeal or wrong_count)
    limit = PAYOUT_LIMITS.get(edition)
    if edition == "ma" and offer.get("payout_limit"):
        limit = cents(offer["payout_limit"])
    if void:
        settled: list[Settled] = [({}, give_back(stakes_of(seat))) for seat in seats]
    else:
        settled = list(double_cross(offer, round_) if edition == "ma" else criss_cross(edition, offer, round_))
    totals = [0, 0, 0]
    shown = [show_seat(seat["seat"], *each, limit, totals) for seat, each in zip(seats, settled, strict=True)]
    staked, pays, returned = totals
    return {
        "status": "void" if void else "settled",
        "void_reason": (round_.get("void") or "stub_count") if void else None,
        "deck_removed": wrong_count,
        "order": sorted([seat["seat"] for seat in seats], reverse=True),
        "seats": shown,
        "totals": {
            "staked": dollars(staked),
            "pays": dollars(pays),
            "returned": dollars(returned),
            "house_net": dollars(staked - pays - returned),
        },
    }


def show_seat(number: int, hands: Json, wagers: dict[str, Wager], limit: int | None, totals: list[int]) -> Json:
    """Return a seat as JSON, its winnings cut to the limit, and add its sums to the totals."""
    staked = won = returned = 0
    shown = {}
    for name, (stake, outcome, odds, wins, back) in wagers.items():
        staked += stake
        won += wins
        returned += back
        shown[name] = {
            "stake": dollars(stake),
            "outcome": outcome,
            "odds": odds,
            "pays": dollars(wins),
            "returned": dollars(back),
        }
    pays = won if limit is None or won <= limit else limit
    totals[0] += staked
    totals[1] += pays
    totals[2] += returned
    return {
        "seat": number,
        "hands": hands,
        "wagers": shown,
        "staked": dollars(staked),
        "pays": dollars(pays),
        "limit": None if limit is None else dollars(limit),
        "limit_cut": dollars(won - pays),
        "returned": dollars(returned),
        "net": dollars(pays + returned - staked),
    }


# ── Criss Cross


def criss_cross(edition: str, offer: Json, round_: Json) -> Iterator[Settled]:
    left, middle, right, top, bottom = (round_["community"][place] for place in PLACES)
    ace_low = offer.get("ace_low_straight") is not False
    pays = HOUSE_PAYS if edition == "house" else CRISS_CROSS_PAYS
    board = rank_five([left, middle, right, top, bottom], ace_low)
    prizes = spin_prizes(offer, round_["seats"])
    for seat in round_["seats"]:
        stakes, cards = stakes_of(seat), seat.get("cards")
        hands: dict[str, str] = {}
        if seat.get("forfeit"):
            yield hands, lose(stakes, "forfeit")
            continue
        if seat.get("fold"):
            wagers = lose({name: stake for name, stake in stakes.items() if name in LINE_WAGERS}, "fold")
        else:
            across, down = (
                rank_five([*cards, left, middle, right], ace_low),
                rank_five([*cards, top, middle, bottom], ace_low),
            )
            hands["across"], hands["down"] = line_name(across), line_name(down)
            better = hands["across"] if across > down else hands["down"]
            wagers = {
                "ante_across": on_line(stakes["ante_across"], hands["across"], pays, is_ante=True),
                "ante_down": on_line(stakes["ante_down"], hands["down"], pays, is_ante=True),
                "across": on_line(stakes["across"], hands["across"], pays),
                "down": on_line(stakes["down"], hands["down"], pays),
                "middle": on_line(stakes["middle"], better, pays),
            }
        if "five_card_bonus" in stakes:
            hands["five_card"] = FIVE_CARD_HANDS[board[0]]
            wagers["five_card_bonus"] = by_paytable(stakes["five_card_bonus"], line_name(board), FIVE_CARD_PAYS)
        if "six_card_bonus" in stakes:
            best = max([rank_five(five, ace_low) for five in combinations(cards + round_["six_card"], 5)])
            hands["six_card"] = FIVE_CARD_HANDS[best[0]]
            wagers["six_card_bonus"] = by_paytable(stakes["six_card_bonus"], hands["six_card"], SIX_CARD_PAYS)
        if "bonus_spin" in stakes:
            prize = prizes[seat["seat"]]
            # The stake goes into the sensor and does not come back.
            wagers["bonus_spin"] = stakes["bonus_spin"], "win" if prize else "lose", None, prize, 0
        yield hands, wagers


def on_line(stake: int, hand: str, pays: Paytable, *, is_ante: bool = False) -> Wager:
    if hand == PUSHING_HAND:
        return stake, "push", None, 0, stake
    if is_ante and hand in pays:
        return stake, "win", "1:1", stake, stake
    return by_paytable(stake, hand, pays)


def spin_prizes(offer: Json, seats: list[Json]) -> dict[int, int]:
    """Return the cents of each seat with the wager: from its own spin and, as community pays, from the others'."""
    placed = [seat for seat in seats if "bonus_spin" in seat["wagers"]]
    prizes = {seat["seat"]: 0 for seat in placed}
    for spinner in placed:
        position = spinner.get("spin")
        if position is None:
            continue
        own, community = WHEELS[offer["bonus_spin"]["wheel"]]
        for seat in placed:
            if seat is not spinner:
                prizes[seat["seat"]] += community.get(position, 0)
            else:
                prizes[seat["seat"]] += own[position] or cents(offer["bonus_spin"]["top_prize"])
    return prizes


# ── Double Cross


def double_cross(offer: Json, round_: Json) -> Iterator[Settled]:
    left, middle, right, top, bottom = (round_["community"][place] for place in PLACES)
    axes = {"vertical": [top, middle, bottom], "horizontal": [left, middle, right]}
    raised = offer.get("odds") or {}
    raise_pays = RAISE_PAYS | (raised.get("raise") or {})
    three_card_pays = THREE_CARD_PAYS | (raised.get("three_card") or {})
    ranks = {axis: rank_five(round_["dealer"] + line) for axis, line in axes.items()}
    # The vertical axis if they are equal.
    dealer_axis = "horizontal" if ranks["horizontal"] > ranks["vertical"] else "vertical"
    dealer = ranks[dealer_axis]
    for seat in round_["seats"]:
        stakes, cards = stakes_of(seat), seat.get("cards")
        hands: dict[str, str] = {}
        wagers: dict[str, Wager] = {}
        if "three_card" in stakes:
            wagers["three_card"] = stakes["three_card"], "lose", None, 0, 0
            if seat["exposed"]:
                hands["three_card"] = THREE_CARD_HANDS[rank_three([*cards, top])]
                wagers["three_card"] = by_paytable(stakes["three_card"], hands["three_card"], three_card_pays)
        ante_and_raises = {name: stake for name, stake in stakes.items() if name != "three_card"}
        if seat.get("fold"):
            yield hands, wagers | lose(ante_and_raises, "fold")
            continue
        player = rank_five(cards + axes[seat["axis"]])
        hands["player"], hands["dealer"] = FIVE_CARD_HANDS[player[0]], FIVE_CARD_HANDS[dealer[0]]
        hands["dealer_axis"] = dealer_axis
        if player > dealer:
            wagers["ante"] = stakes["ante"], "win", "1:1", stakes["ante"], stakes["ante"]
            for name in ("first_raise", "second_raise"):
                wagers[name] = by_paytable(stakes[name], hands["player"], raise_pays)
        elif player == dealer:
            wagers |= {name: (stake, "push", None, 0, stake) for name, stake in ante_and_raises.items()}
        else:
            wagers |= lose(ante_and_raises, "lose")
        yield hands, wagers


# ── Hands


def rank_five(cards: Sequence[str], ace_low: bool = True) -> Rank:
    values = sorted([VALUES[card[0]] for card in cards], reverse=True)
    different = len(set(values))
    if different < 5:
        values.sort(key=values.copy().count, reverse=True)
        return FIVE_CARD_GROUPS[different, values.count(values[0])], values
    flush = is_flush(cards)
    top = values[0] if values[0] - values[4] == 4 else 5 if ace_low and values == ACE_LOW else None
    if top is None:
        return (5 if flush else 0), values
    return ((9 if top == 14 else 8) if flush else 4), [top]


def rank_three(cards: Sequence[str]) -> int:
    """Return the place of a hand of three cards. Aces are low or high."""
    values = sorted([VALUES[card[0]] for card in cards], reverse=True)
    different = len(set(values))
    if different < 3:
        return 1 if different == 2 else 4
    flush = is_flush(cards)
    if values[0] - values[2] == 2 or values == ACE_LOW_OF_THREE:
        return 5 if flush else 3
    return 2 if flush else 0


def is_flush(cards: Sequence[str]) -> bool:
    return len({card[1] for card in cards}) == 1


def line_name(rank: Rank) -> str:
    """Return the name by which Criss Cross pays a hand: its pairs are in three groups."""
    place, values = rank
    if place != 1:
        return FIVE_CARD_HANDS[place]
    return "pair_jacks_or_better" if values[0] >= 11 else PUSHING_HAND if values[0] >= 6 else "low_pair"


# ── Wagers and money


def stakes_of(seat: Json) -> dict[str, int]:
    return {name: cents(stake) for name, stake in seat["wagers"].items()}


def give_back(stakes: dict[str, int]) -> dict[str, Wager]:
    return {name: (stake, "void", None, 0, stake) for name, stake in stakes.items()}


def lose(stakes: dict[str, int], outcome: str) -> dict[str, Wager]:
    return {name: (stake, outcome, None, 0, 0) for name, stake in stakes.items()}


def by_paytable(stake: int, hand: str, pays: Paytable) -> Wager:
    odds = pays.get(hand)
    if odds is None:
        return stake, "lose", None, 0, 0
    win, per = odds.split(":")
    # A fraction of a cent is rounded up.
    return stake, "win", odds, -(-stake * int(win) // int(per)), stake


def cents(amount: str) -> int:
    return int(amount.replace(".", ""))


@cache
def dollars(cents: int) -> str:
    if cents < 0:
        return "-" + dollars(-cents)
    return f"{cents // 100}.{cents % 100:02d}"
