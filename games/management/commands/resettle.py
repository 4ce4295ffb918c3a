"""manage.py resettle: whether every stored round still comes to what is stored of it."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.progress import ProgressLine
from games.models import Round
from games.replay.resettle import resettle_all


class Command(BaseCommand):
    help = (
        "Settle every stored round again, from its input, under the edition and offer of its time. Names each that no "
        "longer matches what is stored, or of which the journal holds another hash."
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
        self.stdout.write(f"{progress.done} rounds settle to what is stored.")
