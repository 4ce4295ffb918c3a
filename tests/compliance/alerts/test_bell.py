"""The bell on every page, and its warning when scheduled checks do not run."""

import time
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from compliance.alerts import heartbeat
from compliance.alerts import services as working
from compliance.alerts.scan import ScanResult
from compliance.alerts.views import bell as bell_page
from compliance.models import Alert, Heartbeat, Severity
from compliance.staff.roles import Role
from tables.models import Deck
from tests.floor import Floor

from .rung import happened, heard, overdue, signed_in

pytestmark = pytest.mark.django_db

WARNING = "Scheduled checks have not run"


@pytest.fixture
def floor() -> Floor:
    return Floor("md", at=timezone.now())


def bell(floor: Floor, role: str = "shift_manager") -> str:
    answer = signed_in(getattr(floor, role)).get("/facilities/MD/bell/", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_bell_counts_unacknowledged_alerts_and_shows_the_worst(floor: Floor) -> None:
    heard()
    warning, critical = happened(floor), happened(floor, "Worse", occurrence="2", severity=Severity.CRITICAL)

    assert 'data-status="due" data-number="2"' in bell(floor)
    assert 'data-said="Worse"' in bell(floor)

    working.acknowledge(critical, by=floor.shift_manager, at=timezone.now())
    assert 'data-status="soon" data-number="1"' in bell(floor)
    working.acknowledge(warning, by=floor.shift_manager, at=timezone.now())
    assert 'data-status="fine" data-number="0"' in bell(floor)
    assert "all 2 of yours acknowledged" in bell(floor)


def test_the_bell_is_blocked_while_an_unacknowledged_alert_blocks_play_as_on_the_board(floor: Floor) -> None:
    heard()
    found = overdue(floor, floor.open_table("hand"))

    card = signed_in(floor.floorperson).get("/board/MD/").context["tables"][0]

    assert (found.severity, card.status) == (Severity.DUE, "blocked")
    assert 'data-status="blocked" data-number="1"' in bell(floor, "floorperson")


def test_the_bell_does_not_ring_for_other_roles(floor: Floor) -> None:
    heard()
    happened(floor)

    assert 'data-number="0"' in bell(floor, "floorperson")


def test_the_bell_tells_new_alerts_from_earlier_ones(floor: Floor) -> None:
    heard()
    at = timezone.now()

    def newest() -> int:
        return int(bell(floor).partition('data-newest="')[2].partition('"')[0])

    happened(floor, at=at - timedelta(minutes=2))
    before = newest()
    happened(floor, occurrence="2", at=at)

    assert newest() == before + 120_000


def test_the_bell_costs_five_queries(floor: Floor) -> None:
    heard()
    happened(floor)
    client = signed_in(floor.shift_manager)
    client.get("/facilities/MD/bell/")

    with CaptureQueriesContext(connection) as queries:
        client.get("/facilities/MD/bell/")

    # The session, who asks, the heartbeats, how many ring, what the last one says.
    assert len(queries) == 5
    assert client.get("/facilities/MD/bell/").content == client.get("/facilities/MD/bell/").content


def test_every_page_warns_while_nothing_is_checked_by_the_clock(floor: Floor) -> None:
    heard()
    client = signed_in(floor.dealer)
    assert WARNING not in client.get("/board/MD/").content.decode()

    Heartbeat.objects.filter(name="scan").update(beaten_at=timezone.now() - timedelta(minutes=2))

    since = timezone.now() - timedelta(minutes=2)
    assert f"{WARNING} since" in client.get("/board/MD/").content.decode()
    assert f"{WARNING} since" in client.get("/account/").content.decode()
    assert f"{since:%M}." in bell(floor, "dealer")
    heard()
    assert WARNING not in bell(floor, "dealer")


def test_no_outage_is_shown_just_after_the_start(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "STARTED", time.monotonic())
    assert WARNING not in bell(floor)

    monkeypatch.setattr(heartbeat, "STARTED", time.monotonic() - 31)
    assert WARNING in bell(floor)


def test_an_alert_comes_though_celery_is_dead(floor: Floor) -> None:
    table = floor.open_table("hand")
    Deck.objects.filter(table=table).update(change_due_at=timezone.now() - timedelta(minutes=1))
    heard()
    bell(floor, "floorperson")
    assert not Alert.objects.exists()

    Heartbeat.objects.update(beaten_at=timezone.now() - timedelta(minutes=1))

    assert 'data-number="1"' in bell(floor, "floorperson")
    assert Alert.objects.get().check_name == "deck_change"


@pytest.mark.both_databases("a statement that fails")
def test_the_bell_answers_even_if_its_own_scan_fails(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: Any, **__: Any) -> ScanResult:
        raise DatabaseError("locked")

    monkeypatch.setattr(bell_page, "scan", failing)

    assert 'data-number="0"' in bell(floor)


def test_someone_without_an_inbox_has_no_bell_to_press(floor: Floor) -> None:
    heard()
    assert floor.hire(Role.SECURITY)

    assert "bell-way" not in bell(floor, "security")


def test_a_background_request_does_not_change_the_last_facility(floor: Floor) -> None:
    other = Floor("nj", at=floor.at)
    other.facility.postings.create(staff=floor.pit_boss, role=Role.PIT_BOSS, started_at=floor.at)
    client = signed_in(floor.pit_boss)
    client.get("/board/MD/")

    client.get("/facilities/NJ/bell/", headers={"HX-Request": "true"})

    assert client.get("/").headers["Location"] == "/board/MD/"
