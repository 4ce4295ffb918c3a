"""The dealing guides of a table, one for each way to deal, have every step of its rulebook between them."""

import pytest

from games.engine.rulebook.base import Method
from tables.guide.services import guide_of
from tables.models import Device
from tests.floor import EDITIONS, LIMITS, OFFERS, SPIN, Floor

pytestmark = pytest.mark.django_db

DEVICES: dict[Method, str] = {
    "hand": Device.Kind.SHUFFLER,
    "manual_shoe": Device.Kind.MANUAL_SHOE,
    "automated_shoe": Device.Kind.AUTOMATED_SHOE,
}


@pytest.mark.parametrize("method", DEVICES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_table_that_offers_every_wager_is_shown_every_step_of_its_dealing_method(
    edition: str, method: Method
) -> None:
    floor = Floor(edition)
    steps = floor.book.dealing_guide.steps
    offered = {name for step in steps if (name := step.when_offered)}
    if OFFERS[edition]:
        limits = LIMITS | {name: ["1.00", "50.00"] for name in offered if floor.book.wagers[name].limits == name}
        spin = SPIN if "bonus_spin" in offered else {}
        floor.offer = floor.new_offer(OFFERS[edition] | spin | {"limits": limits, "wagers": [*offered]})
    table = floor.new_table()
    floor.furnish(table)
    floor.place(table, DEVICES[method])

    shown = [step.value for phase in guide_of(table, floor.at) for step in phase.steps]

    assert shown == [step for step in steps if not step.methods or method in step.methods]
