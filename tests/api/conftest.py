"""A floor at noon, on which time stands still."""

from collections.abc import Iterator

import pytest
import time_machine

from tests.floor import NOON, Floor


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def floor(db: None) -> Floor:
    return Floor("md")


@pytest.fixture
def elsewhere(db: None) -> Floor:
    return Floor("nj")
