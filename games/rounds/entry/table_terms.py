"""The round page's data about a table: the game, its wagers and limits, decks, devices and people.

All of it comes from the rulebook and the offer in force. The page draws this data and knows no edition.
"""

from datetime import datetime
from typing import Any

from django.urls import reverse

from games.engine import questions
from games.engine.money import dollars
from games.engine.reading.seats import NEED_CARDS, NEEDS_EXPOSED
from games.engine.rulebook.floor import CountOutcome
from games.engine.rulebook.play import Wager
from games.engine.terms import Terms
from games.engine.vocabulary import AXES, FAILING_DEVICES, PLACES, SETTING_ASIDE, VOID_REASONS
from games.models import Round
from games.rounds.gates import deck_in_turn, decks_in_play
from games.rounds.log.facts import may_fail
from tables.dealers.roster import dealer_at
from tables.decks.stub_count import stub_count
from tables.devices.dealing_method import DealingMethod, dealing_method_at
from tables.models import Device, Table

_NUMERALS = {"three": "3", "five": "5", "six": "6"}

# A hand other than the seats' and the community: its label, its quick-entry letter, an example, and the wager without
# which nobody looks at it.
_HANDS = {"dealer": ("Dealer", "d", "ahkd", None), "six_card": ("Bonus cards", "y", "2c3c4d5h", "six_card_bonus")}

_DECK_FATES = {
    "stays": "the deck stays",
    "reshuffled": "the deck stays and is reshuffled",
    "removed": "the deck leaves the table",
}
_DEVICE_FATES = {
    "cards_removed": "the cards are taken out of the device",
    "covered_or_marked": "the device is covered or marked out of order",
    "removed": "the device is removed from the table",
}


def table_terms(table: Table, at: datetime) -> dict[str, Any] | None:
    """Return the page's data as JSON; None if no offer is in force, so nothing can be dealt."""
    offer = table.offer_at(at)
    if offer is None:
        return None
    terms = offer.terms
    dealer = dealer_at(table)
    return {
        "table": table.code,
        "edition": offer.edition,
        "game": offer.game,
        "number": table.round_number + 1,
        "dealer": dealer.name if dealer else None,
        "decks": _decks(table),
        "devices": [device_terms(device) for device in table.devices.all()],
        "last": _last_stakes(table, terms),
        **play_terms(terms),
        "positions": table.positions,
        "seats": terms.book.settlement_order.sort(range(1, table.positions + 1)),
        "count": _count(terms, dealing_method_at(table), table.rounds_since_count),
    }


def device_terms(device: Device) -> dict[str, Any]:
    """Return a device, and the irregularities that can be its failure."""
    return {
        "id": device.pk,
        "label": str(device),
        "kind": device.kind,
        "in_order": device.in_order,
        "may_fail": [name for name in FAILING_DEVICES if may_fail(device, name)],
    }


def play_terms(terms: Terms) -> dict[str, Any]:
    """Return the game itself: its hands, wagers, decisions, wheel and irregularities."""
    law, dealt = terms.law, terms.book.count.dealt
    return {
        "positions": terms.book.table.positions,
        "seats": terms.book.settlement_order.sort(range(1, terms.book.table.positions + 1)),
        "ranks": terms.book.deck.ranks,
        "places": list(PLACES),
        "cards_in_deck": terms.book.deck.cards,
        "seat_cards": dealt.seat,
        "set_aside": _set_aside(terms),
        "hands": [
            {
                "name": name,
                "label": label,
                "letter": letter,
                "example": example,
                "cards": getattr(dealt, name),
                "wager": wager,
            }
            for name, (label, letter, example, wager) in _HANDS.items()
            if name in law.round_fields
        ],
        "wagers": _wagers(terms),
        "free_bets": any(wager.times_ante and not wager.times_ante.whole for wager in terms.book.wagers.values()),
        "decisions": [{"name": name, "label": _label(name)} for name in law.decisions],
        "axes": [
            {"name": axis, "label": _label(axis), "letter": axis[0]} for axis in AXES if "axis" in law.seat_fields
        ],
        "exposed_for": NEEDS_EXPOSED if "exposed" in law.seat_fields and NEEDS_EXPOSED in terms.offered else None,
        "spin": _spin(terms),
        "forfeits": [
            {
                "name": name,
                "label": _label(name),
                "what": rule.value.what,
                "at_discretion": rule.value.at_discretion,
                "clauses": [
                    {"name": clause.id, "what": clause.what, "cite": terms.book.cite(clause)}
                    for clause in rule.value.clauses
                ],
                "cite": rule.cite,
            }
            for name, rule in questions.forfeits(terms.book).items()
        ],
        "irregularities": _irregularities(terms),
    }


def _wagers(terms: Terms) -> list[dict[str, Any]]:
    """Return the wagers of this table in betting order."""
    marks: dict[str, str] = {}
    found = []
    for name, wager in terms.book.wagers.items():
        if name not in terms.offered:
            continue
        limit = terms.limits.get(name)
        marks[name] = _mark(wager, marks)
        found.append(
            {
                "name": name,
                "label": _label(name),
                "short": _short(name, wager),
                "mark": marks[name],
                "kind": wager.kind,
                "least": dollars(limit.low_cents) if limit else None,
                "most": dollars(limit.high_cents) if limit else None,
                "equals": wager.equals,
                "equals_label": _label(wager.equals).lower() if wager.equals else "",
                "requires": wager.requires,
                "needs_cards": name in NEED_CARDS and terms.book.play.bonus_after_fold.live,
                "decision": wager.decision,
                "times": {
                    "at_least": wager.times_ante.at_least,
                    "at_most": wager.times_ante.at_most,
                    "whole": wager.times_ante.whole,
                }
                if wager.times_ante
                else None,
                "cite": terms.book.cite(wager),
            }
        )
    return found


def _mark(wager: Wager, marks: dict[str, str]) -> str:
    """Return an optional wager's quick-entry letter; one that equals another doubles the other's letter."""
    if wager.kind == "spin":
        return "w"
    if wager.kind != "bonus":
        return ""
    return marks.get(wager.equals or "", "") + "b"


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _short(name: str, wager: Wager) -> str:
    """Return a wager's short name for narrow columns: five_card_bonus is 5CB."""
    if wager.kind == "spin":
        return "Spin"
    first, *rest = name.split("_")
    if first in _NUMERALS:
        return _NUMERALS[first] + "".join(word[0].upper() for word in rest)
    return _label(name)


def _spin(terms: Terms) -> dict[str, Any] | None:
    rule, wheel = terms.book.bonus_spin, terms.wheel
    names = [name for name in terms.law.of_kind("spin") if name in terms.offered]
    if rule is None or wheel is None or not names:
        return None
    top_prize = None if wheel.top_prize == "jackpot" else terms.offer.top_prize_cents
    return {
        "wager": names[0],
        "stake": wheel.denomination,
        "folded_spins": rule.folded_hand_spins.value,
        "top_prize": None if top_prize is None else dollars(top_prize),
        "positions": [
            {"at": place.at, "pays": place.pays, "community": place.community, "top": place.top_prize}
            for place in wheel.positions
        ],
        "cite": terms.book.cite(wheel),
    }


def _irregularities(terms: Terms) -> list[dict[str, Any]]:
    """Return the edition's irregularities and what each does; last, any other reason that voids a round."""
    found = []
    for name, rule in questions.irregularities(terms.book).items():
        what = rule.value
        does = [_void(terms) if what.round == "void" else "the round goes on"]
        does += [f"the card is {what.card}"] if what.card else []
        does += ["it belongs to the count of the deck"] if name == SETTING_ASIDE and _set_aside(terms) else []
        does += [_DECK_FATES[what.deck]] if what.deck != "stays" or what.round == "void" else []
        does += [_DEVICE_FATES[what.device]] if what.device else []
        found.append(
            {
                "name": name,
                "label": _label(name),
                "what": what.what,
                "does": _sentence(does),
                "voids": what.round == "void" and name in VOID_REASONS,
                "device": what.device is not None or name in FAILING_DEVICES,
                "device_kind": FAILING_DEVICES.get(name),
                "explained": False,
                "sets_aside": _set_aside(terms) if name == SETTING_ASIDE else 0,
                "cite": rule.cite,
            }
        )
    void = terms.book.void
    found.append(
        {
            "name": "other",
            "label": "Other",
            "what": "another reason why a supervisor declares the round void",
            "does": _sentence([_void(terms)]),
            "voids": True,
            "device": False,
            "device_kind": None,
            "explained": True,
            "sets_aside": 0,
            "cite": terms.book.cite(void),
        }
    )
    return found


def _set_aside(terms: Terms) -> int:
    """Return how many cards found face up are set aside."""
    rule = terms.book.count.set_aside
    return rule.cards if rule else 0


def _void(terms: Terms) -> str:
    return f"the round is void and every wager is {terms.book.void.wagers}"


def _sentence(parts: list[str]) -> str:
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}."


def _count(terms: Terms, dealing: DealingMethod, uncounted: int) -> dict[str, Any]:
    """Return whether a stub count is due now, and what a wrong count does."""
    book = terms.book
    count = stub_count(book, dealing, uncounted)
    return {
        "due": count is not None and count.is_due,
        "every": count and count.every,
        "since": uncounted,
        "cite": questions.stub_count_every(book, dealing.method, dealing.shuffler).cite,
        "misdealt": _outcome(terms, book.count.misdealt),
        "not_whole": _outcome(terms, book.count.not_whole),
        "misdealt_not_whole": _outcome(terms, book.count.misdealt_not_whole),
    }


def _outcome(terms: Terms, outcome: CountOutcome) -> dict[str, str]:
    round_ = _void(terms) if outcome.round == "void" else "the round stands"
    return {
        "text": _sentence([round_, _DECK_FATES[outcome.deck]]),
        "short": "deck leaves" if outcome.deck == "removed" else "deck stays",
        "cite": terms.book.cite(outcome),
    }


def _decks(table: Table) -> list[dict[str, Any]]:
    """Return the decks in play, and whose turn it is."""
    in_play = decks_in_play(table)
    turn = deck_in_turn(in_play, table.last_position)
    return [
        {"id": deck.pk, "label": deck.label, "colour": deck.back_colour.lower(), "turn": deck == turn}
        for deck in in_play
    ]


def _last_stakes(table: Table, terms: Terms) -> list[dict[str, Any]]:
    """Return the seats of the last round and their wagers before the deal, without its bets."""
    last = Round.objects.filter(table=table).order_by("-number").first()
    if last is None:
        return []
    before = {name for name, wager in terms.book.wagers.items() if wager.decision is None and name in terms.offered}
    return [
        {
            "seat": seat["seat"],
            "wagers": {name: stake for name, stake in (seat.get("wagers") or {}).items() if name in before},
        }
        for seat in last.entered().get("seats") or []
    ]


def addresses(table: Table) -> dict[str, str]:
    """Return the URLs that the page uses."""
    page = reverse("round-entry", args=[table.code])
    return {
        "page": page,
        "preview": reverse("round-preview", args=[table.code]),
        "save": reverse("api:round-entry", args=[table.code]),
        "table": reverse("table", args=[table.code]),
        "sign_in": reverse("sign-in"),
    }
