"""manage.py resettle: verify that every stored round still settles to its stored result."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.progress import ProgressLine
from games.models import Round
from games.replay.resettle import resettle_all


class Command(BaseCommand):
    help = (
        "Settle every stored round again, from its input, under the edition and offer of its time. Lists rounds that "
        "no longer match their stored result or their hash in the journal."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        progress = ProgressLine(sys.stderr, "rounds", Round.objects.count())
        found = list(resettle_all(progress.add))
        progress.end()
        for check in found:
            round_, (first, *others) = check.round, check.faults()
            more = f" (and {len(others)} more)" if others else ""
            self.stderr.write(f"{round_.table.code} round {round_.number} (id {round_.pk}): {first}{more}")
        if found:
            raise CommandError(f"{len(found)} of {progress.done} rounds no longer match.")
        self.stdout.write(f"{progress.done} rounds settle to their stored results.")
