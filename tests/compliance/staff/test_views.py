"""The list of a facility's staff."""

import pytest
from django.test import Client

from compliance.models import Staff
from compliance.staff import services as staff
from compliance.staff.roles import Role
from tests.floor import Floor

pytestmark = pytest.mark.django_db


def listed(floor: Floor, role: Role) -> set[str]:
    client = Client()
    client.force_login(floor.administrator)
    return {row.cells[1] for row in client.get("/facilities/MD/staff/", {"role": role}).context["rows"]}


def test_a_role_that_ended_is_not_listed_though_the_person_has_another() -> None:
    floor = Floor("md")
    promoted: Staff = floor.dealer
    posting = floor.posting(promoted)
    staff.appoint(
        promoted,
        facility=floor.facility,
        role=Role.FLOORPERSON,
        by=floor.administrator,
        at=floor.at,
        second=floor.officers_signature,
    )
    staff.end_posting(promoted, posting=posting, by=floor.administrator, at=floor.at)

    assert promoted.badge not in listed(floor, Role.DEALER)
    assert promoted.badge in listed(floor, Role.FLOORPERSON)
