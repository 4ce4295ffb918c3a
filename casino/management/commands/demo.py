"""manage.py demo: load the demo floor; with --reset, empty and reload it."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, transaction
from django.utils import timezone

from casino import demo
from casino.demo.emptying import empty
from casino.demo.scenario import scenarios
from compliance.models import Entry, Facility, Staff
from tables.models import Table


class Command(BaseCommand):
    help = "Load the demo floor into an empty database: facilities on a working evening."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--reset",
            action="store_true",
            help="empty the demo floor first; refused if the floor is not the demo floor. The server may be running.",
        )

    def handle(self, *args: Any, reset: bool, **options: Any) -> None:
        began = time.monotonic()
        try:
            call_command("migrate", verbosity=0, interactive=False)
            with transaction.atomic():
                self.load(reset=reset)
        except DatabaseError as error:
            raise CommandError(f"The database refused: {error}") from error
        self.say(
            f"The demo floor is loaded: {Facility.objects.count()} facilities, {Table.objects.count()} tables, "
            f"{Staff.objects.count()} people, {Entry.objects.count()} journal entries, in "
            f"{time.monotonic() - began:.1f} s."
        )

    def load(self, *, reset: bool) -> None:
        if Facility.objects.exists():
            if not demo.is_demo():
                raise CommandError("The floor in this database is not the demo floor. Nothing was changed.")
            if not reset:
                raise CommandError("The demo floor is already loaded. To reload it: manage.py demo --reset")
            self.say("Emptying the demo floor")
            empty()
        self.say(f"Loading {len(scenarios())} facilities")
        demo.load(timezone.now())

    def say(self, line: str) -> None:
        self.stdout.write(f"── {line}")
        self.stdout.flush()
