"""A second person's signature: badge and PIN, the right role, and the lockout after wrong PINs."""

from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import IntegrityError, connection, transaction

from compliance.errors import SignatureError
from compliance.lockout.limits import LOCKED_MINUTES, MOST_FAILURES, MOST_FAILURES_OF_ONE, locked_until, record_attempt
from compliance.models import Attempt, Signature, Staff
from compliance.signatures import services as signatures
from compliance.signatures.services import Confirmation, Signing, confirm, sign
from compliance.staff import services as staff
from compliance.staff.roles import Role
from tests.floor import NOON, PIN, Floor, fresh, refused

BY_DEALER = Signing("deck_removed", frozenset({Role.DEALER}))
DO_NOT_MATCH = "Badge and PIN do not match. Enter the PIN again."


@pytest.fixture
def floor(db: None) -> Floor:
    return Floor("md")


def ask(floor: Floor, badge: str, pin: str = PIN, *, by: Staff | None = None, tablet: str = "tablet-1") -> Confirmation:
    return confirm(
        BY_DEALER, facility=floor.facility, badge=badge, pin=pin, by=by or floor.floorperson, tablet=tablet, at=floor.at
    )


def refusal(ask_: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(SignatureError) as caught:
        ask_()
    return caught.value.field, caught.value.message


# ── Who may sign


def test_badge_and_pin_make_a_confirmation_and_that_a_signature(floor: Floor) -> None:
    confirmation = ask(floor, f" {floor.dealer.badge.lower()} ")

    signature = sign(
        BY_DEALER, confirmation, "deck.removed", facility=floor.facility, by=floor.floorperson, at=floor.at
    )

    assert confirmation == Confirmation(floor.dealer, Role.DEALER)
    assert (signature.role, signature.cite, signature.signed_at) == ("dealer", "COMAR 36.05.02.16 J", floor.at)
    assert not Attempt.objects.exists()


def test_a_wrong_pin_does_not_sign(floor: Floor) -> None:
    assert refusal(lambda: ask(floor, floor.dealer.badge, "9999")) == ("second_pin", DO_NOT_MATCH)


def test_a_badge_that_nobody_has_and_staff_of_another_facility_cannot_be_told_apart(floor: Floor) -> None:
    elsewhere = Floor("ma")

    unknown = refusal(lambda: ask(floor, "MD-999"))
    with_right_pin = refusal(lambda: ask(floor, elsewhere.dealer.badge))
    with_wrong_pin = refusal(lambda: ask(floor, elsewhere.dealer.badge, "9999"))

    assert unknown == with_right_pin == with_wrong_pin == ("second_pin", DO_NOT_MATCH)
    assert Attempt.objects.filter(badge=elsewhere.dealer.badge, tablet="tablet-1").count() == 2


def test_every_guess_costs_the_same_work_whether_the_badge_is_known_or_not(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed: list[str] = []
    monkeypatch.setattr(signatures, "make_password", lambda pin: hashed.append(pin))
    without = floor.hire(Role.DEALER)
    Staff.objects.filter(pk=without.pk).update(pin="")

    refusal(lambda: ask(floor, "MD-999"))
    refusal(lambda: ask(floor, without.badge, ""))

    assert hashed == [PIN, ""]


def test_a_disabled_account_signs_nothing(floor: Floor) -> None:
    staff.disable(floor.dealer, reason="left", by=floor.administrator, at=floor.at)

    assert refusal(lambda: ask(floor, floor.dealer.badge)) == ("second_pin", DO_NOT_MATCH)


def test_staff_whose_posting_has_ended_are_unknown(floor: Floor) -> None:
    staff.end_posting(floor.dealer, posting=floor.posting(floor.dealer), by=floor.administrator, at=floor.at)

    assert refusal(lambda: ask(floor, floor.dealer.badge)) == ("second_pin", DO_NOT_MATCH)


def test_your_own_badge_does_not_count_as_a_second_person(floor: Floor) -> None:
    field, message = refusal(lambda: ask(floor, floor.dealer.badge, by=floor.dealer))

    assert (field, message) == ("second_badge", "You cannot sign for yourself. Another person must sign.")


def test_a_wrong_role_is_told_which_one_it_takes(floor: Floor) -> None:
    field, message = refusal(lambda: ask(floor, floor.security.badge))

    assert field == "second_badge"
    assert message == f"{floor.security} may not sign this. A dealer must sign."


def test_a_role_at_another_facility_does_not_count(floor: Floor) -> None:
    elsewhere = Floor("ma")
    staff.appoint(
        elsewhere.dealer,
        facility=floor.facility,
        role=Role.SECURITY,
        by=floor.administrator,
        at=floor.at,
        second=floor.officers_signature,
    )

    field, _ = refusal(lambda: ask(floor, elsewhere.dealer.badge))

    assert field == "second_badge"


def test_the_signature_itself_is_of_a_second_person(floor: Floor) -> None:
    with refused("same_person", "COMAR 36.05.02.16 J"):
        sign(
            BY_DEALER,
            Confirmation(floor.dealer, Role.DEALER),
            "x",
            facility=floor.facility,
            by=floor.dealer,
            at=floor.at,
        )


@pytest.mark.both_databases("constraints and locks")
def test_the_database_refuses_a_signature_of_who_asked_for_it(floor: Floor) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Signature.objects.create(
            facility=floor.facility,
            signer=floor.dealer,
            requested_by=floor.dealer,
            act="x",
            role="dealer",
            cite="x",
            signed_at=NOON,
        )


# ── How often


def guess(floor: Floor, times: int, *, tablet: str = "tablet-1", by: Staff | None = None) -> list[str]:
    return [refusal(lambda: ask(floor, floor.dealer.badge, "0000", tablet=tablet, by=by))[1] for _ in range(times)]


def test_after_five_wrong_pins_the_right_one_has_to_wait_on_that_tablet_only(floor: Floor) -> None:
    guess(floor, MOST_FAILURES)

    _, message = refusal(lambda: ask(floor, floor.dealer.badge))
    elsewhere = ask(floor, floor.dealer.badge, tablet="tablet-2")

    assert message.startswith("Too many wrong PINs")
    assert elsewhere.signer == floor.dealer


def test_four_wrong_pins_and_the_right_one_sign(floor: Floor) -> None:
    guess(floor, MOST_FAILURES - 1)

    assert ask(floor, floor.dealer.badge).signer == floor.dealer
    assert not Attempt.objects.exists()


def test_a_lock_is_over_after_its_time_and_trying_does_not_make_it_longer(floor: Floor) -> None:
    guess(floor, MOST_FAILURES)
    floor.at += timedelta(minutes=LOCKED_MINUTES) - timedelta(microseconds=1)
    assert all(message.startswith("Too many") for message in guess(floor, 2 * MOST_FAILURES))

    floor.at += timedelta(microseconds=1)

    assert ask(floor, floor.dealer.badge).signer == floor.dealer


def test_a_locked_badge_does_not_lock_another(floor: Floor) -> None:
    guess(floor, MOST_FAILURES)

    assert ask(floor, floor.new_dealer().badge).signer != floor.dealer


def test_a_failed_signature_does_not_count_against_signing_in(floor: Floor) -> None:
    guess(floor, MOST_FAILURES)

    assert not record_attempt(floor.dealer.badge, "sign_in", "tablet-1", floor.at)


def test_signing_in_elsewhere_with_wrong_passwords_locks_nobody_on_the_floor(floor: Floor) -> None:
    for _ in range(100):
        record_attempt(floor.dealer.badge, "sign_in", "", floor.at)

    assert record_attempt(floor.dealer.badge, "sign_in", "", floor.at)
    assert not record_attempt(floor.dealer.badge, "sign_in", "tablet-1", floor.at)
    assert ask(floor, floor.dealer.badge).signer == floor.dealer


def test_guesses_by_one_person_on_many_tablets_are_locked_out(floor: Floor) -> None:
    said = [guess(floor, 1, tablet=f"tablet-{number}")[0] for number in range(MOST_FAILURES_OF_ONE + 1)]

    assert said[:-1] == [DO_NOT_MATCH] * MOST_FAILURES_OF_ONE
    assert said[-1].startswith("Too many")
    assert ask(floor, floor.dealer.badge, tablet="another", by=floor.pit_boss).signer == floor.dealer


def test_wrong_pins_beside_one_person_do_not_stop_another_on_the_same_tablet(floor: Floor) -> None:
    guess(floor, MOST_FAILURES)

    assert ask(floor, floor.dealer.badge, by=floor.pit_boss).signer == floor.dealer


def test_guesses_at_many_people_count_together_and_one_an_hour_is_forgiven(floor: Floor) -> None:
    people = [floor.new_dealer() for _ in range(MOST_FAILURES_OF_ONE + 1)]

    def wrong_pin(person: Staff) -> str:
        return refusal(lambda: ask(floor, person.badge, "0000"))[1]

    said = [wrong_pin(person) for person in people]
    floor.later(minutes=30)
    assert wrong_pin(people[0]).startswith("Too many wrong PINs were entered beside your account. Wait 30 minutes")
    floor.later(minutes=30)

    assert said[:-1] == [DO_NOT_MATCH] * MOST_FAILURES_OF_ONE
    assert said[-1].startswith("Too many wrong PINs were entered beside your account. Wait 60 minutes")
    assert wrong_pin(people[0]) == DO_NOT_MATCH
    assert wrong_pin(people[0]).startswith("Too many")


def test_another_person_ends_the_lockout_of_a_guesser_who_cannot_do_it_alone(floor: Floor) -> None:
    manager, other = floor.shift_manager, floor.hire(Role.SHIFT_MANAGER)
    for number in range(MOST_FAILURES_OF_ONE):
        guess(floor, 1, tablet=f"tablet-{number}", by=manager)

    staff.unlock_account(floor.dealer, by=manager, at=floor.at)
    staff.unlock_account(manager, by=manager, at=floor.at)
    assert guess(floor, 1, by=manager)[0].startswith("Too many")
    assert locked_until(manager.badge, floor.at) == floor.at + timedelta(hours=1)
    staff.unlock_account(manager, by=other, at=floor.at)

    assert locked_until(manager.badge, floor.at) is None
    assert ask(floor, floor.dealer.badge, by=manager).signer == floor.dealer


def test_after_a_lockout_failures_are_forgiven_one_by_one(floor: Floor) -> None:
    guess(floor, MOST_FAILURES)

    floor.later(minutes=LOCKED_MINUTES)
    once_more = guess(floor, 2)

    assert once_more[0] == DO_NOT_MATCH
    assert f"Wait {LOCKED_MINUTES} minutes" in once_more[1]


def test_a_new_pin_or_an_administrator_lifts_the_lock(floor: Floor) -> None:
    guess(floor, MOST_FAILURES)
    staff.unlock_account(floor.dealer, by=floor.administrator, at=floor.at)
    assert guess(floor, MOST_FAILURES) == [DO_NOT_MATCH] * MOST_FAILURES

    staff.set_pin(fresh(floor.dealer), pin="8642", by=floor.administrator, at=floor.at, second=floor.officers_signature)

    assert refusal(lambda: ask(floor, floor.dealer.badge, "8642"))[1].startswith("Someone else set this PIN")


@pytest.mark.both_databases("constraints and locks")
@pytest.mark.django_db(transaction=True)
def test_parallel_guesses_do_not_bypass_the_lockout() -> None:
    floor = Floor("md")
    badge, by = floor.dealer.badge, floor.floorperson
    answers: list[str] = []
    together = Barrier(12)

    def guess_once() -> None:
        together.wait()
        try:
            confirm(BY_DEALER, facility=floor.facility, badge=badge, pin="0000", by=by, tablet="tablet-1", at=floor.at)
        except SignatureError as refused_:
            answers.append(refused_.message)
        finally:
            connection.close()

    threads = [Thread(target=guess_once) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(answers) == 12
    assert answers.count(DO_NOT_MATCH) <= MOST_FAILURES
