"""Every request reads its session and the owner's postings, so changes take effect at once."""

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from compliance.models import Posting
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


def test_session_and_postings_are_read_once_each(known: Client) -> None:
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


def test_an_ended_posting_takes_effect_at_once(known: Client, floor: Floor) -> None:
    assert known.get(f"/facilities/{floor.facility.code}/").status_code == 200

    Posting.objects.filter(staff=floor.pit_boss).update(ended_at=timezone.now())

    assert known.get(f"/facilities/{floor.facility.code}/").status_code in (403, 404)


def test_changes_to_a_requests_user_do_not_affect_the_next_request(known: Client, floor: Floor) -> None:
    first = known.get("/account/").wsgi_request
    first.scope.staff.name = "Somebody else"  # type: ignore[attr-defined]

    assert floor.pit_boss.name in known.get("/account/").content.decode()
