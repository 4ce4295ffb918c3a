"""manage.py check_totals: verify that the totals are the sum of the rounds and agree with the journal."""

import sys
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.progress import ProgressLine
from games.models import DayTotal, HourlyTotal, Round
from games.totals.recount import JOURNALED, journal_differences
from games.totals.services import FIGURES, differences
from tables.models import Table


class Command(BaseCommand):
    help = "Add up every stored round, and every round in the journal, and compare both with the totals."

    def handle(self, *args: Any, **options: Any) -> None:
        progress = ProgressLine(sys.stderr, "rounds", Round.objects.count())
        found = list(differences(progress.add))
        progress.end()
        codes = dict(Table.objects.values_list("pk", "code")) if found else {}
        for each in found:
            self._tell(f"{codes.get(each.key.table_id)} {each.key.when}", FIGURES, each.stored, each.counted)
        if found:
            raise CommandError(f"{len(found)} totals are not the sum of their rounds.")
        self._check_journal()
        totals = HourlyTotal.objects.count() + DayTotal.objects.count()
        self.stdout.write(
            f"{totals} totals are the sum of {progress.done} rounds, to the cent, and agree with the journal."
        )

    def _check_journal(self) -> None:
        progress = ProgressLine(sys.stderr, "entries", Round.objects.count())
        found = list(journal_differences(progress.add))
        progress.end()
        for each in found:
            where = f"{each.place.table} {each.place.hour:%Y-%m-%d %H:%M} {each.place.dealer}"
            self._tell(where, JOURNALED, each.stored, each.counted)
        if found:
            raise CommandError(f"{len(found)} totals do not agree with the journal.")

    def _tell(self, where: str, names: Sequence[str], stored: Sequence[int], right: Sequence[int]) -> None:
        wrong = [
            f"{name} {is_} instead of {should}"
            for name, is_, should in zip(names, stored, right, strict=True)
            if is_ != should
        ]
        self.stderr.write(f"{where}: {', '.join(wrong)}")
