"""manage.py add_facility: add a facility and its first administrator, who first hires a compliance officer."""

import os
import re
import sys
from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, transaction
from django.utils import timezone

from compliance.errors import RuleViolation
from compliance.facilities.services import add_facility
from compliance.models import Facility
from compliance.staff.forms import PIN
from compliance.staff.roles import Role
from compliance.staff.services import hire

PASSWORD_VARIABLE, PIN_VARIABLE = "ADMINISTRATOR_PASSWORD", "ADMINISTRATOR_PIN"


class Command(BaseCommand):
    help = (
        "Add a facility and its first administrator. Prompts for password and PIN. Without a terminal it reads them "
        f"from {PASSWORD_VARIABLE} and {PIN_VARIABLE}, or as two lines from standard input."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="two to eight capital letters and digits, such as CHP")
        parser.add_argument("name", help='such as "Chesapeake Palace"')
        parser.add_argument("--jurisdiction", required=True, help='one that has rulebooks, such as "Maryland"')
        parser.add_argument("--time-zone", required=True, help="such as America/New_York")
        parser.add_argument(
            "--day-turns-at", type=int, default=6, help="the local hour at which the gaming day starts (6)"
        )
        parser.add_argument("--administrator", required=True, metavar="NAME", help="the first administrator")
        parser.add_argument("--number", default="1001", help="the administrator's badge number, after the code (1001)")

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        facility = {name: options[name] for name in ("code", "name", "jurisdiction", "time_zone")}
        facility["day_turns_at_hour"] = options["day_turns_at"]
        try:
            # Validate before the prompts, and hold no lock while someone types.
            Facility(**facility, created_at=now).full_clean()
            check_person("--administrator", options["administrator"], options["number"])
            password, pin = read_secrets("administrator", PASSWORD_VARIABLE, PIN_VARIABLE)
            with transaction.atomic():
                administrator = hire(
                    add_facility(**facility, by=None, at=now),
                    number=options["number"],
                    name=options["administrator"],
                    role=Role.ADMINISTRATOR,
                    password=password,
                    pin=pin,
                    by=None,
                    at=now,
                )
        except ValidationError as error:
            raise CommandError(_message(error)) from error
        except RuleViolation as violation:
            raise CommandError(violation.message) from violation
        except DatabaseError as error:
            raise CommandError(f"{error}. Is the database up to date? Run manage.py migrate first.") from error
        self.stdout.write(
            f"── Added {options['name']}. {administrator.name} can sign in with badge {administrator.badge} and hire a "
            "compliance officer, who signs for everyone else."
        )


def read_secrets(of: str, password_variable: str, pin_variable: str) -> tuple[str, str]:
    """Return a valid password and PIN of someone."""
    password, pin = _secret("Password", of, password_variable), _secret("PIN", of, pin_variable)
    for what, check, value in (("Password", validate_password, password), ("PIN", PIN, pin)):
        try:
            check(value)
        except ValidationError as error:
            raise CommandError(f"{what}: {' '.join(error.messages)}") from error
    return password, pin


def _secret(what: str, of: str, variable: str) -> str:
    """Return a secret from the environment, the terminal, or the next line of standard input.

    Never from the command line, which every user of the machine can read.
    """
    if value := os.environ.get(variable):
        return value
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    value = getpass(f"{what} of the {of}: ")
    if getpass(f"{what} again: ") != value:
        raise CommandError(f"The two do not match. Nothing was added. Enter the same {what} twice.")
    return value


def check_person(option: str, name: str, number: str) -> None:
    if not name.strip() or len(name) > 80:
        raise CommandError(f"{option}: give a name of at most 80 characters.")
    if not re.fullmatch(r"[A-Z0-9]{1,7}", number):
        raise CommandError("--number: give one to seven capital letters and digits.")


def _message(error: ValidationError) -> str:
    """Return all errors in one line."""
    return " ".join(f"{field}: {' '.join(messages)}" for field, messages in error.message_dict.items())
