"""manage.py resettle: verify that every stored round still settles to its stored result."""

import sys
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.progress import ProgressLine
from games.models import Round
from games.replay.resettle import ResettleResult, resettle_all


class Command(BaseCommand):
    help = (
        "Settle every stored round again, from its input, under the edition and offer of its time. Lists rounds that "
        "no longer match their stored result or their hash in the journal, and fails if there are any. Lists "
        "separately, without failing, rounds of another revision of the rulebook that today's rules settle "
        "differently."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the result as one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        progress = ProgressLine(sys.stderr, "rounds", Round.objects.count())
        found = list(resettle_all(progress.add))
        progress.end()
        altered = [check for check in found if not check.matches]
        of_other_rules = [check for check in found if check.is_of_other_rules]
        if options["json"]:
            self.stdout.write(as_json(progress.done, altered, of_other_rules))
        else:
            self.write(progress.done, altered, of_other_rules)
        if altered:
            raise CommandError(f"{len(altered)} of {progress.done} rounds no longer match.")

    def write(self, rounds: int, altered: list[ResettleResult], of_other_rules: list[ResettleResult]) -> None:
        for check in altered:
            first, *others = check.faults()
            more = f" (and {len(others)} more)" if others else ""
            self.stderr.write(f"{name_of(check.round)}: {first}{more}")
        for check in of_other_rules:
            self.stdout.write(
                f"{name_of(check.round)}: settled under revision {check.round.revision}; today's rules {check.today}"
            )
        if of_other_rules:
            self.stdout.write(f"Settled under another revision, where today's rules differ: {len(of_other_rules)}.")
        if not altered:
            self.stdout.write(f"{rounds - len(of_other_rules)} rounds settle to their stored results.")


def name_of(round_: Round) -> str:
    return f"{round_.table.code} round {round_.number} (id {round_.pk})"


def as_json(rounds: int, altered: list[ResettleResult], of_other_rules: list[ResettleResult]) -> str:
    """Return the result as JSON: how many rounds, those that no longer match, and those of another revision."""
    found = {
        "rounds": rounds,
        "altered": [fields(check) | {"faults": check.faults()} for check in altered],
        "of_other_revision": [
            fields(check)
            | {
                "today": str(check.today),
                "differences": [each._asdict() for each in check.today.differences],
                "refused": check.today.refused,
            }
            for check in of_other_rules
            if check.today
        ],
    }
    return msgspec.json.encode(found).decode()


def fields(check: ResettleResult) -> dict[str, Any]:
    round_ = check.round
    return {
        "id": round_.pk,
        "table": round_.table.code,
        "number": round_.number,
        "edition": round_.edition,
        "revision": round_.revision,
    }
