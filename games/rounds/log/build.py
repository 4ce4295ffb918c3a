"""Build the row of a round from what was entered and its settlement."""

from datetime import datetime
from typing import Any

import msgspec

from compliance.facilities.gaming_day import gaming_day
from compliance.models import Signature, Staff
from games.engine.settlement.result import Settlement
from games.models import Round
from games.rounds.gates import Situation
from games.rounds.marks import stands_out
from tables.models import Shift

from .forfeits import ForfeitRecord
from .input import RoundEntry
from .situation import Named

_encode = msgspec.json.Encoder().encode


def build_round(
    situation: Situation,
    entry: RoundEntry,
    settlement: Settlement,
    named: Named,
    forfeits: list[ForfeitRecord],
    *,
    by: Staff,
    at: datetime,
    shift: Shift | None,
    signature: Signature | None,
) -> Round:
    """Return a round as it is stored, not yet written."""
    table, deck, offer, count = situation.table, situation.deck, situation.offer, situation.stub_count
    assert deck is not None
    assert offer is not None
    assert situation.dealer is not None
    round_ = Round(
        facility=table.facility,
        table=table,
        number=table.round_number + 1,
        deck=deck,
        position=deck.position or (named.replaces.position if named.replaces else ""),
        dealer=situation.dealer,
        offer=offer,
        edition=offer.edition,
        revision=offer.book.revision,
        method=situation.dealing.method,
        gaming_day=gaming_day(table.facility, situation.at),
        shift=shift,
        played_at=situation.at,
        logged_at=at,
        logged_by=by,
        count_due=count is not None and count.is_due,
        stub=entry.round.get("stub"),
        misdealt=bool(entry.round.get("misdeal")),
        irregularities=list(entry.irregularities),
        failed_device=named.failed_device,
        jackpot_cents=entry.jackpot_cents,
        spins=sum(seat.get("spin") is not None for seat in entry.round["seats"]),
        forfeits=[each._asdict() for each in forfeits],
        void_explanation=entry.void_explanation,
        breach_reason=entry.breach_reason,
        signature=signature,
        replaces=named.replaces,
        input=_encode(entry.round).decode(),
        **_of_settlement(settlement),
    )
    round_.stands_out = stands_out(round_)
    return round_


def _of_settlement(settlement: Settlement) -> dict[str, Any]:
    return {
        "status": settlement.status,
        "void_reason": settlement.void_reason or "",
        "deck_removed": settlement.deck_removed,
        "seats": len(settlement.seats),
        "settlement": settlement.encode().decode(),
        "staked_cents": settlement.staked_cents,
        "pays_cents": settlement.pays_cents,
        "returned_cents": settlement.returned_cents,
        "limit_cut_cents": sum([seat.limit_cut_cents for seat in settlement.seats]),
        "largest_pays_cents": max([seat.pays_cents for seat in settlement.seats]),
    }
