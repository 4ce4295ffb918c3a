"""manage.py check_totals: whether the totals by the hour are the sum of the rounds."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.progress import Progress
from games.models import HourlyTotal, Round
from games.totals import FIGURES, differences
from tables.models import Table


class Command(BaseCommand):
    help = "Add up every round anew from what is stored of it, and compare with the totals by the hour."

    def handle(self, *args: Any, **options: Any) -> None:
        progress = Progress(sys.stderr, "rounds", Round.objects.filter(voiding=None).count())
        found = list(differences(progress.add))
        progress.end()
        codes = dict(Table.objects.values_list("pk", "code")) if found else {}
        for each in found:
            where = f"{codes.get(each.key.table_id)} {each.key.hour:%Y-%m-%d %H:%M} {each.key.wager or 'all wagers'}"
            wrong = ", ".join(
                f"{name} {stored} instead of {counted}"
                for name, stored, counted in zip(FIGURES, each.stored, each.counted, strict=True)
                if stored != counted
            )
            self.stderr.write(f"{where}: {wrong}")
        if found:
            raise CommandError(f"{len(found)} totals are not the sum of their rounds.")
        self.stdout.write(f"{HourlyTotal.objects.count()} totals are the sum of {progress.done} rounds, to the cent.")
