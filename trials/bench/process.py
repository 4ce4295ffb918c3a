"""Time `manage.py settle` as users run it: as its own process, from file to file."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

from .documents import OFFERS, documents
from .report import DifferenceError, Goal, Row
from .rounds import FIVEFOLD, check_equal, settle_peer
from .timing import best_in_turns, seconds

Environment = dict[str, str]

ROOT = Path(__file__).resolve().parents[2]
SETTLE = [sys.executable, "manage.py", "settle"]
# The minimum for any Django command: set up Django, print the version, exit.
EMPTY_COMMAND = [sys.executable, "manage.py", "version"]

# A child's peak memory includes its parent's at the fork. So measure from a small parent.
PEAK_OF = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:]).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
sys.exit(status)
"""

CONSTANT = Goal("≤", 1.1)


def mixed_lines(count: int) -> Iterator[bytes]:
    """Yield rounds of all editions in turn."""
    per_edition = -(-count // len(OFFERS))
    tables = zip(*(documents(edition, per_edition, seed=2) for edition in OFFERS), strict=True)
    for document in islice(chain.from_iterable(tables), count):
        yield json.dumps(document).encode() + b"\n"


def bench(*, quick: bool) -> list[Row]:
    few, some, many = (200, 1_000, 2_000) if quick else (2_000, 20_000, 40_000)
    lines = list(mixed_lines(many))
    with tempfile.TemporaryDirectory() as folder:
        env = environment(folder)
        files = {count: Path(folder, f"{count}.jsonl") for count in (few, some, many)}
        for count, path in files.items():
            path.write_bytes(b"".join(lines[:count]))
        return [
            _bench_start(lines[0], env, turns=2 if quick else 5),
            _bench_throughput(files[some], lines[: 50 if quick else 500], some, env, turns=1 if quick else 3),
            _bench_memory(files[few], files[many], (few, many), env),
        ]


def environment(folder: str) -> Environment:
    """Return this environment, with bytecode cached outside the project as in an installation."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": folder}


def first_answer(line: bytes, env: Environment) -> float:
    """Return the seconds from starting the command to its first answer; do not wait for its end."""
    started = time.perf_counter()
    with subprocess.Popen(SETTLE, cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line)
        process.stdin.close()
        answer = process.stdout.readline()
        taken = time.perf_counter() - started
    if not answer.startswith(b'{"settlement"'):
        raise DifferenceError(f"manage.py settle answered its first round with {answer!r}")
    return taken


def settle_file(source: Path, command: list[str], env: Environment) -> tuple[bytes, str]:
    """Run a command from file to file; return its output and its standard error."""
    target = source.with_suffix(".out")
    with source.open("rb") as stdin, target.open("wb") as stdout:
        done = subprocess.run(command, cwd=ROOT, env=env, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise DifferenceError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr}")
    return target.read_bytes(), done.stderr


def _bench_start(line: bytes, env: Environment, *, turns: int) -> Row:
    def empty() -> float:
        return seconds(lambda: subprocess.run(EMPTY_COMMAND, cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL))

    best = best_in_turns({"ours": lambda: first_answer(line, env), "empty": empty}, turns)
    print(f"  first answer after {best['ours']:.3f} s; a Django command that does nothing takes {best['empty']:.3f} s")
    return Row(
        "settle: start to first answer",
        f"{best['ours'] * 1e3:,.0f} ms",
        f"{best['empty'] * 1e3:,.0f} ms (empty command)",
        best["empty"] / best["ours"],
    )


def _bench_throughput(source: Path, sample: list[bytes], count: int, env: Environment, *, turns: int) -> Row:
    """Time the command on the whole file, including startup, and the script on the first part, without startup."""
    data = b"".join(sample)
    answers: list[bytes] = []
    expected: list[bytes] = []

    def ours() -> float:
        return seconds(lambda: answers.append(settle_file(source, SETTLE, env)[0])) / count

    def peer() -> float:
        return seconds(lambda: expected.append(settle_peer(data))) / len(sample)

    best = best_in_turns({"ours": ours, "peer": peer}, turns)
    lines = answers[0].splitlines(keepends=True)
    if len(lines) != count:
        raise DifferenceError(f"manage.py settle gave {len(lines)} answers to {count} rounds")
    check_equal(b"".join(lines[: len(sample)]), expected[0], "manage.py settle")
    print(f"  {count:,} rounds of all editions in {best['ours'] * count:.2f} s, including startup")
    return Row(
        f"settle: file of {count:,} rounds",
        f"{1 / best['ours']:,.0f}/s",
        f"{1 / best['peer']:,.0f}/s",
        best["peer"] / best["ours"],
        FIVEFOLD,
    )


def _bench_memory(few: Path, many: Path, counts: tuple[int, int], env: Environment) -> Row:
    command = [sys.executable, "-c", PEAK_OF, *SETTLE]
    small, great = (int(settle_file(source, command, env)[1].split()[-1]) / 1024 for source in (few, many))
    print(f"  peak memory {small:,.1f} MB for {counts[0]:,} rounds, {great:,.1f} MB for {counts[1]:,}")
    return Row(
        f"settle: peak memory, {counts[1]:,} : {counts[0]:,} rounds",
        f"{great:,.1f} MB",
        f"{small:,.1f} MB",
        great / small,
        CONSTANT,
    )
