"""manage.py verify_journal: check that no journal entry was changed."""

from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Sum

from compliance.journal.verify import Anchor, find_misfits
from compliance.models import Stream


class Command(BaseCommand):
    help = "Check the hash chain of every journal stream, and report the first broken entry of each."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--anchor", type=Path, metavar="FILE", help="output of one or more export_anchor runs")

    def handle(self, *args: Any, anchor: Path | None = None, **options: Any) -> None:
        kept = read_anchors(anchor) if anchor else []
        total = Stream.objects.aggregate(length=Sum("length"))["length"] or 0
        self.done = 0
        found = list(find_misfits(kept, lambda entries: self.show(entries, total)))
        if self.stderr.isatty():
            self.stderr.write("")
        for misfit in found:
            self.stderr.write(f"{misfit.stream}: entry {misfit.sequence}: {misfit.reason}")
        if found:
            raise CommandError(f"{len(found)} streams are broken.")
        against = f" and {len(kept)} anchors" if anchor else ""
        self.stdout.write(f"{self.done} entries in {Stream.objects.count()} streams match their chains{against}.")

    def show(self, entries: int, total: int) -> None:
        """Show progress on a terminal."""
        self.done += entries
        if self.stderr.isatty():
            self.stderr.write(f"\r{self.done} of {total} entries", ending="")


def read_anchors(path: Path) -> list[Anchor]:
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.", returncode=2) from error
    try:
        return [msgspec.json.decode(line, type=Anchor) for line in lines if line.strip()]
    except msgspec.MsgspecError as error:
        raise CommandError(f"{path} is not what export_anchor prints: {error}.", returncode=2) from error
