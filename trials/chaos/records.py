"""What the writers asked and were told, a line of JSON each, written as it happens."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Literal

import msgspec

What = Literal["round", "line", "void", "change"]
Event = Literal["asked", "told", "again", "lost", "unanswered"]


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened to a writer.

    `key` is the Idempotency-Key of a round, or the id of what an act was done to. `text` is the body that was sent
    (asked), the answer's (told, and again when the run was over), or why there is none (lost).
    """

    event: Event
    what: What
    table: str
    key: str
    status: int = 0
    text: str = ""
    at: float = 0.0


class Log:
    """A writer's own file of records."""

    def __init__(self, path: Path) -> None:
        self.file: IO[bytes] = path.open("ab", buffering=0)

    def add(self, record: Record) -> None:
        self.file.write(msgspec.json.encode(record) + b"\n")

    def close(self) -> None:
        self.file.close()


def read_records(paths: Iterable[Path]) -> Iterator[Record]:
    decode = msgspec.json.Decoder(Record).decode
    for path in paths:
        with path.open("rb") as lines:
            yield from map(decode, lines)
