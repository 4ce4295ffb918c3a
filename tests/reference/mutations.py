"""Break a valid document in one place. A few mutations leave it valid, which does no harm."""

import copy
import random
from collections.abc import Callable
from typing import Any

from . import hands
from .tables import COMMUNITY

Json = dict[str, Any]
Mutation = Callable[[random.Random, Json], None]

AMOUNTS: tuple[Any, ...] = (
    "5",
    "5.0",
    "5.000",
    "-5.00",
    "0.00",
    "0.01",
    "",
    "abc",
    " 5.00",
    "5.00\n",
    "1e3",
    "1,000.00",
    "٥.٠٠",
    "NaN",
    "10.00",
    "1000000.00",
    5,
    5.25,
    True,
    None,
    [],
)
CARDS: tuple[Any, ...] = ("10s", "as", "AS", "", "Xx", "A", "Asd", 7, None, ["As"])
WAGERS = (
    "ante",
    "ante_across",
    "ante_down",
    "across",
    "down",
    "middle",
    "five_card_bonus",
    "six_card_bonus",
    "bonus_spin",
    "three_card",
    "first_raise",
    "second_raise",
    "insurance",
)

DOCUMENT_VALUES: dict[str, tuple[Any, ...]] = {
    "edition": ("pa", "MD", "", None, 5, "md", "ma", "house", "nj", "mi"),
    "offer": (None, [], "x", {}),
    "round": (None, [], "x", {}),
    "comment": ("x",),
}
ROUND_VALUES: dict[str, tuple[Any, ...]] = {
    "community": (None, [], {}, "As"),
    "six_card": (None, [], ["As"], ["2c", "3c", "4d", "5h"], ["2c", "3c", "4d", "5h", "6h"], "2c", [1, 2, 3, 4]),
    "dealer": (None, [], ["As"], ["2c", "3c"], ["2c", "3c", "4d"], {}),
    "seats": (None, [], {}, [5], "x"),
    "stub": (-1, 0, 30, 41, 52, 53, "41", 41.0, True, None),
    "misdeal": (True, False, None, "yes", 1),
    "dealt": (-1, 0, 9, 11, 15, 52, 53, "11", 11.0, False, None),
    "set_aside": (None, [], ["7c"], ["7c", "8c"], "7c", ["Xx"], [7], [None], {}),
    "void": (None, "other", "stub_count", "rain", "", 1, True),
    "spin": (3,),
    "note": ("x", None),
}
SEAT_VALUES: dict[str, tuple[Any, ...]] = {
    "seat": (0, 1, 6, 7, 8, -1, "1", None, True, 2.0),
    "cards": (None, [], ["As"], ["As", "Kd"], ["As", "Kd", "Qc"], "AsKd", [5, "Kd"], {}),
    "wagers": (None, {}, [], "x"),
    "fold": (None, "across", "down", "middle", "play", "river", "", 3, False),
    "spin": (None, 0, 5, 11, 12, -1, "3", True, 3.0),
    "axis": (None, "vertical", "horizontal", "diagonal", "", 1),
    "exposed": (None, True, False, "yes", 0),
    "forfeit": (None, "conduct", "abandoned", "sleep", "", True),
    "name": ("x", None),
}
OFFER_VALUES: dict[str, tuple[Any, ...]] = {
    "limits": (None, [], {}, "x"),
    "wagers": (
        None,
        {},
        [],
        ["five_card_bonus"],
        ["six_card_bonus"],
        ["six_card_bonus", 5],
        ["ante"],
        ["insurance"],
        [5],
        ["three_card"],
        ["bonus_spin"],
    ),
    "bonus_spin": (None, {}, [], {"wheel": "five-dollar"}, {"wheel": "one-dollar-fixed", "top_prize": "100.00"}),
    "paytables": (
        None,
        {},
        [],
        "x",
        {"main": None},
        {"main": "A"},
        {"main": {}},
        {"raise": {}},
        {"five_card_bonus": []},
    ),
    "table_payout_limit": (None, "60000.00", 5),
    "payout_limit": (None, "59999.99", "60000.00", "50000.00", "1.00", "60000", 60000, "x"),
    "odds": (None, {}, [], {"raise": {"two_pair": "2:1"}}, {"ante": {"pair": "2:1"}}, {"raise": []}),
    "ace_low_straight": (None, True, False, "yes", 1),
    "currency": ("USD",),
}
LIMIT_PAIRS: tuple[Any, ...] = (
    None,
    [],
    ["5.00"],
    ["1.00", "200.00"],
    ["2.00", "11.00"],
    ["100.00", "5.00"],
    ["5", "10.00"],
    ["5.00", None],
    ["0.00", "10.00"],
    "5.00",
    ["1.00", "2.00", "3.00"],
    ["20000.00", "30000.00"],
)
ODDS: tuple[Any, ...] = ("1:2", "0:1", "2", "2-1", "3:0", "4:2", "1000:1", "", 2, None, "1:1", "2.5:1", "-3:1")


def _pick(rng: random.Random, values: tuple[Any, ...]) -> Any:
    """A copy, as a later mutation may reach into it."""
    return copy.deepcopy(rng.choice(values))


def _set_one(rng: random.Random, target: Any, values: dict[str, tuple[Any, ...]]) -> None:
    if isinstance(target, dict):
        name = rng.choice(list(values))
        target[name] = _pick(rng, values[name])


def _round(document: Json) -> Json:
    """The round, or an empty stand-in where an earlier mutation has removed it."""
    round_ = document.get("round")
    return round_ if isinstance(round_, dict) else {}


def _offer(document: Json) -> Json:
    offer = document.get("offer")
    return offer if isinstance(offer, dict) else {}


def _seats(document: Json) -> list[Json]:
    seats = _round(document).get("seats")
    return [seat for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []


def _a_seat(rng: random.Random, document: Json) -> Json:
    seats = _seats(document)
    return rng.choice(seats) if seats else {}


def _wagers(rng: random.Random, document: Json) -> Json:
    wagers = _a_seat(rng, document).get("wagers")
    return wagers if isinstance(wagers, dict) else {}


def set_document_field(rng: random.Random, document: Json) -> None:
    _set_one(rng, document, DOCUMENT_VALUES)


def set_round_field(rng: random.Random, document: Json) -> None:
    _set_one(rng, document.get("round"), ROUND_VALUES)


def set_seat_field(rng: random.Random, document: Json) -> None:
    _set_one(rng, _a_seat(rng, document), SEAT_VALUES)


def set_offer_field(rng: random.Random, document: Json) -> None:
    _set_one(rng, document.get("offer"), OFFER_VALUES)


def set_limits(rng: random.Random, document: Json) -> None:
    limits = _offer(document).setdefault("limits", {})
    if isinstance(limits, dict):
        limits[rng.choice(("ante", *WAGERS))] = _pick(rng, LIMIT_PAIRS)


def set_odds(rng: random.Random, document: Json) -> None:
    hand = rng.choice((*hands.FIVE_CARD_KINDS, "five_of_a_kind"))
    _offer(document)["odds"] = {rng.choice(("raise", "three_card")): {hand: rng.choice(ODDS)}}


def set_posted_odds(rng: random.Random, document: Json) -> None:
    paytables = _offer(document).get("paytables")
    pays = paytables.get(rng.choice(("main", "five_card_bonus"))) if isinstance(paytables, dict) else None
    if isinstance(pays, dict):
        hand = rng.choice((*hands.FIVE_CARD_KINDS, "pair_jacks_or_better", "pair_6s_to_10s", "low_pair"))
        pays[hand] = _pick(rng, (*ODDS, "lose", "push", "posted"))


def set_wheel(rng: random.Random, document: Json) -> None:
    spin = _offer(document).get("bonus_spin")
    if isinstance(spin, dict):
        values = {"wheel": ("two-dollar", None, 5, "one-dollar-fixed"), "top_prize": AMOUNTS, "colour": ("red",)}
        _set_one(rng, spin, values)


def set_amount(rng: random.Random, document: Json) -> None:
    wagers = _wagers(rng, document)
    if wagers:
        wagers[rng.choice(list(wagers))] = _pick(rng, AMOUNTS)


def add_wager(rng: random.Random, document: Json) -> None:
    _wagers(rng, document)[rng.choice(WAGERS)] = rng.choice(("1.00", "5.00", "10.00", "250.00"))


def drop_wager(rng: random.Random, document: Json) -> None:
    wagers = _wagers(rng, document)
    if wagers:
        del wagers[rng.choice(list(wagers))]


def drop_field(rng: random.Random, document: Json) -> None:
    target = rng.choice((document, _round(document), _a_seat(rng, document), _offer(document)))
    if target:
        del target[rng.choice(list(target))]


def drop_answer(rng: random.Random, document: Json) -> None:
    """What only some seats owe, taken from one that does."""
    owing = [(seat, name) for seat in _seats(document) for name in ("spin", "axis", "exposed") if name in seat]
    if owing:
        seat, name = rng.choice(owing)
        del seat[name]


def drop_count_field(rng: random.Random, document: Json) -> None:
    """A part of a count without the rest of it."""
    round_ = _round(document)
    given = [name for name in ("stub", "dealt", "misdeal", "set_aside") if name in round_]
    if given:
        del round_[rng.choice(given)]


def forget_cards(rng: random.Random, document: Json) -> None:
    """A hand that nobody saw, where it may matter."""
    target, name = rng.choice(((_a_seat(rng, document), "cards"), (_round(document), "six_card")))
    if name in target:
        target[name] = rng.choice((None, []))


def set_aside_used_card(rng: random.Random, document: Json) -> None:
    community = _round(document).get("community")
    if isinstance(community, dict) and community:
        _round(document)["set_aside"] = [rng.choice(list(community.values()))]


def spoil_card(rng: random.Random, document: Json) -> None:
    _put_card(rng, document, _pick(rng, CARDS))


def repeat_card(rng: random.Random, document: Json) -> None:
    """A card of the community or of a seat a second time."""
    community = _round(document).get("community")
    cards = list(community.values()) if isinstance(community, dict) else []
    for seat in _seats(document):
        cards += seat["cards"] if isinstance(seat.get("cards"), list) else []
    if cards:
        _put_card(rng, document, rng.choice(cards))


def _put_card(rng: random.Random, document: Json, card: Any) -> None:
    community = _round(document).get("community")
    cards = _a_seat(rng, document).get("cards")
    if rng.random() < 0.5 and isinstance(community, dict):
        community[rng.choice(COMMUNITY)] = card
    elif isinstance(cards, list) and cards:
        cards[rng.randrange(len(cards))] = card


def add_community_card(rng: random.Random, document: Json) -> None:
    community = _round(document).get("community")
    if isinstance(community, dict):
        community["centre"] = rng.choice(hands.DECK)


def drop_community_card(rng: random.Random, document: Json) -> None:
    community = _round(document).get("community")
    if isinstance(community, dict):
        community.pop(rng.choice(COMMUNITY), None)


def repeat_seat(rng: random.Random, document: Json) -> None:
    seats = _round(document).get("seats")
    if isinstance(seats, list) and seats:
        seats.append(copy.deepcopy(rng.choice(seats)))


MUTATIONS: tuple[Mutation, ...] = (
    drop_count_field,
    forget_cards,
    set_aside_used_card,
    set_document_field,
    set_round_field,
    set_round_field,
    set_seat_field,
    set_seat_field,
    set_seat_field,
    set_offer_field,
    set_offer_field,
    set_limits,
    set_odds,
    set_posted_odds,
    set_wheel,
    set_amount,
    set_amount,
    add_wager,
    add_wager,
    drop_wager,
    drop_wager,
    drop_field,
    drop_answer,
    spoil_card,
    repeat_card,
    add_community_card,
    drop_community_card,
    repeat_seat,
)
