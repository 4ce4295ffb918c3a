"""manage.py export_anchor: print the length and last hash of every journal stream, one JSON object per line."""

from typing import Any

import msgspec
from django.core.management.base import BaseCommand

from compliance.journal.verify import anchors


class Command(BaseCommand):
    help = (
        "Print the length and last hash of every journal stream, one JSON object per line. Store it where database "
        "administrators have no access, and compare it with verify_journal --anchor."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        for anchor in anchors():
            self.stdout.write(msgspec.json.encode(anchor).decode())
