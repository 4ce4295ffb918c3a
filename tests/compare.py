"""Settle random rounds of every edition with the engine and the second implementation (`make fuzz`)."""

import argparse
import random
import sys
from collections.abc import Iterator
from typing import Any

from games.engine.loading import editions
from tests.reference.generate import broken_document, random_document
from tests.reference.settle import settle as plain_settle

from .games.engine.rounds import settle_document


def uncited(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without its citations and messages, which the second implementation words in its own way."""
    if "errors" in answer:
        return {"errors": sorted({(error["code"], error["path"]) for error in answer["errors"]})}
    for seat in answer.get("settlement", {}).get("seats", []):
        for wager in seat["wagers"].values():
            del wager["cite"]
    return answer


def differences(edition: str, rounds: int, seed: int) -> Iterator[tuple[dict[str, Any], object, object]]:
    """Yield (document, ours, theirs) where the two disagree on a settlement, or on an error's code or path."""
    rng = random.Random(f"{edition} {seed}")
    for _ in range(rounds):
        document = random_document(rng, edition)
        ours, theirs = uncited(settle_document(document)), uncited(plain_settle(document))
        if ours != theirs:
            yield document, ours, theirs
        document = broken_document(rng, edition)
        ours, theirs = uncited(settle_document(document)), uncited(plain_settle(document))
        if ours != theirs:
            yield document, ours, theirs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10_000, help="rounds of each edition")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = 0
    for edition in editions():
        for document, ours, theirs in differences(edition, options.rounds, options.seed):
            found += 1
            sys.stdout.write(f"{edition}\n  document {document}\n  ours     {ours}\n  theirs   {theirs}\n")
        sys.stdout.write(
            f"{edition}: {options.rounds:,} valid and as many invalid documents, {found} differences so far\n"
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
