"""The fuzzer creates more of what it has used up."""

import pytest
from django.utils import timezone

from compliance.models import Alert
from tables.shifts.services import end_shift, on_duty
from tests.floor import Floor
from trials.chaos.floor import hashed_once
from trials.fuzz.floor import EDITIONS
from trials.fuzz.states import furnish, supply

pytestmark = pytest.mark.django_db


@pytest.fixture(params=EDITIONS)
def floor(request: pytest.FixtureRequest) -> Floor:
    floor = Floor(request.param, at=timezone.now())
    with hashed_once():
        furnish(floor)
    return floor


def test_more_can_be_created_beside_what_exists(floor: Floor) -> None:
    alerts = Alert.objects.count()

    with hashed_once():
        supply(floor)

    assert Alert.objects.count() == 2 * alerts  # which come last but one


def test_a_new_shift_begins_if_the_last_one_was_ended(floor: Floor) -> None:
    ended = on_duty(floor.facility)
    assert ended
    end_shift(ended, by=floor.shift_manager, at=floor.at)

    with hashed_once():
        supply(floor)

    assert on_duty(floor.facility) not in (None, ended)
