"""Acts on a device and a round in which it failed do not deadlock."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from compliance.journal.verify import find_misfits
from tables.devices import services as devices
from tables.models import Device
from tests.floor import Floor, fresh
from tests.games.sample_rounds import a_round, log
from tests.races import Act, Meeting, run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases("locks")]


def inspect(floor: Floor, device: Device) -> object:
    return devices.inspect_device(device, by=floor.floorperson, at=floor.at)


def fail(floor: Floor, device: Device) -> object:
    return devices.fail_device(device, fault="Jams", by=floor.floorperson, at=floor.at)


@pytest.mark.parametrize("look_after", [inspect, fail])
def test_inspecting_or_failing_a_device_does_not_deadlock_with_a_round(
    look_after: Callable[[Floor, Device], object],
) -> None:
    floor = Floor("md").manned()
    table = floor.open_table()
    shoe, meeting_point = table.devices.get(), Meeting()

    def meeting(act: Act, *, after: bool) -> Act:
        """Return an act that waits for the other one after it has locked the device, or before it does."""

        def execute(run: Callable[..., Any], sql: str, *rest: Any) -> Any:
            locks = 'FROM "tables_device"' in sql and "FOR NO KEY UPDATE" in sql
            if locks and not after:
                meeting_point.wait()
            done = run(sql, *rest)
            if locks and after:
                meeting_point.wait()
            return done

        def act_and_meet() -> object:
            with connection.execute_wrapper(execute):
                return act()

        return act_and_meet

    outcomes = run(
        meeting(lambda: look_after(floor, shoe), after=True),
        meeting(lambda: log(floor, table, a_round(failed_device=shoe.pk)), after=False),
    )

    assert set(outcomes) <= {None, "already_out_of_order", "device_out_of_order", "device_neglected"}
    assert fresh(shoe).failed_at is not None
    assert list(find_misfits([])) == []
