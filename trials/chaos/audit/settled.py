"""Check that every stored round equals the settlement of its input."""

from collections.abc import Iterator

from games.engine.problems import Refused
from games.engine.settlement.result import Settlement
from games.models import Round
from games.rounds.log.input import RoundEntry
from games.rounds.log.situation import settled

from .evidence import Evidence


def settled_whole(evidence: Evidence) -> Iterator[str]:
    """Yield rounds whose stored settlement, or one of its columns, differs from a new settlement of the input."""
    for round_ in evidence.rounds.values():
        entry = RoundEntry(
            round_.entered(), jackpot_cents=round_.jackpot_cents, irregularities=tuple(round_.irregularities)
        )
        try:
            settlement = settled(round_.offer, entry, [])
        except Refused as refused:
            yield f"{round_}: cannot be settled again: {refused.problems[0].message}"
            continue
        if settlement.encode().decode() != round_.settlement:
            yield f"{round_}: settles differently from what is stored"
        elif not _has_columns(round_, settlement):
            yield f"{round_}: its columns differ from its settlement"


def _has_columns(round_: Round, settlement: Settlement) -> bool:
    return (
        round_.status == settlement.status
        and round_.deck_removed == settlement.deck_removed
        and round_.seats == len(settlement.seats)
        and round_.staked_cents == settlement.staked_cents
        and round_.pays_cents == settlement.pays_cents
        and round_.returned_cents == settlement.returned_cents
        and round_.stub == round_.entered().get("stub")
    )
