"""manage.py check_reports: whether every signed report and handover is what was signed, and adjustments add up."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.reports.models import Handover, SignedReport
from casino.reports.verify import altered


class Command(BaseCommand):
    help = "Hash every signed report and list that was handed over, compare with the journal, and add up adjustments."

    def handle(self, *args: Any, **options: Any) -> None:
        found = list(altered())
        for each in found:
            self.stderr.write(f"{each}.")
        if found:
            raise CommandError(f"{len(found)} are not as they should be.")
        reports, handovers = SignedReport.objects.count(), Handover.objects.count()
        self.stdout.write(
            f"{reports} signed reports and {handovers} handovers are what was signed; adjustments add up to the totals."
        )
