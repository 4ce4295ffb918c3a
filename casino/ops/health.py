"""Health of this installation: /health/live/ for the process, /health/ready/ for everything it depends on.

A failed check says what to do, in our own words: driver errors may contain addresses and passwords.
"""

import functools
import os
from collections.abc import Callable

import redis
from django.conf import settings
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from compliance.alerts.heartbeat import HEARTBEATS, OUTAGE_AFTER, current_outage
from compliance.models import Heartbeat

Check = dict[str, str | None]


class Failing(Exception):  # noqa: N818 - the outcome of a check, not a program error
    """A failed check: the message says what to do; `known` holds further facts for the response."""

    def __init__(self, message: str, **known: str | None) -> None:
        super().__init__(message)
        self.known = known


@never_cache
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """Answer 200. A process that does not answer must be restarted."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Answer with every check by name; 503 if one fails.

    This is for monitoring. A proxy uses live(): without a broker every machine fails here at once, although each can
    still log rounds.
    """
    checks = {"database": outcome(database)}
    answers = checks["database"]["status"] == "ok"
    checks["migrations"] = outcome(migrations if answers else unknown)
    checks["broker"] = outcome(broker)
    checks["scheduler"] = outcome(scheduler if answers else functools.partial(unknown, last_heartbeat=None))
    sound = all(check["status"] == "ok" for check in checks.values())
    return JsonResponse({"status": "ok" if sound else "failing", "checks": checks}, status=200 if sound else 503)


def outcome(check: Callable[[], Check]) -> Check:
    """Return the outcome of a check as the response shows it."""
    try:
        return {"status": "ok"} | check()
    except Failing as failing:
        return {"status": "failing"} | failing.known | {"message": str(failing)}


def database() -> Check:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error as error:
        advice = (
            "Check that PostgreSQL runs and that DATABASE_URL points to it."
            if connection.vendor == "postgresql"
            else "Check that VAR_DIR is readable and writable and that its disk is not full."
        )
        raise Failing(f"The database does not answer. {advice}") from error
    return {"kind": connection.display_name}


def unknown(**known: str | None) -> Check:
    raise Failing("Unknown while the database does not answer.", **known)


def migrations() -> Check:
    waiting = sorted(known_migrations() - set(MigrationRecorder(connection).applied_migrations()))
    if waiting:
        names = ", ".join(".".join(each) for each in waiting[:3]) + (", …" if len(waiting) > 3 else "")
        raise Failing(f"{len(waiting)} not applied ({names}). Run manage.py migrate.")
    return {}


@functools.cache
def known_migrations() -> set[tuple[str, str]]:
    """Return the migrations of this code, which do not change while it runs."""
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    return set(loader.disk_migrations)


def broker() -> Check:
    if not settings.REDIS_URL:
        if not os.access(settings.BROKER_DIR, os.W_OK | os.X_OK):
            raise Failing("The broker folder is not writable. Check VAR_DIR.")
        return {"kind": "files"}
    try:
        redis_client().ping()
    except redis.RedisError as error:
        raise Failing("Redis does not answer. Check that it runs and that REDIS_URL points to it.") from error
    return {"kind": "Redis"}


@functools.cache
def redis_client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=2)


def scheduler() -> Check:
    """Check the heartbeats: one passes through scheduler, broker and worker, the other comes from the scan."""
    heard = list(Heartbeat.objects.filter(name__in=HEARTBEATS).values_list("beaten_at", flat=True))
    last = min(heard).isoformat() if heard else None
    silent = current_outage(timezone.now())
    if silent is None:
        return {"last_heartbeat": last}
    if silent.is_start:
        return {"last_heartbeat": last, "message": "Started just now: no heartbeat yet."}
    advice = "Check that a Celery worker and one beat are running."
    if silent.since is None:
        raise Failing(f"No heartbeat from the {silent.name} yet. {advice}", last_heartbeat=last)
    seconds = int(OUTAGE_AFTER.total_seconds())
    raise Failing(f"No heartbeat from the {silent.name} for more than {seconds} s. {advice}", last_heartbeat=last)
