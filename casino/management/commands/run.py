"""manage.py run: run everything with one command."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from casino.ops.announcement import Announcement
from casino.ops.processes import listen, web, workers
from casino.ops.supervisor import Supervisor
from compliance.models import Facility


class Command(BaseCommand):
    help = (
        "Run everything: migrate the database, load the demo floor the first time, start the web server, "
        "the worker and the scheduler, and keep them running until Ctrl-C."
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
        if not Facility.objects.exists():
            self.say("The floor is empty: loading the demo floor")
            call_command("demo")
        connection.close()
