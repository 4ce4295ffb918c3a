"""Provide a floor at noon, with the clock stopped."""

import gc
from collections.abc import Iterator

import pytest
import time_machine

from compliance.api.exports import endpoint
from tests.floor import NOON, Floor


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture(autouse=True)
def no_export_under_way() -> None:
    """Free the place of an export that another test broke off: only a server closes its answers."""
    if endpoint._places._value < endpoint.PLACES:
        gc.collect()


@pytest.fixture
def floor(db: None) -> Floor:
    return Floor("md")


@pytest.fixture
def elsewhere(db: None) -> Floor:
    return Floor("nj")
