"""Signing in on a tablet: who gets in, who is locked out, and who cannot be locked out."""

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from casino.tasks import tidy
from compliance.lockout.limits import MOST_FAILURES_OF_ONE, record_attempt
from compliance.lockout.tablets import COOKIE, has_signed_in, remember
from compliance.models import Attempt, Staff
from compliance.staff import services as people
from compliance.staff.roles import Role
from tests.floor import PASSWORD, PIN, Floor, fresh

pytestmark = pytest.mark.django_db


def sign_in(client: Client, badge: str, password: str = PASSWORD, **more: str) -> int:
    return client.post("/sign-in/", {"badge": badge, "password": password, **more}).status_code


def test_badge_and_password_sign_in_and_the_tablet_is_known_from_then_on() -> None:
    floor, tablet = Floor("md"), Client()

    status = sign_in(tablet, floor.pit_boss.badge.lower())

    assert status == 302
    assert tablet.cookies[COOKIE]["httponly"]
    assert tablet.get("/", follow=True).status_code == 200


@pytest.mark.parametrize("badge", ["MD-999", "MD-001", "'; DROP TABLE", "\x00"])
def test_a_wrong_password_and_a_badge_that_nobody_has_get_the_same_answer(badge: str) -> None:
    floor, tablet = Floor("md"), Client()
    floor.hire(Role.PIT_BOSS)

    response = tablet.post("/sign-in/", {"badge": badge, "password": "guessed"})

    assert response.status_code == 422
    assert "Badge and password do not match" in response.content.decode() or "\x00" in badge


def test_five_failures_lock_the_badge_on_that_tablet_and_nowhere_else() -> None:
    floor, tablet, other = Floor("md"), Client(), Client()
    badge = floor.pit_boss.badge
    for client in (tablet, other):
        sign_in(client, badge)
        client.post("/sign-out/")

    for _ in range(5):
        sign_in(tablet, badge, "guessed")

    assert sign_in(tablet, badge) == 422
    assert sign_in(other, badge) == 302


def test_guessing_at_every_badge_from_elsewhere_locks_nobody_out_at_the_pit() -> None:
    floor, tablet, stranger = Floor("md"), Client(), Client()
    staff = [floor.pit_boss, floor.floorperson, floor.shift_manager]
    sign_in(tablet, floor.pit_boss.badge)
    tablet.post("/sign-out/")

    for person in staff:
        for _ in range(6):
            sign_in(stranger, person.badge, "guessed")

    assert [sign_in(stranger, person.badge) for person in staff] == [422, 422, 422]
    for person in staff:
        assert sign_in(tablet, person.badge) == 302
        tablet.post("/sign-out/")


def test_a_cookie_that_is_forged_makes_no_tablet() -> None:
    floor, stranger = Floor("md"), Client()
    stranger.cookies[COOKIE] = "0123456789abcdef:forged"

    sign_in(stranger, floor.pit_boss.badge, "guessed")

    assert Attempt.objects.get().tablet == ""


def test_a_manager_lifts_a_lock() -> None:
    floor, tablet, office = Floor("md"), Client(), Client()
    badge = floor.pit_boss.badge
    for _ in range(6):
        sign_in(tablet, badge, "guessed")
    office.force_login(floor.shift_manager)

    office.post(f"/staff/{badge}/unlock/")

    assert sign_in(tablet, badge) == 302


def test_a_disabled_account_does_not_sign_in_and_is_signed_out_at_once() -> None:
    floor, tablet = Floor("md"), Client()
    sign_in(tablet, floor.pit_boss.badge)

    people.disable(floor.pit_boss, reason="left", by=floor.administrator, at=floor.at)

    assert tablet.get("/account/").status_code == 302
    assert tablet.get("/api/v1/tables/").status_code == 401
    assert sign_in(Client(), floor.pit_boss.badge) == 422


@pytest.mark.parametrize("target", ["https://example.org/", "//example.org/", "javascript:alert(1)", ""])
def test_sign_in_redirects_only_to_own_pages(target: str) -> None:
    floor, tablet = Floor("md"), Client()

    response = tablet.post("/sign-in/", {"badge": floor.pit_boss.badge, "password": PASSWORD, "next": target})

    assert response["Location"] == "/"


def test_one_changes_ones_own_password_and_pin_with_the_current_password() -> None:
    floor, tablet = Floor("md"), Client()
    sign_in(tablet, floor.pit_boss.badge)

    refused = tablet.post("/account/", {"current": "guessed", "password": "another-good-one", "pin": "9786"})
    short = tablet.post("/account/", {"current": PASSWORD, "password": "short", "pin": "12"})
    done = tablet.post("/account/", {"current": PASSWORD, "password": "another-good-one", "pin": "9786"})

    assert [refused.status_code, short.status_code, done.status_code] == [422, 422, 302]
    person = Staff.objects.get(pk=floor.pit_boss.pk)
    assert person.check_password("another-good-one")
    assert person.check_pin("9786")
    assert not person.check_pin(PIN)
    assert tablet.get("/account/").status_code == 200  # this session goes on


def test_the_theme_is_kept_on_the_device() -> None:
    client = Client()

    client.post("/theme/", {"theme": "light", "next": "/sign-in/"})

    assert 'data-theme="light"' in client.get("/sign-in/").content.decode()


def test_failures_of_the_day_before_are_forgotten() -> None:
    now = timezone.now()
    for hours in (25, 1):
        record_attempt("MD-001", "sign_in", "", now - timedelta(hours=hours))

    tidy()

    assert Attempt.objects.get().failed_at == now - timedelta(hours=1)


def test_signing_in_on_new_devices_does_not_allow_more_guesses() -> None:
    floor = Floor("md")
    guesses = 0
    for _ in range(8):
        device = Client()
        sign_in(device, floor.floorperson.badge)
        device.post("/sign-out/")
        for _ in range(5):
            guesses += (
                "do not match"
                in device.post("/sign-in/", {"badge": floor.pit_boss.badge, "password": "guessed"}).content.decode()
            )

    assert guesses == MOST_FAILURES_OF_ONE


def test_the_current_password_is_not_guessed_on_a_tablet_left_alone() -> None:
    floor, tablet = Floor("md"), Client()
    sign_in(tablet, floor.pit_boss.badge)

    for _ in range(5):
        tablet.post("/account/", {"current": "guessed", "pin": "9786"})

    assert "Too many" in tablet.post("/account/", {"current": PASSWORD, "pin": "9786"}).content.decode()
    assert not fresh(floor.pit_boss).check_pin("9786")


def test_the_admin_uses_the_products_sign_in() -> None:
    response = Client().post("/admin/login/", {"username": "OWNER", "password": "guessed"})

    assert (response.status_code, response["Location"]) == (302, "/sign-in/?next=/admin/")


def test_lifting_a_lock_does_not_allow_more_guesses() -> None:
    floor = Floor("md")
    table = floor.open_table()
    manager = Client()
    manager.force_login(floor.shift_manager)
    fields = {"cause": "A quarrel", "second_badge": floor.dealer.badge, "second_pin": "0000"}

    tried = 0
    for _ in range(8):
        for _ in range(5):
            answer = manager.post(f"/tables/{table.code}/close-for-cause/", fields).content.decode()
            tried += "Badge and PIN do not match" in answer
        manager.post(f"/staff/{floor.dealer.badge}/unlock/")

    assert tried == MOST_FAILURES_OF_ONE


# ── Lockouts that others cause


def tablets_set_up_by(maker: Staff, *people: Staff, number: int = 5) -> list[Client]:
    """Return tablets on which a person signed in first, and then others."""
    tablets = [Client() for _ in range(number)]
    for tablet in tablets:
        for person in (maker, *people):
            sign_in(tablet, person.badge)
            tablet.post("/sign-out/")
    return tablets


def test_guesses_on_other_tablets_do_not_lock_a_person_out_where_they_have_signed_in() -> None:
    floor = Floor("md")
    tablet, *others = tablets_set_up_by(floor.administrator, floor.pit_boss, number=8)

    for each in others:
        for _ in range(5):
            sign_in(each, floor.pit_boss.badge, "guessed")

    assert sign_in(tablet, floor.pit_boss.badge) == 302


def test_a_person_who_has_used_a_tablet_is_not_stopped_by_guesses_at_those_who_have_not() -> None:
    floor = Floor("md")
    (tablet,) = tablets_set_up_by(floor.administrator, floor.pit_boss, number=1)
    for number in range(MOST_FAILURES_OF_ONE + 1):
        sign_in(tablet, f"MD-9{number}", "guessed")

    assert sign_in(tablet, floor.floorperson.badge) == 422
    assert sign_in(tablet, floor.pit_boss.badge) == 302


def test_the_page_states_how_long_to_wait() -> None:
    floor, stranger = Floor("md"), Client()
    (tablet,) = tablets_set_up_by(floor.administrator, floor.pit_boss, number=1)
    for number in range(MOST_FAILURES_OF_ONE):
        sign_in(tablet, f"MD-9{number}", "guessed")
        sign_in(stranger, f"MD-9{number}", "guessed")
    for _ in range(5):
        sign_in(tablet, floor.pit_boss.badge, "guessed")

    def answer(client: Client, badge: str) -> str:
        return client.post("/sign-in/", {"badge": badge, "password": PASSWORD}).content.decode()

    assert "on this device. Wait 15 minutes, or ask a shift manager" in answer(tablet, floor.pit_boss.badge)
    assert f"{floor.administrator.badge} set up. Wait 60 minutes, or" in answer(tablet, floor.floorperson.badge)
    assert "from this address. Wait 60 minutes, or sign in on a tablet" in answer(stranger, floor.floorperson.badge)


def test_unlocking_ends_every_lockout_of_a_person_whoever_set_up_the_tablets() -> None:
    floor, office = Floor("md"), Client()
    tablets = tablets_set_up_by(floor.shift_manager, floor.pit_boss)
    for tablet in tablets:
        for _ in range(5):
            sign_in(tablet, floor.pit_boss.badge, "guessed")
    office.force_login(floor.shift_manager)
    assert "on a device, until" in office.get(f"/staff/{floor.pit_boss.badge}/").content.decode()

    office.post(f"/staff/{floor.pit_boss.badge}/unlock/")

    assert [sign_in(tablet, floor.pit_boss.badge) for tablet in tablets] == [302] * 5
    assert "on a device, until" not in office.get(f"/staff/{floor.pit_boss.badge}/").content.decode()


def test_a_tablet_remembers_the_last_sixty_people() -> None:
    floor, tablet = Floor("md"), Client()
    sign_in(tablet, floor.administrator.badge)
    response = HttpResponse()
    for number in range(61):
        request = RequestFactory().get("/")
        request.COOKIES = {COOKIE: tablet.cookies[COOKIE].value}
        remember(request, response, f"MD-{number}")
        tablet.cookies[COOKIE] = response.cookies[COOKIE].value

    request.COOKIES = {COOKIE: tablet.cookies[COOKIE].value}

    known = [has_signed_in(request, badge) for badge in ("MD-0", "MD-1", "MD-60", floor.administrator.badge)]
    assert known == [False, True, True, True]
