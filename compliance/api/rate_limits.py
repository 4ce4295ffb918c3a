"""Rate limits: an API key may make a fixed number of requests in each clock minute.

On PostgreSQL, web processes count in the database with one statement that does not wait for the disk. On SQLite there
is one web process (casino/settings.py), which counts in memory: a write would cost more than the request.
"""

from threading import Lock
from time import time
from typing import NamedTuple

from django.db import connection
from django.http import HttpResponse

from compliance.db.prepared_statements import execute
from compliance.models import Key

from .errors import problem, problem_response

WINDOW_S = 60


class Allowance(NamedTuple):
    """The requests that a key has used in this minute, and the seconds until the next one."""

    rate: int
    used: int
    resets_in_s: int

    @property
    def granted(self) -> bool:
        return self.used <= self.rate

    def tell(self, response: HttpResponse) -> None:
        """Set the rate limit headers (draft-ietf-httpapi-ratelimit-headers)."""
        left = max(0, self.rate - self.used)
        response["RateLimit-Policy"] = f'"minute";q={self.rate};w={WINDOW_S}'
        response["RateLimit"] = f'"minute";r={left};t={self.resets_in_s}'


def take(key: Key) -> Allowance:
    """Count one request of an API key."""
    now = time()
    minute, second = divmod(int(now), WINDOW_S)
    used = _count_in_database(key.pk, minute) if connection.vendor == "postgresql" else _count_here(key.pk, minute)
    return Allowance(key.rate, used, WINDOW_S - second)


def too_many(allowance: Allowance) -> HttpResponse:
    wait = allowance.resets_in_s
    detail = f"This API key may make {allowance.rate} requests per minute. Wait {wait} seconds."
    return problem_response(problem(429, "throttled", detail), {"Retry-After": str(wait)})


_lock = Lock()
_used: dict[int, tuple[int, int]] = {}


def _count_here(key: int, minute: int) -> int:
    with _lock:
        counted, used = _used.get(key, (minute, 0))
        used = used + 1 if counted == minute else 1
        _used[key] = minute, used
        return used


# A process whose clock is slow counts into the later minute, so that no key gets the same minute twice.
_COUNT = (
    "WITH quick AS (SELECT set_config('synchronous_commit', 'off', true)) "
    "INSERT INTO compliance_keyuse AS known (key_id, minute, used) SELECT %s::bigint, %s::bigint, 1 FROM quick "
    "ON CONFLICT (key_id) DO UPDATE SET minute = greatest(known.minute, excluded.minute), "
    "used = CASE WHEN excluded.minute > known.minute THEN 1 ELSE known.used + 1 END RETURNING used"
)


def _count_in_database(key: int, minute: int) -> int:
    row = execute(_COUNT, [key, minute]).fetchone()
    return int(row[0])
