"""Follow the journal's feed with three API keys, from the start, whatever is killed meanwhile."""

import random
from pathlib import Path
from threading import Event
from typing import TypeVar

import msgspec

from .client import LostError, Session, until_answered
from .floor import Plan

WAIT_S = 2

Read = TypeVar("Read")


class Followed(msgspec.Struct, frozen=True):
    """Hold what a follower keeps of an entry."""

    id: int
    hash: str
    stream: str
    sequence: int


class _Page(msgspec.Struct):
    results: list[Followed]
    after: str
    more: bool


class _List(msgspec.Struct):
    results: list[Followed]
    next: str | None


class Follower:
    """Follow the feed into a file. The cursor moves on only after the file is written."""

    def __init__(self, number: int, plan: Plan, path: Path) -> None:
        self.session, self.rng = Session(plan.port), random.Random(f"{plan.seed}/follower/{number}")
        self.key, self.path, self.after = plan.keys[number], path, "start"

    def follow(self, over: Event) -> None:
        """Follow until the run is over and nothing is left."""
        with self.path.open("ab", buffering=0) as file:
            while True:
                last = over.is_set()
                page = self._ask(0 if last else WAIT_S)
                file.write(b"".join(msgspec.json.encode(each) + b"\n" for each in page.results))
                self.after = page.after
                if last and not page.results and not page.more:
                    return

    def _ask(self, wait: int) -> _Page:
        size = self.rng.choice((1, 20, 200))
        return self._read(f"/api/v1/journal/?after={self.after}&wait={wait}&page_size={size}", _Page)

    def _read(self, path: str, kind: type[Read]) -> Read:
        def ask() -> Read:
            reply = self.session.ask("GET", path, Authorization=f"Bearer {self.key}")
            if reply.status != 200:
                raise LostError(f"status {reply.status}: {reply.body[:200]!r}")
            return msgspec.json.decode(reply.body, type=kind)

        return until_answered(ask, lambda why: None, self.rng)


class NaiveFollower(Follower):
    """Read the list of entries by increasing id instead of the feed: the fault `naive-cursor`."""

    last = 0

    def _ask(self, wait: int) -> _Page:
        found: list[Followed] = []
        path: str | None = "/api/v1/journal/?page_size=200"
        while path is not None:
            page = self._read(path, _List)
            new = [each for each in page.results if each.id > self.last]
            found += new
            path = page.next if len(new) == len(page.results) else None
        self.last = max((each.id for each in found), default=self.last)
        return _Page(sorted(found, key=lambda each: each.id), "", False)


def read_followed(paths: list[Path]) -> list[list[Followed]]:
    decode = msgspec.json.Decoder(Followed).decode
    return [[decode(line) for line in path.read_bytes().splitlines()] for path in paths]
