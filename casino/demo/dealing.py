"""Rounds as guests of the demo play them: from a shuffled deck, by the rules and limits of the table's own offer."""

from random import Random
from typing import Any, NamedTuple

from games.engine.cards import SUITS
from games.engine.money import dollars
from games.engine.rounds import expected_stub
from games.engine.rulebook.play import Wager
from games.engine.terms import Terms
from games.engine.vocabulary import AXES, PLACES

Json = dict[str, Any]


class Guest(NamedTuple):
    """Someone at a seat, with the ante and the bonus that they keep to."""

    seat: int
    ante_cents: int
    takes_bonus: bool


def guests(terms: Terms, positions: int, random: Random) -> list[Guest]:
    """Return who sits at a table for a while."""
    ante = terms.law.antes[0]
    least, limit = _least(terms, ante), terms.limits.get(ante)
    most = limit.high_cents if limit else 10 * least
    seats = random.sample(range(1, positions + 1), random.randint(2, min(5, positions)))
    antes = [min(least * random.choice((1, 1, 2, 3, 5)), most) for _ in seats]
    return [Guest(seat, cents, random.random() < 0.6) for seat, cents in zip(sorted(seats), antes, strict=True)]


def deal(terms: Terms, there: list[Guest], random: Random, *, counted: bool = False) -> Json:
    """Return a round: what was dealt, wagered and decided; with the count of its stub where that is due."""
    dealt = terms.book.count.dealt
    deck = [rank + suit for rank in terms.book.deck.ranks for suit in SUITS]
    random.shuffle(deck)
    round_: Json = {"community": {place: deck.pop() for place in PLACES}}
    if dealt.six_card:
        round_["six_card"] = [deck.pop() for _ in range(dealt.six_card)]
    if dealt.dealer:
        round_["dealer"] = [deck.pop() for _ in range(dealt.dealer)]
    round_["seats"] = [_seat(terms, guest, [deck.pop(), deck.pop()], random) for guest in there]
    if counted:
        round_["stub"] = expected_stub(terms, len(there))
    return round_


def _seat(terms: Terms, guest: Guest, cards: list[str], random: Random) -> Json:
    law = terms.law
    paired = cards[0][0] == cards[1][0]
    stakes = dict.fromkeys(law.antes, guest.ante_cents)
    if guest.takes_bonus:
        stakes |= _bonuses(terms)
    seat: Json = {"seat": guest.seat, "cards": cards}
    fold = random.choice(law.decisions) if not paired and random.random() < 0.3 else None
    folded_at = law.decisions.index(fold) if fold else len(law.decisions)
    for name, decision in law.decided:
        if decision < folded_at:
            stakes[name] = guest.ante_cents * _times(law.wagers[name], paired, random)
    if fold:
        seat["fold"] = fold
    if law.double_cross:
        seat |= _double_cross(stakes, fold, random)
    elif "bonus_spin" in stakes and paired and not fold:
        seat["spin"] = random.randrange(1, 12)
    return seat | {"wagers": {name: dollars(cents) for name, cents in stakes.items()}}


def _bonuses(terms: Terms) -> dict[str, int]:
    return {name: _least(terms, name) for name in terms.law.of_kind("bonus", "spin") if name in terms.offered}


def _times(wager: Wager, paired: bool, random: Random) -> int:
    if wager.times_ante is None:
        return 1
    return wager.times_ante.at_most if paired else random.choice((1, 1, 1, 2, 3))


def _double_cross(stakes: dict[str, int], fold: str | None, random: Random) -> Json:
    found: Json = {} if fold else {"axis": random.choice(AXES)}
    return found | ({"exposed": True} if "three_card" in stakes else {})


def _least(terms: Terms, name: str) -> int:
    limit = terms.limits.get(name)
    return limit.low_cents if limit else 500
