"""Provide a browser-like session: sign in once, retry until there is an answer."""

import http.client
import random
import time
from collections.abc import Callable
from http.cookies import SimpleCookie
from typing import NamedTuple, TypeVar
from urllib.parse import urlencode

Answer = TypeVar("Answer")

TIMEOUT_S = 30
GIVE_UP_S = 150


class Reply(NamedTuple):
    status: int
    body: bytes


class LostError(Exception):
    """There was no answer, or none that says what was done."""


class UnansweredError(Exception):
    """There was no answer for so long that there will be none."""


class Session:
    """Hold a signed-in session with one persistent connection."""

    def __init__(self, port: int, cookies: dict[str, str] | None = None) -> None:
        self.port, self.cookies = port, {} if cookies is None else cookies
        self.connection = self._connect()

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT_S)

    def beside(self) -> "Session":
        """Return the same session on another connection."""
        return Session(self.port, self.cookies)

    def send(self, method: str, path: str, body: bytes = b"", **headers: str) -> None:
        """Send a request; `receive` reads its answer."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        known = {"Cookie": cookie, "X-CSRFToken": self.cookies.get("csrftoken", "")}
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            self.connection.request(method, path, body or None, known | given)
        except (OSError, http.client.HTTPException) as error:
            raise self._lost(error) from error

    def receive(self) -> Reply:
        """Return the answer. A status of 500 or above does not say what was done."""
        try:
            response = self.connection.getresponse()
            body = response.read()
        except (OSError, http.client.HTTPException) as error:
            raise self._lost(error) from error
        for header in response.headers.get_all("Set-Cookie") or ():
            self.cookies.update({name: morsel.value for name, morsel in SimpleCookie(header).items()})
        if response.status >= 500:
            raise LostError(f"status {response.status}")
        return Reply(response.status, body)

    def _lost(self, error: Exception) -> LostError:
        self.connection.close()
        self.connection = self._connect()
        return LostError(type(error).__name__)

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Reply:
        self.send(method, path, body, **headers)
        return self.receive()

    def sign_in(self, badge: str, password: str) -> None:
        self.ask("GET", "/sign-in/")
        form = {"badge": badge, "password": password, "csrfmiddlewaretoken": self.cookies["csrftoken"]}
        until = time.monotonic() + GIVE_UP_S
        while True:
            reply = self.ask(
                "POST", "/sign-in/", urlencode(form).encode(), Content_Type="application/x-www-form-urlencoded"
            )
            if reply.status != 429 or time.monotonic() > until:
                break
            time.sleep(1)  # too many sign-ins at once
        if reply.status != 302:
            raise RuntimeError(f"{badge} cannot sign in: status {reply.status}")


def until_answered(ask: Callable[[], Answer], lost: Callable[[str], None], rng: random.Random) -> Answer:
    """Retry the same request, after a short pause each time, until there is an answer."""
    until = time.monotonic() + GIVE_UP_S
    while True:
        try:
            return ask()
        except LostError as error:
            lost(str(error))
        if time.monotonic() > until:
            raise UnansweredError
        time.sleep(rng.uniform(0.02, 0.3))
