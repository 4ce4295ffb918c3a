"""manage.py check_reports: whether every signed report and handover is what the journal's hash says."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.reports.models import Handover, SignedReport
from casino.reports.proof import altered


class Command(BaseCommand):
    help = "Hash every signed report and every list that was handed over, and compare with the journal."

    def handle(self, *args: Any, **options: Any) -> None:
        found = list(altered())
        for each in found:
            self.stderr.write(f"{each} is not what was signed.")
        if found:
            raise CommandError(f"{len(found)} are not what was signed.")
        reports, handovers = SignedReport.objects.count(), Handover.objects.count()
        self.stdout.write(f"{reports} signed reports and {handovers} handovers are what was signed.")
