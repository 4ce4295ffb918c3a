"""manage.py export_anchor: how long every stream of the journal is and its last hash, one JSON object a line."""

from typing import Any

import msgspec
from django.core.management.base import BaseCommand

from compliance.journal.verify import anchors


class Command(BaseCommand):
    help = (
        "Print the last link of every stream of the journal, one JSON object a line. Keep it where who keeps the "
        "database cannot reach it; verify_journal --anchor compares."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        for anchor in anchors():
            self.stdout.write(msgspec.json.encode(anchor).decode())
