"""Log rounds at eight tables while 400 slow clients without credentials are connected: half silent, half dripping."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Event, Thread

from .logged.comparison import on_sqlite
from .logged.opened import CONNECTIONS, POSTS
from .logged.processes import Tablets, all_cores, open_floor, product, tablets
from .report import Goal, Row

SILENT, DRIPPING = 200, 200
HEAD = b"GET /health/live/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
BODY = b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n"


def bench(*, quick: bool) -> list[Row]:
    turns, seconds = (1, 0.5) if quick else (5, 1.5)
    alone: list[float] = []
    beside: list[float] = []
    with all_cores(), on_sqlite() as house, ExitStack() as stack:
        tables = open_floor(house.ours, raw_tables=0)
        port = stack.enter_context(product(house.ours))
        sent = stack.enter_context(tablets(tables))
        _log(sent, port, seconds)  # warm up
        for _ in range(turns):
            alone += _log(sent, port, seconds)
            with slow_clients(port):
                beside += _log(sent, port, seconds)
    ours, theirs = _p99(beside), _p99(alone)
    what = f"p99 of logging beside {SILENT} silent and {DRIPPING} dripping clients"
    return [Row(what, f"{ours:.1f} ms", f"{theirs:.1f} ms alone", ours / theirs, Goal("≤", 2))]


def _log(sent: Tablets, port: int, seconds: float) -> list[float]:
    return sent.turn("post", port, use=POSTS, connections=CONNECTIONS, seconds=seconds).waits


def _p99(waits: list[float]) -> float:
    return sorted(waits)[int(len(waits) * 0.99)] * 1e3


@contextmanager
def slow_clients(port: int) -> Iterator[None]:
    """Keep clients connected that send nothing, or one byte a second."""
    with ExitStack() as stack:
        clients = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(SILENT + DRIPPING)]
        dripping = clients[SILENT:]
        for place, client in enumerate(dripping):
            client.sendall(HEAD if place % 2 else BODY)
        done = Event()
        drip = Thread(target=_drip, args=(dripping, done))
        drip.start()
        try:
            yield
        finally:
            done.set()
            drip.join()


def _drip(clients: list[socket.socket], done: Event) -> None:
    while not done.wait(1):
        for client in clients:
            try:
                client.send(b"x")
            except OSError:
                continue  # the server has closed it
