"""Print how much was requested, by which caller, and what did not match the description."""

import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from schemathesis import Case, Response

MOST_SHOWN, MOST_ANSWERS, MOST_OF_A_KIND, MOST_OF_A_LINE = 40, 6, 160, 900


class Broken(NamedTuple):
    """Hold a response that does not match: its operation, the failed check, and how to repeat it."""

    operation: str
    check: str
    says: str
    again: str
    answer: str


class Tally:
    """Count the results of one caller."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.statuses: Counter[int] = Counter()
        self.answers: Counter[tuple[str, str]] = Counter()
        self.done: set[str] = set()
        self.broken: list[Broken] = []

    def count(self, case: Case[Any], response: Response) -> None:
        self.statuses[response.status_code] += 1
        self.answers[case.operation.label, _in_short(response)] += 1
        if response.status_code < 400:
            self.done.add(case.operation.label)

    def told(self, seconds: float) -> str:
        asked = self.statuses.total()
        return f"{asked:,} requests in {seconds:.0f} s, {len(self.done)} operations done, {len(self.broken)} mismatches"


def show(tallies: Sequence[Tally]) -> None:
    """Print the requests of each caller, and the responses."""
    kinds = sorted({status for tally in tallies for status in tally.statuses})
    print(f"\n   {'':<20} {'requests':>9} " + " ".join(f"{kind:>6}" for kind in kinds) + "   done")
    for tally in tallies:
        shown = " ".join(f"{tally.statuses[kind] or '–':>6}" for kind in kinds)
        print(f"   {tally.name:<20} {tally.statuses.total():>9,} {shown} {len(tally.done):>6}")
    answers = sum((tally.answers for tally in tallies), Counter())
    labels = {label for label, _ in answers}
    done = {label for tally in tallies for label in tally.done}
    undone = sorted(labels - done - _not_theirs(answers))
    print(f"\n   {len(done)} of {len(labels)} operations succeeded for at least one caller")
    for label in undone:
        told = [f"{count} × {answer}" for (of, answer), count in answers.most_common() if of == label]
        print(f"      not {label}: {', '.join(told[:MOST_ANSWERS])}")


def _not_theirs(answers: Counter[tuple[str, str]]) -> set[str]:
    """Return the operations that no caller is permitted to do."""
    refused = ("403", "404")
    return {label for label, _ in answers} - {label for label, answer in answers if not answer.startswith(refused)}


def _in_short(response: Response) -> str:
    """Return a short form of a response: its status and the problem's code, or its first field error."""
    if response.status_code < 400:
        return str(response.status_code)
    problem = json.loads(response.content) if response.content.startswith(b"{") else {}
    error = next(iter(problem.get("errors", ())), None)
    code = f"{error['path']} {error['code']}" if error else problem.get("code", "")
    return f"{response.status_code} {code}"


def show_failures(tallies: Sequence[Tally]) -> None:
    """Print the first failure of each kind."""
    found: dict[tuple[str, str], list[tuple[str, Broken]]] = defaultdict(list)
    for tally in tallies:
        for broken in tally.broken:
            found[broken.check, _kind(broken)].append((tally.name, broken))
    for (check, kind), each in list(found.items())[:MOST_SHOWN]:
        name, first = each[0]
        operations = sorted({broken.operation for _, broken in each})
        print(f"\n   {check}: {kind}  ({len(each)} times)")
        print(*(f"      {operation}" for operation in operations[:5]), sep="\n")
        for line in (f"as {name}: {first.again}", first.says, first.answer):
            print(f"      {_short(line)}", flush=True)


def _kind(broken: Broken) -> str:
    """Return the kind of failure in one line; for a schema mismatch, include its location."""
    lines = broken.says.splitlines()
    where = next((line for line in lines if line.startswith("Schema at ")), "")
    return " ".join((lines[0], where))[:MOST_OF_A_KIND] if lines else ""


def _short(text: str) -> str:
    return " ".join(text.split())[:MOST_OF_A_LINE]
