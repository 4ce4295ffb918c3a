"""An offer read against its edition: the terms a table plays under, and what is wrong with them.

A part of the offer that is wrong is reported and then left out, so that the round can still be checked against the
rest.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .money import ZERO, dollars, parse_amount, parse_odds
from .problems import Problems
from .richest import criss_cross_bound, criss_cross_most, double_cross_bound, double_cross_most, most_with_a_spin
from .tables import EDITIONS, WHEELS, Edition, Paytable, Wheel

OFFER_FIELDS = {
    "limits",
    "wagers",
    "paytables",
    "bonus_spin",
    "payout_limit",
    "table_payout_limit",
    "odds",
    "ace_low_straight",
}

Limits = dict[str, tuple[Fraction, Fraction]]


@dataclass
class Terms:
    """What an offer comes to, its silences filled in."""

    name: str
    edition: Edition
    offered: set[str]
    limits: Limits
    pays: Paytable
    three_card_pays: Paytable
    bonus_pays: dict[str, Paytable]
    wheel: Wheel | None = None
    top_prize: Fraction | None = None
    offered_payout_limit: Fraction | None = None
    ace_low: bool = True

    def minimum(self, wager: str) -> Fraction:
        """A wager that is not offered or has no stated minimum counts as nothing."""
        if wager != "ante" and wager not in self.offered:
            return ZERO
        return self.limits[wager][0] if wager in self.limits else ZERO


def read_offer(name: str, value: Any, problems: Problems) -> Terms:
    edition = EDITIONS[name]
    terms = Terms(
        name=name,
        edition=edition,
        offered=set(edition.always_offered),
        limits={wager: (Fraction(low), Fraction(high)) for wager, (low, high) in edition.limits.items()},
        pays=dict(edition.pays),
        three_card_pays=dict(edition.bonus_pays.get("three_card", {})),
        bonus_pays={wager: dict(pays) for wager, pays in edition.bonus_pays.items()},
    )
    offer = problems.typed(value, dict, "offer")
    if offer is None:
        _read_paytables(terms, {}, problems)
        return terms
    problems.check_fields(offer, OFFER_FIELDS, set(), "offer.")
    _read_wagers(terms, offer, problems)
    _read_limits(terms, offer, problems)
    _read_paytables(terms, offer, problems)
    _read_bonus_spin(terms, offer, problems)
    _read_ace_low(terms, offer, problems)
    _read_odds(terms, offer, problems)
    _read_payout_limit(terms, offer, problems)
    return terms


def payout_limit(terms: Terms) -> Fraction | None:
    """The most that a seat may win in a round at this table, or None."""
    edition = terms.edition
    if edition.fixed_payout_limit is not None:
        return Fraction(edition.fixed_payout_limit)
    if edition.operator_sets_payout_limit:
        return terms.offered_payout_limit
    return payout_floor(terms)


def payout_floor(terms: Terms) -> Fraction | None:
    """The greater of the text's sum and the most one player could win betting the minimum."""
    if terms.edition.payout_limit_at_least is None:
        return None
    floor = Fraction(terms.edition.payout_limit_at_least)
    # The exact search is dear, and idle wherever a simple bound already stays below the text's sum.
    if _bound(terms) <= floor:
        return floor
    return max(floor, _most(terms))


def _bound(terms: Terms) -> Fraction:
    if terms.edition.double_cross:
        return double_cross_bound(terms.minimum("ante"), terms.minimum("three_card"), *_plain_paytables(terms))
    ante, five, six = terms.minimum("ante"), terms.minimum("five_card_bonus"), terms.minimum("six_card_bonus")
    return criss_cross_bound(terms.name, ante, five, six) + (_greatest_prize(terms) or ZERO)


def _most(terms: Terms) -> Fraction:
    if terms.edition.double_cross:
        return double_cross_most(terms.minimum("ante"), terms.minimum("three_card"), *_plain_paytables(terms))
    ante, five, six = terms.minimum("ante"), terms.minimum("five_card_bonus"), terms.minimum("six_card_bonus")
    most = criss_cross_most(terms.name, ante, five, six, terms.ace_low)
    prize = _greatest_prize(terms)
    if prize is None:
        return most
    return max(most, most_with_a_spin(terms.name, ante, five, prize, terms.ace_low))


def _greatest_prize(terms: Terms) -> Fraction | None:
    """The most that one spin pays the player, the top prize among it if the offer states it."""
    if terms.wheel is None or "bonus_spin" not in terms.offered:
        return None
    stated = [terms.top_prize] if terms.top_prize is not None else []
    return max([*stated, *map(Fraction, terms.wheel.player.values())])


def _plain_paytables(terms: Terms) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    return tuple(terms.pays.items()), tuple(terms.three_card_pays.items())


def _read_wagers(terms: Terms, offer: dict[str, Any], problems: Problems) -> None:
    wagers = problems.typed(offer.get("wagers"), list, "offer.wagers")
    if wagers is None:
        if offer.get("wagers") is not None:
            terms.offered = set(terms.edition.optional)  # unreadable: no wager can be called not offered
        return
    terms.offered = set()
    for place, item in enumerate(wagers):
        path = f"offer.wagers[{place}]"
        if not isinstance(item, str):
            problems.add("malformed", path, "A wager is named by a string.")
        elif item not in terms.edition.optional:
            problems.add("bad_offer", path, f"This edition has no optional wager {item}.")
        else:
            terms.offered.add(item)
    if "six_card_bonus" in terms.offered and "five_card_bonus" not in terms.offered:
        for place, item in enumerate(wagers):
            if item == "six_card_bonus":
                problems.add("bad_offer", f"offer.wagers[{place}]", "The 6 Card Bonus needs the 5 Card Bonus.")


def _read_limits(terms: Terms, offer: dict[str, Any], problems: Problems) -> None:
    limits = problems.typed(offer.get("limits"), dict, "offer.limits")
    # The wheel sets the Bonus Spin stake, so an offer has no say in it.
    limited = {"ante", *terms.edition.optional} - {"bonus_spin"}
    for wager, value in (limits or {}).items():
        path = f"offer.limits.{wager}"
        if wager not in limited:
            problems.add("bad_offer", path, f"This edition sets no limits for {wager}.")
            continue
        pair = problems.typed(value, list, path)
        if pair is not None:
            _read_limit_pair(terms, wager, pair, path, problems)


def _read_limit_pair(terms: Terms, wager: str, pair: list[Any], path: str, problems: Problems) -> None:
    if len(pair) != 2:
        problems.add("bad_offer", path, "Limits are a minimum and a maximum.")
        return
    amounts = [parse_amount(item) for item in pair]
    for place, amount in enumerate(amounts):
        if amount is None:
            problems.add("bad_amount", f"{path}[{place}]", "A limit is a positive amount with two places.")
    low, high = amounts
    if low is None or high is None:
        return
    if low > high:
        problems.add("bad_offer", path, "The minimum is above the maximum.")
        return
    own_low, own_high = terms.edition.limits.get(wager, (None, None))
    if own_low is not None and own_high is not None and (low < Fraction(own_low) or high > Fraction(own_high)):
        problems.add("bad_offer", path, f"The text allows {own_low} to {own_high}.")
        return
    terms.limits[wager] = (low, high)


def _read_paytables(terms: Terms, offer: dict[str, Any], problems: Problems) -> None:
    """The odds posted at the table, where the text has none of its own."""
    given = problems.typed(offer.get("paytables"), dict, "offer.paytables") or {}
    for name in given:
        if name not in terms.edition.posted:
            problems.add("bad_offer", f"offer.paytables.{name}", "The text leaves no such paytable open.")
    for name, posted in terms.edition.posted.items():
        path = f"offer.paytables.{name}"
        stated = problems.typed(given.get(name), dict, path)
        if stated is not None:
            pays = terms.pays if name == "main" else terms.bonus_pays[name]
            _read_posted(pays, posted, stated, path, problems, may_lose=name != "main")
        elif given.get(name) is None and (name == "main" or name in terms.offered):
            problems.add("bad_offer", path, "The posted odds must be stated.")


def _read_posted(
    pays: Paytable, posted: tuple[str, ...], stated: dict[str, Any], path: str, problems: Problems, *, may_lose: bool
) -> None:
    for hand in stated.keys() - set(posted):
        problems.add("bad_offer", f"{path}.{hand}", "The odds of this hand are not posted.")
    for hand in posted:
        text = problems.typed(stated.get(hand), str, f"{path}.{hand}")
        if text is not None and parse_odds(text) is not None:
            pays[hand] = text
        elif (text is not None and not (may_lose and text == "lose")) or stated.get(hand) is None:
            problems.add("bad_offer", f"{path}.{hand}", "Odds are written as 3:2.")


def _read_bonus_spin(terms: Terms, offer: dict[str, Any], problems: Problems) -> None:
    path = "offer.bonus_spin"
    if "bonus_spin" not in terms.edition.optional:
        if offer.get("bonus_spin") is not None:
            problems.add("bad_offer", path, "This edition has no Bonus Spin.")
        return
    spin = problems.typed(offer.get("bonus_spin"), dict, path)
    if spin is None:
        readable = offer.get("wagers") is None or isinstance(offer["wagers"], list)
        if readable and "bonus_spin" in terms.offered and offer.get("bonus_spin") is None:
            problems.add("bad_offer", path, "A table with Bonus Spin must say which wheel it has.")
        return
    problems.check_fields(spin, {"wheel", "top_prize"}, set(), path + ".")
    wheel = problems.typed(spin.get("wheel"), str, path + ".wheel")
    if wheel in WHEELS:
        terms.wheel = WHEELS[wheel]
    elif wheel is not None or spin.get("wheel") is None:
        problems.add("bad_offer", path + ".wheel", f"The wheel is one of {', '.join(WHEELS)}.")
    _read_top_prize(terms, spin.get("top_prize"), path + ".top_prize", problems, fixed=wheel == "one-dollar-fixed")


def _read_top_prize(terms: Terms, value: Any, path: str, problems: Problems, *, fixed: bool) -> None:
    if value is None:
        # A jackpot grows: its value is only needed when it is hit.
        if fixed:
            problems.add("bad_offer", path, "A fixed top prize must be stated.")
        return
    terms.top_prize = parse_amount(value)
    if terms.top_prize is None:
        problems.add("bad_amount", path, "The top prize is a positive amount with two places.")


def _read_ace_low(terms: Terms, offer: dict[str, Any], problems: Problems) -> None:
    path = "offer.ace_low_straight"
    if offer.get("ace_low_straight") is None:
        return
    if not terms.edition.ace_low_is_open:
        problems.add("bad_offer", path, "The text itself says that A-2-3-4-5 is a straight.")
        return
    flag = problems.typed(offer["ace_low_straight"], bool, path)
    terms.ace_low = True if flag is None else flag


def _read_odds(terms: Terms, offer: dict[str, Any], problems: Problems) -> None:
    path = "offer.odds"
    if offer.get("odds") in (None, {}):
        return
    if not terms.edition.double_cross:
        problems.add("bad_offer", path, "This edition fixes its odds.")
        return
    odds = problems.typed(offer["odds"], dict, path)
    paytables = {"raise": terms.pays, "three_card": terms.three_card_pays}
    for name in odds or {}:
        if name not in paytables:
            problems.add("bad_offer", f"{path}.{name}", "This edition has no such odds.")
    for name, pays in paytables.items():
        raised = problems.typed((odds or {}).get(name), dict, f"{path}.{name}")
        for hand, value in (raised or {}).items():
            _raise_odds(pays, hand, value, f"{path}.{name}.{hand}", problems)


def _raise_odds(pays: Paytable, hand: str, value: Any, path: str, problems: Problems) -> None:
    if hand not in pays:
        problems.add("bad_offer", path, f"The paytable has no {hand}.")
        return
    text = problems.typed(value, str, path)
    if text is None:
        return
    odds, least = parse_odds(text), parse_odds(pays[hand])
    if odds is None:
        problems.add("bad_offer", path, "Odds are written as 3:2.")
    elif least is not None and odds < least:
        problems.add("bad_offer", path, f"The text pays at least {pays[hand]}.")
    else:
        pays[hand] = text


def _read_payout_limit(terms: Terms, offer: dict[str, Any], problems: Problems) -> None:
    if offer.get("table_payout_limit") is not None:
        problems.add("bad_offer", "offer.table_payout_limit", "No text limits what a table pays.")
    path = "offer.payout_limit"
    if offer.get("payout_limit") is None:
        return
    if not terms.edition.operator_sets_payout_limit:
        problems.add("bad_offer", path, "This edition does not leave the payout limit to the operator.")
        return
    limit = parse_amount(offer["payout_limit"])
    floor = payout_floor(terms)
    if limit is None:
        problems.add("bad_amount", path, "The payout limit is a positive amount with two places.")
    elif floor is not None and limit < floor:
        problems.add("bad_offer", path, f"The payout limit may not be below {dollars(floor)}.")
    else:
        terms.offered_payout_limit = limit
