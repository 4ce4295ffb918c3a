"""manage.py add_officer: add a compliance officer where nobody is left who could sign for one."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from compliance.errors import RuleViolation
from compliance.models import Facility
from compliance.staff.roles import Role
from compliance.staff.services import hire

from .add_facility import check_person, read_secrets

PASSWORD_VARIABLE, PIN_VARIABLE = "OFFICER_PASSWORD", "OFFICER_PIN"


class Command(BaseCommand):
    help = (
        "Add a compliance officer without a signature, for a facility whose officers can no longer sign. The journal "
        "names nobody as the one who did it. Prompts for password and PIN. Without a terminal it reads them from "
        f"{PASSWORD_VARIABLE} and {PIN_VARIABLE}, or as two lines from standard input."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("facility", metavar="CODE", help="the facility's code, such as CHP")
        parser.add_argument("name", help="the officer's name")
        parser.add_argument("--number", required=True, help="the officer's badge number, after the code")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            facility = Facility.objects.filter(code=options["facility"]).first()
            if facility is None:
                raise CommandError(f"There is no facility {options['facility']}. Add it first: manage.py add_facility.")
            check_person("name", options["name"], options["number"])
            password, pin = read_secrets("officer", PASSWORD_VARIABLE, PIN_VARIABLE)
            officer = hire(
                facility,
                number=options["number"],
                name=options["name"],
                role=Role.COMPLIANCE_OFFICER,
                password=password,
                pin=pin,
                by=None,
                at=timezone.now(),
            )
        except RuleViolation as violation:
            raise CommandError(violation.message) from violation
        except DatabaseError as error:
            raise CommandError(f"{error}. Is the database up to date? Run manage.py migrate first.") from error
        self.stdout.write(f"── {officer.name} can sign in at {facility} with badge {officer.badge}, and sign.")
