"""Generate ordinary six-seat rounds: a fair shuffle, chips for stakes, one offer per table.

The tests' own generator stacks decks and varies the offer to find errors. A benchmark needs the rounds that are most
common on a floor.
"""

import random
from typing import Any

from tests.reference.hands import DECK
from tests.reference.tables import COMMUNITY, EDITIONS, LAST_POSITION, Edition

Json = dict[str, Any]

SEATS = 6

OFFERS: dict[str, Json] = {
    "md": {"wagers": ["five_card_bonus"], "limits": {"ante": ["5.00", "100.00"], "five_card_bonus": ["5.00", "50.00"]}},
    "md-1.0": {
        "wagers": ["five_card_bonus"],
        "limits": {"ante": ["5.00", "100.00"], "five_card_bonus": ["5.00", "50.00"]},
    },
    "house": {},
    "ma": {"limits": {"ante": ["5.00", "100.00"], "three_card": ["5.00", "50.00"]}, "payout_limit": "60000.00"},
    "nj": {
        "wagers": ["five_card_bonus", "bonus_spin"],
        "limits": {"ante": ["5.00", "100.00"], "five_card_bonus": ["5.00", "50.00"]},
        "bonus_spin": {"wheel": "five-dollar", "top_prize": "25000.00"},
    },
}

# Antes and bonuses in cents: chip amounts within the offers above. The low ones are for the `house` edition.
_ANTES, _HOUSE_ANTES = (500, 1000, 1500, 2500, 5000, 10000), (200, 300, 500, 1000)
_BONUSES, _HOUSE_BONUSES = (500, 1000, 2500, 5000), (200, 300, 500, 1000)
_SPIN_STAKE = "5.00"


def documents(edition: str, count: int, seed: int = 1, *, chips: bool = True) -> list[Json]:
    """Return this many rounds at the edition's table. Without chips, stakes are any amount within the limits."""
    rng = random.Random(f"{edition} {seed}")
    return [
        {"edition": edition, "offer": OFFERS[edition], "round": _round(rng, edition, chips=chips)} for _ in range(count)
    ]


def _round(rng: random.Random, name: str, *, chips: bool) -> Json:
    edition = EDITIONS[name]
    deck = rng.sample(DECK, len(COMMUNITY) + sum(edition.extra_cards.values()) + 2 * SEATS)
    round_: Json = {"community": {place: deck.pop() for place in COMMUNITY}}
    for extra, size in edition.extra_cards.items():
        round_[extra] = [deck.pop() for _ in range(size)]
    round_["seats"] = [
        _seat(rng, name, number, [deck.pop(), deck.pop()], chips=chips) for number in range(1, SEATS + 1)
    ]
    return round_


def _seat(rng: random.Random, name: str, number: int, cards: list[str], *, chips: bool) -> Json:
    edition = EDITIONS[name]
    ante = _stake(rng, _HOUSE_ANTES if name == "house" else _ANTES, chips=chips)
    bonus = _stake(rng, _HOUSE_BONUSES if name == "house" else _BONUSES, chips=chips)
    fold = rng.choice(edition.folds) if rng.random() < 0.2 else None
    bets = edition.bets[: edition.folds.index(fold)] if fold else edition.bets
    wagers = {wager: _dollars(ante) for wager in edition.antes}
    wagers |= {bet: _dollars(ante * (1 if edition.double_cross else rng.randint(1, 3))) for bet in bets}
    for wager in edition.optional:
        # A bonus that requires another one comes with it, at the same stake.
        if rng.random() < 0.7 and (wager != "six_card_bonus" or "five_card_bonus" in wagers):
            wagers[wager] = _SPIN_STAKE if wager == "bonus_spin" else _dollars(bonus)
    seat: Json = {"seat": number, "cards": cards, "wagers": wagers, "fold": fold}
    _add_choices(rng, edition, seat)
    return seat


def _add_choices(rng: random.Random, edition: Edition, seat: Json) -> None:
    """Add the choices that some editions require besides wagers."""
    played = seat["fold"] is None
    if edition.double_cross and played:
        seat["axis"] = rng.choice(("vertical", "horizontal"))
    if "three_card" in seat["wagers"]:
        seat["exposed"] = rng.random() < 0.9
    first, second = seat["cards"]
    if "bonus_spin" in seat["wagers"] and played and first[0] == second[0]:
        seat["spin"] = rng.randint(0, LAST_POSITION)


def _stake(rng: random.Random, usual: tuple[int, ...], *, chips: bool) -> int:
    return rng.choice(usual) if chips else rng.randint(usual[0], usual[-1])


def _dollars(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"
