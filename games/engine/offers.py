"""Offers: an operator's approved rules submission for one table, checked against its edition."""

from typing import Any, NamedTuple

from msgspec import structs

from .money import AMOUNT_FORM, Odds, cents, cents_of, format_money, parse_odds
from .problems import Code, Problem
from .rulebook import Rulebook
from .rulebook.base import Rule
from .rulebook.play import PayRow, Paytable

_FIELDS = frozenset(
    {"limits", "wagers", "paytables", "bonus_spin", "payout_limit", "table_payout_limit", "odds", "ace_low_straight"}
)
_SPIN_FIELDS = frozenset({"wheel", "top_prize"})


class Limit(NamedTuple):
    """The minimum and the maximum wager."""

    low_cents: int
    high_cents: int


class ParsedOffer(NamedTuple):
    """An offer as the engine uses it."""

    limits: tuple[tuple[str, Limit], ...] = ()
    wagers: frozenset[str] = frozenset()
    paytables: tuple[tuple[str, tuple[PayRow, ...]], ...] = ()
    wheel: str | None = None
    top_prize_cents: int | None = None
    payout_limit_cents: int | None = None
    table_payout_limit_cents: int | None = None
    odds: tuple[tuple[str, str, Odds], ...] = ()
    ace_low_straight: bool = True


def read_offer(book: Rulebook, data: object) -> tuple[ParsedOffer, list[Problem]]:
    """Read an offer's JSON. Faulty parts are listed as problems and left out of the returned offer.

    payout_limits.py checks the payout limit against its floor, because the floor depends on what can be won.
    """
    return _OfferReader(book).read(data)


class _OfferReader:
    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.ante = next(iter(book.wagers.values()))  # the paragraph on wagers begins with the ante
        self.problems: list[Problem] = []
        self.rows: dict[str, tuple[PayRow, ...]] = {}

    def read(self, data: object) -> tuple[ParsedOffer, list[Problem]]:
        if data is None:
            data = {}
        if not isinstance(data, dict):
            self.refuse("malformed", "offer", "The offer must be a JSON object.")
            data = {}
        for name in data:
            if name not in _FIELDS:
                self.refuse("unknown_field", f"offer.{name}", "An offer has no such field. Remove it.")
        wagers = self.wagers(data.get("wagers"))
        named = data.get("wagers") is None or isinstance(data.get("wagers"), list)
        self.paytables(data.get("paytables"), wagers)
        wheel, top_prize = self.bonus_spin(data.get("bonus_spin"), offered=named and "bonus_spin" in wagers)
        offer = ParsedOffer(
            limits=self.limits(data.get("limits")),
            wagers=wagers,
            paytables=tuple(self.rows.items()),
            wheel=wheel,
            top_prize_cents=top_prize,
            payout_limit_cents=self.payout_limit("payout_limit", data),
            table_payout_limit_cents=self.payout_limit("table_payout_limit", data),
            odds=self.odds(data.get("odds")),
            ace_low_straight=self.ace_low_straight(data.get("ace_low_straight")),
        )
        return offer, self.problems

    def refuse(self, code: Code, path: str, message: str, rule: Rule | None = None) -> None:
        self.problems.append(Problem(code, path, message, self.book.cite(rule) if rule else None))

    def amount(self, value: object, path: str) -> int | None:
        found = cents(value)
        if found is None:
            self.refuse("bad_amount", path, f"Give a positive amount in {AMOUNT_FORM}.")
        return found

    def wagers(self, names: object) -> frozenset[str]:
        """Return the optional wagers offered: those named, or the edition's default."""
        known = {name: wager for name, wager in self.book.wagers.items() if wager.optional}
        if names is None:
            return frozenset(name for name, wager in known.items() if wager.offered_by_default)
        if not isinstance(names, list):
            self.refuse("malformed", "offer.wagers", "The wagers offered must be a list of names.")
            return frozenset(known)
        offered: set[str] = set()
        for place, name in enumerate(names):
            path = f"offer.wagers[{place}]"
            if not isinstance(name, str):
                self.refuse("malformed", path, "The name of a wager must be a string.")
            elif name not in known:
                choice = ", ".join(known) or "none"
                self.refuse("bad_offer", path, f"This is not an optional wager here. Choose from: {choice}.", self.ante)
            else:
                offered.add(name)
        for place, name in enumerate(names):
            required = known[name].requires if isinstance(name, str) and name in known else None
            if required in known and required not in offered:
                message = f"This wager requires {required}. Offer both, or remove it."
                self.refuse("bad_offer", f"offer.wagers[{place}]", message, known[name])
        return frozenset(offered)

    def limits(self, data: object) -> tuple[tuple[str, Limit], ...]:
        """Return the limits by name: the offer's, or else the edition's own."""
        rules = {wager.limits: wager for wager in self.book.wagers.values() if wager.limits is not None}
        limits = {
            name: Limit(cents_of(wager.minimum), cents_of(wager.maximum))
            for name, wager in rules.items()
            if wager.minimum is not None and wager.maximum is not None
        }
        if data is None:
            data = {}
        if not isinstance(data, dict):
            self.refuse(
                "malformed", "offer.limits", 'The limits must be an object such as {"ante": ["5.00", "100.00"]}.'
            )
            data = {}
        for name, bounds in data.items():
            path = f"offer.limits.{name}"
            if name not in rules:
                choice = ", ".join(rules)
                self.refuse("bad_offer", path, f"This wager has no limits here. Choose from: {choice}.", self.ante)
            elif bounds is not None:
                given = self.limit(bounds, path, limits.get(name), rules[name])
                if given is not None:
                    limits[name] = given
        return tuple(limits.items())

    def limit(self, bounds: object, path: str, own: Limit | None, rule: Rule) -> Limit | None:
        """Return one wager's limits, within the edition's own, which stay in force if these are refused."""
        if not isinstance(bounds, list) or len(bounds) != 2:
            code: Code = "bad_offer" if isinstance(bounds, list) else "malformed"
            self.refuse(code, path, 'Give the minimum and the maximum, such as ["5.00", "100.00"].')
            return None
        low, high = (self.amount(bound, f"{path}[{place}]") for place, bound in enumerate(bounds))
        if low is None or high is None:
            return None
        if low > high:
            self.refuse("bad_offer", path, "The minimum is more than the maximum. Correct them.")
            return None
        if own is not None and not (own.low_cents <= low and high <= own.high_cents):
            span = f"{format_money(own.low_cents)} to {format_money(own.high_cents)}"
            self.refuse("bad_offer", path, f"The edition allows {span}. Stay within that range.", rule)
            return None
        return Limit(low, high)

    def paytables(self, data: object, wagers: frozenset[str]) -> None:
        """Read the rows of each paytable in force: the edition's own, chosen from its choices, or posted."""
        if data is None:
            data = {}
        if not isinstance(data, dict):
            message = 'The paytables must be an object such as {"main": {"royal_flush": "500:1"}}.'
            self.refuse("malformed", "offer.paytables", message)
            data = {}
        tables = self.book.paytables
        open_tables = [name for name, table in tables.items() if table.is_left_to_offer]
        for name in data:
            if name not in open_tables:
                choice = f"It may choose or state: {', '.join(open_tables)}." if open_tables else "Remove it."
                rule = tables.get(name, next(iter(tables.values())))
                self.refuse("bad_offer", f"offer.paytables.{name}", f"The edition sets this paytable. {choice}", rule)
        for name, table in tables.items():
            optional = name in self.book.wagers
            read = self.chosen if table.choices else self.posted if table.is_posted else None
            self.rows[name] = (
                read(name, table, data.get(name), needed=not optional or name in wagers) if read else table.rows
            )

    def chosen(self, name: str, table: Paytable, value: object, *, needed: bool) -> tuple[PayRow, ...]:
        """Return the rows of the choice that an offer names."""
        path, choices = f"offer.paytables.{name}", ", ".join(table.choices)
        if isinstance(value, str) and value in table.choices:
            return table.choices[value].rows
        if value is not None and not isinstance(value, str):
            self.refuse("malformed", path, f"Name one of the edition's paytables: {choices}.")
        elif value is not None or (needed and not table.rows):
            self.refuse("bad_offer", path, f"Choose one of the edition's paytables: {choices}.", table)
        return table.rows or next(iter(table.choices.values())).rows

    def posted(self, name: str, table: Paytable, value: object, *, needed: bool) -> tuple[PayRow, ...]:
        """Return a paytable's rows with the odds posted at the table; a row refused counts as even money."""
        path = f"offer.paytables.{name}"
        if value is not None and not isinstance(value, dict):
            self.refuse("malformed", path, 'Give the posted odds by hand, such as {"royal_flush": "500:1"}.')
        elif value is None and needed:
            message = "The table pays the odds posted at it: state them, by hand."
            self.refuse("bad_offer", path, message, table)
        stated = value if isinstance(value, dict) else None
        known = [row.key for row in table.rows if row.is_posted]
        for key in stated or ():
            if key not in known:
                message = f"The odds of this hand are not posted ones. State those of: {', '.join(known)}."
                self.refuse("bad_offer", f"{path}.{key}", message, table)
        return tuple(self.posted_row(row, stated, f"{path}.{row.key}") if row.is_posted else row for row in table.rows)

    def posted_row(self, row: PayRow, stated: dict[str, object] | None, path: str) -> PayRow:
        """Return a row with the odds stated for it."""
        pays = "1:1"
        if stated is not None:
            text, may_lose = stated.get(row.key), row.pays == "posted_or_lose"
            if isinstance(text, str) and (parse_odds(text) or (may_lose and text == "lose")):
                pays = text
            elif text is not None and not isinstance(text, str):
                self.refuse("malformed", path, 'Odds must be a string such as "3:2".')
            else:
                lose = ', or "lose"' if may_lose else ""
                self.refuse("bad_offer", path, f'State the posted odds as two whole numbers, such as "3:2"{lose}.', row)
        return structs.replace(row, pays=pays)

    def bonus_spin(self, data: object, *, offered: bool) -> tuple[str | None, int | None]:
        """Return the wheel and its top prize."""
        path = "offer.bonus_spin"
        if data is None:
            if offered:
                choice = ", ".join(self.book.wheels)
                self.refuse(
                    "bad_offer", path, f"Bonus Spin is offered: name its wheel ({choice}).", self.book.bonus_spin
                )
            return None, None
        if not self.book.wheels:
            self.refuse("bad_offer", path, "This edition has no Bonus Spin. Remove it.", self.ante)
            return None, None
        if not isinstance(data, dict):
            self.refuse(
                "malformed", path, 'Bonus Spin must be an object such as {"wheel": "…", "top_prize": "25000.00"}.'
            )
            return None, None
        for name in data:
            if name not in _SPIN_FIELDS:
                self.refuse("unknown_field", f"{path}.{name}", "Bonus Spin has no such field. Remove it.")
        prize = data.get("top_prize")
        return self.wheel(data.get("wheel"), prize), None if prize is None else self.amount(prize, f"{path}.top_prize")

    def wheel(self, name: object, prize: object) -> str | None:
        path = "offer.bonus_spin.wheel"
        if not isinstance(name, str) or name not in self.book.wheels:
            choice = ", ".join(self.book.wheels)
            code: Code = "bad_offer" if name is None or isinstance(name, str) else "malformed"
            self.refuse(code, path, f"There is no such wheel. Choose one of: {choice}.", self.book.bonus_spin)
            return None
        wheel = self.book.wheels[name]
        if wheel.top_prize == "fixed" and prize is None:
            self.refuse("bad_offer", "offer.bonus_spin.top_prize", "This wheel's top prize is fixed: state it.", wheel)
        return name

    def payout_limit(self, name: str, data: dict[str, Any]) -> int | None:
        """Return the limit of a seat or of the table, if the edition lets an offer set it."""
        value, path, rule = data.get(name), f"offer.{name}", self.book.payout_limit
        if value is None:
            return None
        if not rule.offer_may_set:
            self.refuse("bad_offer", path, "The edition sets the payout limit; an offer may not. Remove it.", rule)
            return None
        if (rule.seat if name == "payout_limit" else rule.table) is None:
            self.refuse("bad_offer", path, "The edition does not provide for this limit. Remove it.", rule)
            return None
        return self.amount(value, path)

    def odds(self, data: object) -> tuple[tuple[str, str, Odds], ...]:
        """Return (paytable, hand, odds) for each payout that the offer raises."""
        if data is None or data == {}:
            return ()
        raisable = [name for name, table in self.book.paytables.items() if table.minimum]
        if not raisable:
            message = "The edition sets the odds; an offer may not. Remove them."
            self.refuse("bad_offer", "offer.odds", message, next(iter(self.book.paytables.values())))
            return ()
        if not isinstance(data, dict):
            self.refuse("malformed", "offer.odds", 'The odds must be an object such as {"raise": {"two_pair": "2:1"}}.')
            return ()
        raised: list[tuple[str, str, Odds]] = []
        for name, table in data.items():
            path = f"offer.odds.{name}"
            if name not in raisable:
                message = f"An offer may not set these odds. It may raise the odds of: {', '.join(raisable)}."
                self.refuse("bad_offer", path, message, self.book.paytables[raisable[0]])
            elif table is None:
                continue
            elif not isinstance(table, dict):
                self.refuse("malformed", path, 'Give odds by hand, such as {"two_pair": "2:1"}.')
            else:
                raised += [(name, hand, odds) for hand, odds in self.raised(name, table).items()]
        return tuple(raised)

    def raised(self, name: str, table: dict[str, object]) -> dict[str, Odds]:
        paytable = self.book.paytables[name]
        minimums = {row.hand: (row, parse_odds(row.pays)) for row in self.rows[name]}
        raised: dict[str, Odds] = {}
        for hand, text in table.items():
            path = f"offer.odds.{name}.{hand}"
            row, least = minimums.get(hand, (None, None))
            odds = parse_odds(text)
            if row is None or least is None:
                self.refuse("bad_offer", path, "This hand is not paid on this wager. Remove it.", paytable)
            elif text is None:
                continue
            elif not isinstance(text, str):
                self.refuse("malformed", path, 'Odds must be a string such as "3:2".')
            elif odds is None:
                self.refuse("bad_offer", path, 'Give odds as two whole numbers, such as "3:2".')
            elif not odds.at_least(least):
                self.refuse("bad_offer", path, f"{odds} is less than the minimum of {least}. Pay at least that.", row)
            else:
                raised[hand] = odds
        return raised

    def ace_low_straight(self, value: object) -> bool:
        rule = self.book.hands.ace_low_straight
        if value is None:
            return rule.value
        path = "offer.ace_low_straight"
        if not rule.offer_may_set:
            self.refuse("bad_offer", path, "The edition defines the straights; an offer may not. Remove it.", rule)
        elif not isinstance(value, bool):
            self.refuse("malformed", path, "Give true or false.")
        else:
            return value
        return rule.value
