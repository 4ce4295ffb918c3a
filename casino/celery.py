"""The Celery app: how tasks are carried, and what they survive.

Truth lives in the database; a task only hurries. So a task may run twice (it is acknowledged after its work, and given
out again when its worker was killed), and a task of the schedule that comes too late is thrown away: the next one does
its work.
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
# Django's checks load every page. `run` and `migrate` have made them; a worker that is started again is in a hurry.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

TIME_LIMIT_SECONDS = 120

TRANSPORT_ALIASES["files"] = "casino.ops.broker:Transport"

# How long a task waits for what someone else has locked, who may have vanished: what they hold must hold up no other.
LOCK_TIMEOUT_SECONDS = 1


class Connection(kombu.Connection):
    """A connection that is asked for again every second or two for as long as the broker is away.

    Kombu waits two seconds longer each time, up to half a minute: so long a broker could be back, and nothing be done.
    """

    def ensure_connection(self, *args: Any, **kwargs: Any) -> Any:
        soon = {"interval_start": 0.5, "interval_step": 0.5, "interval_max": 2}
        return super().ensure_connection(*args, **soon | kwargs)


class Carrier(AMQP):
    Connection = Connection


app = Celery("casino", amqp=Carrier)


def broker() -> dict[str, Any]:
    """Return the settings of the broker: Redis where there is one, else a folder that workers of this machine watch."""
    if settings.REDIS_URL:
        return {
            "broker_url": settings.REDIS_URL,
            "broker_transport_options": {
                "global_keyprefix": settings.REDIS_PREFIX,
                # A task that a killed worker took comes back after this; no sound task may take as long.
                "visibility_timeout": 2 * TIME_LIMIT_SECONDS,
                "socket_connect_timeout": 3,
                "socket_timeout": 5,
                # A Redis that vanished without a word is noticed after about twice this.
                "health_check_interval": 5,
            },
        }
    messages = str(make_folder(settings.BROKER_DIR / "messages"))
    return {
        "broker_url": "files://localhost/",  # the host means nothing
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
    # It keeps nothing on the disk, which a kill could leave broken and a second scheduler would take away: when what is
    # due is the schedule's and the database's to say.
    beat_scheduler="celery.beat:Scheduler",
    timezone="UTC",
    task_ignore_result=True,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    # No soft limit: its exception would look like a fault of whatever runs just then. A kill undoes what is half done.
    task_time_limit=TIME_LIMIT_SECONDS,
    # A page that sends a task must not wait for a broker that is away.
    task_publish_retry_policy={"max_retries": 1, "interval_start": 0, "interval_step": 0.2, "interval_max": 0.2},
    broker_connection_timeout=3,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    worker_prefetch_multiplier=1,
    worker_max_tasks_per_child=1000,
    worker_proc_alive_timeout=30,  # a process of the pool on a busy machine is slow, not dead
    worker_cancel_long_running_tasks_on_connection_loss=True,
    # It would leave a message a second in a broker of files, and nobody asks a worker anything.
    worker_enable_remote_control=False,
    worker_timer_precision=0.5,  # a worker that is told to stop first sleeps this long
)
app.autodiscover_tasks()


@signals.setup_logging.connect
def log_as_everyone_does(**_: object) -> None:
    """Keep Celery from setting up a log of its own."""
    logging.config.dictConfig(settings.LOGGING)


@signals.worker_process_init.connect
@signals.beat_embedded_init.connect
def follow_the_worker(**_: object) -> None:
    """A pool's process, or a scheduler inside a worker, ends with the worker: one left over would send tasks twice."""
    die_with_parent(os.getppid(), signal.SIGKILL)


@signals.worker_init.connect
def wait_for_no_lock(**_: object) -> None:
    """Keep tasks from waiting without an end for a lock."""
    connection_created.connect(limit_waiting, dispatch_uid="limit_waiting")


def limit_waiting(connection: BaseDatabaseWrapper, **_: object) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{LOCK_TIMEOUT_SECONDS}s'")
