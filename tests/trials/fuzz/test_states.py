"""What the fuzzing has used up is put onto the floor again."""

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


def test_nothing_that_is_there_stands_in_the_way_of_more(floor: Floor) -> None:
    alerts = Alert.objects.count()

    with hashed_once():
        supply(floor)

    assert Alert.objects.count() == 2 * alerts  # which come last but one


def test_where_the_shift_was_ended_another_is_on_duty(floor: Floor) -> None:
    ended = on_duty(floor.facility)
    assert ended
    end_shift(ended, by=floor.shift_manager, at=floor.at)

    with hashed_once():
        supply(floor)

    assert on_duty(floor.facility) not in (None, ended)
