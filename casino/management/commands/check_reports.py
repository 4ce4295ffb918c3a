"""manage.py check_reports: verify signed reports, handovers and adjustments."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.reports.models import Handover, SignedReport
from casino.reports.verify import altered


class Command(BaseCommand):
    help = "Compare the hash of every signed report and handover with the journal, and add up adjustments."

    def handle(self, *args: Any, **options: Any) -> None:
        found = list(altered())
        for each in found:
            self.stderr.write(f"{each}.")
        if found:
            raise CommandError(f"Problems found: {len(found)}.")
        reports, handovers = SignedReport.objects.count(), Handover.objects.count()
        self.stdout.write(
            f"{reports} signed reports and {handovers} handovers match what was signed; adjustments add up."
        )
