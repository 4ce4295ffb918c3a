"""The processes that together run the house on one machine."""

import os
import socket
import sys
import time

from django.conf import settings
from django.core.management.base import CommandError

from .supervisor import Child

WAIT_FOR_PORT_SECONDS = 3.0


def listen(host: str, port: int) -> socket.socket:
    """Return the socket on which the web server is to answer.

    It is opened by the supervisor, so that a web server that is started again finds it, with the requests that came
    meanwhile. What was killed a moment ago may hold the port a little longer.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    until = time.monotonic() + WAIT_FOR_PORT_SECONDS
    while True:
        try:
            return socket.create_server((host, port), family=family, backlog=512)
        except PermissionError as error:
            raise CommandError(f"Port {port} is for root alone. Choose one from 1024: PORT=8000 make run") from error
        except OSError as error:
            if time.monotonic() > until:
                other = port + 1 if port < 65535 else 8000
                raise CommandError(
                    f"Port {port} on {host} cannot be had ({os.strerror(error.errno or 0)}). "
                    f"Stop what uses it, or choose another: PORT={other} make run"
                ) from error
        time.sleep(0.2)


def web(listener: socket.socket) -> Child:
    bind = f"fd://{listener.fileno()}"
    return Child(
        "web",
        python("-m", "gunicorn", "-c", "python:casino.ops.gunicorn", "--bind", bind, "casino.wsgi"),
        keeps=[listener.fileno()],
    )


def workers() -> list[Child]:
    """Return worker and scheduler: in one process beside a broker of files, which takes one worker; else apart."""
    if not settings.REDIS_URL:
        return [Child("worker and scheduler", worker("--beat", "--pool", "solo"))]
    pool = ["--pool", "prefork", "--concurrency", "2"] if settings.POSTGRESQL else ["--pool", "solo"]
    return [Child("worker", worker(*pool)), Child("scheduler", celery("beat", "--pidfile="))]


def worker(*options: str) -> list[str]:
    """Return the command of a worker that does not talk with others: each takes what is due, and that is all."""
    return celery("worker", *options, "--without-gossip", "--without-mingle", "--without-heartbeat")


def celery(command: str, *options: str) -> list[str]:
    # Root may try the house out; docs/deploy.md gives it a user of its own.
    quiet = ["-W", "ignore:You're running the worker with superuser"]
    return python(*quiet, "-m", "celery", "--app", "casino.celery", "--quiet", command, *options)


def python(*arguments: str) -> list[str]:
    return [sys.executable, *arguments]
