"""manage.py run: run everything with one command."""

import ipaddress
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from casino import demo
from casino.ops.announcement import Announcement
from casino.ops.processes import listen, web, workers
from casino.ops.supervisor import Supervisor
from compliance.models import Facility


def is_local() -> bool:
    """Tell whether only this machine reaches the server: directly, and not through a proxy."""
    loopback = ipaddress.ip_address(settings.BIND_ADDRESS).is_loopback
    return loopback and not settings.HTTPS and set(settings.ALLOWED_HOSTS) <= set(settings.LOCAL_HOSTS)


class Command(BaseCommand):
    help = (
        "Run everything: migrate the database, start the web server, the worker and the scheduler, and keep them "
        "running until Ctrl-C. An empty database gets the demo floor if only this machine reaches the server."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        with listen(settings.BIND_ADDRESS, settings.PORT) as listener:
            self.prepare_database()
            children = [web(listener), *workers()]
            self.say(f"Starting {', '.join(child.name for child in children)}")
            Supervisor(children, self.say).run(each_look=Announcement(self.say).look)
        self.say("Stopped.")

    def say(self, line: str) -> None:
        self.stdout.write(f"── {line}")
        self.stdout.flush()

    def prepare_database(self) -> None:
        self.say(f"Migrating the database ({connection.display_name})")
        try:
            connection.ensure_connection()
        except OperationalError as error:
            raise CommandError(f"The database does not answer: {error}") from error
        call_command("migrate", verbosity=0, interactive=False)
        if Facility.objects.exists():
            if demo.is_demo() and not is_local():
                self.say(
                    "Warning: this is the demo floor, whose passwords are public, and other machines can reach it."
                )
        elif is_local():
            self.say("The database has no facility: loading the demo floor (for your own: manage.py add_facility)")
            call_command("demo")
        else:
            self.say(
                "The database has no facility. The demo floor was not loaded: its passwords are public, and other "
                "machines can reach this server. Add your facility: manage.py add_facility. Or ask for it: make demo"
            )
        connection.close()
