"""Staff: roles at facilities, disabled accounts, passwords and PINs."""

import pytest
from django.conf import settings
from django.contrib.auth.hashers import identify_hasher
from django.db import IntegrityError, transaction
from django.test import Client, override_settings

import casino.settings
from compliance.models import Entry, Posting, Staff
from compliance.staff import services as staff
from compliance.staff.roles import Role
from tests.floor import PASSWORD, PIN, Floor, fresh, refused

pytestmark = pytest.mark.django_db


def test_a_new_member_of_staff_has_a_badge_of_the_house_and_one_role_there() -> None:
    floor, elsewhere = Floor("md"), Floor("ma")

    dealer = floor.hire(Role.DEALER)

    assert dealer.badge.startswith("MD-")
    assert dealer.roles_at(floor.facility) == {Role.DEALER}
    assert dealer.roles_at(elsewhere.facility) == frozenset()
    assert dealer.check_password(PASSWORD)
    assert dealer.check_pin(PIN)


def test_a_badge_is_given_once() -> None:
    floor = Floor("md")
    number = floor.dealer.badge.removeprefix("MD-")

    with refused("badge_taken"):
        staff.hire(
            floor.facility, number=number, name="x", role=Role.DEALER, password=PASSWORD, pin=PIN, by=None, at=floor.at
        )


def test_a_role_is_given_and_taken_at_one_facility() -> None:
    floor, elsewhere = Floor("md"), Floor("ma")
    staff.appoint(
        floor.dealer,
        facility=elsewhere.facility,
        role=Role.AUDITOR,
        by=elsewhere.administrator,
        at=floor.at,
        second=elsewhere.officers_signature,
    )

    staff.end_posting(
        floor.dealer,
        posting=Posting.objects.get(staff=floor.dealer, role=Role.DEALER),
        by=floor.administrator,
        at=floor.at,
    )

    assert fresh(floor.dealer).roles_at(floor.facility) == frozenset()
    assert fresh(floor.dealer).roles_at(elsewhere.facility) == {Role.AUDITOR}
    assert Entry.objects.get(action="staff.posted", facts__role="auditor").facility == elsewhere.facility


@pytest.mark.both_databases("constraints")
def test_a_role_is_held_once_and_ends_once() -> None:
    floor = Floor("md")
    posting = floor.posting(floor.dealer)
    with refused("posted"):
        staff.appoint(
            floor.dealer,
            facility=floor.facility,
            role=Role.DEALER,
            by=floor.administrator,
            at=floor.at,
            second=floor.officers_signature,
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        Posting.objects.create(staff=floor.dealer, facility=floor.facility, role=Role.DEALER, started_at=floor.at)

    staff.end_posting(floor.dealer, posting=posting, by=floor.administrator, at=floor.at)

    with refused("posting_ended"):
        staff.end_posting(floor.dealer, posting=posting, by=floor.administrator, at=floor.at)


def test_a_facility_is_never_without_an_administrator() -> None:
    floor = Floor("md")
    administrator, other = floor.administrator, floor.hire(Role.ADMINISTRATOR)
    with refused("own_role"):
        staff.end_posting(administrator, posting=floor.posting(administrator), by=administrator, at=floor.at)

    staff.end_posting(other, posting=floor.posting(other), by=administrator, at=floor.at)

    with refused("last_administrator"):
        staff.end_posting(administrator, posting=floor.posting(administrator), by=other, at=floor.at)
    with refused("last_administrator"):
        staff.disable(administrator, reason="x", by=other, at=floor.at)


@pytest.mark.both_databases("constraints")
def test_the_database_knows_the_roles_there_are() -> None:
    floor = Floor("md")

    with pytest.raises(IntegrityError), transaction.atomic():
        Posting.objects.create(staff=floor.dealer, facility=floor.facility, role="emperor", started_at=floor.at)


def test_an_account_is_disabled_by_another_and_once() -> None:
    floor = Floor("md")
    with refused("own_account"):
        staff.disable(floor.administrator, reason="x", by=floor.administrator, at=floor.at)

    staff.disable(floor.dealer, reason="left", by=floor.administrator, at=floor.at)
    with refused("nothing_to_do"):
        staff.disable(floor.dealer, reason="left", by=floor.administrator, at=floor.at)
    staff.enable(floor.dealer, by=floor.administrator, at=floor.at, second=floor.officers_signature)

    assert fresh(floor.dealer).is_active


def test_a_facility_administrator_cannot_disable_the_owner() -> None:
    floor = Floor("md")
    owner = Staff.objects.create_superuser("OWNER", PASSWORD, name="Owner")

    with refused("no_facility"):
        staff.disable(owner, reason="x", by=floor.administrator, at=floor.at)

    assert fresh(owner).is_active


def test_no_secret_stands_in_the_journal() -> None:
    floor = Floor("md")
    staff.set_pin(floor.dealer, pin="86420", by=floor.administrator, at=floor.at, second=floor.officers_signature)
    staff.set_password(
        floor.dealer,
        password="another-long-secret",
        by=floor.administrator,
        at=floor.at,
        second=floor.officers_signature,
    )

    told = "".join(str(entry.facts) for entry in Entry.objects.all())

    for secret in (PASSWORD, PIN, "86420", "another-long-secret", fresh(floor.dealer).pin):
        assert secret not in told


# ── Sessions


def signed_in(client: Client) -> bool:
    return "sign-in" not in client.get("/").headers.get("Location", "")


def test_disabling_an_account_ends_its_session_at_the_next_request(client: Client) -> None:
    floor = Floor("md")
    client.force_login(floor.floorperson)
    assert signed_in(client)

    staff.disable(floor.floorperson, reason="left", by=floor.administrator, at=floor.at)

    assert not signed_in(client)


def test_a_new_password_ends_the_sessions_of_the_old(client: Client) -> None:
    floor = Floor("md")
    client.force_login(floor.floorperson)
    assert signed_in(client)

    staff.set_password(
        fresh(floor.floorperson),
        password="another-long-secret",
        by=floor.administrator,
        at=floor.at,
        second=floor.officers_signature,
    )

    assert not signed_in(client)


# ── Hashes


@override_settings(PASSWORD_HASHERS=casino.settings.PASSWORD_HASHERS)
def test_passwords_and_pins_are_hashed_with_argon2_on_the_floor() -> None:
    floor = Floor("md")

    dealer = floor.hire(Role.DEALER)

    assert settings.PASSWORD_HASHERS[0] == "django.contrib.auth.hashers.Argon2PasswordHasher"
    assert identify_hasher(dealer.password).algorithm == "argon2"
    assert identify_hasher(dealer.pin).algorithm == "argon2"
    assert dealer.check_pin(PIN)
    assert not dealer.check_pin("0000")


def test_without_a_pin_nothing_is_signed() -> None:
    assert not Staff(pin="").check_pin("")


def test_a_facility_is_never_left_without_an_administrator() -> None:
    floor = Floor("md")
    first, second = floor.administrator, floor.hire(Role.ADMINISTRATOR)

    with refused("own_role"):
        staff.end_posting(first, posting=floor.posting(first), by=first, at=floor.at)
    staff.end_posting(second, posting=floor.posting(second), by=first, at=floor.at)
    with refused("last_administrator"):
        staff.end_posting(first, posting=floor.posting(first), by=second, at=floor.at)

    assert fresh(first).roles_at(floor.facility) == {Role.ADMINISTRATOR}


def test_nobody_gives_a_role_to_themselves_or_to_a_disabled_account() -> None:
    floor = Floor("md")
    dealer = floor.hire(Role.DEALER)
    staff.disable(dealer, reason="left", by=floor.administrator, at=floor.at)

    with refused("own_role"):
        staff.appoint(
            floor.administrator,
            facility=floor.facility,
            role=Role.PIT_BOSS,
            by=floor.administrator,
            at=floor.at,
            second=floor.officers_signature,
        )
    with refused("disabled"):
        staff.appoint(
            fresh(dealer),
            facility=floor.facility,
            role=Role.FLOORPERSON,
            by=floor.administrator,
            at=floor.at,
            second=floor.officers_signature,
        )
