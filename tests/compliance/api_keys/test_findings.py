"""A key about to expire raises an alert in time, until it is revoked or expired."""

import pytest

from compliance.api_keys.services import create_key, note_use, revoke_key
from compliance.models import Alert, Key, Severity
from compliance.staff.roles import Role
from tests.compliance.alerts.inspections import alert, alerts, look
from tests.floor import Floor

pytestmark = pytest.mark.django_db


@pytest.fixture
def key(floor: Floor) -> Key:
    """A key of twenty days, used today."""
    made = create_key(
        floor.facility,
        name="Slot accounting",
        facilities=[floor.facility],
        scopes=["rounds:read"],
        valid_days=20,
        by=floor.administrator,
        at=floor.at,
    )
    note_use(made, address="10.0.0.7", at=floor.at)
    return made


def test_a_key_in_use_is_told_of_fourteen_days_before_it_expires_and_rings_in_the_last_three(
    floor: Floor, key: Key
) -> None:
    look(floor, days=5)
    assert alerts("key_expires") == []

    look(floor, days=1)
    assert alert("key_expires").severity == Severity.NOTICE

    look(floor, days=11)
    found = alert("key_expires")
    assert (found.severity, found.level, found.due_at) == (Severity.WARNING, Role.ADMINISTRATOR, key.expires_at)
    assert (found.act, found.act_on) == ("key", key.prefix)


def test_the_alert_ends_when_the_key_is_revoked(floor: Floor, key: Key) -> None:
    look(floor, days=18)

    revoke_key(key, reason="There is another", by=floor.administrator, at=floor.later(minutes=1))
    look(floor, seconds=5)

    assert alerts("key_expires") == []


def test_the_alert_ends_when_the_key_expires(floor: Floor, key: Key) -> None:
    look(floor, days=18)
    look(floor, days=2)

    assert alerts("key_expires") == []


def test_an_unused_key_expires_without_an_alert(floor: Floor) -> None:
    create_key(
        floor.facility,
        name="Unused",
        facilities=[floor.facility],
        scopes=["rounds:read"],
        valid_days=20,
        by=floor.administrator,
        at=floor.at,
    )

    look(floor, days=19)

    assert not Alert.objects.filter(check_name="key_expires").exists()
