"""Generate random documents: valid ones, and valid ones with one to three errors."""

import random
from fractions import Fraction
from typing import Any

from .check import is_void
from .deals import random_deal
from .hands import DECK
from .money import ZERO, dollars, parse_odds
from .mutations import MUTATIONS
from .offer import Limits, payout_floor, read_offer
from .problems import Problems
from .tables import COMMUNITY, DECK_SIZE, EDITIONS, FORFEITS, LAST_POSITION, VOID_REASONS, WHEELS, Edition

Json = dict[str, Any]

# Some minimums are so high, or so near the sum at which it happens, that they raise the payout limit.
ANTE_LIMITS = (
    ("5.00", "100.00"),
    ("10.00", "5000.00"),
    ("0.05", "2.50"),
    ("45.36", "20000.00"),
    ("45.38", "20000.00"),
    ("50.00", "100.00"),
    ("99.99", "1000.00"),
    ("1000.00", "1000.00"),
)
BONUS_LIMITS = (
    ("1.00", "50.00"),
    ("5.00", "500.00"),
    ("46.00", "5000.00"),
    ("102.25", "1000.00"),
    ("533.33", "10000.00"),
    ("5400.00", "5400.00"),
)
HOUSE_LIMITS = (("2.00", "10.00"), ("2.00", "5.00"), ("5.00", "10.00"), ("2.50", "7.75"))
THREE_CARD_LIMITS = (("1.00", "100.00"), ("5.00", "25.00"), ("99.99", "100.00"))
UNLIMITED = (Fraction("0.01"), Fraction("3000.00"))


def random_document(rng: random.Random, edition: str) -> Json:
    offer = _random_offer(rng, edition)
    return {"edition": edition, "offer": offer, "round": _random_round(rng, edition, offer)}


def broken_document(rng: random.Random, edition: str) -> Json:
    document = random_document(rng, edition)
    for mutate in rng.choices(MUTATIONS, k=rng.randint(1, 3)):
        mutate(rng, document)
    return document


def _chance(rng: random.Random, share: float) -> bool:
    return rng.random() < share


def _random_offer(rng: random.Random, name: str) -> Json:
    edition = EDITIONS[name]
    offer: Json = {}
    if _chance(rng, 0.8):
        offer["wagers"] = _random_optional_wagers(rng, edition)
    limits = _random_limits(rng, edition)
    if limits:
        offer["limits"] = limits
    if "bonus_spin" in offer.get("wagers", ()) or ("bonus_spin" in edition.optional and _chance(rng, 0.2)):
        prize = rng.choice(("25000.00", "100.00", "60000.00", "1234.56"))
        offer["bonus_spin"] = {"wheel": rng.choice(list(WHEELS)), "top_prize": prize}
    if edition.ace_low_is_open and _chance(rng, 0.4):
        offer["ace_low_straight"] = _chance(rng, 0.4)
    if edition.double_cross and _chance(rng, 0.5):
        offer["odds"] = _random_odds(rng, edition)
    if edition.posted:
        offer["paytables"] = _random_paytables(rng, edition, offer)
    if edition.operator_sets_payout_limit and _chance(rng, 0.5):
        offer["payout_limit"] = _random_payout_limit(rng, name, offer)
    return offer


def _random_optional_wagers(rng: random.Random, edition: Edition) -> list[str]:
    wagers = [wager for wager in edition.optional if _chance(rng, 0.75)]
    # The 6 Card Bonus cannot be played at a table without the 5 Card Bonus.
    return [wager for wager in wagers if wager != "six_card_bonus" or "five_card_bonus" in wagers]


def _random_limits(rng: random.Random, edition: Edition) -> Json:
    limits: Json = {}
    choices: dict[str, tuple[tuple[str, str], ...]]
    if edition.limits.get("ante") is not None:
        choices = {"ante": HOUSE_LIMITS, "five_card_bonus": HOUSE_LIMITS}
    else:
        choices = {"ante": ANTE_LIMITS, "five_card_bonus": BONUS_LIMITS, "three_card": THREE_CARD_LIMITS}
    for wager, pairs in choices.items():
        if wager in ("ante", *edition.optional) and _chance(rng, 0.7):
            limits[wager] = list(rng.choice(pairs))
    return limits


def _random_odds(rng: random.Random, edition: Edition) -> Json:
    """Raised odds in lowest terms, some of which break cents."""
    odds: Json = {}
    for name, pays in (("raise", edition.pays), ("three_card", edition.bonus_pays["three_card"])):
        raised = {}
        for hand in rng.sample(list(pays), rng.randint(0, 3)):
            least = parse_odds(pays[hand])
            assert least is not None
            ratio = least + rng.choice((ZERO, Fraction(1), Fraction(1, 2), Fraction(2, 3), Fraction(150)))
            raised[hand] = f"{ratio.numerator}:{ratio.denominator}"
        if raised:
            odds[name] = raised
    return odds


def _random_paytables(rng: random.Random, edition: Edition, offer: Json) -> Json:
    """Posted odds, better hands not always paying more."""
    paytables: Json = {}
    offered = offer.get("wagers", edition.always_offered)
    for name, posted in edition.posted.items():
        if name == "main" or name in offered or _chance(rng, 0.2):
            choices = ("1:1", "3:2", "5:1", "40:1", "500:1", *(() if name == "main" else ("lose",)))
            paytables[name] = {hand: rng.choice(choices) for hand in posted}
    return paytables


def _random_payout_limit(rng: random.Random, name: str, offer: Json) -> str | None:
    floor = payout_floor(read_offer(name, offer, Problems()))
    assert floor is not None
    return rng.choice((None, dollars(floor), dollars(floor + Fraction("0.01")), dollars(floor * 3)))


def _random_round(rng: random.Random, name: str, offer: Json) -> Json:
    edition = EDITIONS[name]
    terms = read_offer(name, offer, Problems())
    numbers = sorted(rng.sample(range(1, edition.last_seat + 1), rng.randint(1, edition.last_seat)))
    if _chance(rng, 0.15):
        rng.shuffle(numbers)
    deal = random_deal(rng, len(numbers), edition.extra_cards)
    wheel_stake = terms.wheel.stake if terms.wheel else None
    seats = [
        _random_seat(rng, edition, number, cards, terms.offered, terms.limits, wheel_stake)
        for number, cards in zip(numbers, deal.holes, strict=True)
    ]
    round_: Json = {"community": deal.community, **deal.extra, "seats": seats}
    aside = 0
    if edition.sets_a_card_aside and _chance(rng, 0.15):
        round_["set_aside"] = [rng.choice(_unused_cards(round_))]
        aside = 1
    _add_count_and_void(rng, round_, edition, len(numbers), aside)
    if is_void(edition, round_) and _chance(rng, 0.6):
        _leave_incomplete(rng, round_, edition)
    _forget_cards(rng, round_)
    return round_


def _unused_cards(round_: Json) -> list[str]:
    used = {*round_["community"].values(), *round_.get("six_card", ()), *round_.get("dealer", ())}
    used |= {card for seat in round_["seats"] for card in seat["cards"]}
    return [card for card in DECK if card not in used]


def _add_count_and_void(rng: random.Random, round_: Json, edition: Edition, seats: int, aside: int) -> None:
    full = len(COMMUNITY) + 2 * seats + sum(edition.extra_cards.values())
    if _chance(rng, 0.07):
        round_["void"] = rng.choice(VOID_REASONS)
    elif _chance(rng, 0.5):
        round_["void"] = None
    if _chance(rng, 0.5):
        return
    misdeal = _chance(rng, 0.12)
    if misdeal or _chance(rng, 0.2):
        round_["misdeal"] = misdeal
    dealt = full
    broke_off = round_.get("void") not in (None, "stub_count")
    if misdeal or broke_off or _chance(rng, 0.1):
        dealt = rng.choice((full, full + 1, full - 1, rng.randint(0, full + 1)))
        round_["dealt"] = dealt
    wrong = rng.choice((-2, -1, 1)) if _chance(rng, 0.15) else 0
    round_["stub"] = min(DECK_SIZE, max(0, DECK_SIZE - dealt - aside + wrong))


def _forget_cards(rng: random.Random, round_: Json) -> None:
    """A folded hand goes face down into the rack, and bonus cards that nobody wagered on are not looked at."""
    for seat in round_["seats"]:
        matters = "six_card_bonus" in seat["wagers"] or seat.get("exposed")
        if seat.get("fold") is not None and not matters and _chance(rng, 0.5):
            _forget(rng, seat, "cards")
    wagered = any("six_card_bonus" in seat["wagers"] for seat in round_["seats"])
    if "six_card" in round_ and not wagered and _chance(rng, 0.5):
        _forget(rng, round_, "six_card")


def _forget(rng: random.Random, target: Json, name: str) -> None:
    if _chance(rng, 0.5):
        target[name] = None
    else:
        del target[name]


def _leave_incomplete(rng: random.Random, round_: Json, edition: Edition) -> None:
    """A round that stopped half way: cards, bets and what follows from them may be missing."""
    for place in rng.sample(COMMUNITY, rng.randint(0, 5)):
        del round_["community"][place]
    for extra in edition.extra_cards:
        round_[extra] = round_[extra][: rng.randint(0, 4)]
    for seat in round_["seats"]:
        seat["cards"] = seat["cards"][: rng.randint(0, 2)]
        _drop_later_bets(rng, seat, edition)
        for name in ("spin", "axis", "exposed"):
            if _chance(rng, 0.5):
                seat.pop(name, None)


def _drop_later_bets(rng: random.Random, seat: Json, edition: Edition) -> None:
    for bet in edition.bets[rng.randint(0, len(edition.bets)) :]:
        seat["wagers"].pop(bet, None)


def _random_seat(
    rng: random.Random,
    edition: Edition,
    number: int,
    cards: list[str],
    offered: set[str],
    limits: Limits,
    wheel_stake: str | None,
) -> Json:
    ante = _random_stake(rng, limits.get("ante", UNLIMITED))
    seat: Json = {"seat": number, "cards": cards, "wagers": {name: dollars(ante) for name in edition.antes}}
    fold = rng.choice(edition.folds) if _chance(rng, 0.25) else None
    if fold is not None or _chance(rng, 0.5):
        seat["fold"] = fold
    owed = edition.folds.index(fold) if fold is not None else len(edition.bets)
    for bet in edition.bets[:owed]:
        seat["wagers"][bet] = dollars(_random_bet(rng, edition, ante))
    _add_bonuses(rng, seat, offered, limits, wheel_stake)
    if edition.double_cross:
        _add_double_cross_fields(rng, seat, fold)
    if "bonus_spin" in edition.optional:
        _add_spin(rng, seat, fold)
    if edition.forfeits and _chance(rng, 0.08):
        seat["forfeit"] = rng.choice(FORFEITS)
        seat["cards"] = seat["cards"][: rng.randint(0, 2)]
        _drop_later_bets(rng, seat, edition)
    return seat


def _random_stake(rng: random.Random, limits: tuple[Fraction, Fraction]) -> Fraction:
    low, high = limits
    any_cents = Fraction(rng.randint(int(low * 100), int(high * 100)), 100)
    whole = Fraction(round(any_cents))
    return rng.choice((low, high, any_cents, whole if low <= whole <= high else any_cents))


def _random_bet(rng: random.Random, edition: Edition, ante: Fraction) -> Fraction:
    if edition.double_cross:
        return ante
    if edition.whole_units or _chance(rng, 0.6):
        return ante * rng.randint(1, 3)
    return Fraction(rng.randint(int(ante * 100), int(ante * 300)), 100)


def _add_bonuses(rng: random.Random, seat: Json, offered: set[str], limits: Limits, wheel_stake: str | None) -> None:
    wagers = seat["wagers"]
    for bonus in sorted(offered - {"six_card_bonus", "bonus_spin"}):
        if _chance(rng, 0.7):
            wagers[bonus] = dollars(_random_stake(rng, limits.get(bonus, UNLIMITED)))
    if "six_card_bonus" in offered and "five_card_bonus" in wagers and _chance(rng, 0.7):
        wagers["six_card_bonus"] = wagers["five_card_bonus"]
    if "bonus_spin" in offered and _chance(rng, 0.8):
        wagers["bonus_spin"] = wheel_stake


def _add_double_cross_fields(rng: random.Random, seat: Json, fold: str | None) -> None:
    if fold is None:
        seat["axis"] = rng.choice(("vertical", "horizontal"))
    if "three_card" in seat["wagers"]:
        seat["exposed"] = _chance(rng, 0.8)


def _add_spin(rng: random.Random, seat: Json, fold: str | None) -> None:
    paired = seat["cards"][0][0] == seat["cards"][1][0]
    if "bonus_spin" in seat["wagers"] and paired and fold is None:
        seat["spin"] = rng.choice((0, 3, 6, 9, rng.randint(0, LAST_POSITION)))
    elif _chance(rng, 0.3):
        seat["spin"] = None
