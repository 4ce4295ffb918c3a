"""The demo floor loads at any hour, even just after a shift or gaming day has turned."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from casino import demo
from compliance.journal.verify import find_misfits

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unproven_standing"), pytest.mark.slow]


@pytest.mark.parametrize("local", ["2026-07-01T14:16"])
def test_it_loads_when_the_shift_has_turned_since_a_round_that_is_voided(local: str) -> None:
    now = datetime.fromisoformat(local).replace(tzinfo=ZoneInfo("America/New_York")).astimezone(ZoneInfo("UTC"))

    demo.load(now)

    assert list(find_misfits([])) == []
