"""Gunicorn settings: `gunicorn -c python:casino.ops.gunicorn casino.wsgi`.

Threads, because a request mostly waits for the database; processes only if the database allows several writers.
"""

import os
import socket
import struct
from http import HTTPStatus
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from gunicorn import util

from .parent_death import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

bind = f"{f'[{settings.BIND_ADDRESS}]' if ':' in settings.BIND_ADDRESS else settings.BIND_ADDRESS}:{settings.PORT}"
worker_class = "gthread"
workers = settings.WEB_PROCESSES
threads = 8
timeout = 60
graceful_timeout = 10
loglevel = "warning"
# A worker touches a file to show that it is alive; on a busy disk that could take so long that it is killed.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 (only ever a temporary file there)
# It is controlled by signals only.
control_socket_disable = True


# How long a client may pause while it sends a request or reads a response.
CLIENT_PATIENCE_S = 30


def bound_waiting(listener: socket.socket, seconds: int) -> None:
    """Limit how long a client keeps a thread waiting. Accepted connections inherit the listener's socket options."""
    for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
        listener.setsockopt(socket.SOL_SOCKET, option, struct.pack("ll", seconds, 0))


def refuse(client: socket.socket, status: int, reason: str, message: str) -> None:
    """Answer a request that is not HTTP, or too long, with a problem that programs can read."""
    title = HTTPStatus(status).phrase
    problem = {"type": "about:blank", "title": title, "status": status, "code": "not_http", "detail": message}
    body = msgspec.json.encode(problem)
    head = f"HTTP/1.1 {status} {title}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n"
    util.write_nonblock(client, f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)


# Gunicorn has no setting for this, and would answer with an HTML page.
util.write_error = refuse


def when_ready(arbiter: Any) -> None:
    for listener in arbiter.LISTENERS:
        bound_waiting(listener.sock, CLIENT_PATIENCE_S)


def post_fork(arbiter: object, worker: object) -> None:
    die_with_parent(os.getppid())
