"""Paragraphs that a coverage register gives to the dealing guide are steps at the tables that they are about."""

import pytest

from games.engine.loading import coverage
from games.engine.rulebook.coverage import is_inside, section_of
from tables.guide.services import guide_of
from tables.models import Device
from tests.floor import Floor

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("kind", "section"),
    [(Device.Kind.MANUAL_SHOE, "§7"), (Device.Kind.SHUFFLER, "§8"), (Device.Kind.AUTOMATED_SHOE, "§9")],
)
def test_ma_every_paragraph_that_the_guide_shows_has_a_step_for_its_dealing_method(kind: str, section: str) -> None:
    floor, found = Floor("ma"), coverage("ma")
    assert found
    shown = [row.cite for row in found.printed if "rulebook:dealing_guide" in row.by]
    here = [cite for cite in shown if section_of(cite) == section or section_of(cite) not in ("§7", "§8", "§9")]
    table = floor.new_table()
    floor.furnish(table)
    floor.place(table, kind)

    steps = [step for phase in guide_of(table, floor.at) for step in phase.steps]

    cited = {part.removeprefix("MA ") for step in steps for part in step.cite.split("; ")}
    assert len(here) >= 30
    assert [cite for cite in here if not any(step == cite or is_inside(step, cite) for step in cited)] == []
