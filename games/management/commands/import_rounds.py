"""manage.py import_rounds: log rounds that were recorded elsewhere, one per line."""

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from compliance.models import Staff
from compliance.staff.roles import FLOOR
from games.management.pipes import quiet_when_reader_leaves
from games.management.progress import ProgressLine
from games.rounds.log.batches import log_lines
from tables.models import Table

AT_ONCE = 1000

Numbered = tuple[int, bytes]


class Command(BaseCommand):
    help = (
        "Log rounds from a file, one JSON object per line: a round (docs/round-format.md) with table, played_at and, "
        "optionally, a key. Each line is logged or refused separately and answered by one line on standard output; "
        "importing the same file again logs nothing twice. The exit status is 1 if a line was refused."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the file of lines, or - for standard input")
        parser.add_argument("--as", dest="badge", required=True, help="badge of the floor staff member who logs them")
        parser.add_argument("--table", help="the table code for lines that name no table")

    def handle(self, *args: Any, file: str, badge: str, table: str | None = None, **options: Any) -> None:
        by = Staff.objects.filter(badge=badge.upper(), is_active=True).first()
        if by is None:
            raise CommandError(f"Nobody with an account has the badge {badge}.", returncode=2)
        self.tables = Tables(by, table)
        with opened(file) as (source, lines), quiet_when_reader_leaves():
            refused = self.log(source, ProgressLine(sys.stderr, "lines", lines), by)
        if refused:
            raise CommandError(f"{refused} lines were refused; their responses say why.")

    def log(self, source: BinaryIO, progress: ProgressLine, by: Staff) -> int:
        """Log the lines in chunks, grouped by table, and answer them in order."""
        numbered = ((number, line) for number, line in enumerate(source, start=1) if line.strip())
        refused = 0
        while chunk := list(islice(numbered, AT_ONCE)):
            answers: dict[int, bytes] = {}
            for table, lines in self.tables.sort(chunk, answers):
                for (number, _), answer in zip(lines, log_lines(table, lines, by=by, at=timezone.now()), strict=True):
                    answers[number] = answer.body
                    refused += answer.status != 201
            refused += len(self.tables.unknown & answers.keys())
            for number, _ in chunk:
                self.stdout.write(answers[number].decode())
            progress.add(len(chunk), refused, "refused")
        progress.end(refused, "refused")
        return refused


class Tables:
    """The tables named by lines, looked up once, limited to where this person may log."""

    def __init__(self, by: Staff, default: str | None) -> None:
        self.by, self.default = by, default
        self.found: dict[str, Table | None] = {}
        self.unknown: set[int] = set()

    def sort(self, chunk: list[Numbered], answers: dict[int, bytes]) -> Iterator[tuple[Table, list[Numbered]]]:
        """Yield each table with its lines; answer lines without a table at once."""
        by_table: dict[Table, list[Numbered]] = {}
        for number, line in chunk:
            table = self.of(line)
            if table is None:
                self.unknown.add(number)
                answers[number] = msgspec.json.encode(
                    {"line": number, "answer": 404, "code": "unknown_table", "message": self.says}
                )
            else:
                by_table.setdefault(table, []).append((number, line))
        yield from by_table.items()

    says = 'Name a table at a facility where you may log rounds: "table": "CHP-04".'

    def of(self, line: bytes) -> Table | None:
        try:
            body = msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            body = None
        code = body.get("table", self.default) if isinstance(body, dict) else self.default
        if not isinstance(code, str):
            return None
        if code not in self.found:
            table = Table.objects.select_related("facility").filter(code=code.replace("\0", "")).first()
            self.found[code] = table if table and self.by.roles_at(table.facility) & FLOOR else None
        return self.found[code]


class opened:  # noqa: N801 - used as a verb
    """Open a file to read; count its lines if it can be read twice."""

    def __init__(self, file: str) -> None:
        self.file = file

    def __enter__(self) -> tuple[BinaryIO, int | None]:
        self.source: BinaryIO = sys.stdin.buffer
        if self.file == "-":
            return self.source, None
        try:
            with Path(self.file).open("rb") as counting:
                lines = sum(1 for line in counting if line.strip())
            self.source = Path(self.file).open("rb")
        except OSError as error:
            raise CommandError(f"{self.file} cannot be read: {error.strerror}.", returncode=2) from error
        return self.source, lines

    def __exit__(self, *exc: object) -> None:
        if self.file != "-":
            self.source.close()
