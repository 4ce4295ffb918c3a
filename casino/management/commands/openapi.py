"""manage.py openapi: print or write the API description, docs/openapi.json."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from casino.api_docs.schema import document


class Command(BaseCommand):
    help = "Print the API description (OpenAPI 3.1) as JSON, or write it to a file."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="The file to write; standard output if left out.")

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        described = document()
        if file:
            file.write_text(described, encoding="utf-8")
        else:
            self.stdout.write(described, ending="")
