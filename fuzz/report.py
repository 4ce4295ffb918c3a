"""What a run says: how much was asked, by whom, and what was not as described."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from schemathesis import Case, Response

MOST_SHOWN = 40


class Broken(NamedTuple):
    """An answer that is not as described: of which operation, against which check, and how to ask for it again."""

    operation: str
    check: str
    says: str
    again: str
    answer: str


class Tally:
    """What came of asking as one of them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.statuses: Counter[int] = Counter()
        self.asked: set[str] = set()
        self.done: set[str] = set()
        self.broken: list[Broken] = []

    def count(self, case: Case, response: Response) -> None:
        self.statuses[response.status_code] += 1
        self.asked.add(case.operation.label)
        if response.status_code < 300:
            self.done.add(case.operation.label)

    def told(self, seconds: float) -> str:
        asked = self.statuses.total()
        return f"{asked:,} requests in {seconds:.0f} s, {len(self.done)} operations done, {len(self.broken)} broken"


def show(tallies: Sequence[Tally]) -> None:
    """Print what was asked, by whom and how it was answered."""
    kinds = sorted({status for tally in tallies for status in tally.statuses})
    print(f"\n   {'':<20} {'requests':>9} " + " ".join(f"{kind:>6}" for kind in kinds) + "   done")
    for tally in tallies:
        shown = " ".join(f"{tally.statuses[kind] or '–':>6}" for kind in kinds)
        print(f"   {tally.name:<20} {tally.statuses.total():>9,} {shown} {len(tally.done):>6}")
    labels = {label for tally in tallies for label in tally.asked}
    undone = sorted(labels - {label for tally in tallies for label in tally.done})
    print(f"\n   {len(labels) - len(undone)} of {len(labels)} operations were done by someone")
    for label in undone:
        print(f"      never: {label}")


def show_failures(tallies: Sequence[Tally]) -> bool:
    """Print the first of each kind of what is not as described. Return whether there is nothing."""
    found: dict[tuple[str, str, str], list[tuple[str, Broken]]] = defaultdict(list)
    for tally in tallies:
        for broken in tally.broken:
            found[broken.operation, broken.check, broken.says[:60]].append((tally.name, broken))
    for (operation, check, _), each in list(found.items())[:MOST_SHOWN]:
        (name, first) = each[0]
        print(f"\n   {operation}  {check}  ({len(each)} times, first as {name})\n      {first.says}")
        print(f"      {first.again}\n      {first.answer}", flush=True)
    return not found
