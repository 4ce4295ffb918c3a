"""The response to a logged round."""

from datetime import datetime
from typing import Any

import msgspec

from compliance.alerts.inbox import stored_findings, table_findings
from compliance.api.idempotency import StoredResponse
from compliance.api.reverse import cached_api_url
from games.models import Round
from games.rounds.gates import deck_in_turn, decks_in_play
from tables.findings.decks import stub_count_at
from tables.models import Deck

from .context import LoggingContext

_encode = msgspec.json.Encoder().encode


def answer_of(round_: Round, here: LoggingContext, at: datetime) -> StoredResponse:
    """Return the response to a logged round: its number, its settlement, and what comes next at the table."""
    url = cached_api_url("round", round_.pk)
    body = _encode(
        {
            "id": round_.pk,
            "number": round_.number,
            "table": here.table.code,
            "url": url,
            "played_at": round_.played_at,
            "deck": _deck(round_.deck, round_.position),
            "in_breach": round_.in_breach,
            "settlement": msgspec.Raw(round_.settlement.encode()),
            "next": next_round(here, at),
        }
    )
    return StoredResponse(201, body, url=url)


def next_round(here: LoggingContext, at: datetime) -> dict[str, Any]:
    """Return what comes next at a table: the deck, whether the stub is counted, and what is wrong or due."""
    table = here.table
    deck = deck_in_turn(decks_in_play(table), table.last_position)
    count = stub_count_at(table, at)
    stored = stored_findings(table.facility) if here.alerts else {}
    return {
        "number": table.round_number + 1,
        "deck": _deck(deck, deck.position) if deck else None,
        "count_due": count is not None and count.is_due,
        "findings": [finding.fields() for finding in table_findings([table], at, stored)[table.code]],
    }


def _deck(deck: Deck, position: str) -> dict[str, Any]:
    return {"id": deck.pk, "label": f"{position} {deck.back_colour}".strip()}
