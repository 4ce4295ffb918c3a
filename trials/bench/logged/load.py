"""Simulate the tablets: one process with a thread and a connection per table, which sends prepared requests.

`python -m trials.bench.logged.load` reads one line of setup, then one line per turn, and answers each turn with one
line. It tracks the rounds of each table, so that it sends a stub count when one is due.
"""

import json
import random
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import cycle
from typing import Any, NamedTuple

from .bodies import WHOLE_STUB, a_round, encoded, in_rows

# One round in this many at a table is counted.
COUNT_EVERY = 5
# The number of prepared rounds per table. They repeat with new idempotency keys.
READY = 60
TOKEN = "a" * 32
BETWEEN_IMPORTED = timedelta(milliseconds=50)


class UnexpectedError(Exception):
    """A response is not as expected."""


class Sent(NamedTuple):
    """Hold a request as bytes, the number of rounds it logs, and what identifies a correct response."""

    content: bytes
    rounds: int
    status: bytes
    says: bytes = b""


@dataclass
class Tablet:
    """Represent a table and the requests sent from it."""

    code: str
    session: str
    opened_at: str
    seed: int
    logged: int = 0
    imported: int = 0
    bodies: Iterator[bytes] = field(init=False)
    counted: Iterator[bytes] = field(init=False)
    rows: Iterator[bytes] = field(init=False)

    def __post_init__(self) -> None:
        dealt = [a_round(random.Random(f"{self.seed} {number}")) for number in range(READY)]
        self.dealt = cycle(dealt)
        self.bodies = cycle([encoded(each) for each in dealt])
        self.counted = cycle([encoded(each, stub=WHOLE_STUB) for each in dealt])
        self.rows = cycle([encoded(in_rows(each)) for each in dealt])

    def post(self) -> Sent:
        self.logged += 1
        body = next(self.counted if self.logged % COUNT_EVERY == 0 else self.bodies)
        key = f"Idempotency-Key: {self.code}-{self.logged:09}\r\n"
        return Sent(self._to(f"/api/v1/tables/{self.code}/rounds/", body, key), 1, b"201")

    def naive(self) -> Sent:
        return Sent(request(f"/rounds/{self.code}/", next(self.rows)), 1, b"201")

    def preview(self) -> Sent:
        path = f"/api/v1/tables/{self.code}/rounds/preview/"
        return Sent(self._to(path, next(self.counted)), 1, b"200", b'"violations":[]')

    def preview_on_page(self) -> Sent:
        return Sent(self._to(f"/tables/{self.code}/round/preview/", next(self.counted)), 1, b"200", b'"ready": true')

    def batch(self, lines: int) -> Sent:
        """Return a batch of consecutive rounds, played since the table was opened."""
        made = b"\n".join(self._line() for _ in range(lines))
        content = self._to(f"/api/v1/tables/{self.code}/rounds/import/", made, kind="application/x-ndjson")
        return Sent(content, lines, b"200", b'"answer":201')

    def _line(self) -> bytes:
        self.imported += 1
        played_at = datetime.fromisoformat(self.opened_at) + self.imported * BETWEEN_IMPORTED
        more: dict[str, Any] = {"stub": WHOLE_STUB} if self.imported % COUNT_EVERY == 0 else {}
        return encoded(next(self.dealt), played_at=played_at.isoformat(), key=f"{self.code}-{self.imported:09}", **more)

    def _to(self, path: str, body: bytes, headers: str = "", kind: str = "application/json") -> bytes:
        signed_in = f"Cookie: sessionid={self.session}; csrftoken={TOKEN}\r\nX-CSRFToken: {TOKEN}\r\n"
        return request(path, body, signed_in + headers, kind)


def request(path: str, body: bytes, headers: str = "", kind: str = "application/json") -> bytes:
    lines = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
    return f"{lines}{headers}\r\n".encode() + body


class Connection:
    """One persistent connection."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, sent: Sent) -> float:
        """Send a request and return the seconds until the whole response has arrived."""
        started = time.perf_counter()
        self.socket.sendall(sent.content)
        answer = self._answer()
        taken = time.perf_counter() - started
        if answer[9:12] != sent.status or (sent.says and answer.count(sent.says) < _expected(sent)):
            raise UnexpectedError(f"{sent.content[:60]!r} got the response {answer[:1500]!r}")
        return taken

    def _answer(self) -> bytes:
        answer = self.socket.recv(1 << 18)
        while (end := answer.find(b"\r\n\r\n")) < 0:
            answer += self._more()
        at = answer.lower().find(b"content-length:", 0, end) + 15
        if at < 15:  # an error response from the server itself
            raise UnexpectedError(f"A response had no Content-Length: {answer[:500]!r}")
        whole = end + 4 + int(answer[at : answer.index(b"\r", at)])
        while len(answer) < whole:
            answer += self._more()
        return answer

    def _more(self) -> bytes:
        more = self.socket.recv(1 << 18)
        if not more:
            raise UnexpectedError("The server closed the connection")
        return more


def _expected(sent: Sent) -> int:
    return sent.rounds if sent.status == b"200" and sent.rounds > 1 else 1


class Turn(NamedTuple):
    """Hold a turn's results: rounds logged, total seconds, and the seconds of each request."""

    rounds: int
    taken: float
    waits: list[float]


def run(jobs: list[tuple[int, Callable[[], Sent | None]]]) -> Turn:
    """Run every job on its own connection until it has no more requests."""
    waits: list[list[float]] = [[] for _ in jobs]
    rounds = [0] * len(jobs)
    wrong: list[BaseException] = []
    together = threading.Barrier(len(jobs) + 1)

    def work(place: int, connection: Connection, following: Callable[[], Sent | None]) -> None:
        together.wait()
        try:
            while not wrong and (sent := following()):
                waits[place].append(connection.ask(sent))
                rounds[place] += sent.rounds
        except Exception as error:
            wrong.append(error)

    threads = [
        threading.Thread(target=work, args=(place, Connection(port), following))
        for place, (port, following) in enumerate(jobs)
    ]
    for thread in threads:
        thread.start()
    together.wait()
    started = time.perf_counter()
    for thread in threads:
        thread.join()
    if wrong:
        raise wrong[0]
    return Turn(sum(rounds), time.perf_counter() - started, [wait for some in waits for wait in some])


def until(seconds: float, make: Callable[[], Sent]) -> Callable[[], Sent | None]:
    """Return a function that yields requests until the time is over, counted from the first one."""
    ends: list[float] = []

    def following() -> Sent | None:
        now = time.perf_counter()
        if not ends:
            ends.append(now + seconds)
        return make() if now < ends[0] else None

    return following


def turn(tablets: dict[str, list[Tablet]], asked: dict[str, Any]) -> Turn:
    """Run the turn that a line describes: one table per connection, all through the same endpoint."""
    door, port = asked["door"], asked["port"]
    here = tablets[asked["use"]][: asked["connections"]]
    if door == "batch":
        ready = [iter([tablet.batch(asked["lines"]) for _ in range(asked["batches"])]) for tablet in here]
        return run([(port, lambda batches=batches: next(batches, None)) for batches in ready])  # type: ignore[misc]
    return run([(port, until(asked["seconds"], getattr(tablet, door))) for tablet in here])


def main() -> None:
    tablets: dict[str, list[Tablet]] = {}
    for seed, table in enumerate(json.loads(sys.stdin.readline())):
        tablet = Tablet(table["code"], table["session"], table["opened_at"], seed)
        tablets.setdefault(table["use"], []).append(tablet)
    for line in sys.stdin:
        try:
            answer: dict[str, Any] = turn(tablets, json.loads(line))._asdict()
        except (UnexpectedError, OSError) as error:
            answer = {"wrong": str(error)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
