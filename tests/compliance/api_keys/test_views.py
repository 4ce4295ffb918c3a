"""Pages of API keys: the list, permissions and use of each key, and the token shown once."""

import logging
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from compliance.api_keys.services import block_key, create_key, note_use, revoke_key
from compliance.models import Entry, Key, Staff
from compliance.staff.roles import Role
from tests.floor import NOON, PASSWORD, Floor

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r"cck_[0-9A-Z]{8}_[\w-]{43}")


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def floor() -> Floor:
    return Floor("md")


def client_of(person: Staff) -> Client:
    client = Client()
    client.force_login(person)
    return client


def new_key(floor: Floor, name: str = "Slot accounting", *, days: int = 90, ago: int = 0, **more: Any) -> Key:
    """Make a key so many days ago."""
    asked: dict[str, Any] = {"facilities": [floor.facility], "scopes": ["rounds:read"]} | more
    at = floor.at - timedelta(days=ago)
    return create_key(
        floor.facility,
        name=name,
        valid_days=days,
        by=floor.administrator,
        at=at,
        second=floor.officers_signature,
        **asked,
    )


def rows(client: Client, query: str = "", code: str = "MD") -> list[list[str]]:
    """Return what the list shows, each cell as words."""
    found = client.get(f"/facilities/{code}/keys/{query}").context["rows"]
    return [[getattr(cell, "word", cell) for cell in row.cells] for row in found]


# ── The list


def test_the_list_tells_what_each_key_may_and_for_how_long(floor: Floor) -> None:
    new_key(floor, "Old", days=1, ago=2)
    new_key(floor, "Soon", days=10, scopes=["tables:read", "rounds:read", "rounds:write"])
    revoke_key(new_key(floor, "Gone"), reason="Lost", by=floor.administrator, at=floor.at)
    note_use(new_key(floor, "Used"), address="10.0.0.7", at=floor.at)
    client = client_of(floor.administrator)

    found = {row[0]: row[2:] for row in rows(client)}

    assert found["Soon"] == ["expires in 10 days", "never", "reads tables, rounds · writes rounds", "MD"]
    assert found["Used"] == ["until May 31, 2026", "Mar 2 12:00", "reads rounds", "MD"]
    assert (found["Old"][0], found["Gone"][0]) == ("expired Mar 1, 2026", "revoked")
    assert [row[0] for row in rows(client, "?state=revoked")] == ["Gone"]
    assert {row[0] for row in rows(client, "?state=current")} == {"Soon", "Used"}


def test_a_key_that_another_facility_keeps_is_listed_where_it_opens_something_but_has_no_page_there(
    floor: Floor,
) -> None:
    elsewhere = Floor("nj")
    key = new_key(floor, facilities=[floor.facility, elsewhere.facility])
    client = client_of(elsewhere.administrator)

    # What else it opens is nobody's business there.
    assert [row[5] for row in rows(client, code="NJ")] == ["NJ"]
    assert client.get(f"/keys/{key.prefix}/").status_code == 404

    client.post("/facilities/NJ/shut-out-key/", {"key": key.prefix})
    assert [row[5] for row in rows(client, code="NJ")] == ["none"]


def test_administrators_make_and_revoke_them_and_oversight_looks(floor: Floor) -> None:
    key = new_key(floor)

    for person, looks, acts in (
        (floor.administrator, 200, 200),
        (floor.compliance_officer, 200, 403),
        (floor.auditor, 200, 403),
        (floor.shift_manager, 403, 403),
        (floor.floorperson, 403, 403),
    ):
        client = client_of(person)
        assert client.get("/facilities/MD/keys/").status_code == looks
        assert client.get(f"/keys/{key.prefix}/").status_code == looks
        assert client.get("/facilities/MD/create-key/").status_code == acts
        assert client.get(f"/keys/{key.prefix}/revoke/").status_code == acts


# ── One key


def test_the_page_of_a_key_tells_who_made_it_and_what_it_did(floor: Floor) -> None:
    key = new_key(floor, scopes=["rounds:read", "rounds:write", "journal:read"])
    note_use(key, address="10.0.0.7", at=floor.at)

    page = client_of(floor.auditor).get(f"/keys/{key.prefix}/")

    facts = {label: value for group in page.context["groups"] for label, value in group.facts}
    assert facts["Journal account"] == f"KEY-{key.prefix}"
    assert facts["Created"].endswith(f"by {floor.administrator}")
    assert facts["Last used"].endswith("from 10.0.0.7")
    assert facts["Rounds"].startswith("read and write: rounds")
    assert [entry.title for entry in page.context["entries"]] == [
        "API key used: Slot accounting",
        "API key created: Slot accounting",
    ]
    assert page.context["acts"] == []


def test_a_key_is_revoked_on_its_page_with_a_reason(floor: Floor) -> None:
    key = new_key(floor)
    client = client_of(floor.administrator)

    client.post(f"/keys/{key.prefix}/revoke/", {"reason": "The laptop was stolen"})

    page = client.get(f"/keys/{key.prefix}/")
    assert (page.context["status_word"], page.context["acts"]) == ("revoked", [])
    assert dict(page.context["groups"][0].facts)["Why"] == "The laptop was stolen"


def test_the_page_of_a_key_shows_where_it_is_blocked(floor: Floor) -> None:
    key = new_key(floor)
    block_key(floor.facility, key=key, by=floor.administrator, at=floor.at)

    (section,) = client_of(floor.auditor).get(f"/keys/{key.prefix}/").context["sections"]

    assert section.rows[0].cells[2].word.startswith("blocked Mon Mar 2, 2026 12:00 by")


# ── Making one


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_the_token_is_shown_once_and_kept_nowhere(
    floor: Floor, headers: dict[str, str], caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    client = client_of(floor.administrator)
    asked = {"name": "Slot accounting", "facilities": "MD", "scopes": ["rounds:read"], "valid_days": 90, "rate": 600}

    with caplog.at_level(logging.DEBUG):
        response = client.post("/facilities/MD/create-key/", asked, headers=headers)

    (token,) = TOKEN.findall(response.content.decode())
    key = Key.objects.get()
    assert (response.status_code, response["Cache-Control"]) == (200, "no-store")
    assert token.startswith(f"cck_{key.prefix}_")
    assert Client(headers={"Authorization": f"Bearer {token}"}).get("/api/v1/rounds/").status_code == 200

    kept = [*Key.objects.values(), *Staff.objects.values(), *Entry.objects.values(), dict(client.session)]
    assert token not in str(kept)
    assert token not in caplog.text + "".join(capsys.readouterr())
    for page in ("/facilities/MD/keys/", f"/keys/{key.prefix}/", "/facilities/MD/journal/"):
        assert TOKEN.search(client.get(page).content.decode()) is None


def test_an_invalid_form_creates_no_key(floor: Floor) -> None:
    client = client_of(floor.administrator)

    wrong: dict[str, Any] = {"scopes": [], "valid_days": 367, "facilities": "NJ", "name": ""}

    for name, value in wrong.items():
        asked = {"name": "Slots", "facilities": "MD", "scopes": ["rounds:read"], "valid_days": 90, name: value}
        assert client.post("/facilities/MD/create-key/", asked).status_code == 422
    assert not Key.objects.exists()


# ── Its account


def test_the_account_of_a_key_is_not_listed_as_staff(floor: Floor) -> None:
    key = new_key(floor)
    client = client_of(floor.administrator)

    assert client.get(f"/staff/KEY-{key.prefix}/").status_code == 404
    assert client.post(f"/staff/KEY-{key.prefix}/set-password/", {"password": PASSWORD}).status_code == 404
    assert client.post(f"/staff/KEY-{key.prefix}/appoint/", {"role": Role.PIT_BOSS}).status_code == 404
    assert f"KEY-{key.prefix}" not in client.get("/facilities/MD/staff/").content.decode()
    assert f"KEY-{key.prefix}" not in client.get("/api/v1/staff/").content.decode()


def test_the_admin_shows_keys_without_their_hash(floor: Floor) -> None:
    key = new_key(floor)
    owner = Staff.objects.create_superuser("OWNER", "a-password-of-the-owner", name="Owner")

    page = client_of(owner).get(f"/admin/compliance/key/{key.pk}/change/").content.decode()

    assert key.prefix in page
    assert key.digest not in page
