"""manage.py openapi: the API's description, as docs/openapi.json has it."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from casino.api_docs.schema import document


class Command(BaseCommand):
    help = "Print the API's description (OpenAPI 3.1) as JSON, or write it into a file."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="Where to write it; to standard output if left out.")

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        described = document()
        if file:
            file.write_text(described, encoding="utf-8")
        else:
            self.stdout.write(described, ending="")
