"""Whether every round is whole: what is stored is what its input comes to."""

from collections.abc import Iterator

from games.engine.problems import Refused
from games.engine.settlement import Settlement
from games.models import Round
from games.rounds.input import RoundEntry
from games.rounds.situation import settled

from .evidence import Evidence


def settled_whole(evidence: Evidence) -> Iterator[str]:
    """Yield rounds whose stored settlement, or a column of it, is not what settling the input gives."""
    for round_ in evidence.rounds.values():
        entry = RoundEntry(
            round_.entered(), jackpot_cents=round_.jackpot_cents, irregularities=tuple(round_.irregularities)
        )
        try:
            settlement = settled(round_.offer, entry, round_.table)
        except Refused as refused:
            yield f"{round_}: it cannot be settled again: {refused.problems[0].message}"
            continue
        if settlement.encode().decode() != round_.settlement:
            yield f"{round_}: it settles to something else than is stored"
        elif not _has_columns(round_, settlement):
            yield f"{round_}: its columns are not those of its settlement"


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
