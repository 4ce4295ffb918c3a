"""Announce on the console when the server is ready, and where."""

import http.client
import json
import time
from collections.abc import Callable

from django.conf import settings
from django.db import connection

from casino.demo import sign_ins

ASK_EVERY_SECONDS = 0.5
COMPLAIN_AFTER_SECONDS = 30.0


class Announcement:
    """Announce once that everything is up; until then, report now and then what is wrong."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say = say
        self.done = False
        self.ask_at = 0.0
        self.complain_at = time.monotonic() + COMPLAIN_AFTER_SECONDS

    def look(self) -> None:
        if self.done or time.monotonic() < self.ask_at:
            return
        self.ask_at = time.monotonic() + ASK_EVERY_SECONDS
        problem = find_problem()
        if not problem:
            self.done = True
            self.announce()
        elif time.monotonic() > self.complain_at:
            self.complain_at = time.monotonic() + COMPLAIN_AFTER_SECONDS
            self.say(f"Not ready yet. {problem}")

    def announce(self) -> None:
        for badge, password, pin, role, facility in sign_ins():
            self.say(f"Sign in as {badge:8} password {password}  PIN {pin}  ({role}, {facility})")
        connection.close()  # the supervisor no longer needs the database
        address = f"[{host()}]" if ":" in host() else host()
        self.say(f"The floor is at http://{address}:{settings.PORT}/ until Ctrl-C.")


def host() -> str:
    """Return an address at which this machine reaches its own web server."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.BIND_ADDRESS, settings.BIND_ADDRESS)  # noqa: S104


def find_problem() -> str:
    """Return what keeps the installation from being ready, or an empty text. Ignore the environment's proxy."""
    server = http.client.HTTPConnection(host(), settings.PORT, timeout=5)
    try:
        server.request("GET", "/health/ready/", headers={"Host": "localhost"})
        response = server.getresponse()
        return "" if response.status == 200 else describe_problems(response.status, response.read())
    except (OSError, http.client.HTTPException):
        return "The web server does not answer yet."
    finally:
        server.close()


def describe_problems(status: int, body: bytes) -> str:
    """Return the failed checks, each with its message."""
    try:
        checks = json.loads(body)["checks"]
    except (ValueError, KeyError, TypeError):
        return f"The web server answers with status {status}."
    return " ".join(f"{name}: {check['message']}" for name, check in checks.items() if check["status"] != "ok")
