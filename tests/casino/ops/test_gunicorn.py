"""A client that sends or reads nothing does not block a thread of the web server."""

import socket
from collections.abc import Iterator

import pytest

from casino.ops.gunicorn import bound_waiting


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    """The server's and the client's end of a connection by a bounded socket."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        bound_waiting(listener, 1)
        client = socket.create_connection(listener.getsockname())
        server, _ = listener.accept()
    server.setblocking(True)  # as gunicorn has it while a thread reads from it
    with server, client:
        yield server, client


def test_a_client_that_sends_nothing_more_is_not_waited_for(ends: tuple[socket.socket, socket.socket]) -> None:
    server, client = ends
    client.sendall(b"POST / HTTP/1.1\r\nContent-Length: 1000\r\n\r\n")
    assert server.recv(1000).startswith(b"POST")

    with pytest.raises(BlockingIOError):
        server.recv(1000)


def test_a_client_that_takes_nothing_is_not_waited_for(ends: tuple[socket.socket, socket.socket]) -> None:
    server, _client = ends

    with pytest.raises(BlockingIOError):
        server.sendall(b"x" * 100_000_000)
