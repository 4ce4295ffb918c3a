"""Read one seat: its cards, wagers and decisions, under the terms of the table."""

from typing import Any

from games.engine.money import AMOUNT_FORM, cents, format_money
from games.engine.problems import Code
from games.engine.rulebook.play import Wager
from games.engine.terms import Terms
from games.engine.vocabulary import AXES, SEAT_FIELDS

from .fields import Reader

# The wagers that look at the seat's own cards even if it folded; one of them only if the seat exposed its cards.
NEED_CARDS = ("six_card_bonus", "three_card")
NEEDS_EXPOSED = "three_card"

_MUST_EQUAL: dict[str, tuple[Code, str]] = {
    "ante": ("unequal_antes", "Both antes must be equal."),
    "bonus": ("unequal_bonus", "This bonus must equal the wager it requires."),
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


def read_seat(reader: Reader, data: dict[str, Any], path: str, *, void: bool) -> Seat:
    """Read one entry of a round's seats; `path` ends with a dot."""
    law = reader.terms.law
    reader.fields(data, law.seat_fields, SEAT_FIELDS, path)
    forfeit = data.get("forfeit") if law.forfeits else None
    # In a void round or a forfeited seat, later bets, decisions and cards may be missing.
    loose = void or forfeit is not None
    if forfeit is not None:
        forfeit = reader.choice(forfeit, law.forfeits, path, "forfeit")
    wagers = data.get("wagers")
    if wagers is None:
        wagers = {}
    known = isinstance(wagers, dict)
    if not known:
        reader.refuse("malformed", path + "wagers", 'Wagers must be an object such as {"ante": "5.00"}.')
        wagers = {}
    cards = _cards(reader, data, wagers, path, void=void, short=loose)
    wagers_path = path + "wagers."
    seat = Seat(_number(reader, data.get("seat"), path), cards, _stakes(reader, wagers, wagers_path))
    seat.forfeit = forfeit
    fold = data.get("fold")
    if fold is not None:
        seat.fold = reader.choice(fold, law.decisions, path, "fold", "bad_fold")
    # If the fold is refused, it is unknown which bets were due. Bets that were made are checked anyway.
    undecided = loose or not known or (fold is not None and seat.fold is None)
    if known:
        _check_stakes(reader, seat.stakes, wagers, wagers_path)
        _check_decisions(reader, seat, wagers, wagers_path, loose=undecided)
    if law.double_cross:
        _read_double_cross(reader, seat, data, wagers, path, loose=loose)
    elif law.book.bonus_spin is not None:
        _read_spin(reader, seat, data.get("spin"), path, wagered=not known or "bonus_spin" in wagers, loose=undecided)
    return seat


def _cards(
    reader: Reader, data: dict[str, Any], wagers: dict[str, Any], path: str, *, void: bool, short: bool
) -> list[int]:
    """Return the seat's cards. A folded hand may be unknown, unless a live wager needs it."""
    cards, size = data.get("cards"), reader.terms.book.count.dealt.seat
    if cards is None and data.get("fold") is not None and not _needs_cards(reader, data, wagers):
        return []
    return reader.hand(cards, size, path, "cards", void=void, short=short)


def _needs_cards(reader: Reader, data: dict[str, Any], wagers: dict[str, Any]) -> bool:
    """Tell whether a wager that stays live after a fold looks at the seat's cards."""
    if not reader.terms.book.play.bonus_after_fold.live:
        return False
    return any(name in wagers and (name != NEEDS_EXPOSED or data.get("exposed") is True) for name in NEED_CARDS)


def _number(reader: Reader, value: object, path: str) -> int:
    positions = reader.terms.book.table.positions
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= positions:
        return value
    code: Code = "unknown_seat" if value is None or type(value) is int else "malformed"
    message = f"Give the number of the seat, 1 to {positions}."
    reader.refuse(code, path + "seat", message, reader.terms.book.table)
    return 0


def _stakes(reader: Reader, wagers: dict[str, Any], path: str) -> dict[str, int]:
    """Return the cents of every wager that is known and offered."""
    terms = reader.terms
    stakes: dict[str, int] = {}
    for name, value in wagers.items():
        if name not in terms.offered:
            _refuse_wager(reader, name, path)
            continue
        stake = cents(value)
        if stake is None:
            reader.refuse("bad_amount", path + name, f"Give a positive amount in {AMOUNT_FORM}.")
            continue
        stakes[name] = stake
        limit = terms.limits.get(name)
        if limit is not None and not limit.low_cents <= stake <= limit.high_cents:
            span = f"from {format_money(limit.low_cents)} to {format_money(limit.high_cents)}"
            if limit.low_cents == limit.high_cents:
                span = f"exactly {format_money(limit.low_cents)}"
            reader.refuse("outside_limits", path + name, f"Wager {span} here.", terms.law.wagers[name])
    return stakes


def _refuse_wager(reader: Reader, name: str, path: str) -> None:
    wagers = reader.terms.law.wagers
    if name in wagers:
        message = "This table does not offer this wager. Remove it, or add it to the offer."
        reader.refuse("wager_not_offered", path + name, message, wagers[name])
    else:
        message = f"There is no such wager here. Choose from: {', '.join(wagers)}."
        reader.refuse("unknown_wager", path + name, message)


def _check_stakes(reader: Reader, stakes: dict[str, int], wagers: dict[str, Any], path: str) -> None:
    """Check which wagers are required, and which must equal or require another."""
    law = reader.terms.law
    for name in law.antes:
        if name not in wagers:
            message = "Enter the ante: every seat must have one."
            reader.refuse("missing_wager", path + name, message, law.wagers[name])
    for name, other in law.equal:
        if name in stakes and other in stakes and stakes[name] != stakes[other]:
            code, message = _MUST_EQUAL[law.wagers[name].kind]
            reader.refuse(code, path + name, message, law.wagers[name])
    for name, other in law.required:
        if name in wagers and other not in wagers:
            reader.refuse("bonus_requires", path + name, f"This wager also requires {other}.", law.wagers[name])


def _check_decisions(reader: Reader, seat: Seat, wagers: dict[str, Any], path: str, *, loose: bool) -> None:
    """Check that there is a bet for every decision up to the fold, and none after it."""
    law, stakes = reader.terms.law, seat.stakes
    folded_at = law.decisions.index(seat.fold) if seat.fold else len(law.decisions)
    ante = stakes.get(law.antes[0])
    for name in law.antes:
        if stakes.get(name) != ante:
            ante = None  # unequal antes are reported already; the multiple of a bet is then unknown
    for name, decision in law.decided:
        if decision >= folded_at:
            if name in wagers:
                message = "The seat had folded. Remove the bet or the fold."
                reader.refuse("bet_after_fold", path + name, message, law.wagers[name])
        elif name not in wagers:
            if not loose:
                message = "Enter the bet, or where the seat folded."
                reader.refuse("missing_bet", path + name, message, law.wagers[name])
        elif ante is not None and name in stakes:
            _check_bet(reader, law.wagers[name], stakes[name], ante, path, name)


def _check_bet(reader: Reader, wager: Wager, stake: int, ante: int, path: str, name: str) -> None:
    """Check a bet or a raise against the ante."""
    times = wager.times_ante
    if times is None:
        if wager.equals and stake != ante:
            reader.refuse(
                "raise_not_ante", path + name, f"Each raise must equal the ante of {format_money(ante)}.", wager
            )
    elif not times.at_least * ante <= stake <= times.at_most * ante or (times.whole and stake % ante):
        span = f"{times.at_least} to {times.at_most} times the ante of {format_money(ante)}"
        whole = ", in whole multiples" if times.whole else ""
        reader.refuse("bet_multiple", path + name, f"Bet {span}{whole}.", wager)


def _read_spin(reader: Reader, seat: Seat, value: object, path: str, *, wagered: bool, loose: bool) -> None:
    """Read the wheel's position: required if the seat's wager triggered a spin, refused otherwise."""
    terms = reader.terms
    wheel, rule = terms.wheel, terms.book.bonus_spin
    path += "spin"
    if value is None:
        if wagered and spins(terms, seat) and not loose:
            reader.refuse("spin_missing", path, "The seat's pair spins the wheel: enter the position.", rule)
        return
    position = reader.whole_number(value, path, "Give the position of the wheel as a whole number.")
    if position is None:
        return
    seat.spin = position
    last = (wheel or next(iter(terms.book.wheels.values()))).positions[-1].at
    cards_refused = seat.fold is None and len(seat.cards) != terms.book.count.dealt.seat
    if not 0 <= position <= last:
        reader.refuse("bad_spin", path, f"The wheel has positions 0 to {last}.", rule)
    elif not wagered or not (cards_refused or spins(terms, seat)):
        reader.refuse("spin_not_triggered", path, "Only a pair that wagered and did not fold spins. Remove it.", rule)
    elif wheel and wheel.positions[position].top_prize and terms.offer.top_prize_cents is None:
        message = "The wheel stopped at the top prize: the offer must state it."
        reader.refuse("bad_offer", "offer.bonus_spin.top_prize", message, wheel)


def spins(terms: Terms, seat: Seat) -> bool:
    """Tell whether a seat that wagered on the wheel spins it: it has a pair, and did not fold or may spin anyway."""
    rule = terms.book.bonus_spin
    may = rule is not None and seat.forfeit is None and (seat.fold is None or rule.folded_hand_spins.value)
    return may and has_pair(terms, seat)


def has_pair(terms: Terms, seat: Seat) -> bool:
    """Tell whether a seat's own two cards are a pair."""
    ranks = [terms.law.rank_of[card] for card in seat.cards]
    return len(ranks) == 2 and ranks[0] == ranks[1]


def _read_double_cross(
    reader: Reader, seat: Seat, data: dict[str, Any], wagers: dict[str, Any], path: str, *, loose: bool
) -> None:
    """Read the seat's axis, and whether it exposed its cards for the three-card wager."""
    play = reader.terms.book.play
    axis, exposed = data.get("axis"), data.get("exposed")
    seat.axis = reader.choice(axis, AXES, path, "axis", "missing_axis")
    if axis is None and data.get("fold") is None and not loose:
        reader.refuse("missing_axis", path + "axis", "Enter the axis that the seat chose.", play)
    if exposed is not None and not isinstance(exposed, bool):
        reader.refuse("malformed", path + "exposed", "Give true or false.")
    elif exposed is None and "three_card" in wagers and not loose:
        reader.refuse("exposed_missing", path + "exposed", "Enter whether the seat exposed its cards.", play)
    seat.exposed = exposed is True
