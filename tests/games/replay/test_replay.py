"""A replay shows a round street by street: wagers, decisions and open cards."""

from typing import Any

import pytest

from games.engine.loading import rulebook
from games.engine.settle import settle, terms_for
from games.replay.payouts import passes, unseen_hands
from games.replay.streets import Replay, Street, present_card
from games.rounds.stored_settlement import StoredSettlement, read_settlement
from tests.floor import EDITIONS, OFFERS
from tests.games.sample_rounds import a_round

CROSS = {"left": "Qs", "middle": "Js", "right": "Ts", "top": "9s", "bottom": "8s"}
SIX_CARDS = {"five_card_bonus": "5.00", "six_card_bonus": "5.00"}


def replay(edition: str, round_: dict[str, Any], offer: dict[str, Any] | None = None) -> Replay:
    offer = OFFERS[edition] if offer is None and edition == "mi" else offer  # its odds are those of the offer
    return Replay(terms_for(edition, offer), round_, settled(edition, round_, offer))


def settled(edition: str, round_: dict[str, Any], offer: dict[str, Any] | None = None) -> StoredSettlement:
    return read_settlement(settle(edition, offer, round_).encode())


def opened(street: Street) -> set[str]:
    return {place.name for place in street.cross if place.card}


def turned(street: Street) -> set[str]:
    return {place.name for place in street.cross if place.is_new}


@pytest.mark.parametrize("edition", ["md", "md-1.0", "house", "nj"])
def test_criss_cross_opens_each_line_after_the_bet_on_it(edition: str) -> None:
    _, deal, across, down, middle, hands = replay(edition, a_round(edition)).streets

    assert (opened(deal), turned(deal)) == (set(), set())
    assert (across.title, turned(across)) == ("Across", {"left", "right"})
    assert (down.title, turned(down)) == ("Down", {"top", "bottom"})
    assert (middle.title, turned(middle)) == ("Middle", {"middle"})
    assert opened(middle) == {"left", "middle", "right", "top", "bottom"}
    assert hands.title == "Hands"


def test_double_cross_opens_two_cards_before_anyone_decides() -> None:
    before, deal, play, hands = replay("ma", a_round("ma")).streets

    assert before.by_seat[0][1].lines == ["Ante $5.00"]
    assert turned(deal) == {"top", "right"}
    assert turned(play) == {"left", "middle", "bottom"}
    assert play.by_seat[0][1].lines == ["Vertical $5.00 + $5.00"]
    (dealer,) = hands.beside
    assert (dealer.label, len(dealer.cards)) == ("Dealer", 2)
    assert dealer.hand


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_seat_stands_in_every_street_in_the_order_in_which_they_act(edition: str) -> None:
    round_ = a_round(edition, seats=6)
    round_["seats"].reverse()
    found = replay(edition, round_)

    assert all([seat for seat, _ in street.by_seat] == [1, 2, 3, 4, 5, 6] for street in found.streets)
    assert [seat.seat for seat in found.seats] == [1, 2, 3, 4, 5, 6]
    assert all(len(cell.cards) == 2 for _, cell in found.streets[1].by_seat)


def test_bets_are_told_with_how_many_times_the_ante_they_are() -> None:
    round_ = a_round("md", seats=1)
    round_["seats"][0]["wagers"] |= {"across": "15.00", "down": "7.50"}
    before, _, across, down, *_ = replay("md", round_).streets

    assert before.by_seat[0][1].lines == ["Ante 2 × $5.00"]
    assert across.by_seat[0][1].lines == ["$15.00", "3× the ante"]
    assert down.by_seat[0][1].lines == ["$7.50", "1.5× the ante"]


def test_a_seat_that_folded_does_nothing_more() -> None:
    round_ = a_round("md", seats=1)
    seat = round_["seats"][0]
    seat["fold"] = "down"
    del seat["wagers"]["down"], seat["wagers"]["middle"]
    _, _, across, down, middle, hands = replay("md", round_).streets

    assert across.by_seat[0][1].lines[0] == "$5.00"
    assert down.by_seat[0][1].lines == ["Folds"]
    assert down.by_seat[0][1].is_end
    assert middle.by_seat[0][1].lines == ()
    assert hands.by_seat[0][1].lines == ["Folded"]


def test_the_wheel_has_a_street_only_if_somebody_spun_it() -> None:
    offer = {"wagers": ["bonus_spin"], "bonus_spin": {"wheel": "five-dollar", "top_prize": "25000.00"}}
    round_ = a_round("nj", seats=1)
    round_["seats"][0] |= {"cards": ["As", "Ah"], "spin": 0}
    round_["seats"][0]["wagers"]["bonus_spin"] = "5.00"
    round_["community"] = {"left": "2c", "middle": "3c", "right": "7d", "top": "9d", "bottom": "Jh"}

    assert replay("nj", round_, offer).streets[-1].title == "Wheel"
    assert replay("nj", round_, offer).streets[-1].by_seat[0][1].lines == ["Position 0", "Top prize"]
    assert "Wheel" not in [street.title for street in replay("nj", a_round("nj")).streets]


def test_bonus_cards_lie_beside_the_hands() -> None:
    round_ = a_round("house", seats=1)
    round_["seats"][0]["wagers"] |= SIX_CARDS
    hands = replay("house", round_).streets[-1]

    assert [(each.label, len(each.cards)) for each in hands.beside] == [("Bonus cards", 4)]
    assert any(line.startswith("Six cards: ") for line in hands.by_seat[0][1].lines)


def test_a_seat_that_forfeits_is_told_as_that() -> None:
    round_ = a_round("md", seats=1)
    round_["seats"][0]["forfeit"] = "conduct"

    assert replay("md", round_).streets[-1].by_seat[0][1].lines == ["Forfeits all wagers: conduct"]


def test_a_forfeit_in_a_void_round_loses_nothing() -> None:
    round_ = a_round("md", seats=1, void="face_up_card")
    round_["seats"][0]["forfeit"] = "conduct"
    cell = replay("md", round_).streets[-1].by_seat[0][1]

    assert cell.lines == ["Forfeit for conduct, but the round is void"]
    assert not cell.is_end


def test_a_folded_hand_that_nobody_saw_is_shown_as_such() -> None:
    round_ = a_round("md", seats=2)
    seat = round_["seats"][0]
    seat |= {"fold": "across", "cards": None, "wagers": dict.fromkeys(("ante_across", "ante_down"), "5.00")}
    found = replay("md", round_)
    paid = passes(settled("md", round_), rulebook("md"), unseen_hands(round_))

    (_, unseen), (_, seen) = found.streets[1].by_seat
    assert (unseen.is_unseen, unseen.lines, unseen.cards) == (True, ["Hand not shown"], [])
    assert (seen.is_unseen, len(seen.cards)) == (False, 2)
    assert {pay.hand for each in paid for pay in each.pays if pay.seat == 1} == {"hand not shown"}
    assert all(pay.hand != "hand not shown" for each in paid for pay in each.pays if pay.seat == 2)


def test_all_losing_three_card_wagers_are_collected_before_one_is_paid() -> None:
    round_ = a_round("ma", seats=3) | {"community": CROSS}
    for seat, cards in zip(round_["seats"], (["As", "Ks"], ["2c", "4d"], ["3d", "6h"]), strict=True):
        seat |= {"cards": cards, "exposed": True}
        seat["wagers"]["three_card"] = "5.00"
    round_["dealer"] = ["Ah", "Kd"]
    losing, winning, *_ = passes(settled("ma", round_, {"wagers": ["three_card"]}), rulebook("ma"))

    assert (losing.title, [pay.seat for pay in losing.pays]) == ("Three card: losing wagers are collected", [3, 2])
    assert (winning.title, [pay.seat for pay in winning.pays]) == ("Three card: winning wagers are paid", [1])


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_void_round_is_laid_out_as_far_as_it_was_entered(edition: str) -> None:
    ante = {name: "5.00" for name, wager in rulebook(edition).wagers.items() if wager.kind == "ante"}
    round_ = {"community": {"left": "As"}, "seats": [{"seat": 2, "cards": ["Kd"], "wagers": ante}], "void": "other"}
    found = replay(edition, round_)

    assert found.streets[0].by_seat[0][1].lines
    assert len(found.streets[1].by_seat[0][1].cards) == 1
    assert sum(1 for place in found.streets[-2].cross if place.card) == 1
    assert found.seats[0].net == "0.00"


def test_what_a_payout_limit_takes_stands_with_the_seat() -> None:
    antes = dict.fromkeys(("ante_across", "ante_down"), "10.00")
    bets = dict.fromkeys(("across", "down", "middle"), "30.00")
    round_ = {
        "community": {"left": "Qs", "middle": "Js", "right": "Ts", "top": "9d", "bottom": "8d"},
        "six_card": ["2c", "3c", "4d", "5h"],
        "seats": [{"seat": 1, "cards": ["As", "Ks"], "wagers": antes | bets}],
    }
    (seat,) = replay("house", round_).seats

    assert seat.limit == "3000.00"
    assert seat.pays == "3000.00"
    assert seat.is_cut


def test_a_card_has_its_symbol_its_letter_and_its_name() -> None:
    card = present_card("Ts")

    assert card == ("10", "s", "♠", "10 of spades")
    assert present_card("Qx") is None
    assert present_card(None) is None
