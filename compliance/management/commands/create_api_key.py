"""manage.py create_api_key: create an API key for a program and print it once."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from compliance.api_keys import services as keys
from compliance.api_keys.scopes import SCOPES
from compliance.errors import RuleViolation
from compliance.models import Facility


class Command(BaseCommand):
    help = (
        "Create an API key for a program. Standard output contains only the key, so you can pipe it. The key is never "
        "shown again; only its hash is stored."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--facility",
            action="append",
            required=True,
            metavar="CODE",
            dest="facilities",
            help="a facility to give access to, such as CHP; repeatable; the first one's administrators manage the key",
        )
        parser.add_argument("--name", required=True, help='the program that uses the key, such as "Slot accounting"')
        parser.add_argument(
            "--scope",
            action="append",
            required=True,
            dest="scopes",
            help=f"a permission of the key; repeatable: {', '.join(SCOPES)}",
        )
        parser.add_argument("--days", type=int, default=90, help=f"days of validity, 1 to {keys.LONGEST_DAYS} (90)")
        parser.add_argument("--rate", type=int, default=keys.RATE, help=f"requests per minute ({keys.RATE})")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["name"].strip()
        if not name or len(name) > 80:
            raise CommandError("--name: give a name of at most 80 characters.")
        unknown = [scope for scope in options["scopes"] if scope not in SCOPES]
        if unknown:
            raise CommandError(f"--scope: there is no {', '.join(unknown)}. Known: {', '.join(SCOPES)}.")
        try:
            opened = _facilities(options["facilities"])
            key = keys.create_key(
                opened[0],
                name=name,
                facilities=opened,
                scopes=options["scopes"],
                valid_days=options["days"],
                rate=options["rate"],
                by=None,
                at=timezone.now(),
            )
        except RuleViolation as violation:
            raise CommandError(violation.message) from violation
        except DatabaseError as error:
            raise CommandError(f"{error}. Is the database up to date? Run manage.py migrate first.") from error
        self.stderr.write(
            f"── Created API key {key.prefix} for {key.name} at {', '.join(each.code for each in opened)}, valid until "
            f"{key.expires_at:%b %-d, %Y %H:%M} UTC. It is shown only this once:"
        )
        self.stdout.write(key.token or "")


def _facilities(codes: list[str]) -> list[Facility]:
    """Return the facilities with these codes, in the given order."""
    found = {each.code: each for each in Facility.objects.filter(code__in=codes)}
    missing = [code for code in codes if code not in found]
    if missing:
        known = ", ".join(Facility.objects.order_by("code").values_list("code", flat=True)) or "none yet: add_facility"
        raise CommandError(f"--facility: there is no {', '.join(missing)}. There are: {known}.")
    return [found[code] for code in dict.fromkeys(codes)]
