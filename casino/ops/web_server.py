"""The web server: waitress, with deadlines for slow clients.

One loop reads all connections, and a thread is needed only once a request has arrived completely. So a client that is
slow, or silent, costs a socket and no thread. It has a limited time for the head and the body of a request, and many
connections from one address make room for others.

It is started with `python -m casino.ops.web_server`, and runs as many processes as the settings say.
"""

import argparse
import logging
import os
import resource
import signal
import socket
import sys
import threading
import time
from http import HTTPStatus
from typing import Any

import msgspec
from django.conf import settings
from django.utils import autoreload
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask
from waitress.utilities import Error

from .parent_death import die_with_parent
from .processes import listen, web_processes
from .supervisor import Supervisor

THREADS = 8
# How long a client may take for the head of a request, and for its body: at first, and for each 64 KiB more.
HEAD_S, BODY_S, BODY_PIECE = 10, 30, 1 << 16
# How long a connection may wait for its next request, and for a client that reads nothing of its response.
IDLE_S, STALLED_S = 75, 30
# The largest body, a layout with its documents, and the largest without a session or an API key.
LARGEST_BODY, LARGEST_BODY_OF_STRANGERS = 48 << 20, 1 << 16
# Open connections of a process. Over the limits, the one that has waited longest for its client is closed.
CONNECTIONS, CONNECTIONS_PER_ADDRESS = 1000, 250
# On a stop, requests that have arrived get this long.
FINISH_S = 10

_CODES = {401: "not_signed_in", 408: "incomplete", 413: "too_large"}


class LateError(Error):  # type: ignore[misc]  # no types
    code, reason = 408, "Request Timeout"


class StrangerError(Error):  # type: ignore[misc]  # no types
    code, reason = 401, "Unauthorized"


class Parser(HTTPRequestParser):  # type: ignore[misc]  # no types
    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if not self.path.startswith("/"):
            raise ParsingError("The target of the request must be a path.")


class ProblemTask(ErrorTask):  # type: ignore[misc]  # no types
    """Answer a request that does not reach the application with a problem that programs can read."""

    def execute(self) -> None:
        error = self.request.error
        title, code = HTTPStatus(error.code).phrase, _CODES.get(error.code, "not_http")
        problem = {"type": "about:blank", "title": title, "status": error.code, "code": code, "detail": error.body}
        body = msgspec.json.encode(problem)
        self.status = f"{error.code} {title}"
        self.response_headers.append(("Content-Type", "application/problem+json"))
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class ClientChannel(HTTPChannel):  # type: ignore[misc]  # no types
    """A connection, with the moment at which its client began the request that is arriving."""

    parser_class, error_task_class = Parser, ProblemTask
    request: Any

    def __init__(self, server: "WebServer", *args: Any, **more: Any) -> None:
        super().__init__(server, *args, **more)
        self.waits_since = self.creation_time
        server.make_room(self.addr[0])

    def received(self, data: bytes) -> Any:
        if self.request is None:
            self.waits_since = time.time()
        done = super().received(data)
        if self.request is not None and is_too_large_for_a_stranger(self.request):
            self.refuse(StrangerError("Sign in, or send an API key, before a body of this size."))
        return done

    def look(self, now: float) -> None:
        """Close the connection, or refuse its request, if the client has taken too long."""
        request = self.request
        if self.total_outbufs_len:
            if now - self.last_activity > STALLED_S:
                self.handle_close()
        elif self.requests:
            return  # it is the server's turn
        elif request is None:
            is_first = self.last_activity == self.creation_time
            if now - self.last_activity > (HEAD_S if is_first else IDLE_S):
                self.handle_close()
        else:
            size = max(request.content_length, request.body_bytes_received)
            if now - self.waits_since > (BODY_S + size / BODY_PIECE if request.headers_finished else HEAD_S):
                self.refuse(LateError("The request did not arrive completely in time. Send it again."))

    def refuse(self, error: Error) -> None:
        """Answer the incomplete request, and close the connection."""
        with self.requests_lock:
            request, self.request = self.request, None
            if request is not None:
                request.error = error
                request.completed = True
                self.requests.append(request)
                if len(self.requests) == 1:
                    self.server.add_task(self)


def is_too_large_for_a_stranger(request: Any) -> bool:
    """Is the body large, with neither a session nor an API key? Whether those are good is decided later."""
    if max(request.content_length, request.body_bytes_received) <= LARGEST_BODY_OF_STRANGERS:
        return False
    headers = request.headers
    return "AUTHORIZATION" not in headers and settings.SESSION_COOKIE_NAME not in headers.get("COOKIE", "")


class WebServer(TcpWSGIServer):  # type: ignore[misc]  # no types
    """Waitress on an open socket, until it is stopped."""

    channel_class = ClientChannel
    stops_at: float | None = None

    def __init__(self, listener: socket.socket, application: Any) -> None:
        adjustments = Adjustments(
            sockets=[listener],
            threads=THREADS,
            connection_limit=2 * CONNECTIONS,
            max_request_body_size=LARGEST_BODY,
            cleanup_interval=1,
            asyncore_use_poll=True,
            clear_untrusted_proxy_headers=False,
            ident="",
        )
        address = (listener.family, listener.type, listener.proto, listener.getsockname())
        super().__init__(application, _sock=listener, adj=adjustments, sockinfo=address, bind_socket=False)

    def maintenance(self, now: float) -> None:
        for channel in list(self.active_channels.values()):
            channel.look(now)

    def make_room(self, address: str) -> None:
        """Close the connection that has waited longest if there are too many; behind a proxy all have one address."""
        every, most = list(self.active_channels.values()), CONNECTIONS
        if not settings.HTTPS and len(every) > CONNECTIONS_PER_ADDRESS:
            every, most = [each for each in every if each.addr and each.addr[0] == address], CONNECTIONS_PER_ADDRESS
        waiting = [each for each in every if not each.requests]
        if len(every) > most and waiting:
            min(waiting, key=lambda channel: channel.waits_since).handle_close()

    def loop(self) -> None:
        """Serve until stopped."""
        while not self.is_finished():
            wasyncore.loop(timeout=1, use_poll=True, map=self._map, count=1)
        self.task_dispatcher.shutdown(timeout=1)
        wasyncore.close_all(self._map)

    def stop(self, *_signal: object) -> None:
        if self.stops_at is None:
            self.stops_at = time.time() + FINISH_S
            self.accepting = False
            self.pull_trigger()

    def is_finished(self) -> bool:
        if self.stops_at is None:
            return False
        channels = self.active_channels.values()
        return time.time() > self.stops_at or not any(each.requests or each.total_outbufs_len for each in channels)


def serve(listener: socket.socket) -> None:
    """Serve the application until a signal."""
    from casino.wsgi import application

    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    server = WebServer(listener, application)
    if threading.current_thread() is threading.main_thread():
        for signum in (signal.SIGTERM, signal.SIGINT):
            signal.signal(signum, server.stop)
    server.loop()


def serve_and_reload(listener: socket.socket) -> None:
    """Serve, and start again when code, a template or a rulebook changes."""
    folders = [settings.BASE_DIR / each for each in ("games/rulebooks", "compliance/facilities")]
    autoreload.autoreload_started.connect(
        lambda sender, **_: [sender.watch_dir(folder, "**/*.toml") for folder in folders], weak=False
    )
    autoreload.run_with_reloader(serve, listener)


def main() -> None:
    given = argparse.ArgumentParser(prog="python -m casino.ops.web_server", description="Serve the product.")
    given.add_argument("--fd", type=int, help="an open socket; without it, listen by the settings")
    given.add_argument("--alone", action="store_true", help="in this process, whatever WEB_PROCESSES says")
    options = given.parse_args()
    if options.fd is None:
        listener = listen(settings.BIND_ADDRESS, settings.PORT)
    else:
        die_with_parent(os.getppid())
        listener = socket.socket(fileno=options.fd)
    with listener:
        if settings.DEBUG:
            serve_and_reload(listener)
        elif options.alone or settings.WEB_PROCESSES == 1:
            serve(listener)
        else:
            Supervisor(web_processes(listener), say).run(each_look=lambda: None)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    main()
