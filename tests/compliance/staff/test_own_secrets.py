"""A password or PIN that someone else set: its owner changes it before doing anything else with it."""

from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client

from compliance.errors import SignatureError
from compliance.journal.write import journal
from compliance.models import Staff
from compliance.signatures.services import Signing, confirm
from compliance.staff.roles import PIT
from compliance.staff.services import change_secrets
from tests.compliance.api.caller import Caller
from tests.floor import PASSWORD, PIN, Floor, fresh

pytestmark = pytest.mark.django_db

OWN = "a-secret-of-my-own"


@pytest.fixture
def floor() -> Floor:
    return Floor("md")


def given_secrets(person: Staff, *, by: Staff) -> Staff:
    """Let someone else have set the secrets of a person."""
    Staff.objects.filter(pk=person.pk).update(password_set_by=by, pin_set_by=by)
    return fresh(person)


def client_of(person: Staff) -> Client:
    client = Client()
    assert client.post("/sign-in/", {"badge": person.badge, "password": PASSWORD}).status_code == 302
    return client


def sign(floor: Floor, signer: Staff, *, by: Staff, pin: str = PIN) -> Staff:
    signing = Signing("table_released", PIT)
    return confirm(signing, facility=floor.facility, badge=signer.badge, pin=pin, by=by, tablet="T", at=floor.at).signer


@pytest.mark.parametrize("address", ["/", "/board/MD/", "/facilities/MD/alerts/", "/facilities/MD/submit-offer/"])
def test_with_a_password_set_by_someone_else_only_the_account_page_opens(floor: Floor, address: str) -> None:
    boss = given_secrets(floor.pit_boss, by=floor.administrator)
    client = client_of(boss)

    for answer in (client.get(address), client.post(address)):
        assert (answer.status_code, answer.headers["Location"]) == (302, "/account/")
    assert client.get(address, headers={"HX-Request": "true"}).headers["HX-Redirect"] == "/account/"
    page = client.get("/account/")
    assert page.status_code == 200
    assert "Someone else set your password" in page.content.decode()
    assert "/facilities/MD/" not in page.content.decode()


def test_with_a_password_set_by_someone_else_the_api_gives_only_the_account(floor: Floor) -> None:
    boss = given_secrets(floor.pit_boss, by=floor.administrator)
    caller = Caller(boss)

    assert caller.refused("tables/", 403)["code"] == "password_not_own"
    assert caller.refused_body("facilities/MD/submit-offer/", {}, 403)["code"] == "password_not_own"
    account = caller.get("account/")
    assert (account["must_change_password"], account["must_change_pin"]) == (True, True)

    account = caller.post("account/change/", current=PASSWORD, password=OWN, pin="8642")

    assert (account["must_change_password"], account["must_change_pin"]) == (False, False)
    assert caller.get("tables/")["results"] == []


def test_a_new_password_of_their_own_opens_everything(floor: Floor) -> None:
    boss = given_secrets(floor.pit_boss, by=floor.administrator)
    client = client_of(boss)

    changed = client.post("/account/", {"current": PASSWORD, "password": OWN})

    assert (changed.status_code, changed.headers["Location"]) == (302, "/")
    assert client.get("/board/MD/").status_code == 200
    assert not fresh(boss).must_change_password


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ({"password": PASSWORD}, "password"),
        ({"pin": "8642"}, "password"),
        ({"password": OWN, "pin": PIN}, "pin"),
        ({}, "password"),
    ],
)
def test_the_secrets_set_by_someone_else_cannot_be_kept(floor: Floor, given: dict[str, str], refused: str) -> None:
    boss = given_secrets(floor.pit_boss, by=floor.administrator)

    answer = client_of(boss).post("/account/", {"current": PASSWORD, **given})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [refused]
    assert fresh(boss).must_change_password
    assert fresh(boss).must_change_pin


def test_a_pin_set_by_someone_else_signs_beside_nobody_until_its_owner_changes_it(floor: Floor) -> None:
    boss = given_secrets(floor.pit_boss, by=floor.administrator)

    for beside in (floor.administrator, floor.shift_manager):
        with pytest.raises(SignatureError, match="Someone else set this PIN"):
            sign(floor, boss, by=beside)
    change_secrets(boss, password="", pin="8642", at=floor.at)

    assert sign(floor, fresh(boss), by=floor.shift_manager, pin="8642") == boss


def test_secrets_set_on_the_server_are_their_owners(floor: Floor) -> None:
    assert client_of(floor.pit_boss).get("/board/MD/").status_code == 200
    assert sign(floor, floor.pit_boss, by=floor.shift_manager) == floor.pit_boss


def test_the_migration_reads_from_the_journal_whose_passwords_others_set(floor: Floor) -> None:
    boss, manager = floor.pit_boss, floor.shift_manager
    for person, by in ((boss, manager), (manager, boss), (manager, manager)):
        journal("staff.password_set", person, on=floor.facility, by=by, at=floor.at, badge=person.badge)

    import_module("compliance.migrations.0011_passwords_of_others").note_setters(apps, None)

    assert fresh(boss).must_change_password
    assert not fresh(manager).must_change_password
    assert not fresh(floor.floorperson).must_change_password
