"""Reading one seat: its cards, its wagers and its decisions, against the terms of the table."""

from typing import Any

from .money import dollars
from .problems import Code
from .reading import Reading
from .rulebook import Wager
from .terms import Terms

AXES = ("vertical", "horizontal")

# All fields of a seat in the format; which of them an edition has no use for, `seat_fields` says.
SEAT_FIELDS = frozenset({"seat", "cards", "wagers", "fold", "spin", "forfeit", "axis", "exposed"})

_MUST_EQUAL: dict[str, tuple[Code, str]] = {
    "ante": ("unequal_antes", "Both antes must be equal."),
    "bonus": ("unequal_bonus", "This bonus must equal the one that it needs."),
}


class Seat:
    """One player's cards, wagers (in cents) and decisions."""

    __slots__ = ("axis", "cards", "exposed", "fold", "forfeit", "number", "spin", "stakes")

    def __init__(self, number: int, cards: list[int], stakes: dict[str, int]) -> None:
        self.number = number
        self.cards = cards
        self.stakes = stakes
        self.fold: str | None = None
        self.forfeit: str | None = None
        self.spin: int | None = None
        self.axis: str | None = None
        self.exposed = False


def seat_fields(terms: Terms) -> frozenset[str]:
    """Return the fields of a seat that this edition has a use for."""
    used = {"seat", "cards", "wagers", "fold"}
    if terms.book.bonus_spin:
        used.add("spin")
    if terms.book.forfeits:
        used.add("forfeit")
    if terms.law.double_cross:
        used |= {"axis", "exposed"}
    return frozenset(used)


def read_seat(reading: Reading, data: dict[str, Any], path: str, *, used: frozenset[str], void: bool) -> Seat:
    """Read one entry of a round's seats."""
    terms = reading.terms
    reading.fields(data, used, SEAT_FIELDS, path + ".")
    forfeit = reading.choice(data.get("forfeit"), terms.law.forfeits, f"{path}.forfeit") if terms.law.forfeits else None
    # Of a void round or a forfeited seat the later bets, decisions and cards may be missing.
    loose = void or forfeit is not None
    number = _number(reading, data.get("seat"), f"{path}.seat")
    cards = reading.hand(data.get("cards"), terms.book.count.dealt.seat, f"{path}.cards", loose=loose)
    wagers = data.get("wagers")
    if wagers is None:
        wagers = {}
    if not isinstance(wagers, dict):
        reading.refuse("malformed", f"{path}.wagers", 'Wagers must be an object such as {"ante": "5.00"}.')
        return Seat(number, cards, {})
    seat = Seat(number, cards, _stakes(reading, wagers, f"{path}.wagers"))
    seat.forfeit = forfeit
    seat.fold = reading.choice(data.get("fold"), terms.law.decisions, f"{path}.fold", "bad_fold")
    _check_stakes(reading, seat.stakes, wagers, f"{path}.wagers")
    if seat.fold is not None or data.get("fold") is None:
        _check_decisions(reading, seat, wagers, f"{path}.wagers", loose=loose)
    if terms.law.double_cross:
        _read_double_cross(reading, seat, data, wagers, path, loose=loose)
    elif terms.book.bonus_spin is not None:
        _read_spin(reading, seat, data.get("spin"), f"{path}.spin", wagered="bonus_spin" in wagers, loose=loose)
    return seat


def _number(reading: Reading, value: object, path: str) -> int:
    table = reading.terms.book.table
    message = f"Give the number of the seat, 1 to {table.positions}."
    number = None if value is None else reading.whole_number(value, path, message)
    if value is None or (number is not None and not 1 <= number <= table.positions):
        reading.refuse("unknown_seat", path, message, table)
        return 0
    return number or 0


def _stakes(reading: Reading, wagers: dict[str, Any], path: str) -> dict[str, int]:
    """Return the cents of every wager that is known, offered and within its limits or not."""
    terms = reading.terms
    stakes: dict[str, int] = {}
    for name, value in wagers.items():
        if name not in terms.offered:
            if name in terms.law.wagers:
                message = "This table does not offer it. Remove it, or put it into the offer."
                reading.refuse("wager_not_offered", f"{path}.{name}", message, terms.law.wagers[name])
            else:
                message = f"There is no such wager here; there are: {', '.join(terms.law.wagers)}."
                reading.refuse("unknown_wager", f"{path}.{name}", message)
            continue
        stake = reading.amount(value, f"{path}.{name}")
        if stake is None:
            continue
        stakes[name] = stake
        limit = terms.limits.get(name)
        if limit is not None and not limit.low_cents <= stake <= limit.high_cents:
            span = f"from ${dollars(limit.low_cents)} to ${dollars(limit.high_cents)}"
            if limit.low_cents == limit.high_cents:
                span = f"exactly ${dollars(limit.low_cents)}"
            reading.refuse("outside_limits", f"{path}.{name}", f"Wager {span} here.", terms.law.wagers[name])
    return stakes


def _check_stakes(reading: Reading, stakes: dict[str, int], wagers: dict[str, Any], path: str) -> None:
    """Check which wagers must be there, and which must equal or need another."""
    terms = reading.terms
    for name in terms.law.antes:
        if name not in wagers:
            reading.refuse("missing_wager", f"{path}.{name}", "Enter the ante: no seat plays without it.", terms.law.wagers[name])
    for name, other in terms.law.equal:
        if stakes.get(name, 0) != stakes.get(other, 0) and name in stakes and other in stakes:
            code, message = _MUST_EQUAL[terms.law.wagers[name].kind]
            reading.refuse(code, f"{path}.{name}", message, terms.law.wagers[name])
    for name, other in terms.law.required:
        if name in wagers and other not in wagers:
            reading.refuse("bonus_requires", f"{path}.{name}", f"It needs {other} as well.", terms.law.wagers[name])


def _check_decisions(reading: Reading, seat: Seat, wagers: dict[str, Any], path: str, *, loose: bool) -> None:
    """Check that every decision was met by a bet up to the fold, and by none from there on."""
    terms = reading.terms
    folded_at = terms.law.decisions.index(seat.fold) if seat.fold else len(terms.law.decisions)
    antes = {seat.stakes.get(name) for name in terms.law.antes}
    ante = antes.pop() if len(antes) == 1 else None
    for name, decision in terms.law.decided:
        wager = terms.law.wagers[name]
        if decision >= folded_at:
            if name in wagers:
                reading.refuse("bet_after_fold", f"{path}.{name}", "The seat had folded. Remove the bet or the fold.", wager)
        elif name not in wagers:
            if not loose:
                reading.refuse("missing_bet", f"{path}.{name}", "Enter the bet, or where the seat folded.", wager)
        elif ante and (stake := seat.stakes.get(name)):
            _check_bet(reading, wager, stake, ante, f"{path}.{name}")


def _check_bet(reading: Reading, wager: Wager, stake: int, ante: int, path: str) -> None:
    """Check a bet or a raise against the ante."""
    times = wager.times_ante
    if times is None:
        if stake != ante:
            reading.refuse("raise_not_ante", path, f"Each raise must equal the ante of ${dollars(ante)}.", wager)
    elif not times.at_least * ante <= stake <= times.at_most * ante or (times.whole and stake % ante):
        span = f"{times.at_least} to {times.at_most} times the ante of ${dollars(ante)}"
        whole = ", in whole multiples" if times.whole else ""
        reading.refuse("bet_multiple", path, f"Bet {span}{whole}.", wager)


def _read_spin(reading: Reading, seat: Seat, value: object, path: str, *, wagered: bool, loose: bool) -> None:
    """Read the wheel's position: given exactly when the seat's wager triggered a spin."""
    terms = reading.terms
    wheel, rule = terms.wheel, terms.book.bonus_spin
    if value is None:
        if wagered and spins(terms, seat) and not loose:
            reading.refuse("spin_missing", path, "The seat's pair spins the wheel: enter the position.", rule)
        return
    position = reading.whole_number(value, path, "Give the position of the wheel as a whole number.")
    if position is None:
        return
    seat.spin = position
    last = (wheel or next(iter(terms.book.wheels.values()))).positions[-1].at
    cards_unsound = len(seat.cards) != terms.book.count.dealt.seat and seat.fold is None
    if not 0 <= position <= last:
        reading.refuse("bad_spin", path, f"The wheel has positions 0 to {last}.", rule)
    elif not wagered or not (cards_unsound or spins(terms, seat)):
        reading.refuse("spin_not_triggered", path, "Only a pair that wagered and did not fold spins. Remove it.", rule)
    elif wheel and wheel.positions[position].top_prize and terms.offer.top_prize_cents is None:
        message = "The wheel stopped at the top prize: the offer must state it."
        reading.refuse("bad_offer", "offer.bonus_spin.top_prize", message, wheel)


def spins(terms: Terms, seat: Seat) -> bool:
    """Tell whether a seat that wagered on the wheel spins it: with a pair, if it did not fold or may all the same."""
    rule = terms.book.bonus_spin
    if rule is None or len(seat.cards) != 2 or seat.forfeit:
        return False
    first, second = seat.cards
    return terms.law.rank_of[first] == terms.law.rank_of[second] and (seat.fold is None or rule.folded_hand_spins.value)


def _read_double_cross(
    reading: Reading, seat: Seat, data: dict[str, Any], wagers: dict[str, Any], path: str, *, loose: bool
) -> None:
    """Read the axis that a seat plays, and whether it exposed its cards for the three-card wager."""
    play = reading.terms.book.play
    axis, exposed = data.get("axis"), data.get("exposed")
    seat.axis = reading.choice(axis, AXES, f"{path}.axis", "missing_axis")
    if axis is None and data.get("fold") is None and not loose:
        reading.refuse("missing_axis", f"{path}.axis", "Enter the axis that the seat plays.", play)
    if exposed is not None and not isinstance(exposed, bool):
        reading.refuse("malformed", f"{path}.exposed", "Give true or false.")
    elif exposed is None and "three_card" in wagers and not loose:
        reading.refuse("exposed_missing", f"{path}.exposed", "Enter whether the seat exposed its cards.", play)
    seat.exposed = exposed is True
