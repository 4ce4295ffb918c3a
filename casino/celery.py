"""The Celery app: how tasks are sent, and which failures they survive.

All state is in the database; a task only triggers work. A task may run twice: it is acknowledged after its work, and
delivered again if its worker was killed. A scheduled task that comes too late expires; the next one does its work.
"""

import logging.config
import os
import signal
from typing import Any

import kombu
from celery import Celery, signals
from celery.app.amqp import AMQP
from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from kombu.transport import TRANSPORT_ALIASES

from casino.schedule import SCHEDULE

from .env import make_folder
from .ops.parent_death import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
# Django's checks load every page. `run` and `migrate` make them; a restarted worker should be ready soon.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

TIME_LIMIT_SECONDS = 120

TRANSPORT_ALIASES["files"] = "casino.ops.broker:Transport"

# How long a task waits for a lock. Its owner may be gone, and must not hold up other work.
LOCK_TIMEOUT_SECONDS = 1


class Connection(kombu.Connection):
    """A connection that retries every second or two while the broker is away.

    Kombu waits two seconds longer each time, up to half a minute, and would notice a broker that is back that late.
    """

    def ensure_connection(self, *args: Any, **kwargs: Any) -> Any:
        soon = {"interval_start": 0.5, "interval_step": 0.5, "interval_max": 2}
        return super().ensure_connection(*args, **soon | kwargs)


class Carrier(AMQP):
    Connection = Connection


app = Celery("casino", amqp=Carrier)


def broker() -> dict[str, Any]:
    """Return the broker settings: Redis if it is configured, else a folder that workers on this machine watch."""
    if settings.REDIS_URL:
        return {
            "broker_url": settings.REDIS_URL,
            "broker_transport_options": {
                "global_keyprefix": settings.REDIS_PREFIX,
                # A killed worker's task is delivered again after this; no healthy task may take as long.
                "visibility_timeout": 2 * TIME_LIMIT_SECONDS,
                "socket_connect_timeout": 3,
                "socket_timeout": 5,
                # The loss of Redis without a closed connection is noticed after about twice this.
                "health_check_interval": 5,
            },
        }
    messages = str(make_folder(settings.BROKER_DIR / "messages"))
    return {
        "broker_url": "files://localhost/",  # the host is ignored
        "broker_transport_options": {
            "data_folder_in": messages,
            "data_folder_out": messages,
            "control_folder": str(settings.BROKER_DIR / "control"),
            "polling_interval": 0.1,
        },
    }


app.conf.update(
    **broker(),
    beat_schedule=SCHEDULE,
    # It keeps no file, which a kill could corrupt and a second scheduler could overwrite: the schedule and the database
    # decide what is due.
    beat_scheduler="celery.beat:Scheduler",
    timezone="UTC",
    task_ignore_result=True,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    # No soft limit: its exception would look like an error in the running code. A kill rolls back unfinished work.
    task_time_limit=TIME_LIMIT_SECONDS,
    # A page that sends a task must not wait for an absent broker.
    task_publish_retry_policy={"max_retries": 1, "interval_start": 0, "interval_step": 0.2, "interval_max": 0.2},
    broker_connection_timeout=3,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    worker_prefetch_multiplier=1,
    worker_max_tasks_per_child=1000,
    worker_proc_alive_timeout=30,  # on a busy machine a pool process starts slowly
    worker_cancel_long_running_tasks_on_connection_loss=True,
    # It would leave one message a second in a file broker, and nothing uses it.
    worker_enable_remote_control=False,
    worker_timer_precision=0.5,  # a stopping worker first sleeps this long
)
app.autodiscover_tasks()


@signals.setup_logging.connect
def log_as_everyone_does(**_: object) -> None:
    """Keep Celery from setting up its own logging."""
    logging.config.dictConfig(settings.LOGGING)


@signals.worker_process_init.connect
@signals.beat_embedded_init.connect
def follow_the_worker(**_: object) -> None:
    """End a pool process or an embedded scheduler with its worker: a leftover scheduler would send tasks twice."""
    die_with_parent(os.getppid(), signal.SIGKILL)


@signals.worker_init.connect
def wait_for_no_lock(**_: object) -> None:
    """Limit how long tasks wait for a lock."""
    connection_created.connect(limit_waiting, dispatch_uid="limit_waiting")


def limit_waiting(connection: BaseDatabaseWrapper, **_: object) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{LOCK_TIMEOUT_SECONDS}s'")
