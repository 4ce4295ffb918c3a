"""What the dealer of a table says and does in a round, by its rules, dealing method and offer."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from games.engine.questions import Answer, dealing_guide
from games.engine.rulebook.floor import GuideStep, Phase
from tables.devices.dealing_method import dealing_method_at
from tables.models import Table

PHASES: dict[Phase, str] = {
    "wagers": "Wagers",
    "shuffle": "Shuffle and cut",
    "deal": "Deal",
    "stub": "Stub",
    "play": "Decisions",
    "settle": "Reveal and settle",
    "clear": "Clear the table",
}


class GuidePhase(NamedTuple):
    name: Phase
    label: str
    steps: Sequence[Answer[GuideStep]]


def guide_of(table: Table, at: datetime) -> list[GuidePhase]:
    """Return the dealing guide of a table in order; empty if no offer is in force, since nothing can be dealt then."""
    offer = table.offer_at(at)
    if offer is None:
        return []
    steps = dealing_guide(offer.terms, dealing_method_at(table).method)
    return [
        GuidePhase(phase, PHASES[phase], list(chosen))
        for phase, chosen in groupby(steps, key=lambda step: step.value.phase)
    ]
