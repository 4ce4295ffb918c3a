"""Settle whole rounds, one line of JSON in and one out, compared with the tests' plain implementation.

The peer sorts and counts as one would on paper. It was written from the legal texts alone, so it also verifies the
engine's results.
"""

import io
import json
from typing import Any

from games.management.commands.settle import settle_lines
from games.management.progress import ProgressLine
from tests.reference.settle import settle as settle_plainly

from .documents import OFFERS, documents
from .report import DifferenceError, Goal, Row
from .timing import best_in_turns, seconds

TENFOLD = Goal("≥", 10)


def settle_ours(data: bytes) -> bytes:
    target = io.BytesIO()
    settle_lines(io.BytesIO(data), target, ProgressLine(io.StringIO(), "rounds"))
    return target.getvalue()


def settle_peer(data: bytes) -> bytes:
    target = io.BytesIO()
    for line in io.BytesIO(data):
        target.write(json.dumps(settle_plainly(json.loads(line))).encode() + b"\n")
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
    return [_bench_table(edition, chips, quick) for edition, chips in tables]


def _bench_table(edition: str, chips: bool, quick: bool) -> Row:
    """Time ours on all rounds and the peer on part of them, in turns.

    The peer takes a different part each turn, so that all rounds are checked once.
    """
    count, turns = (150, 3) if quick else (1_000, 5)
    share = count // turns
    what = edition if chips else f"{edition}, arbitrary stakes"
    lines = [json.dumps(document).encode() + b"\n" for document in documents(edition, count, chips=chips)]
    everything = b"".join(lines)
    shares = iter([b"".join(lines[start : start + share]) for start in range(0, count, share)])
    answers: list[bytes] = []
    expected: list[bytes] = []

    def ours() -> float:
        return seconds(lambda: answers.append(settle_ours(everything))) / count

    def peer() -> float:
        data = next(shares)
        return seconds(lambda: expected.append(settle_peer(data))) / share

    best = best_in_turns({"ours": ours, "peer": peer}, turns)
    if set(answers) != {answers[0]}:
        raise DifferenceError(f"{what}: ours settled the same rounds differently")
    check_equal(answers[0], b"".join(expected), what)
    micro = {name: taken * 1e6 for name, taken in best.items()}
    print(f"  {what}: {count:,} rounds equal; ours {micro['ours']:,.0f} µs a round, plain {micro['peer']:,.0f} µs")
    return Row(
        f"rounds of six: {what}",
        f"{1 / best['ours']:,.0f}/s",
        f"{1 / best['peer']:,.0f}/s",
        best["peer"] / best["ours"],
        TENFOLD,
    )
