"""Call the API inside this process, through every middleware and with an API key, as a web server does."""

from collections.abc import Iterator
from typing import Any
from wsgiref.util import setup_testing_defaults

from django.core.handlers.wsgi import WSGIHandler
from django.utils import timezone

from compliance.api_keys.scopes import SCOPES
from compliance.api_keys.services import LARGEST_RATE, create_key
from compliance.models import Facility
from trials.bench.report import DifferenceError

ROOT = "/api/v1/"


class Program:
    """Represent a program with an API key that has every permission at a facility."""

    def __init__(self, facility: Facility) -> None:
        key = create_key(
            facility,
            name="Bench",
            facilities=[facility],
            scopes=SCOPES,
            valid_days=1,
            rate=LARGEST_RATE,
            by=None,
            at=timezone.now(),
        )
        self.token = key.token
        self.handler = WSGIHandler()

    def blocks(self, address: str) -> Iterator[bytes]:
        """Yield the response body in blocks."""
        path, _, query = address.partition("?")
        environ: dict[str, Any] = {}
        setup_testing_defaults(environ)
        environ |= {
            "HTTP_HOST": "127.0.0.1",
            "PATH_INFO": ROOT + path,
            "QUERY_STRING": query,
            "SERVER_NAME": "127.0.0.1",
            "HTTP_AUTHORIZATION": f"Bearer {self.token}",
        }
        answered: list[str] = []
        response: Any = self.handler(environ, lambda status, headers, *_: answered.append(status))  # type: ignore[arg-type]
        try:
            if answered != ["200 OK"]:
                raise DifferenceError(f"{address} answered {answered}: {b''.join(response)[:300]!r}")
            yield from response
        finally:
            response.close()

    def get(self, address: str) -> bytes:
        return b"".join(self.blocks(address))
