"""Rounds that the demo's guests play: from a shuffled deck, by the rules and limits of the table's offer."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from games.engine.cards import CARDS, SUITS
from games.engine.money import dollars
from games.engine.questions import stub_after_deal
from games.engine.rulebook.play import Wager
from games.engine.terms import Terms
from games.engine.vocabulary import AXES, PLACES, SETTING_ASIDE

Json = dict[str, Any]

# What guests know of the game: the cards worth staying for, the ranks of which a pair does not lose, and what is turned
# over after their first and second decision.
_HIGH, _PAYING = "AKQJT98", "AKQJT9876"
_FACE_UP = (("left", "right"), ("top", "bottom"))
# Their bets without such a pair, in antes.
_OFTEN = (1,) * 14 + (2, 3)
# Where the wheel stops: rarely at a large prize, never at the top prize.
_SPINS = (1,) * 8 + (4,) * 7 + (5,) * 5 + (9,) * 9 + (11,) * 6 + (6, 7, 10)


class Guest(NamedTuple):
    """A guest at a seat, whose ante and bonus stay the same."""

    seat: int
    ante_cents: int
    takes_bonus: bool


def guests(terms: Terms, positions: int, random: Random) -> list[Guest]:
    """Return the guests who sit at a table for a while."""
    ante = terms.law.antes[0]
    least, limit = _least(terms, ante), terms.limits.get(ante)
    most = limit.high_cents if limit else 10 * least
    seats = random.sample(range(1, positions + 1), random.randint(2, min(5, positions)))
    antes = [min(least * random.choice((1, 1, 2, 3, 5)), most) for _ in seats]
    return [Guest(seat, cents, random.random() < 0.6) for seat, cents in zip(sorted(seats), antes, strict=True)]


def deal(terms: Terms, there: list[Guest], random: Random, *, counted: bool = False) -> Json:
    """Return a round: what was dealt, wagered and decided, with a stub count if `counted`."""
    dealt = terms.book.count.dealt
    deck = [rank + suit for rank in terms.book.deck.ranks for suit in SUITS]
    random.shuffle(deck)
    round_: Json = {"community": {place: deck.pop() for place in PLACES}}
    if dealt.six_card:
        round_["six_card"] = [deck.pop() for _ in range(dealt.six_card)]
    if dealt.dealer:
        round_["dealer"] = [deck.pop() for _ in range(dealt.dealer)]
    shown = round_["community"]
    round_["seats"] = [_seat(terms, guest, [deck.pop(), deck.pop()], shown, random) for guest in there]
    if counted:
        round_["stub"] = stub_after_deal(terms, len(there)).value
    return round_


def _card_too_many(round_: Json) -> Json:
    """Someone was dealt a card too many: the dealer counts the stub and the table."""
    stub = round_["stub"] - 1
    return {"stub": stub, "dealt": len(CARDS) - stub, "misdeal": True}


def _card_face_up(round_: Json) -> Json:
    """One card lay face up in the shoe, and was set aside."""
    hands = [round_["community"].values(), round_["dealer"], *(seat.get("cards", ()) for seat in round_["seats"])]
    used = {card for hand in hands for card in hand}
    card = next(card for card in CARDS if card not in used)
    return {"stub": round_["stub"] - 1, "set_aside": [card], "irregularities": [SETTING_ASIDE]}


# What is different in a counted round in which this happened.
INCIDENTS: dict[str, Callable[[Json], Json]] = {"card_too_many": _card_too_many, "card_face_up": _card_face_up}


def _seat(terms: Terms, guest: Guest, cards: list[str], shown: dict[str, str], random: Random) -> Json:
    law = terms.law
    paired = cards[0][0] == cards[1][0]
    stakes = dict.fromkeys(law.antes, guest.ante_cents)
    if guest.takes_bonus:
        stakes |= _bonuses(terms)
    seat: Json = {"seat": guest.seat, "cards": cards}
    fold = law.decisions[0] if _is_hopeless(cards) and random.random() < 0.7 else None
    for name, decision in law.decided if not fold else ():
        stakes[name] = guest.ante_cents * _times(law.wagers[name], _is_good(cards, shown, decision), random)
    if fold:
        seat["fold"] = fold
    if law.double_cross:
        seat |= _double_cross(stakes, fold, random)
    elif "bonus_spin" in stakes and paired and not fold:
        seat["spin"] = random.choice(_SPINS)
    if fold and "six_card_bonus" not in stakes and not seat.get("exposed"):
        del seat["cards"]  # the hand goes face down into the rack, and nobody sees it
    return seat | {"wagers": {name: dollars(cents) for name, cents in stakes.items()}}


def _bonuses(terms: Terms) -> dict[str, int]:
    return {name: _least(terms, name) for name in terms.law.of_kind("bonus", "spin") if name in terms.offered}


def _is_hopeless(cards: list[str]) -> bool:
    """Tell whether two cards are so low that most guests fold at once."""
    return cards[0][0] != cards[1][0] and not any(card[0] in _HIGH for card in cards)


def _is_good(cards: list[str], shown: dict[str, str], decision: int) -> bool:
    """Tell whether a line holds a pair that wins or pushes, by the cards face up at a decision."""
    lines = [[card[0] for card in (*cards, *(shown[place] for place in places))] for places in _FACE_UP[:decision]]
    ranks = [rank for line in lines or [[card[0] for card in cards]] for rank in set(line) if line.count(rank) > 1]
    return any(rank in _PAYING for rank in ranks)


def _times(wager: Wager, good: bool, random: Random) -> int:
    if wager.times_ante is None:
        return 1
    return wager.times_ante.at_most if good else random.choice(_OFTEN)


def _double_cross(stakes: dict[str, int], fold: str | None, random: Random) -> Json:
    found: Json = {} if fold else {"axis": random.choice(AXES)}
    return found | ({"exposed": True} if "three_card" in stakes else {})


def _least(terms: Terms, name: str) -> int:
    limit = terms.limits.get(name)
    return limit.low_cents if limit else 500
