"""The processes that run everything on one machine."""

import os
import socket
import sys
import time

from django.conf import settings
from django.core.management.base import CommandError

from .supervisor import Child

WAIT_FOR_PORT_SECONDS = 3.0


def listen(host: str, port: int) -> socket.socket:
    """Return the socket of the web server.

    The supervisor opens it, so a restarted web server inherits it with the requests that came in the meantime. Retry
    for a while: a process that was just killed may still hold the port.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    until = time.monotonic() + WAIT_FOR_PORT_SECONDS
    while True:
        try:
            return socket.create_server((host, port), family=family, backlog=512)
        except PermissionError as error:
            raise CommandError(f"Port {port} is for root only. Choose 1024 or higher: PORT=8000 make run") from error
        except OSError as error:
            if time.monotonic() > until:
                other = port + 1 if port < 65535 else 8000
                raise CommandError(
                    f"Port {port} on {host} is not available ({os.strerror(error.errno or 0)}). "
                    f"Stop the process that uses it, or choose another: PORT={other} make run"
                ) from error
        time.sleep(0.2)


def web(listener: socket.socket) -> Child:
    file = listener.fileno()
    return Child("web", python("-m", "casino.ops.web_server", "--fd", str(file)), keeps=[file])


def web_processes(listener: socket.socket) -> list[Child]:
    """Return the processes of a web server, which share its socket."""
    one = web(listener)
    return [
        Child(f"web {number}", [*one.command, "--alone"], keeps=one.keeps)
        for number in range(1, settings.WEB_PROCESSES + 1)
    ]


def workers() -> list[Child]:
    """Return worker and scheduler: one process with a file broker, which allows one worker; else two."""
    if not settings.REDIS_URL:
        return [Child("worker and scheduler", worker("--beat", "--pool", "solo"))]
    pool = ["--pool", "prefork", "--concurrency", "2"] if settings.POSTGRESQL else ["--pool", "solo"]
    return [Child("worker", worker(*pool)), Child("scheduler", celery("beat", "--pidfile="))]


def worker(*options: str) -> list[str]:
    """Return the command of a worker that does not talk to other workers."""
    return celery("worker", *options, "--without-gossip", "--without-mingle", "--without-heartbeat")


def celery(command: str, *options: str) -> list[str]:
    # Root is fine for a trial; docs/deploy.md uses a separate user.
    quiet = ["-W", "ignore:You're running the worker with superuser"]
    return python(*quiet, "-m", "celery", "--app", "casino.celery", "--quiet", command, *options)


def python(*arguments: str) -> list[str]:
    return [sys.executable, *arguments]
