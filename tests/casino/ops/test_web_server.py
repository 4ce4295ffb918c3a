"""The web server: slow and silent clients cost no thread, and have deadlines."""

import json
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from threading import Event, Thread
from typing import Any

import pytest

from casino.ops import web_server
from casino.ops.web_server import WebServer
from tests.races import wait_until

pytestmark = pytest.mark.one_database("it uses no database")

Opened = Callable[[bytes], socket.socket]
COOKIE = b"Cookie: sessionid=x\r\n"


class App:
    """Echo the body of a request, hold one until released, or send a long response."""

    def __init__(self) -> None:
        self.began, self.release = Event(), Event()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        body = environ["wsgi.input"].read()
        if environ["PATH_INFO"] == "/hold":
            self.began.set()
            self.release.wait(10)
        if environ["PATH_INFO"] == "/long":
            body = b"x" * (64 << 20)
        start_response("200 OK", [("Content-Length", str(len(body)))])
        return [body]


@pytest.fixture
def app() -> App:
    return App()


@pytest.fixture
def server(app: App) -> Iterator[WebServer]:
    """A server in a thread of this process."""
    with socket.create_server(("127.0.0.1", 0), backlog=512) as listener:
        server = WebServer(listener, app)
        thread = Thread(target=server.loop)
        thread.start()
        yield server
        app.release.set()
        server.stop()
        thread.join()


@pytest.fixture
def connect(server: WebServer) -> Iterator[Opened]:
    """Open a connection and send something."""
    with ExitStack() as opened:

        def connect(sent: bytes = b"") -> socket.socket:
            client = opened.enter_context(
                socket.create_connection(("127.0.0.1", int(server.effective_port)), timeout=10)
            )
            client.sendall(sent)
            return client

        yield connect


def request(path: str, length: int = 0, more: bytes = b"") -> bytes:
    return f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n".encode() + more + b"\r\n"


def answer(client: socket.socket) -> tuple[bytes, bytes]:
    """Return head and body of a response."""
    with client.makefile("rb") as file:
        head = b"".join(iter(file.readline, b"\r\n"))
        fields = dict(line.lower().split(b": ", 1) for line in head.splitlines()[1:])
        return head, file.read(int(fields[b"content-length"]))


def is_closed(client: socket.socket) -> bool:
    """Wait until the server closes the connection; say whether it did."""
    try:
        return client.recv(1) == b""
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nX: ", request("/", 1000) + b"x"], ids=["silent", "head", "body"]
)
def test_more_silent_or_slow_clients_than_threads_stop_nobody(connect: Opened, sent: bytes) -> None:
    _waiting = [connect(sent) for _ in range(5 * web_server.THREADS)]

    head, body = answer(connect(request("/", 2) + b"ok"))

    assert (head.splitlines()[0], body) == (b"HTTP/1.1 200 OK", b"ok")


@pytest.mark.parametrize(
    ("deadline", "sent"),
    [("HEAD_S", b"GET / HTTP/1.1\r\nX: "), ("BODY_S", request("/", 1000) + b"x")],
    ids=["head", "body"],
)
def test_a_request_that_does_not_arrive_in_time_is_refused_even_if_it_drips(
    monkeypatch: pytest.MonkeyPatch, connect: Opened, deadline: str, sent: bytes
) -> None:
    monkeypatch.setattr(web_server, deadline, 1)
    client = connect(sent)
    client.settimeout(0.2)
    head = b""
    for _ in range(40):
        try:
            if head := client.recv(65536):
                break
        except TimeoutError:
            client.sendall(b"x")

    assert b" 408 Request Timeout\r\n" in head
    assert b"Connection: close" in head
    assert b"application/problem+json" in head


def test_a_connection_without_a_request_is_closed(monkeypatch: pytest.MonkeyPatch, connect: Opened) -> None:
    monkeypatch.setattr(web_server, "HEAD_S", 1)
    assert is_closed(connect(b""))


def test_a_connection_that_was_used_waits_longer_for_its_next_request(
    monkeypatch: pytest.MonkeyPatch, connect: Opened
) -> None:
    monkeypatch.setattr(web_server, "HEAD_S", 0)
    client = connect(request("/", 2) + b"ok")
    answer(client)
    client.settimeout(2.5)
    assert not is_closed(client)


def test_a_client_that_reads_nothing_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, connect: Opened, server: WebServer
) -> None:
    monkeypatch.setattr(web_server, "STALLED_S", 1)
    client = connect(request("/long"))
    wait_until(lambda: any(each.total_outbufs_len for each in server.active_channels.values()))

    wait_until(lambda: not server.active_channels)

    with client.makefile("rb") as file:
        assert len(file.read()) < 64 << 20


def test_a_large_body_needs_a_session_or_a_key_before_it_is_read(connect: Opened) -> None:
    length = web_server.LARGEST_BODY_OF_STRANGERS + 1

    head, body = answer(connect(request("/", length)))
    assert head.startswith(b"HTTP/1.1 401 Unauthorized\r\n")
    assert json.loads(body)["code"] == "not_signed_in"

    head, body = answer(connect(request("/", length, COOKIE) + b"x" * length))
    assert len(body) == length


def test_a_body_that_is_too_large_for_anyone_is_refused_and_the_connection_closed(connect: Opened) -> None:
    head, body = answer(connect(request("/", web_server.LARGEST_BODY + 1, COOKIE)))

    assert head.startswith(b"HTTP/1.1 413 ")
    assert b"Connection: close" in head
    assert json.loads(body)["code"] == "too_large"


@pytest.mark.parametrize("sent", ["G@T", "EHLO x", "GET * HTTP/1.1", "GET x HTTP/1.1"])
def test_what_is_not_http_gets_a_problem(connect: Opened, sent: str) -> None:
    head, body = answer(connect(f"{sent}\r\n\r\n".encode()))

    assert b" 400 Bad Request\r\n" in head
    assert json.loads(body)["code"] == "not_http"


def test_too_many_connections_of_one_address_close_the_one_that_waited_longest(
    monkeypatch: pytest.MonkeyPatch, connect: Opened, app: App, server: WebServer
) -> None:
    monkeypatch.setattr(web_server, "CONNECTIONS_PER_ADDRESS", 3)
    busy = connect(request("/hold", 2) + b"ok")
    assert app.began.wait(10)
    first = connect(b"GET")
    wait_until(lambda: any(each.request for each in server.active_channels.values()))
    second = connect(b"GET")

    last = connect(request("/", 2) + b"me")

    assert is_closed(first)
    assert answer(last)[1] == b"me"
    app.release.set()
    assert answer(busy)[1] == b"ok"
    second.settimeout(0.1)
    assert not is_closed(second)


def test_on_a_stop_a_request_that_has_arrived_is_finished(connect: Opened, server: WebServer, app: App) -> None:
    client = connect(request("/hold", 2) + b"ok")
    assert app.began.wait(10)

    server.stop()
    app.release.set()

    assert answer(client)[1] == b"ok"
