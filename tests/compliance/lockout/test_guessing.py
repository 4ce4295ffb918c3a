"""Guesses at passwords and PINs: the trace they leave, the alert they raise, and the PINs that nobody may choose."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from compliance.errors import SignatureError
from compliance.models import Entry, Severity, Staff
from compliance.signatures.services import Signing, confirm
from compliance.staff import services as staff
from compliance.staff.roles import Role
from tests.compliance.alerts.inspections import alert, alerts, look
from tests.floor import PASSWORD, PIN, Floor, fresh, refused

pytestmark = pytest.mark.django_db

BY_DEALER = Signing("deck_removed", frozenset({Role.DEALER}))


@pytest.fixture
def floor() -> Floor:
    return Floor("md")


@pytest.fixture
def now(floor: Floor) -> Floor:
    """A floor whose clock is that of the sign-in page."""
    floor.at = timezone.now()
    return floor


def sign_in(client: Client, badge: str, password: str = PASSWORD) -> None:
    client.post("/sign-in/", {"badge": badge, "password": password})


def wrong_pin(floor: Floor, badge: str, *, by: Staff, tablet: str = "tablet-1") -> None:
    with pytest.raises(SignatureError):
        confirm(BY_DEALER, facility=floor.facility, badge=badge, pin="0000", by=by, tablet=tablet, at=floor.at)


def traced() -> list[tuple[str, str, str | None]]:
    """Return action, subject and actor of each entry about attempts."""
    actions = ("staff.signed_in", "staff.wrong_password", "staff.wrong_pin", "staff.locked", "staff.unlocked")
    entries = Entry.objects.filter(action__in=actions).order_by("pk").select_related("actor")
    return [(each.action, each.subject, each.actor.badge if each.actor else None) for each in entries]


# ── The journal


def test_sign_in_failure_lock_and_unlock_are_journaled(floor: Floor) -> None:
    person, manager = floor.pit_boss, floor.shift_manager
    tablet, subject = Client(REMOTE_ADDR="10.0.0.7"), floor.pit_boss.subject_key
    sign_in(tablet, person.badge)
    tablet.post("/sign-out/")

    for _ in range(6):
        sign_in(tablet, person.badge, "guessed")
    staff.unlock_account(person, by=manager, at=floor.at)

    assert traced() == [
        ("staff.signed_in", subject, person.badge),
        *[("staff.wrong_password", subject, None)] * 5,
        ("staff.locked", subject, None),
        ("staff.unlocked", subject, manager.badge),
    ]
    failed = Entry.objects.filter(action="staff.wrong_password").earliest("pk")
    locked = Entry.objects.get(action="staff.locked")
    assert failed.facility == floor.facility
    assert (failed.facts["badge"], failed.facts["address"]) == (person.badge, "10.0.0.7")
    assert failed.facts["tablet"].endswith(person.badge)
    assert locked.facts["until"] == (failed.at + timedelta(minutes=15)).isoformat()


def test_a_wrong_pin_is_journaled_with_whose_it_was_and_who_asked(floor: Floor) -> None:
    elsewhere = Floor("ma")

    wrong_pin(floor, floor.dealer.badge, by=floor.floorperson)
    wrong_pin(floor, "MD-999", by=floor.floorperson)
    wrong_pin(floor, elsewhere.dealer.badge, by=floor.floorperson)

    asker, place = floor.floorperson.badge, floor.facility.subject_key
    assert traced() == [
        ("staff.wrong_pin", floor.dealer.subject_key, asker),
        ("staff.wrong_pin", place, asker),
        ("staff.wrong_pin", place, asker),
    ]
    assert elsewhere.dealer.badge not in str(list(Entry.objects.filter(action="staff.wrong_pin").values()))


def test_a_badge_that_nobody_has_leaves_the_same_trace_without_what_was_typed(floor: Floor) -> None:
    sign_in(Client(), floor.pit_boss.badge, "guessed")
    sign_in(Client(), "MD-SECRET", "guessed")
    sign_in(Client(), "SECRET", "guessed")

    known, unknown = Entry.objects.filter(action="staff.wrong_password").order_by("pk")
    assert (known.subject, unknown.subject) == (floor.pit_boss.subject_key, floor.facility.subject_key)
    assert unknown.facts["unknown_badge"]
    assert "SECRET" not in str(unknown.facts)


def test_a_wrong_current_password_is_journaled(floor: Floor, client: Client) -> None:
    client.force_login(floor.pit_boss)

    client.post("/account/", {"current": "guessed", "pin": "9786"})

    assert traced() == [("staff.wrong_password", floor.pit_boss.subject_key, floor.pit_boss.badge)]


def test_the_lockout_of_a_guesser_is_journaled_as_theirs(floor: Floor) -> None:
    for _ in range(20):
        wrong_pin(floor, floor.new_dealer().badge, by=floor.floorperson)

    assert traced()[-1] == ("staff.locked", floor.floorperson.subject_key, None)


# ── The alert


def test_ten_wrong_pins_of_one_person_raise_an_alert_whoever_they_guess_at(floor: Floor) -> None:
    people = [floor.new_dealer() for _ in range(5)]
    for person in people:
        wrong_pin(floor, person.badge, by=floor.floorperson)
        wrong_pin(floor, person.badge, by=floor.pit_boss)
    look(floor, seconds=4)
    assert alerts("guessing") == []

    for person in people:
        wrong_pin(floor, person.badge, by=floor.floorperson)
    look(floor, seconds=4)

    found = alert("guessing")
    assert (found.severity, found.level) == (Severity.DUE, Role.COMPLIANCE_OFFICER)
    assert found.subject == floor.floorperson.subject_key
    assert found.text.startswith(f"10 wrong passwords or PINs were entered while {floor.floorperson} (")
    assert "for 5 badges." in found.text
    office = Client()
    office.force_login(floor.compliance_officer)
    assert office.get(f"/alerts/{found.pk}/").status_code == 200
    assert office.get(f"/facilities/{floor.facility.code}/journal/").status_code == 200


def test_guesses_on_a_tablet_or_from_an_address_raise_an_alert(now: Floor) -> None:
    people = [now.pit_boss, now.floorperson, now.shift_manager]
    tablet, stranger = Client(), Client(REMOTE_ADDR="10.0.0.7")
    for person in people:
        sign_in(tablet, person.badge)
        tablet.post("/sign-out/")

    for client in (tablet, stranger):
        for person in people:
            for _ in range(4):
                sign_in(client, person.badge, "guessed")
    look(now, seconds=4)

    texts = " ".join(found.text for found in alerts("guessing"))
    assert f"12 wrong passwords or PINs were entered on a tablet that {now.pit_boss.badge} set up, for 3" in texts
    assert "12 wrong passwords or PINs came from the address 10.0.0.7, for 3" in texts


def test_failures_spread_over_hours_raise_no_alert(floor: Floor) -> None:
    for _ in range(3):
        for _ in range(4):
            wrong_pin(floor, floor.new_dealer().badge, by=floor.floorperson)
        look(floor, minutes=61)

    assert alerts("guessing") == []


def test_one_alert_an_hour_says_that_guessing_goes_on(floor: Floor) -> None:
    for _ in range(2):
        for _ in range(12):
            wrong_pin(floor, floor.new_dealer().badge, by=floor.floorperson)
            look(floor, seconds=4)
        staff.unlock_account(floor.floorperson, by=floor.shift_manager, at=floor.at)
        floor.later(hours=1)

    assert len(alerts("guessing")) == 2


# ── PINs that anyone would guess first


@pytest.mark.parametrize(
    "pin", ["0000", "77777777", "1212", "474747", "1234", "4321", "23456789", "987654", "2301", "002301"]
)
def test_a_trivial_pin_is_refused(pin: str) -> None:
    floor = Floor("md")
    person = staff.hire(
        floor.facility, number="2301", name="Rosa", role=Role.DEALER, password=PASSWORD, pin=PIN, by=None, at=floor.at
    )

    with refused("pin_trivial"):
        staff.set_pin(person, pin=pin, by=floor.administrator, at=floor.at)
    with refused("pin_trivial"):
        staff.hire(
            floor.facility, number="02301", name="x", role=Role.DEALER, password=PASSWORD, pin=pin, by=None, at=floor.at
        )

    assert fresh(person).check_pin(PIN)


@pytest.mark.parametrize("pin", ["2468", "4711", "8642", "1357", "0246", "12344321"])
def test_other_pins_are_accepted(pin: str) -> None:
    floor = Floor("md")

    staff.set_pin(floor.dealer, pin=pin, by=floor.administrator, at=floor.at, second=floor.officers_signature)

    assert fresh(floor.dealer).check_pin(pin)


def test_the_account_page_refuses_a_trivial_pin_and_changes_nothing(floor: Floor, client: Client) -> None:
    client.force_login(floor.pit_boss)

    response = client.post("/account/", {"current": PASSWORD, "password": "another-good-one", "pin": "1234"})

    assert response.status_code == 422
    assert "This PIN is easy to guess." in response.content.decode()
    assert fresh(floor.pit_boss).check_password(PASSWORD)
    assert fresh(floor.pit_boss).check_pin(PIN)
