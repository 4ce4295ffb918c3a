"""How tasks are delivered while the broker is down, and what a starting scheduler sends."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from celery.beat import ScheduleEntry
from kombu.exceptions import OperationalError

from casino.celery import app
from casino.schedule import SCHEDULE
from compliance.tasks import scan
from tests import ROOT
from tests.servers import free_port

pytestmark = pytest.mark.both_databases("the broker is Redis there, files here")


PUBLISH = """
import json, time
from compliance.tasks import scan
began = time.monotonic()
try:
    scan.delay()
except Exception as error:
    print(json.dumps([type(error).__name__, time.monotonic() - began]))
"""


def in_a_house(code: str, tmp_path: Path, redis: str) -> Any:
    """Run something in a process of its own, with a Redis at this address."""
    setup = "import django; django.setup(); import casino.celery\n"
    environment = {
        "ENV_FILE": os.devnull,
        "VAR_DIR": str(tmp_path),
        "DATABASE_URL": "",
        "REDIS_URL": redis,
        "DJANGO_SETTINGS_MODULE": "casino.settings",
    }
    run = subprocess.run(
        [sys.executable, "-c", setup + code],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=90,
        check=True,
    )
    return json.loads(run.stdout)


def test_publishing_to_an_unavailable_redis_fails_at_once(tmp_path: Path) -> None:
    error, seconds = in_a_house(PUBLISH, tmp_path, f"redis://127.0.0.1:{free_port()}/0")

    assert error == OperationalError.__name__
    assert seconds < 3


def test_a_redis_that_does_not_answer_times_out_soon(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf:  # takes the connection, and says nothing
        error, seconds = in_a_house(PUBLISH, tmp_path, f"redis://127.0.0.1:{deaf.getsockname()[1]}/0")

    assert error == OperationalError.__name__
    assert seconds < 30


def test_a_broker_that_is_away_is_asked_for_again_every_second_or_two(monkeypatch: pytest.MonkeyPatch) -> None:
    connection, waited, tries = app.connection_for_read(), list[float](), 0

    def refuse() -> None:
        nonlocal tries
        tries += 1
        if tries <= 20:
            raise connection.recoverable_connection_errors[0]("away")

    monkeypatch.setattr(connection, "_connection_factory", refuse)
    monkeypatch.setattr("kombu.utils.functional.sleep", waited.append)

    connection.ensure_connection(lambda error, interval: None, None)

    assert tries == 21
    assert max(waited) <= 2
    assert sum(waited) <= 2 * 20


@pytest.mark.parametrize("name", ["heartbeat", "scan"])
def test_a_scheduler_that_starts_sends_at_once_what_is_due_every_few_seconds(name: str) -> None:
    entry = ScheduleEntry(name=name, app=app, **SCHEDULE[name])

    is_due, next_in = entry.is_due()

    assert is_due
    assert next_in == SCHEDULE[name]["schedule"]
    assert not next(entry).is_due()[0]


@pytest.mark.parametrize("name", ["integrity_scans", "tidy"])
def test_a_scheduler_that_starts_sends_nothing_that_the_first_scan_would_wait_for(name: str) -> None:
    assert not ScheduleEntry(name=name, app=app, **SCHEDULE[name]).is_due()[0]


def test_a_late_task_expires_before_the_next_is_due() -> None:
    for entry in SCHEDULE.values():
        if isinstance(entry["schedule"], int):
            assert entry["options"]["expires"] <= entry["schedule"]


def test_the_scheduler_keeps_no_file() -> None:
    assert app.conf.beat_scheduler == "celery.beat:Scheduler"


def test_a_scan_that_hangs_is_killed_before_an_outage_is_reported() -> None:
    """A soft limit would come first, and its exception look like a fault of the look that is under way."""
    assert 10 <= scan.time_limit <= 20
    assert scan.soft_time_limit is None
    assert app.conf.task_soft_time_limit is None
