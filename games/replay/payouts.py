"""A settlement in the dealer's order: pass by pass around the table, each wager with what decides it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from games.engine.money import MINUS, format_money, signed_cents
from games.engine.questions import settlement_steps
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
    pays: list[Pay] = field(default_factory=list)

    @property
    def total_cents(self) -> int:
        return sum(signed_cents(pay.pays) for pay in self.pays)


def passes(settlement: StoredSettlement, book: Rulebook) -> list[Pass]:
    """Return the dealer's passes in the order of the edition."""
    seats = settlement.by_number
    found: list[Pass] = []
    for step in settlement_steps(book, settlement.order):
        pays = list(_pays(seats[step.seat], step.wagers, losers_first=step.losers_first))
        if not pays:
            continue
        last = found[-1] if found else None
        if (last and last.seat == step.seat) or (last and last.seat is None and last.wagers == step.wagers):
            last.pays += pays
        elif len(step.wagers) == 1:
            found.append(Pass(pays[0].wager, None, step.wagers, pays))
        else:
            found.append(Pass(f"Seat {step.seat}", step.seat, step.wagers, pays))
    return found


def _pays(seat: StoredSeat, wagers: tuple[str, ...], *, losers_first: bool) -> Iterator[Pay]:
    made = [seat.by_name[name] for name in wagers if name in seat.by_name]
    if losers_first:
        made.sort(key=lambda wager: wager.outcome not in LOSING)
    for wager in made:
        yield Pay(
            seat=seat.seat,
            wager=wager.name.replace("_", " ").capitalize(),
            hand=_hand(wager.name, seat.hands),
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
