"""Nobody gives access alone: a compliance officer signs, and all of them are told."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from compliance.alerts.scan import scan
from compliance.api_keys.services import create_key
from compliance.models import Alert, Entry, Facility, Key, Posting, Severity, Signature, Staff
from compliance.staff import services as people
from compliance.staff.roles import Role
from tests.compliance.api.caller import Caller
from tests.floor import PIN, Floor, fresh, refused

pytestmark = pytest.mark.django_db

NEW_PASSWORD = "a-secret-of-another"


@pytest.fixture
def floor() -> Floor:
    return Floor("md").manned()


def hiring(role: str = Role.PIT_BOSS, number: str = "900") -> dict[str, Any]:
    return {"number": number, "name": "Ann Other", "role": role, "password": NEW_PASSWORD, "pin": "8642"}


def key_for(*scopes: str, facilities: tuple[str, ...] = ("MD",)) -> dict[str, Any]:
    return {"name": "Slots", "facilities": facilities, "scopes": scopes, "valid_days": 9}


def disabled(floor: Floor) -> Staff:
    people.disable(floor.security, reason="Left", by=floor.administrator, at=floor.at)
    return floor.security


# What gives access: the address of the act, and what is sent.
GIVES_ACCESS: dict[str, Callable[[Floor], tuple[str, dict[str, Any]]]] = {
    "facility.hire": lambda floor: ("facilities/MD/hire/", hiring()),
    "facility.create-key": lambda floor: ("facilities/MD/create-key/", key_for("tables:write")),
    "staff.appoint": lambda floor: (
        f"staff/{floor.auditor.badge}/appoint/",
        {"facility_code": "MD", "role": "pit_boss"},
    ),
    "staff.set-pin": lambda floor: (f"staff/{floor.pit_boss.badge}/set-pin/", {"pin": "8642"}),
    "staff.set-password": lambda floor: (f"staff/{floor.pit_boss.badge}/set-password/", {"password": NEW_PASSWORD}),
    "staff.enable": lambda floor: (f"staff/{disabled(floor).badge}/enable/", {}),
}


def state() -> list[object]:
    """Return everything that gives access."""
    return [
        list(Staff.objects.order_by("pk").values_list("pk", "password", "pin", "is_active")),
        list(Posting.objects.order_by("pk").values_list("pk", "role", "ended_at")),
        Key.objects.count(),
    ]


@pytest.mark.parametrize("act", GIVES_ACCESS)
@pytest.mark.parametrize("signer", ["nobody", "themselves", "a pit boss", "another administrator"])
def test_an_administrator_gives_no_access_without_a_compliance_officer(floor: Floor, act: str, signer: str) -> None:
    address, body = GIVES_ACCESS[act](floor)
    signers = {
        "themselves": floor.administrator,
        "a pit boss": floor.shift_manager,
        "another administrator": floor.hire(Role.ADMINISTRATOR),
    }
    if signer in signers:
        body |= {"second_badge": signers[signer].badge, "second_pin": PIN}
    before = state()

    problem = Caller(floor.administrator).refused_body(address, body)
    page = Client()
    page.force_login(floor.administrator)

    assert "second_badge" in {error["path"] for error in problem["errors"]}
    assert page.post(f"/{address}", body).status_code == 422
    assert state() == before


@pytest.mark.parametrize("act", GIVES_ACCESS)
def test_access_that_an_officer_signs_for_is_given_and_the_journal_names_the_signer(floor: Floor, act: str) -> None:
    address, body = GIVES_ACCESS[act](floor)
    before = state()

    status = 201 if act.startswith("facility.") else 200
    Caller(floor.administrator).post(address, status=status, signer=floor.compliance_officer, **body)

    signature = Signature.objects.latest("pk")
    assert state() != before
    assert (signature.signer, signature.requested_by) == (floor.compliance_officer, floor.administrator)
    assert Entry.objects.filter(signature=signature, actor=floor.administrator).exists()


def test_the_services_refuse_to_give_access_without_a_signature(floor: Floor) -> None:
    at: dict[str, Any] = {"by": floor.administrator, "at": floor.at}
    boss, gone = floor.pit_boss, disabled(floor)
    key: dict[str, Any] = {"name": "x", "facilities": [floor.facility], "scopes": ["rounds:write"], "valid_days": 1}
    acts: tuple[Callable[[], object], ...] = (
        lambda: people.hire(floor.facility, **hiring(), **at),
        lambda: people.appoint(boss, facility=floor.facility, role=Role.AUDITOR, **at),
        lambda: people.set_pin(boss, pin="8642", **at),
        lambda: people.set_password(boss, password=NEW_PASSWORD, **at),
        lambda: people.enable(fresh(gone), **at),
        lambda: create_key(floor.facility, **key, **at),
    )

    for act in acts:
        with refused("officer_must_sign"):
            act()


def test_what_takes_access_away_needs_no_signature(floor: Floor) -> None:
    administrator = Caller(floor.administrator)

    administrator.post(f"staff/{floor.pit_boss.badge}/disable/", reason="Left")
    posting = floor.posting(floor.auditor).pk
    administrator.post(f"staff/{floor.auditor.badge}/end-posting/", posting=posting)

    assert not Signature.objects.exists()


def test_the_secrets_that_an_administrator_sets_are_not_yet_the_owners(floor: Floor) -> None:
    administrator = Caller(floor.administrator)
    administrator.post("facilities/MD/hire/", status=201, signer=floor.compliance_officer, **hiring())
    hired = Staff.objects.get(badge="MD-900")

    assert (hired.must_change_password, hired.must_change_pin) == (True, True)
    secrets: dict[str, dict[str, Any]] = {"set-pin": {"pin": "9753"}, "set-password": {"password": NEW_PASSWORD}}
    for act, body in secrets.items():
        address = f"staff/{floor.pit_boss.badge}/{act}/"
        administrator.post(address, signer=floor.compliance_officer, **body)
    boss = fresh(floor.pit_boss)
    assert (boss.must_change_password, boss.must_change_pin) == (True, True)


# ── Keys


def test_a_key_that_only_reads_needs_no_signature(floor: Floor) -> None:
    Caller(floor.administrator).post("facilities/MD/create-key/", status=201, **key_for("tables:read", "journal:read"))

    assert not Signature.objects.exists()


def test_a_key_that_writes_needs_an_officer_of_every_facility_that_it_opens(floor: Floor) -> None:
    elsewhere = Floor("nj")
    elsewhere.facility.postings.create(staff=floor.administrator, role=Role.ADMINISTRATOR, started_at=floor.at)
    body = key_for("tables:write", facilities=("MD", "NJ"))
    signed = {"second_badge": floor.compliance_officer.badge, "second_pin": PIN}
    administrator = Caller(fresh(floor.administrator))

    problem = administrator.refused_body("facilities/MD/create-key/", body | signed, 409)

    assert problem["code"] == "officer_elsewhere"
    elsewhere.facility.postings.create(
        staff=floor.compliance_officer, role=Role.COMPLIANCE_OFFICER, started_at=floor.at
    )
    administrator.post("facilities/MD/create-key/", status=201, signer=floor.compliance_officer, **body)


def test_an_officer_of_the_facility_of_the_role_signs(floor: Floor) -> None:
    elsewhere = Floor("nj").manned()
    elsewhere.facility.postings.create(staff=floor.administrator, role=Role.ADMINISTRATOR, started_at=floor.at)
    address: str = f"staff/{floor.auditor.badge}/appoint/"
    body: dict[str, Any] = {"facility_code": "NJ", "role": "auditor"}
    administrator = Caller(fresh(floor.administrator))

    administrator.refused_body(address, body | {"second_badge": floor.compliance_officer.badge, "second_pin": PIN})
    administrator.post(address, signer=elsewhere.compliance_officer, **body)

    assert fresh(floor.auditor).roles_at(elsewhere.facility) == {Role.AUDITOR}


# ── The first compliance officer


@pytest.fixture
def new() -> Floor:
    """A facility with nobody but its administrator."""
    floor = Floor("nj")
    assert floor.administrator
    return floor


def offered_roles(floor: Floor) -> list[str]:
    client = Client()
    client.force_login(floor.administrator)
    page = client.get(f"/facilities/{floor.facility.code}/hire/")
    return [value for value, _ in page.context["form"].fields["role"].choices]


def test_the_first_administrator_hires_the_first_compliance_officer_alone_and_nobody_else(new: Floor) -> None:
    administrator = Caller(new.administrator)
    assert offered_roles(new) == [Role.COMPLIANCE_OFFICER]
    administrator.refused_body("facilities/NJ/hire/", hiring(Role.ADMINISTRATOR))
    with refused("no_officer"):
        people.hire(new.facility, **hiring(), by=new.administrator, at=new.at)

    administrator.post("facilities/NJ/hire/", status=201, **hiring(Role.COMPLIANCE_OFFICER))

    assert Staff.objects.get(badge="NJ-900").roles_at(new.facility) == {Role.COMPLIANCE_OFFICER}
    assert set(offered_roles(new)) == set(Role.values)
    for role in (Role.COMPLIANCE_OFFICER, Role.PIT_BOSS):
        administrator.refused_body("facilities/NJ/hire/", hiring(role, number="901"))


def test_the_first_officer_signs_only_with_a_pin_of_their_own(new: Floor) -> None:
    administrator = Caller(new.administrator)
    administrator.post("facilities/NJ/hire/", status=201, **hiring(Role.COMPLIANCE_OFFICER))

    signed = {"second_badge": "NJ-900", "second_pin": "8642"}
    problem = administrator.refused_body("facilities/NJ/hire/", hiring(number="901") | signed)

    assert "Someone else set this PIN" in problem["errors"][0]["message"]


@pytest.mark.parametrize("how", ["disabled", "not posted"])
def test_nobody_becomes_the_first_officer_again_by_removing_those_there_are(floor: Floor, how: str) -> None:
    officer = floor.compliance_officer
    at: dict[str, Any] = {"by": floor.administrator, "at": floor.at}
    with refused("last_compliance_officer"):
        if how == "disabled":
            people.disable(officer, reason="x", **at)
        else:
            people.end_posting(officer, posting=floor.posting(officer), **at)

    # Even if they are gone.
    Staff.objects.filter(pk=officer.pk).update(is_active=False)
    floor.facility.postings.filter(staff=officer).update(ended_at=floor.at)

    with refused("officer_must_sign"):
        people.hire(floor.facility, **hiring(Role.COMPLIANCE_OFFICER), **at)


# ── The officers are told


def told(facility: Facility) -> list[str]:
    found = Alert.objects.filter(check_name="access_changed", facility=facility, closed_at=None).order_by("pk")
    return [alert.text for alert in found]


@pytest.mark.parametrize(
    ("act", "text"),
    [
        ("facility.hire", "gave MD-900 the role pit boss"),
        ("facility.create-key", "created the API key Slots, which writes"),
        ("staff.appoint", "gave {auditor} the role pit boss"),
        ("staff.set-pin", "set the PIN of {pit_boss}"),
        ("staff.set-password", "set the password of {pit_boss}"),
        ("staff.enable", "enabled the account of {security}"),
    ],
)
def test_the_officers_are_told_of_all_access_that_was_given(floor: Floor, act: str, text: str) -> None:
    address, body = GIVES_ACCESS[act](floor)
    officer = floor.compliance_officer

    status = 201 if act.startswith("facility.") else 200
    Caller(floor.administrator).post(address, status=status, signer=officer, **body)

    badges = {name: getattr(floor, name).badge for name in ("auditor", "pit_boss", "security")}
    assert told(floor.facility) == [f"{floor.administrator} {text.format(**badges)}. {officer} signed."]
    alert = Alert.objects.get(check_name="access_changed")
    assert (alert.level, alert.severity) == (Role.COMPLIANCE_OFFICER, Severity.WARNING)


def test_only_a_compliance_officer_closes_the_alert(floor: Floor) -> None:
    address, body = GIVES_ACCESS["staff.set-pin"](floor)
    Caller(floor.administrator).post(address, signer=floor.compliance_officer, **body)
    alert = Alert.objects.get(check_name="access_changed")

    Caller(floor.shift_manager).refused_body(f"alerts/{alert.pk}/resolve/", {"reason": "Fine"}, 409)
    Caller(floor.compliance_officer).post(f"alerts/{alert.pk}/resolve/", reason="I was there")

    assert told(floor.facility) == []


def test_the_officers_are_told_when_one_of_them_is_removed(floor: Floor) -> None:
    one, other = floor.hire(Role.COMPLIANCE_OFFICER), floor.hire(Role.COMPLIANCE_OFFICER)
    people.disable(one, reason="x", by=floor.administrator, at=floor.at)
    people.end_posting(other, posting=floor.posting(other), by=floor.administrator, at=floor.at)
    people.disable(floor.security, reason="x", by=floor.administrator, at=floor.at)

    scan(floor.at)

    assert told(floor.facility) == [
        f"{floor.administrator} disabled the account of {one.badge}, a compliance officer. Nobody signed.",
        f"{floor.administrator} removed the role compliance officer from {other.badge}. Nobody signed.",
    ]


def test_the_officers_are_not_told_of_ones_own_secrets_of_the_server_or_of_the_distant_past(floor: Floor) -> None:
    people.change_secrets(floor.pit_boss, password=NEW_PASSWORD, pin="9753", at=floor.at)
    floor.hire(Role.DEALER)
    second = floor.officers_signature
    people.set_pin(floor.auditor, pin="9753", by=floor.administrator, at=floor.at, second=second)

    scan(floor.at + timedelta(days=8))

    assert told(floor.facility) == []
