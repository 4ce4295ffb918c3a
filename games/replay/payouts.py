"""A settlement in the dealer's order: pass by pass around the table, each wager with what decides it."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from games.engine.money import MINUS, format_money, signed_cents
from games.engine.questions import Part, SettlementStep, settlement_steps
from games.engine.rulebook import Rulebook
from games.rounds.stored_settlement import LOSING, StoredSeat, StoredSettlement, StoredWager

_OUTCOMES = {"win": "wins", "push": "push", "lose": "loses", "fold": "folded", "forfeit": "forfeited", "void": "void"}


@dataclass(frozen=True)
class Pay:
    """One wager: its outcome and odds, and what the dealer pays, takes or gives back."""

    seat: int
    wager: str
    hand: str
    outcome: str
    outcome_word: str
    odds: str
    stake: str
    amount: str
    pays: str
    returned: str
    cite: str


@dataclass
class Pass:
    """What the dealer settles in one pass: the wagers of one seat, or one wager around the table."""

    title: str
    seat: int | None
    wagers: tuple[str, ...]
    part: Part = "all"
    pays: list[Pay] = field(default_factory=list)

    def continues(self, step: SettlementStep) -> bool:
        """Tell whether a step belongs to this pass."""
        if step.of == "seat":
            return self.seat == step.seat
        return (self.seat, self.wagers, self.part) == (None, step.wagers, step.part)

    @property
    def total_cents(self) -> int:
        return sum(signed_cents(pay.pays) for pay in self.pays)


NOT_SHOWN = "hand not shown"


def unseen_hands(entered: dict[str, Any]) -> frozenset[int]:
    """Return the seats whose hand went unseen into the discard rack: they folded, and no cards were entered."""
    seats = entered.get("seats")
    return frozenset(
        seat["seat"]
        for seat in (seats if isinstance(seats, list) else ())
        if isinstance(seat, dict) and seat.get("fold") and not seat.get("cards") and isinstance(seat.get("seat"), int)
    )


def passes(settlement: StoredSettlement, book: Rulebook, unseen: Collection[int] = ()) -> list[Pass]:
    """Return the dealer's passes in the order of the edition. `unseen`: the seats whose hands nobody saw."""
    seats = settlement.by_number
    found: list[Pass] = []
    for step in settlement_steps(book, settlement.order):
        pays = list(_pays(seats[step.seat], step, step.seat in unseen))
        if not pays:
            continue
        if found and found[-1].continues(step):
            found[-1].pays += pays
        else:
            seat = step.seat if step.of == "seat" else None
            found.append(Pass(_title(step, settlement.status), seat, step.wagers, step.part, pays))
    return found


_PARTS = {"all": "", "losing": ": losing wagers are collected", "others": ": winning wagers are paid"}


def _title(step: SettlementStep, status: str) -> str:
    if step.of == "seat":
        return f"Seat {step.seat}"
    return ", ".join(map(_label, step.wagers)) + (_PARTS[step.part] if status == "settled" else "")


def _label(wager: str) -> str:
    return wager.replace("_", " ").capitalize()


def _pays(seat: StoredSeat, step: SettlementStep, is_unseen: bool) -> Iterator[Pay]:
    for wager in (seat.by_name[name] for name in step.wagers if name in seat.by_name):
        if step.part != "all" and (wager.outcome in LOSING) != (step.part == "losing"):
            continue
        yield Pay(
            seat=seat.seat,
            wager=_label(wager.name),
            hand=_hand(wager.name, seat.hands) or (NOT_SHOWN if is_unseen else ""),
            outcome=wager.outcome,
            outcome_word=_OUTCOMES[wager.outcome],
            odds=wager.odds_or_blank.replace(":", " to "),
            stake=wager.stake,
            amount=_amount(wager),
            returned=wager.returned,
            pays=wager.pays,
            cite=wager.cite,
        )


def _amount(wager: StoredWager) -> str:
    if wager.outcome == "win":
        return f"+{format_money(signed_cents(wager.pays))}"
    stake = format_money(signed_cents(wager.stake))
    return f"{MINUS}{stake}" if wager.outcome in LOSING else f"{stake} back"


_HANDS = ("across", "down", "five_card", "six_card", "three_card")


def _hand(wager: str, hands: dict[str, str]) -> str:
    """Return the hand that decided a wager: the one in its name, or else the player's own."""
    name = next((name for name in _HANDS if name in wager), "player")
    return hands.get(name, "").replace("_", " ")
