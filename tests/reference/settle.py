"""The settlement of one round, wager by wager, as the dealer would work it out on paper."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from . import hands
from .check import cards_in_deck, check_document, is_void
from .money import ZERO, dollars, winnings
from .offer import Terms, payout_limit
from .tables import ACROSS_LINE, ANTE_ODDS, AXES, DECK_SIZE, DOWN_LINE, PUSHING_HAND, Paytable, Wheel

Json = dict[str, Any]
# The hands of a seat by name, and its wagers.
Settled = tuple[Json, dict[str, Json]]


def settle(document: Json) -> Json:
    errors, terms = check_document(document)
    if errors or terms is None:
        return {"errors": errors}
    return {"settlement": _settle_round(terms, document["round"])}


def _settle_round(terms: Terms, round_: Json) -> Json:
    void = is_void(terms.edition, round_)
    spin_prizes = {} if void else _spin_prizes(terms, round_["seats"])
    limit = payout_limit(terms)
    seats = []
    for seat in round_["seats"]:
        names, wagers = _void_seat(seat) if void else _settle_seat(terms, round_, seat, spin_prizes)
        seats.append({"seat": seat["seat"], "hands": names, "wagers": wagers, **_seat_sums(wagers, limit)})
    return {
        "status": "void" if void else "settled",
        "void_reason": (round_.get("void") or "stub_count") if void else None,
        "deck_removed": _deck_removed(terms, round_),
        # Wagers are settled from the dealer's right, where the last seat is.
        "order": sorted((seat["seat"] for seat in seats), reverse=True),
        "seats": seats,
        "totals": _totals(seats),
    }


def _deck_removed(terms: Terms, round_: Json) -> bool:
    """A count that does not come to 52, whether cards were misdealt or not."""
    return cards_in_deck(terms.edition, round_) not in (None, DECK_SIZE)


def _totals(seats: Sequence[Json]) -> Json:
    staked, pays, returned = (
        sum((Fraction(seat[name]) for seat in seats), ZERO) for name in ("staked", "pays", "returned")
    )
    return {
        "staked": dollars(staked),
        "pays": dollars(pays),
        "returned": dollars(returned),
        "house_net": dollars(staked - pays - returned),
    }


def _void_seat(seat: Json) -> Settled:
    return {}, {wager: _returned(stake) for wager, stake in seat["wagers"].items()}


def _settle_seat(terms: Terms, round_: Json, seat: Json, spin_prizes: dict[int, Fraction]) -> Settled:
    if seat.get("forfeit") is not None:
        return {}, {wager: _lost(stake, "forfeit") for wager, stake in seat["wagers"].items()}
    if terms.edition.double_cross:
        return _settle_double_cross(terms, round_, seat)
    return _settle_criss_cross(terms, round_, seat, spin_prizes)


def _seat_sums(wagers: dict[str, Json], limit: Fraction | None) -> Json:
    staked, won, returned = (
        sum((Fraction(wager[name]) for wager in wagers.values()), ZERO) for name in ("stake", "pays", "returned")
    )
    cut = max(ZERO, won - limit) if limit is not None else ZERO
    pays = won - cut
    return {
        "staked": dollars(staked),
        "pays": dollars(pays),
        "limit": None if limit is None else dollars(limit),
        "limit_cut": dollars(cut),
        "returned": dollars(returned),
        "net": dollars(pays + returned - staked),
    }


def _wager(stake: str, outcome: str, odds: str | None, pays: Fraction, returned: Fraction) -> Json:
    return {
        "stake": dollars(Fraction(stake)),
        "outcome": outcome,
        "odds": odds,
        "pays": dollars(pays),
        "returned": dollars(returned),
        "cite": None,
    }


def _returned(stake: str) -> Json:
    return _wager(stake, "void", None, ZERO, Fraction(stake))


def _pushed(stake: str) -> Json:
    return _wager(stake, "push", None, ZERO, Fraction(stake))


def _lost(stake: str, outcome: str = "lose") -> Json:
    return _wager(stake, outcome, None, ZERO, ZERO)


def _won(stake: str, odds: str) -> Json:
    return _wager(stake, "win", odds, winnings(Fraction(stake), odds), Fraction(stake))


def _by_paytable(stake: str, pays: Paytable, hand: str) -> Json:
    return _won(stake, pays[hand]) if hand in pays else _lost(stake)


def _line_cards(round_: Json, places: Sequence[str]) -> list[str]:
    return [round_["community"][place] for place in places]


def _settle_criss_cross(terms: Terms, round_: Json, seat: Json, spin_prizes: dict[int, Fraction]) -> Settled:
    stakes = seat["wagers"]
    names, settled = _settle_bonuses(terms, round_, seat)
    if "bonus_spin" in stakes:
        settled["bonus_spin"] = _settle_spin(stakes["bonus_spin"], spin_prizes.get(seat["seat"], ZERO))
    if seat.get("fold") is not None:
        for wager in _main_wagers(terms, stakes):
            settled[wager] = _lost(stakes[wager], "fold")
        return names, settled
    across = hands.rank_five(seat["cards"] + _line_cards(round_, ACROSS_LINE), terms.ace_low)
    down = hands.rank_five(seat["cards"] + _line_cards(round_, DOWN_LINE), terms.ace_low)
    names |= {"across": hands.line_name(across), "down": hands.line_name(down)}
    # A better hand pays better odds and wins before it pushes, so the middle bet simply follows the better line.
    better = hands.line_name(max(across, down))
    settled["ante_across"] = _settle_line(stakes["ante_across"], names["across"], terms.pays, is_ante=True)
    settled["ante_down"] = _settle_line(stakes["ante_down"], names["down"], terms.pays, is_ante=True)
    settled["across"] = _settle_line(stakes["across"], names["across"], terms.pays)
    settled["down"] = _settle_line(stakes["down"], names["down"], terms.pays)
    settled["middle"] = _settle_line(stakes["middle"], better, terms.pays)
    return names, settled


def _main_wagers(terms: Terms, stakes: dict[str, str]) -> list[str]:
    return [wager for wager in (*terms.edition.antes, *terms.edition.bets) if wager in stakes]


def _settle_line(stake: str, hand: str, pays: Paytable, *, is_ante: bool = False) -> Json:
    if hand == PUSHING_HAND:
        return _pushed(stake)
    if hand in pays and is_ante:
        return _won(stake, ANTE_ODDS)
    return _by_paytable(stake, pays, hand)


def _settle_bonuses(terms: Terms, round_: Json, seat: Json) -> Settled:
    """The bonuses that stay live through a fold."""
    stakes, pays = seat["wagers"], terms.bonus_pays
    names: Json = {}
    settled: dict[str, Json] = {}
    if "five_card_bonus" in stakes:
        five = hands.rank_five(list(round_["community"].values()), terms.ace_low)
        names["five_card"] = hands.five_card_name(five)
        settled["five_card_bonus"] = _by_paytable(
            stakes["five_card_bonus"], pays["five_card_bonus"], hands.line_name(five)
        )
    if "six_card_bonus" in stakes:
        six = hands.best_five(seat["cards"] + round_["six_card"], terms.ace_low)
        names["six_card"] = hands.five_card_name(six)
        settled["six_card_bonus"] = _by_paytable(stakes["six_card_bonus"], pays["six_card_bonus"], hands.line_name(six))
    return names, settled


def _settle_spin(stake: str, prize: Fraction) -> Json:
    """The stake went into the sensor: only the prizes come back (R6)."""
    return _wager(stake, "win" if prize else "lose", None, prize, ZERO)


def _spin_prizes(terms: Terms, seats: Sequence[Json]) -> dict[int, Fraction]:
    """What each seat with the wager gets from its own spin and from the community pays of the others' spins."""
    placed = [seat for seat in seats if "bonus_spin" in seat["wagers"]]
    prizes = {seat["seat"]: ZERO for seat in placed}
    if terms.wheel is None:
        return prizes
    for spinner in placed:
        position = spinner.get("spin")
        if position is None:
            continue
        for seat in placed:
            own = seat is spinner
            prizes[seat["seat"]] += _prize(terms.wheel, terms.top_prize, position, own)
    return prizes


def _prize(wheel: Wheel, top_prize: Fraction | None, position: int, own: bool) -> Fraction:
    if not own:
        return Fraction(wheel.community.get(position, "0.00"))
    if position == 0:
        assert top_prize is not None
        return top_prize
    return Fraction(wheel.player[position])


def _settle_double_cross(terms: Terms, round_: Json, seat: Json) -> Settled:
    stakes = seat["wagers"]
    names: Json = {}
    settled: dict[str, Json] = {}
    if "three_card" in stakes:
        settled["three_card"] = _settle_three_card(terms, round_, seat, names)
    if seat.get("fold") is not None:
        return names, settled | {"ante": _lost(stakes["ante"], "fold")}
    player = hands.rank_five(seat["cards"] + _line_cards(round_, AXES[seat["axis"]]))
    dealer, axis = _dealer_hand(round_)
    names |= {"player": hands.five_card_name(player), "dealer": hands.five_card_name(dealer), "dealer_axis": axis}
    for wager in _main_wagers(terms, stakes):
        if player > dealer:
            odds = ANTE_ODDS if wager == "ante" else terms.pays[names["player"]]
            settled[wager] = _won(stakes[wager], odds)
        else:
            settled[wager] = _pushed(stakes[wager]) if player == dealer else _lost(stakes[wager])
    return names, settled


def _settle_three_card(terms: Terms, round_: Json, seat: Json, names: Json) -> Json:
    """Settled before the seat decides, and only for a seat that shows its cards."""
    stake = seat["wagers"]["three_card"]
    if not seat["exposed"]:
        return _lost(stake)
    names["three_card"] = hands.three_card_name(hands.rank_three([*seat["cards"], round_["community"]["top"]]))
    return _by_paytable(stake, terms.three_card_pays, names["three_card"])


def _dealer_hand(round_: Json) -> tuple[hands.Rank, str]:
    """The dealer's better axis; the vertical one if they are equal."""
    ranks = {axis: hands.rank_five(round_["dealer"] + _line_cards(round_, line)) for axis, line in AXES.items()}
    axis = max(ranks, key=lambda name: ranks[name])
    return ranks[axis], axis
