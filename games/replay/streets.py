"""A round street by street: wagers, cards dealt and turned up, decisions, and the resulting hands.

Built from the round's input, its settlement and the rulebook, without database queries. A void round may be
incomplete: anything not entered is left blank.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from games.engine.money import cents, format_money
from games.engine.questions import acting_order
from games.engine.rulebook.play import DoubleCross
from games.engine.terms import Terms
from games.engine.vocabulary import PLACES
from games.rounds.stored_settlement import StoredSeat, StoredSettlement

SUITS = {"s": ("♠", "spades"), "h": ("♥", "hearts"), "d": ("♦", "diamonds"), "c": ("♣", "clubs")}
RANKS = {"A": ("A", "ace"), "K": ("K", "king"), "Q": ("Q", "queen"), "J": ("J", "jack"), "T": ("10", "10")}

# The community cards that the dealer turns up after each decision. The order is the same in all editions of a game:
# Criss Cross turns up a line's outer cards after the bet on it, Double Cross the rest after its one decision.
_TURNED_AFTER = {
    "across": ("left", "right"),
    "down": ("top", "bottom"),
    "middle": ("middle",),
    "play": ("left", "middle", "bottom"),
}
# Double Cross turns up the card farthest from the dealer and the one at the dealer's right before anyone decides.
_OPEN_BEFORE_PLAY = ("top", "right")

_HANDS = {"five_card": "Community", "six_card": "Six cards", "three_card": "Three cards", "player": "Hand"}


class CardPresenter(NamedTuple):
    rank: str
    suit: str
    symbol: str
    spoken: str


class CardSlot(NamedTuple):
    """A position of the community cards. `card` is None while face down, or if it was not entered."""

    name: str
    card: CardPresenter | None
    is_new: bool


class Cell(NamedTuple):
    """What a seat did or was dealt in a street."""

    lines: Sequence[str] = ()
    cards: Sequence[CardPresenter] = ()
    # Whether the cards went unseen into the discard rack.
    is_unseen: bool = False
    is_end: bool = False


class Beside(NamedTuple):
    """Cards beside the community cards: the dealer's or a bonus's, and the hand they make."""

    label: str
    cards: Sequence[CardPresenter]
    hand: str = ""


@dataclass(frozen=True)
class Street:
    """One street. `by_seat` holds what each seat did, in acting order."""

    title: str
    says: str
    by_seat: list[tuple[int, Cell]]
    cross: list[CardSlot] = field(default_factory=list)
    beside: list[Beside] = field(default_factory=list)
    cite: str = ""


def present_card(name: object) -> CardPresenter | None:
    """Return a card for display; None if the name is not a card."""
    if not isinstance(name, str) or len(name) != 2 or name[1] not in SUITS:
        return None
    rank, word = RANKS.get(name[0], (name[0], name[0]))
    symbol, suit = SUITS[name[1]]
    return CardPresenter(rank, name[1], symbol, f"{word} of {suit}")


def present_cards(names: object) -> list[CardPresenter]:
    found = [present_card(name) for name in names] if isinstance(names, list) else []
    return [card for card in found if card]


def humanize_hand(name: str) -> str:
    """Return a name of the format for display: royal_flush is "royal flush"."""
    return name.replace("_", " ")


class Replay:
    """A round's streets and results."""

    def __init__(self, terms: Terms, entered: dict[str, Any], settled: StoredSettlement) -> None:
        self.terms, self.book, self.entered = terms, terms.book, entered
        seats = {seat["seat"]: seat for seat in entered["seats"]}
        self.order = acting_order(self.book, list(seats)).value
        self.played = [seats[number] for number in self.order]
        self.results = settled.by_number
        # The seats' results, in acting order.
        self.seats = [self.results[number] for number in self.order]

    @cached_property
    def streets(self) -> list[Street]:
        return list(self._streets())

    def _streets(self) -> Iterator[Street]:
        yield Street("Before the deal", "Antes and bonuses", self._each(self._before))
        yield self._deal()
        for place in range(len(self.terms.law.decisions)):
            yield self._decision(place)
        yield self._hands()
        if any(seat.get("spin") is not None for seat in self.played):
            yield self._wheel()

    def _each(self, cell: Callable[[dict[str, Any]], Cell]) -> list[tuple[int, Cell]]:
        return [(seat["seat"], cell(seat)) for seat in self.played]

    # ── Before the deal, and the deal

    def _before(self, seat: dict[str, Any]) -> Cell:
        stakes = self._stakes(seat, decision=None)
        antes = [format_money(stake) for name, stake in stakes.items() if name in self.terms.law.antes]
        others = [
            f"{_name(name)} {format_money(stake)}" for name, stake in stakes.items() if name not in self.terms.law.antes
        ]
        return Cell([*_antes(antes), *others])

    def _stakes(self, seat: dict[str, Any], decision: str | None) -> dict[str, int]:
        """Return the cents that a seat wagered at a decision, or before the deal."""
        made = seat.get("wagers") or {}
        return {
            name: stake
            for name, wager in self.book.wagers.items()
            if wager.decision == decision and (stake := cents(made.get(name)))
        }

    def _deal(self) -> Street:
        opened = self._open_before_play
        says = f"{_listed(opened)} turned up" if opened else "Community cards face down"
        cells = self._each(self._dealt)
        return Street("The deal", says.capitalize(), cells, self._cross(opened, opened))

    @property
    def _open_before_play(self) -> tuple[str, ...]:
        return _OPEN_BEFORE_PLAY if isinstance(self.book.play, DoubleCross) else ()

    @staticmethod
    def _dealt(seat: dict[str, Any]) -> Cell:
        exposed, cards = seat.get("exposed"), present_cards(seat.get("cards"))
        is_unseen = bool(seat.get("fold")) and not cards
        lines = ["Hand not shown"] if is_unseen else []
        lines += [] if exposed is None else ["Exposed" if exposed else "Not exposed"]
        return Cell(lines, cards, is_unseen)

    def _cross(self, opened: Sequence[str], turned: Sequence[str]) -> list[CardSlot]:
        community = self.entered.get("community") or {}
        return [
            CardSlot(name, present_card(community.get(name)) if name in opened else None, name in turned)
            for name in PLACES
        ]

    # ── Decisions

    def _decision(self, place: int) -> Street:
        decisions = self.terms.law.decisions
        name = decisions[place]
        opened = [*self._open_before_play, *(card for each in decisions[: place + 1] for card in _turned_after(each))]
        if place == len(decisions) - 1:
            opened = list(PLACES)
        before = [*self._open_before_play, *(card for each in decisions[:place] for card in _turned_after(each))]
        turned = [card for card in opened if card not in before]
        return Street(
            title=_name(name),
            says=f"Then {_listed(turned)} turned up" if turned else "",
            by_seat=self._each(lambda seat: self._decided(seat, place)),
            cross=self._cross(opened, turned),
            cite=self.book.cite(*(wager for wager in self.book.wagers.values() if wager.decision == name)),
        )

    def _decided(self, seat: dict[str, Any], place: int) -> Cell:
        decisions, fold = self.terms.law.decisions, seat.get("fold")
        name = decisions[place]
        if fold == name:
            return Cell(["Folds"], is_end=True)
        if fold in decisions and decisions.index(fold) < place:
            return Cell()
        stakes = self._stakes(seat, decision=name)
        lines = [f"{_chosen(seat)}{' + '.join(map(format_money, stakes.values()))}"] if stakes else []
        times = self._times(seat, stakes)
        return Cell([*lines, *([f"{times}× the ante"] if times else [])])

    def _times(self, seat: dict[str, Any], stakes: dict[str, int]) -> str:
        """Return a single bet as a multiple of the ante."""
        ante = cents((seat.get("wagers") or {}).get(self.terms.law.antes[0]))
        if not ante or len(stakes) != 1:
            return ""
        return f"{next(iter(stakes.values())) / ante:.2f}".rstrip("0").rstrip(".")

    # ── Hands and the wheel

    def _hands(self) -> Street:
        beside = []
        for name, label in (("dealer", "Dealer"), ("six_card", "Bonus cards"), ("set_aside", "Set aside, face up")):
            if cards := present_cards(self.entered.get(name)):
                beside.append(Beside(label, cards, self._dealers_hand() if name == "dealer" else ""))
        cells = self._each(lambda seat: self._hand(seat, self.results[seat["seat"]]))
        play = self.book.play
        if isinstance(play, DoubleCross):
            says, cite = f"The dealer plays {play.dealer.plays}", self.book.cite(play.dealer)
            return Street("Hands", says, cells, beside=beside, cite=cite)
        named = any(seat.hands for seat in self.seats)
        return Street("Hands", "Two cards with each line" if named and not beside else "", cells, beside=beside)

    def _dealers_hand(self) -> str:
        hands = next((seat.hands for seat in self.seats if "dealer" in seat.hands), None)
        return f"{humanize_hand(hands['dealer'])}, {hands['dealer_axis']}" if hands else ""

    @staticmethod
    def _hand(seat: dict[str, Any], settled: StoredSeat) -> Cell:
        forfeit = seat.get("forfeit")
        lines = [
            f"{_HANDS.get(name) or _name(name)}: {humanize_hand(hand)}"
            for name, hand in settled.hands.items()
            if name not in ("dealer", "dealer_axis")
        ]
        lost = any(wager.outcome == "forfeit" for wager in settled.wagers)
        if forfeit:
            what = humanize_hand(forfeit)
            lines.append(f"Forfeits all wagers: {what}" if lost else f"Forfeit for {what}, but the round is void")
        return Cell(lines or (["Folded"] if seat.get("fold") else []), is_end=lost)

    def _wheel(self) -> Street:
        cells = self._each(lambda seat: Cell(self._spun(seat)))
        wheel, rule = self.terms.wheel, self.book.bonus_spin
        if wheel is None or rule is None:
            return Street("Wheel", "", cells)
        says = f"A {rule.trigger.value} spins; a community pay goes to {rule.community_pay.to}"
        return Street("Wheel", says, cells, cite=self.book.cite(wheel, rule.trigger, rule.community_pay))

    def _spun(self, seat: dict[str, Any]) -> list[str]:
        spin = seat.get("spin")
        if spin is None:
            return []
        places = {place.at: place for place in self.terms.wheel.positions} if self.terms.wheel else {}
        place = places.get(spin)
        return [f"Position {spin}", *(["Top prize"] if place and place.top_prize else [])]


def _antes(stakes: list[str]) -> list[str]:
    if len(stakes) > 1 and len(set(stakes)) == 1:
        return [f"Ante {len(stakes)} × {stakes[0]}"]
    return [f"Ante {' + '.join(stakes)}"] if stakes else []


def _name(name: str) -> str:
    return humanize_hand(name).capitalize()


def _turned_after(decision: str) -> tuple[str, ...]:
    return _TURNED_AFTER.get(decision, ())


def _chosen(seat: dict[str, Any]) -> str:
    axis = seat.get("axis")
    return f"{axis.capitalize()} " if isinstance(axis, str) else ""


def _listed(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
