"""Settle whole rounds, one line of JSON in and one out, compared with an ordinary script (plain_settle.py).

The script knows neither validation nor citations. It runs with the standard library's JSON, as such a script would, and
with the fastest JSON library, which shows what the settlement itself takes.
"""

import io
import json
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import orjson

from games.management.commands.settle import settle_lines
from games.management.progress import ProgressLine

from .documents import OFFERS, documents
from .plain_settle import settle as settle_plainly
from .report import DifferenceError, Goal, Row
from .timing import best_in_turns, seconds

FIVEFOLD = Goal("≥", 5)


class Codec(NamedTuple):
    """A JSON library, and the goal for the ratio to the script that uses it."""

    name: str
    loads: Callable[[bytes], Any]
    dumps: Callable[[Any], bytes]
    goal: Goal | None = None


STANDARD = Codec("plain script", json.loads, lambda value: json.dumps(value).encode(), FIVEFOLD)
CODECS = (STANDARD, Codec("plain script, orjson", orjson.loads, orjson.dumps))


def settle_ours(data: bytes) -> bytes:
    target = io.BytesIO()
    settle_lines(io.BytesIO(data), target, ProgressLine(io.StringIO(), "rounds"))
    return target.getvalue()


def settle_peer(data: bytes, codec: Codec = STANDARD) -> bytes:
    target = io.BytesIO()
    for line in io.BytesIO(data):
        target.write(codec.dumps({"settlement": settle_plainly(codec.loads(line))}) + b"\n")
    return target.getvalue()


def check_equal(ours: bytes, peers: bytes, what: str) -> None:
    """Fail unless both settled these rounds with equal results. Only ours cites paragraphs."""
    answers, expected = ours.splitlines(), peers.splitlines()
    if len(answers) != len(expected):
        raise DifferenceError(f"{what}: {len(answers)} answers against {len(expected)}")
    for place, (line, other) in enumerate(zip(answers, expected, strict=True), start=1):
        answer, wanted = json.loads(line), json.loads(other)
        if "settlement" not in answer or without_cites(answer) != without_cites(wanted):
            raise DifferenceError(f"{what}, round {place}: {line.decode()} against {other.decode()}")


def without_cites(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without_cites(inner) for name, inner in value.items() if name != "cite"}
    return [without_cites(inner) for inner in value] if isinstance(value, list) else value


def bench(*, quick: bool) -> list[Row]:
    """Time each edition at its table, and one with arbitrary stakes, for which the engine can cache less."""
    tables = [(edition, True) for edition in OFFERS] + [("md", False)]
    return [row for edition, chips in tables for row in _bench_table(edition, chips, quick)]


def _bench_table(edition: str, chips: bool, quick: bool) -> list[Row]:
    """Time ours and the script on the same rounds, in turns."""
    count, turns = (150, 3) if quick else (1_000, 7)
    what = edition if chips else f"{edition}, arbitrary stakes"
    data = b"".join(json.dumps(document).encode() + b"\n" for document in documents(edition, count, chips=chips))
    ours = settle_ours(data)
    for codec in CODECS:
        check_equal(ours, settle_peer(data, codec), what)
    contenders = {"ours": partial(seconds, partial(settle_ours, data))} | {
        codec.name: partial(seconds, partial(settle_peer, data, codec)) for codec in CODECS
    }
    best = best_in_turns(contenders, turns)
    each = ", ".join(f"{name} {taken / count * 1e6:,.0f} µs" for name, taken in best.items())
    print(f"  {what}: {count:,} rounds equal; per round: {each}")
    return [
        Row(
            f"rounds of six: {what}, {codec.name}",
            f"{count / best['ours']:,.0f}/s",
            f"{count / best[codec.name]:,.0f}/s",
            best[codec.name] / best["ours"],
            codec.goal,
        )
        for codec in CODECS
    ]
