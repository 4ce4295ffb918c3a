"""Define fixtures for tests of rounds."""

from collections.abc import Iterator

import pytest
import time_machine

from tests.floor import NOON


@pytest.fixture
def noon() -> Iterator[None]:
    """Let time stand still at the floor's noon, for what asks the clock on the wall: the API."""
    with time_machine.travel(NOON, tick=False):
        yield
