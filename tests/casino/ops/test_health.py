"""Health checks name what is wrong and what to do, without secrets."""

import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from casino.ops import health
from compliance.alerts import heartbeat as heartbeats
from compliance.alerts.heartbeat import HEARTBEATS
from compliance.models import Heartbeat
from compliance.tasks import heartbeat, scan

pytestmark = pytest.mark.both_databases("asks database and broker")


def ready(client: Client, *, status: int) -> dict[str, Any]:
    response = client.get("/health/ready/")
    assert response.status_code == status, response.content
    answer: dict[str, Any] = response.json()
    assert answer["status"] == ("ok" if status == 200 else "failing")
    return answer["checks"]  # type: ignore[no-any-return]


def beat(*, age: int = 0, **ages: int) -> None:
    """Leave heartbeats of this age, in seconds; or of one of them alone, by its name."""
    for name in HEARTBEATS:
        at = timezone.now() - timedelta(seconds=ages.get(name, age))
        Heartbeat.objects.update_or_create(name=name, defaults={"beaten_at": at})


def failing(checks: dict[str, Any]) -> list[str]:
    return [name for name, check in checks.items() if check["status"] == "failing"]


def test_a_process_that_answers_is_live(client: Client) -> None:
    response = client.get("/health/live/")

    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def test_health_responses_are_not_cached(client: Client) -> None:
    assert "no-store" in client.get("/health/live/")["Cache-Control"]


@pytest.mark.django_db
def test_all_is_well_after_a_heartbeat_and_a_scan(client: Client) -> None:
    heartbeat()
    scan()

    checks = ready(client, status=200)

    assert list(checks) == ["database", "migrations", "broker", "scheduler"]
    # The older of the two.
    assert checks["scheduler"]["last_heartbeat"] == Heartbeat.objects.get(name="scheduler").beaten_at.isoformat()


@pytest.mark.django_db
def test_heartbeats_keep_one_row() -> None:
    heartbeat()
    first = Heartbeat.objects.get().beaten_at
    heartbeat()

    assert Heartbeat.objects.get().beaten_at > first


@pytest.mark.django_db
def test_right_after_a_start_no_heartbeat_is_needed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeats, "STARTED", time.monotonic())

    assert ready(client, status=200)["scheduler"]["last_heartbeat"] is None


@pytest.mark.django_db
def test_half_a_minute_after_the_start_a_heartbeat_is_missed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeats, "STARTED", time.monotonic() - 31)

    checks = ready(client, status=503)

    assert failing(checks) == ["scheduler"]
    assert "one beat" in checks["scheduler"]["message"]


@pytest.mark.django_db
@pytest.mark.parametrize(("age", "status"), [(25, 200), (31, 503)])
def test_a_heartbeat_lasts_half_a_minute_so_that_silence_is_seen_within_one(
    client: Client, age: int, status: int
) -> None:
    beat(age=age)

    checks = ready(client, status=status)

    assert failing(checks) == ([] if status == 200 else ["scheduler"])


@pytest.mark.django_db
@pytest.mark.parametrize("silent", HEARTBEATS)
def test_the_missing_heartbeat_is_named(client: Client, silent: str) -> None:
    beat(age=0, **{silent: 31})

    checks = ready(client, status=503)

    assert failing(checks) == ["scheduler"]
    assert f"No heartbeat from the {silent} for more than 30 s" in checks["scheduler"]["message"]


@pytest.mark.django_db
def test_a_scan_that_never_came_is_missed_though_the_scheduler_is_heard(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeats, "STARTED", time.monotonic() - 31)
    heartbeat()

    assert "No heartbeat from the scan yet" in ready(client, status=503)["scheduler"]["message"]


@pytest.mark.django_db
def test_a_migration_that_waits_is_named(client: Client) -> None:
    beat()
    MigrationRecorder(connection).migration_qs.filter(app="sessions").delete()

    checks = ready(client, status=503)

    assert failing(checks) == ["migrations"]
    assert checks["migrations"]["message"] == "1 not applied (sessions.0001_initial). Run manage.py migrate."


@pytest.mark.django_db
def test_an_unavailable_database_is_reported_without_secrets(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OperationalError("connection to postgres://boss:hunter2@db failed")

    monkeypatch.setattr(connection, "cursor", refuse)

    checks = ready(client, status=503)

    assert failing(checks) == ["database", "migrations", "scheduler"]
    assert "does not answer" in checks["database"]["message"]
    assert "hunter2" not in str(checks)


@pytest.mark.django_db
def test_a_broker_of_files_needs_its_folder(client: Client, settings: Settings, tmp_path: Path) -> None:
    beat()
    settings.REDIS_URL = ""
    settings.BROKER_DIR = tmp_path / "gone"

    checks = ready(client, status=503)

    assert failing(checks) == ["broker"]
    assert "VAR_DIR" in checks["broker"]["message"]


@pytest.mark.django_db
def test_an_unavailable_redis_is_reported_without_secrets(client: Client, settings: Settings) -> None:
    beat()
    settings.REDIS_URL = "redis://:hunter2@127.0.0.1:1/0"
    health.redis_client.cache_clear()

    try:
        checks = ready(client, status=503)
    finally:
        health.redis_client.cache_clear()

    assert failing(checks) == ["broker"]
    assert "REDIS_URL" in checks["broker"]["message"]
    assert "hunter2" not in str(checks)


def test_health_pages_allow_only_get(client: Client) -> None:
    assert client.post("/health/live/").status_code == 405
