"""The scenario files: what is wrong in them is refused, and what they name exists."""

from datetime import timedelta

import msgspec
import pytest

from casino.demo.acts import ACTS, COMPOSED
from casino.demo.scenario import TableSetup, duration, scenarios
from compliance.acts.registry import REGISTERED
from games.engine.conversion import converted


@pytest.mark.parametrize(
    "text, minutes", [("120d", 120 * 24 * 60), ("26h 8m", 26 * 60 + 8), ("2d 4m", 2884), ("14.5m", 14.5), ("-6m", -6)]
)
def test_a_duration_is_read(text: str, minutes: float) -> None:
    assert duration(text) == timedelta(minutes=minutes)


@pytest.mark.parametrize("text", ["", "5", "5 min", "8m 26h", "ten days"])
def test_what_is_not_a_duration_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a duration"):
        duration(text)


def test_a_key_that_nobody_reads_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `seats`"):
        converted({"number": 1, "pit": "P1", "layout": "Felt", "offer": "Main", "seats": 6}, TableSetup)


def test_every_act_of_a_timeline_exists() -> None:
    rows = [row for scenario in scenarios() for section in scenario.timeline.values() for row in section]

    assert len(rows) > 100
    assert {row["act"] for row in rows if not (row["act"] in {*ACTS, *COMPOSED} or row["act"] in REGISTERED)} == set()
