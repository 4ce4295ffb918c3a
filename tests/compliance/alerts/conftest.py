"""Check every alert that these tests raise."""

from collections.abc import Iterator

import pytest
from django.db import connection

from compliance.alerts.scan import scan
from compliance.models import Alert
from tables.models import Table
from tests.floor import Floor


@pytest.fixture(autouse=True)
def every_alert_cites_its_paragraph(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever was raised in a test names the paragraph behind it."""
    yield
    marker = request.node.get_closest_marker("django_db")
    if marker and not connection.needs_rollback:
        assert not Alert.objects.filter(cite="").exists()


@pytest.fixture
def floor() -> Floor:
    return Floor("md")


@pytest.fixture
def table(floor: Floor) -> Table:
    """An open table that was looked at: nothing is wrong there."""
    found = floor.open_table()
    scan(floor.at)
    return found
