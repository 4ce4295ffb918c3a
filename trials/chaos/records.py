"""Record what the writers sent and received, one line of JSON each, as it happens."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Literal

import msgspec

What = Literal["round", "line", "void", "change"]
Event = Literal["asked", "told", "again", "lost", "unanswered"]


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hold one event of a writer.

    `key` is the Idempotency-Key of a round, or the id of an act's subject. `text` is the body that was sent (asked),
    the answer (told, and again after the run), or why there is none (lost).
    """

    event: Event
    what: What
    table: str
    key: str
    status: int = 0
    text: str = ""
    at: float = 0.0


class Log:
    """Write a writer's own file of records."""

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
