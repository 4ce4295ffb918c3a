"""Whether this installation works: /health/live/ for the process, /health/ready/ for all that it leans on.

What fails is told with what to do about it, in words of our own: errors of drivers may hold addresses and passwords.
"""

import functools
import os
import time
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

STARTED = time.monotonic()

Check = dict[str, str | None]


class Failing(Exception):  # noqa: N818 - what happened, not what is wrong with the program
    """What a check finds wrong: the message says what to do; what else is known goes beside it."""

    def __init__(self, message: str, **known: str | None) -> None:
        super().__init__(message)
        self.known = known


@never_cache
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """Answer, which is all that is asked. A process that does not is to be started again."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Answer with every check by its name; 503 if one fails.

    It is for whoever watches the installation. A proxy asks live(): without a broker every machine fails here at once,
    and each could still log rounds.
    """
    checks = {"database": outcome(database)}
    answers = checks["database"]["status"] == "ok"
    checks["migrations"] = outcome(migrations if answers else unknown)
    checks["broker"] = outcome(broker)
    checks["scheduler"] = outcome(scheduler if answers else scheduler_unknown)
    sound = all(check["status"] == "ok" for check in checks.values())
    return JsonResponse({"status": "ok" if sound else "failing", "checks": checks}, status=200 if sound else 503)


def outcome(check: Callable[[], Check]) -> Check:
    """Return what a check says, as the answer shows it."""
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
            "See that PostgreSQL runs and that DATABASE_URL names it."
            if connection.vendor == "postgresql"
            else "See that VAR_DIR can be read and written and that its disk is not full."
        )
        raise Failing(f"The database does not answer. {advice}") from error
    return {"kind": connection.display_name}


def unknown() -> Check:
    raise Failing("Not known while the database does not answer.")


def migrations() -> Check:
    waiting = sorted(known_migrations() - set(MigrationRecorder(connection).applied_migrations()))
    if waiting:
        names = ", ".join(".".join(each) for each in waiting[:3]) + (", …" if len(waiting) > 3 else "")
        raise Failing(f"{len(waiting)} not applied ({names}). Run manage.py migrate.")
    return {}


@functools.cache
def known_migrations() -> set[tuple[str, str]]:
    """Return the migrations of this code; they do not change while it runs."""
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    return set(loader.disk_migrations)


def broker() -> Check:
    if not settings.REDIS_URL:
        if not os.access(settings.BROKER_DIR, os.W_OK | os.X_OK):
            raise Failing("The folder of the broker cannot be written to. See to VAR_DIR.")
        return {"kind": "files"}
    try:
        redis_client().ping()
    except redis.RedisError as error:
        raise Failing("Redis does not answer. See that it runs and that REDIS_URL names it.") from error
    return {"kind": "Redis"}


@functools.cache
def redis_client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=2)


def scheduler() -> Check:
    """Look at the heartbeats, which came by way of the scheduler, the broker and a worker: of all that, and of the
    scan for what is due."""
    heard = list(Heartbeat.objects.filter(name__in=HEARTBEATS).values_list("beaten_at", flat=True))
    last = min(heard).isoformat() if heard else None
    silent = current_outage(timezone.now())
    if silent is None:
        return {"last_heartbeat": last}
    if silent.since is None and time.monotonic() - STARTED < OUTAGE_AFTER.total_seconds():
        return {"last_heartbeat": last, "message": "Started just now: no heartbeat yet."}
    advice = "See that a Celery worker and one beat run."
    if silent.since is None:
        raise Failing(f"No heartbeat ever of the {silent.name}. {advice}", last_heartbeat=last)
    seconds = int(OUTAGE_AFTER.total_seconds())
    raise Failing(f"No heartbeat of the {silent.name} for more than {seconds} s. {advice}", last_heartbeat=last)


def scheduler_unknown() -> Check:
    raise Failing("Not known while the database does not answer.", last_heartbeat=None)
