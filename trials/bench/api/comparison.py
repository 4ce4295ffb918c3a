"""Compare the API's lists, feed and exports with plain peers, and the memory of long and short exports."""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from trials.bench.floors import Taken, Turn, in_turns, on_each_database, started
from trials.bench.logged.comparison import WORTH_IT
from trials.bench.logged.processes import Place
from trials.bench.process import CONSTANT, ROOT
from trials.bench.report import Goal, Row

# For each turn: its label, the name of its peer on each database, and the goal.
_ORJSON = {"PostgreSQL": "values() + orjson", "SQLite": "values() + orjson"}
_COPY = {"PostgreSQL": "COPY TO STDOUT", "SQLite": "plain cursor"}
_PORTION = Goal("≥", 0.6)
_COMPARED = {
    "list": ("lists of 100 rounds with settlements", _ORJSON, None),
    "feed": ("entries read from the feed", _ORJSON, _PORTION),
    "rounds.ndjson": ("rounds exported as NDJSON", _COPY, _PORTION),
    "rounds.csv": ("rounds exported as CSV", _COPY, None),
}
# The optimization that each of these is measured without, and where it is used.
_SWITCHES = {
    "feed": ("prepared_statements", ("PostgreSQL", "SQLite")),
    "rounds.ndjson": ("streamed_rows", ("PostgreSQL",)),
}
_TOLD = {"wagers.ndjson": "wagers exported as NDJSON", "journal.ndjson": "entries exported as NDJSON"}


class Scale(NamedTuple):
    """Set the number of rounds, how many of them a short export has, and the number of turns."""

    rounds: int
    short: int
    turns: int


WHOLE, QUICK = Scale(100_000, 20_000, 5), Scale(6_000, 3_000, 1)


def bench(*, quick: bool) -> list[Row]:
    return on_each_database(partial(_compared, scale=QUICK if quick else WHOLE))


def _compared(name: str, _: Place, place: Place, scale: Scale) -> Iterator[Row]:
    with started("trials.bench.api.served", place, scale.rounds) as taken:
        laid = taken("laid")
        print(f"  {name}, {scale.rounds:,} rounds: entries added to the feed: {_rate(laid)}", flush=True)
        for what, (label, peers, goal) in _COMPARED.items():
            ours, peer = in_turns(what, taken, lambda each: taken(f"{each}, plainly"), scale.turns)
            print(f"  {name}, {label}: {_rate(ours)}; {peers[name]}: {_rate(peer)}", flush=True)
            ratio = (peer.seconds / peer.rows) / (ours.seconds / ours.rows)
            yield Row(f"{name}: {label}, {peers[name]}", _rate(ours), _rate(peer), ratio, goal)
        for what, (switch, there) in _SWITCHES.items():
            if name in there:
                yield _without(name, what, switch, taken, scale.turns)
        for what, label in _TOLD.items():
            print(f"  {name}, {label}: {_rate(_best(taken, what))}", flush=True)
    yield _memory(name, place, scale, laid.rows)


def _without(name: str, what: str, switch: str, taken: Taken, turns: int) -> Row:
    """Compare the product with itself, with an optimization switched off."""
    ours, plain = in_turns(what, taken, lambda each: taken(f"{each}, without {switch}"), turns)
    label = f"{name}: {_COMPARED[what][0]}, without {switch}"
    return Row(label, _rate(ours), _rate(plain), plain.seconds / ours.seconds, WORTH_IT)


def _rate(turn: Turn) -> str:
    return f"{turn.rows / turn.seconds:,.0f}/s"


def _best(taken: Taken, what: str) -> Turn:
    return min(taken(what) for _ in range(2))


def _memory(name: str, place: Place, scale: Scale, all_entries: int) -> Row:
    """Compare the peak memory of a short export and a long one."""
    (few, short), (many, long) = (_peak(place, until) for until in (scale.short, all_entries))
    print(f"  {name}, peak of an export of {long:,} lines: {many / 1024:,.0f} MB; of {short:,}: {few / 1024:,.0f} MB")
    what = f"{name}: peak memory of an export, {long:,} lines and {short:,}"
    return Row(what, f"{many / 1024:,.0f} MB", f"{few / 1024:,.0f} MB", many / few, CONSTANT)


def _peak(place: Place, until: int) -> tuple[int, int]:
    command = [sys.executable, "-m", "trials.bench.api.peak", "rounds.ndjson", str(until)]
    done = subprocess.run(
        command, cwd=ROOT, env=place.environment("casino.settings"), check=True, stdout=subprocess.PIPE
    )
    peak, lines = map(int, done.stdout.split())
    return peak, lines
