"""Every address gives every role the status in permissions.tsv."""

import os

import pytest
from django.test import Client
from django.urls import get_resolver

from casino.access import ACTS, PAGES, PUBLIC, SIGNED_IN
from compliance.acts.registry import SUBJECTS
from compliance.models import Staff
from compliance.staff.roles import Role
from tests.floor import Floor, deck_at
from tests.permissions import TABLE, House, addresses, routes, table_of

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_every_address_gives_every_role_the_answer_that_the_table_promises() -> None:
    found = table_of(House().rows())
    if os.environ.get("WRITE_PERMISSIONS"):
        TABLE.write_text(found)

    promised = TABLE.read_text().splitlines()

    assert found.splitlines() == promised, "if intended, run make permissions and review the changes"


def test_every_address_has_a_name_that_stands_in_the_access_table() -> None:
    names = {name for _, name in routes(get_resolver().url_patterns)}

    assert names == PAGES.keys() | ACTS.keys() | PUBLIC | SIGNED_IN


def test_every_act_says_who_may_do_it() -> None:
    acts = {act.name for subject in SUBJECTS.values() for act in subject.acts}

    assert acts == ACTS.keys()


def test_the_auditor_changes_nothing() -> None:
    assert [name for name, roles in ACTS.items() if Role.AUDITOR in roles] == []
    # Everything that can be read; the page for logging rounds is for writing.
    unread = [name for name, roles in PAGES.items() if Role.AUDITOR not in roles]
    assert unread == ["round-entry", "round-preview", "round-import"]


def test_nothing_is_put_patched_or_deleted_anywhere() -> None:
    house = House()
    administrator = house.clients[Role.ADMINISTRATOR]

    answers = {
        (method, address.route, administrator.generic(method, address.path).status_code)
        for address in addresses(house.keys)
        for method in ("PUT", "PATCH", "DELETE")
    }

    assert {status for _, _, status in answers} <= {403, 405}


def test_a_role_counts_only_where_it_is_held() -> None:
    floor, elsewhere = Floor("md"), Floor("nj")
    table = floor.open_table()
    person = floor.hire(Role.AUDITOR)
    elsewhere.facility.postings.create(staff=person, role=Role.PIT_BOSS, started_at=floor.at)
    client = Client()
    client.force_login(person)

    assert client.get(f"/tables/{table.code}/").status_code == 200
    assert client.post(f"/decks/{deck_at(table).pk}/change/").status_code == 403
    assert client.post(f"/tables/{table.code}/post-sign/").status_code == 403


def test_only_the_owner_of_the_installation_sees_the_admin_and_nobody_writes_there() -> None:
    floor = Floor("md")
    owner = Staff.objects.create_superuser("OWNER", "a-password-of-the-owner", name="Owner")
    client = Client()
    client.force_login(floor.administrator)

    assert client.get("/admin/").status_code == 403

    client.force_login(owner)
    assert client.get("/admin/tables/table/").status_code == 200
    assert client.get("/admin/tables/table/add/").status_code == 403
    assert client.post("/admin/compliance/staff/1/change/", {"name": "Mallory"}).status_code == 403
    assert client.post("/admin/compliance/staff/1/delete/", {"post": "yes"}).status_code == 403
