"""manage.py create_api_key: a key of the API for a program, printed once."""

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
        "Make a key of the API for a program. The key goes to standard output, alone, so that it can be piped to where "
        "it belongs; only its hash is kept, and it is never shown again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--facility",
            action="append",
            required=True,
            metavar="CODE",
            dest="facilities",
            help="a facility that it opens, such as CHP; the first one's administrators keep it; may be given again",
        )
        parser.add_argument("--name", required=True, help='which program holds it, such as "Slot accounting"')
        parser.add_argument(
            "--scope",
            action="append",
            required=True,
            dest="scopes",
            help=f"what it may do; may be given again: {', '.join(SCOPES)}",
        )
        parser.add_argument("--days", type=int, default=90, help=f"how long it is valid, 1 to {keys.LONGEST_DAYS} (90)")
        parser.add_argument("--rate", type=int, default=keys.RATE, help=f"requests a minute ({keys.RATE})")

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
            raise CommandError(f"{error}. Is the database up to date? First: manage.py migrate") from error
        self.stderr.write(
            f"── Key {key.prefix} for {key.name} opens {', '.join(each.code for each in opened)} until "
            f"{key.expires_at:%d %b %Y %H:%M} UTC. This is the only time that it is shown:"
        )
        self.stdout.write(key.token or "")


def _facilities(codes: list[str]) -> list[Facility]:
    """Return the facilities of these codes, in the order in which they were given."""
    found = {each.code: each for each in Facility.objects.filter(code__in=codes)}
    missing = [code for code in codes if code not in found]
    if missing:
        known = ", ".join(Facility.objects.order_by("code").values_list("code", flat=True)) or "none yet: add_facility"
        raise CommandError(f"--facility: there is no {', '.join(missing)}. There are: {known}.")
    return [found[code] for code in dict.fromkeys(codes)]
