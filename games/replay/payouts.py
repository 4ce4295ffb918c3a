"""A settlement in the dealer's order: pass by pass around the table, each wager with what decides it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from compliance.web.citations import citation_texts
from games.engine.money import cents_of
from games.engine.questions import settlement_steps
from games.engine.rulebook import Rulebook
from tables.formatting import format_money

_OUTCOMES = {
    "win": "wins",
    "push": "push",
    "lose": "loses",
    "fold": "folded",
    "forfeit": "forfeited",
    "void": "void",
}
_LOSING = ("lose", "fold", "forfeit")
MINUS = "−"


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
    pays_cents: int
    returned_cents: int
    cite: str

    @property
    def words(self) -> tuple[tuple[str, str], ...]:
        return citation_texts(self.cite)


@dataclass
class Pass:
    """What the dealer settles in one pass: the wagers of one seat, or one wager around the table."""

    title: str
    seat: int | None
    wagers: tuple[str, ...]
    pays: list[Pay] = field(default_factory=list)

    @property
    def total(self) -> str:
        return format_money(sum(pay.pays_cents for pay in self.pays))

    @property
    def any_paid(self) -> bool:
        return any(pay.pays_cents for pay in self.pays)


@dataclass(frozen=True)
class SeatTotal:
    seat: int
    net: str
    status: str
    pays: str
    limit: str
    limit_cut: str


def passes(settlement: dict[str, Any], book: Rulebook) -> list[Pass]:
    """Return the dealer's passes in the order of the edition."""
    seats = {seat["seat"]: seat for seat in settlement["seats"]}
    found: list[Pass] = []
    for step in settlement_steps(book, settlement["order"]):
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


def _pays(seat: dict[str, Any], wagers: tuple[str, ...], *, losers_first: bool) -> Iterator[Pay]:
    made = [(name, seat["wagers"][name]) for name in wagers if name in seat["wagers"]]
    if losers_first:
        made.sort(key=lambda each: each[1]["outcome"] not in _LOSING)
    for name, wager in made:
        yield Pay(
            seat=seat["seat"],
            wager=name.replace("_", " ").capitalize(),
            hand=_hand(name, seat["hands"]),
            outcome=wager["outcome"],
            outcome_word=_OUTCOMES[wager["outcome"]],
            odds=(wager["odds"] or "").replace(":", " to "),
            stake=format_money(cents_of(wager["stake"])),
            amount=_amount(wager),
            returned_cents=_cents(wager["returned"]),
            pays_cents=_cents(wager["pays"]),
            cite=wager["cite"],
        )


def _amount(wager: dict[str, Any]) -> str:
    stake, pays = cents_of(wager["stake"]), _cents(wager["pays"])
    if wager["outcome"] == "win":
        return f"+{format_money(pays)}"
    return f"{MINUS}{format_money(stake)}" if wager["outcome"] in _LOSING else f"{format_money(stake)} back"


def _cents(text: str) -> int:
    return 0 if text == "0.00" else cents_of(text)


_HANDS = ("across", "down", "five_card", "six_card", "three_card")


def _hand(wager: str, hands: dict[str, str]) -> str:
    """Return the hand that decided a wager: the one in its name, or else the player's own."""
    name = next((name for name in _HANDS if name in wager), "player")
    return hands.get(name, "").replace("_", " ")


def seat_totals(settlement: dict[str, Any]) -> list[SeatTotal]:
    """Return what each seat wins or loses in total, in the dealer's order."""
    seats = {seat["seat"]: seat for seat in settlement["seats"]}
    return [_seat_total(seats[number]) for number in settlement["order"]]


def _seat_total(seat: dict[str, Any]) -> SeatTotal:
    negative = seat["net"].startswith("-")
    net = _cents(seat["net"].removeprefix("-"))
    sign, status = (MINUS, "lost") if negative else ("+", "won") if net else ("", "even")
    cut = _cents(seat["limit_cut"])
    return SeatTotal(
        seat=seat["seat"],
        net=f"{sign}{format_money(net)}",
        status=status,
        pays=format_money(_cents(seat["pays"])),
        limit=format_money(cents_of(seat["limit"])) if cut and seat["limit"] else "",
        limit_cut=f"{MINUS}{format_money(cut)}" if cut else "",
    )
