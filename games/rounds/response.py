"""The response to a logged round."""

from datetime import datetime
from typing import Any

import msgspec

from compliance.api.idempotency import StoredResponse
from compliance.api.reverse import cached_api_url
from compliance.errors import RuleViolation
from games.engine.questions import count_is_due
from games.models import Round
from tables.devices.dealing_method import dealing_method_at
from tables.findings.due import dues
from tables.models import Deck, Table

from .gates import deck_in_turn, decks_in_play

_encode = msgspec.json.Encoder().encode


def answer_of(round_: Round, table: Table, at: datetime, known: list[RuleViolation] | None) -> StoredResponse:
    """Return the response to a logged round: its number, its settlement, and what comes next at the table.

    `known` are the gates that keep the table from being open, if already checked.
    """
    url = cached_api_url("round", round_.pk)
    body = _encode(
        {
            "id": round_.pk,
            "number": round_.number,
            "table": table.code,
            "url": url,
            "played_at": round_.played_at,
            "deck": _deck(round_.deck, round_.position),
            "in_breach": round_.in_breach,
            "settlement": msgspec.Raw(round_.settlement.encode()),
            "next": _next(table, at, known),
        }
    )
    return StoredResponse(201, body, url=url)


def _next(table: Table, at: datetime, known: list[RuleViolation] | None) -> dict[str, Any]:
    deck = deck_in_turn(decks_in_play(table), table.last_position)
    offer, dealing = table.offer_at(at), dealing_method_at(table)
    counted = offer and count_is_due(offer.book, dealing.method, dealing.shuffler, table.rounds_since_count)
    found = dues(table, at, known)
    return {
        "number": table.round_number + 1,
        "deck": _deck(deck, deck.position) if deck else None,
        "count_due": bool(counted and counted.value),
        "dues": [{"status": due.status, "text": due.text, "cite": due.cite, "due_at": due.due_at} for due in found],
    }


def _deck(deck: Deck, position: str) -> dict[str, Any]:
    return {"id": deck.pk, "label": f"{position} {deck.back_colour}".strip()}
