"""Your own account: read it, and change it with the current password."""

from uuid import uuid4

from compliance.lockout.limits import MOST_FAILURES
from compliance.models import Entry, Staff
from tests.floor import PASSWORD, Floor

from .caller import Caller

NEW = "another-horse-battery"


def test_everyone_reads_their_own_account(floor: Floor) -> None:
    found = Caller(floor.auditor).get("account/")

    assert (found["badge"], found["has_pin"]) == (floor.auditor.badge, True)
    assert [(each["facility"], each["role"]) for each in found["postings"]] == [("MD", "auditor")]


def test_a_new_password_and_pin_hold_from_then_on_and_the_session_goes_on(floor: Floor) -> None:
    caller = Caller(floor.auditor)

    caller.post("account/change/", current=PASSWORD, password=NEW, pin="9753")

    person = Staff.objects.get(pk=floor.auditor.pk)
    assert person.check_password(NEW)
    assert person.check_pin("9753")
    assert caller.get("account/")["badge"] == person.badge
    told = Entry.objects.filter(subject=person.subject_key, actor=person).values_list("action", flat=True)
    assert set(told) == {"staff.password_set", "staff.pin_set"}


def test_the_same_request_again_changes_nothing(floor: Floor) -> None:
    caller = Caller(floor.auditor)
    headers, body = {"Idempotency-Key": str(uuid4())}, {"current": PASSWORD, "password": NEW}
    first, again = (
        caller.client.post("/api/v1/account/change/", body, content_type="application/json", headers=headers)
        for _ in range(2)
    )

    assert (first.status_code, again.status_code, again["Idempotency-Replayed"]) == (200, 200, "true")
    assert first.content == again.content


def test_who_does_not_know_the_password_changes_nothing(floor: Floor) -> None:
    caller = Caller(floor.auditor)

    problem = caller.refused_body("account/change/", {"current": "a-wrong-password", "pin": "9753"})

    assert problem["errors"] == [{"path": "current", "code": "invalid", "message": "This is not your password."}]
    assert not Staff.objects.get(pk=floor.auditor.pk).check_pin("9753")


def test_wrong_current_passwords_lock_the_account_change(floor: Floor) -> None:
    caller = Caller(floor.auditor)
    for _ in range(MOST_FAILURES):
        caller.refused_body("account/change/", {"current": "a-wrong-password", "pin": "9753"})

    problem = caller.refused_body("account/change/", {"current": PASSWORD, "pin": "9753"})

    assert "Too many wrong passwords" in problem["errors"][0]["message"]


def test_invalid_or_missing_passwords_and_pins_are_refused(floor: Floor) -> None:
    caller = Caller(floor.auditor)

    for body, path in (
        ({"current": PASSWORD, "password": "short"}, "password"),
        ({"current": PASSWORD, "pin": "12"}, "pin"),
        ({"current": PASSWORD, "pin": 1234}, "pin"),
        ({"current": PASSWORD, "colour": "red"}, "colour"),
        ({"pin": "9753"}, "current"),
        ({"current": PASSWORD}, ""),
    ):
        assert [each["path"] for each in caller.refused_body("account/change/", body)["errors"]] == [path]
