"""Compare eight connections on PostgreSQL with two web processes, and on SQLite with one.

All contenders use the same machine and database server and alternate, so that a slow period affects all of them. Rates
are the best turn of each; latencies are over all turns.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import NamedTuple
from urllib.parse import urlsplit

import psycopg

from tests.servers import Missing, postgresql
from trials.bench.report import Goal, Row

from .opened import CONNECTIONS, IMPORTS, POSTS, RAW
from .processes import Place, Tablets, Turn, all_cores, make_naive_tables, naive, open_floor, product, raw_rate, tablets

PREVIEW_LIMIT_MS = 20

# What an optimization must gain from end to end to stay.
WORTH_IT = Goal("≥", 1.15)


class Scale(NamedTuple):
    """Set the number of turns, the seconds of each turn, and the lines of a batch."""

    turns: int
    seconds: float
    lines: int


# Many short turns: a shared machine is slow at times, and each contender should get a fast turn.
WHOLE, QUICK = Scale(12, 0.7, 300), Scale(1, 0.3, 50)


class House(NamedTuple):
    """Hold a database for the product and one for the naive peer, and the peer's goal and the optimizations there."""

    name: str
    ours: Place
    peers: Place
    goal: Goal
    switches: tuple[str, ...]


def bench(*, quick: bool) -> list[Row]:
    rows: list[Row] = []
    with all_cores():
        for house in (_on_postgresql, on_sqlite):
            try:
                with house() as opened:
                    rows += compared(opened, QUICK if quick else WHOLE)
            except Missing as missing:
                print(f"  skipped on PostgreSQL: {missing}")
    return rows


def compared(house: House, scale: Scale) -> list[Row]:
    return _Comparison(house, scale).rows()


@contextmanager
def _on_postgresql() -> Iterator[House]:
    with tempfile.TemporaryDirectory() as folder, postgresql() as url:
        with psycopg.connect(urlsplit(url)._replace(path="/postgres").geturl(), autocommit=True) as server:
            name = urlsplit(url).path[1:]
            for each in (name, f"{name}_naive"):
                server.execute(f'CREATE DATABASE "{each}"')
            (durable,) = server.execute("SELECT current_setting('fsync')").fetchone() or ("?",)
        print(f"  PostgreSQL, fsync {durable}, two web processes, {CONNECTIONS} connections:", flush=True)
        switches = ("table_cache", "prepared_statements", "guarded_statement", "connection_check")
        yield House("PostgreSQL", Place(folder, url, 2), Place(folder, f"{url}_naive", 2), Goal("≥", 1.3), switches)


@contextmanager
def on_sqlite() -> Iterator[House]:
    with tempfile.TemporaryDirectory() as ours, tempfile.TemporaryDirectory() as peers:
        print(f"  SQLite, one web process, {CONNECTIONS} connections:", flush=True)
        switches = ("table_cache", "prepared_statements")
        yield House("SQLite", Place(ours, "", 1), Place(peers, "", 1), Goal("≥", 1), switches)


class _Comparison:
    """Run the comparison on one database."""

    def __init__(self, house: House, scale: Scale) -> None:
        self.house, self.scale = house, scale
        self.turns: dict[str, list[Turn]] = {}
        self.raw: list[float] = []

    def rows(self) -> list[Row]:
        ours, peers = self.house.ours, self.house.peers
        tables = open_floor(ours, raw_tables=ours.web_processes)
        make_naive_tables(peers)
        raw_tables = [table["code"] for table in tables if table["use"] == RAW]
        with ExitStack() as stack:
            ours_port, naive_port = stack.enter_context(product(ours)), stack.enter_context(naive(peers))
            without = {
                each: stack.enter_context(product(ours._replace(switched_off=each))) for each in self.house.switches
            }
            sent = stack.enter_context(tablets(tables))
            contenders = self._contenders(sent, ours_port, naive_port, raw_tables, without)
            for warm_up in contenders.values():
                warm_up()
            self.turns, self.raw = {}, []
            for _ in range(self.scale.turns):
                for name, take_turn in contenders.items():
                    taken = take_turn()
                    if taken:
                        self.turns.setdefault(name, []).append(taken)
        return list(self._told())

    def _contenders(
        self, sent: Tablets, ours: int, peer: int, raw_tables: list[str], without: dict[str, int]
    ) -> "dict[str, Callable[[], Turn | None]]":
        """Return the contenders by name, each as a function that runs one turn.

        `without` are the ports of the product with one optimization switched off.
        """
        seconds, lines = self.scale.seconds, self.scale.lines

        def by(door: str, port: int, connections: int = CONNECTIONS) -> Callable[[], Turn]:
            return lambda: sent.turn(door, port, use=POSTS, connections=connections, seconds=seconds)

        def raw() -> None:
            if not self.raw:  # a product round, to copy the rows from
                sent.turn("post", ours, use=RAW, connections=len(raw_tables), seconds=0.01)
            self.raw.append(raw_rate(self.house.ours, raw_tables, seconds))

        return {
            "naive": by("naive", peer),
            "post": by("post", ours),
            **{f"without {name}": by("post", port) for name, port in without.items()},
            "raw": raw,
            "batch": lambda: sent.turn("batch", ours, use=IMPORTS, connections=CONNECTIONS, lines=lines, batches=1),
            "preview": by("preview", ours, 1),
            "page preview": by("preview_on_page", ours, 1),
            "previews at once": by("preview_on_page", ours, CONNECTIONS),
        }

    def _best(self, name: str) -> float:
        return max(turn.rate for turn in self.turns[name])

    def _all(self, name: str) -> Turn:
        """Return all turns of a contender as one."""
        turns = self.turns[name]
        waits = sorted(wait for turn in turns for wait in turn.waits)
        return Turn(sum(turn.rounds for turn in turns), sum(turn.taken for turn in turns), waits)

    def _told(self) -> Iterator[Row]:
        where = self.house.name
        post, peer, batch, raw = self._best("post"), self._best("naive"), self._best("batch"), max(self.raw)
        for name in ("post", "naive", "page preview", "previews at once"):
            found = self._all(name)
            print(f"    {name}: {self._best(name):,.0f}/s, p50 {found.wait(0.5):.1f} ms, p99 {found.wait(0.99):.1f} ms")
        print(f"    batch: {batch:,.0f}/s; raw inserts: {raw:,.0f}/s", flush=True)
        for what, ours, theirs, goal in (
            ("rounds logged, naive peer", post, peer, self.house.goal),
            *(
                (f"rounds logged, without {name}", post, self._best(f"without {name}"), WORTH_IT)
                for name in self.house.switches
            ),
            ("rounds logged, raw inserts", post, raw, None),
            ("import, single posts", batch, post, Goal("≥", 3)),
        ):
            yield Row(f"{where}: {what}", f"{ours:,.0f}/s", f"{theirs:,.0f}/s", ours / theirs, goal)
        for name in ("preview", "page preview"):
            wait = self._all(name).wait(0.5)
            limit = f"{PREVIEW_LIMIT_MS} ms"
            yield Row(f"{where}: {name}, p50", f"{wait:.1f} ms", limit, PREVIEW_LIMIT_MS / wait, Goal("≥", 1))
