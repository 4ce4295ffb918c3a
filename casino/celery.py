"""The Celery app: how tasks are carried, and what they survive.

Truth lives in the database; a task only hurries. So a task may run twice (it is acknowledged after its work, and given
out again when its worker was killed), and a task of the schedule that comes too late is thrown away: the next one does
its work.
"""

import logging.config
import os
import signal
from typing import Any

from celery import Celery, signals
from django.conf import settings
from kombu.transport import TRANSPORT_ALIASES

from casino.environment import make_folder
from casino.processes import die_with_parent
from casino.schedule import SCHEDULE

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

TIME_LIMIT_SECONDS = 120

TRANSPORT_ALIASES["files"] = "casino.broker:Transport"

app = Celery("casino")


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
                "socket_timeout": 10,
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
    beat_schedule_filename=str(settings.VAR_DIR / "beat-schedule"),
    timezone="UTC",
    task_ignore_result=True,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_time_limit=TIME_LIMIT_SECONDS,
    task_soft_time_limit=TIME_LIMIT_SECONDS - 30,
    # A page that sends a task must not wait for a broker that is away.
    task_publish_retry_policy={"max_retries": 1, "interval_start": 0, "interval_step": 0.2, "interval_max": 0.2},
    broker_connection_timeout=3,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    worker_prefetch_multiplier=1,
    worker_max_tasks_per_child=1000,
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
