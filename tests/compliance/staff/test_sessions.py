"""A session's owner is cached, read with the session, and checked against it."""

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from compliance.models import Posting
from compliance.staff import sessions
from tests.floor import Floor

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("statements of its own")]


@pytest.fixture
def floor() -> Floor:
    return Floor("md")


@pytest.fixture
def known(floor: Floor, client: Client) -> Client:
    """A tablet whose session has been read before."""
    client.force_login(floor.pit_boss)
    for _ in range(2):
        assert client.get("/account/").status_code == 200
    return client


def test_session_and_person_are_read_at_once(known: Client) -> None:
    with CaptureQueriesContext(connection) as caught:
        known.get("/account/")

    assert sum("django_session" in query["sql"] for query in caught.captured_queries) == 1
    assert sum("compliance_posting" in query["sql"] for query in caught.captured_queries) == 1


def test_a_session_that_is_over_opens_nothing(known: Client) -> None:
    Session.objects.update(expire_date=timezone.now())

    assert known.get("/account/").status_code == 302


def test_a_session_that_is_gone_opens_nothing(known: Client) -> None:
    Session.objects.all().delete()

    assert known.get("/account/").status_code == 302


def test_the_session_overrides_a_wrong_cached_owner(known: Client, floor: Floor) -> None:
    """As if whose it was were kept wrongly: the session itself decides."""
    key = known.cookies["sessionid"].value
    sessions._owners[key] = floor.auditor.pk

    assert floor.pit_boss.name in known.get("/account/").content.decode()


def test_an_ended_posting_takes_effect_at_once(known: Client, floor: Floor) -> None:
    assert known.get(f"/facilities/{floor.facility.code}/").status_code == 200

    Posting.objects.filter(staff=floor.pit_boss).update(ended_at=timezone.now())

    assert known.get(f"/facilities/{floor.facility.code}/").status_code in (403, 404)


def test_changes_to_a_requests_user_do_not_affect_the_next_request(known: Client, floor: Floor) -> None:
    first = known.get("/account/").wsgi_request
    first.scope.staff.name = "Somebody else"  # type: ignore[attr-defined]

    assert floor.pit_boss.name in known.get("/account/").content.decode()


def test_the_cache_of_session_owners_is_limited(known: Client, floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST_KNOWN", 2)
    for _ in range(6):
        tablet = Client()
        tablet.force_login(floor.auditor)
        tablet.get("/account/")

    assert len(sessions._owners) <= 3
