"""Many sign-ins at once neither take the threads of other requests nor keep the floor's tablets waiting."""

from threading import Event, Thread

import pytest
from django.test import Client

from compliance.lockout import throttle
from compliance.lockout.throttle import HashingSlots, Throttle, TooManySignIns
from compliance.staff import views
from tests.floor import PASSWORD, Floor

MOST = 30


@pytest.fixture
def floor(db: None) -> Floor:
    return Floor("md")


def sign_in(client: Client, badge: str, password: str = PASSWORD) -> int:
    return client.post("/sign-in/", {"badge": badge, "password": password}).status_code


def test_an_address_that_tries_too_often_is_told_to_wait_and_others_are_not(floor: Floor) -> None:
    tablet, stranger = Client(REMOTE_ADDR="10.0.0.7"), Client(REMOTE_ADDR="10.0.0.7")
    sign_in(tablet, floor.pit_boss.badge)

    said = [sign_in(stranger, f"MD-9{number}", "guessed") for number in range(MOST)]
    refused = stranger.post("/sign-in/", {"badge": "MD-999", "password": "guessed"})

    assert said[:-1] == [422] * (MOST - 1)
    assert refused.status_code == 429
    assert refused["Retry-After"] == "2"
    assert "Too many sign-ins at once. Try again in 2 seconds." in refused.content.decode()
    assert sign_in(tablet, floor.pit_boss.badge) == 302
    assert sign_in(Client(REMOTE_ADDR="10.0.0.8"), floor.pit_boss.badge) == 302


def test_a_throttled_sign_in_counts_as_no_failure_and_hashes_nothing(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed: list[str] = []
    monkeypatch.setattr(views, "make_password", hashed.append)
    monkeypatch.setattr(views, "SIGN_INS", Throttle(most=1, interval_s=60))

    assert [sign_in(Client(), "MD-999", "guessed") for _ in range(3)] == [422, 429, 429]
    assert hashed == ["guessed"]


def test_while_strangers_are_checked_tablets_sign_in(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    tablet = Client()
    sign_in(tablet, floor.pit_boss.badge)
    slots = HashingSlots(at_once=1, waiting=0)
    monkeypatch.setattr(views, "OF_STRANGERS", slots)

    with slots.take():
        stranger = sign_in(Client(), floor.floorperson.badge)
        known = sign_in(tablet, floor.pit_boss.badge)

    assert (stranger, known) == (429, 302)
    assert sign_in(Client(), floor.floorperson.badge) == 302


@pytest.mark.one_database("it uses no database")
def test_one_password_of_strangers_is_hashed_at_a_time_one_waits_and_more_are_refused() -> None:
    slots, finish, began = throttle.OF_STRANGERS, Event(), [Event(), Event()]

    def hash_one(mine: Event) -> None:
        with slots.take():
            mine.set()
            finish.wait(10)

    threads = [Thread(target=hash_one, args=[mine]) for mine in began]
    threads[0].start()
    assert began[0].wait(10)
    threads[1].start()

    assert not began[1].wait(0.2)
    with pytest.raises(TooManySignIns), slots.take():
        pass
    finish.set()
    for thread in threads:
        thread.join()
    assert began[1].is_set()


def test_attempts_are_forgiven_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(throttle, "monotonic", lambda: now)
    sign_ins = Throttle(most=2, interval_s=10)

    def is_taken() -> bool:
        try:
            sign_ins.take("10.0.0.7")
        except TooManySignIns:
            return False
        return True

    assert [is_taken() for _ in range(3)] == [True, True, False]
    now = 109.9
    assert not is_taken()
    now = 110.0
    assert [is_taken(), is_taken()] == [True, False]


def test_old_sources_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(throttle, "monotonic", lambda: now)
    monkeypatch.setattr(throttle, "_MOST_SOURCES", 3)
    sign_ins = Throttle(most=2, interval_s=10)

    for number in range(100):
        now += 10
        sign_ins.take(f"10.0.0.{number}")

    assert len(sign_ins._decayed_at) <= 5
