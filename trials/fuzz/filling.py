"""Fill generated requests with existing values; otherwise every response would be "not found".

If part of a request is wrong on purpose, most of it stays as generated. The values depend only on the request and the
seed, so that a run can be repeated.
"""

import json
import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

from schemathesis import Case, Response
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.meta import TestPhase

from trials.chaos.floor import PASSWORD, PIN

from .callers import Caller
from .floor import Ground
from .offered import LEFT_OUT
from .pool import FILES, Doable, Pool, a_round
from .run import Options

MOSTLY, SELDOM = 0.95, 0.3
READ_AGAIN_AFTER = 40
ROUNDS = ("round-entry", "round-preview", "round-import")
KEY = re.compile("[!-~]{8,64}")
# Do not wait for events: nothing happens meanwhile.
LONGEST_WAIT_S = 1


class Filling:
    """Fill the requests of one caller."""

    def __init__(self, caller: Caller, ground: Ground, options: Options) -> None:
        self.caller, self.ground, self.options = caller, ground, options
        self.pool = Pool(caller, ground.hidden)
        self._supplied: set[str] = set()
        self.cursors: dict[str, str] = {}
        self._filled = 0

    def fill(self, case: Case[Any]) -> None:
        """Put existing values into a request before it is sent."""
        if self._filled % READ_AGAIN_AFTER == 0:
            self.pool.read()
        self._filled += 1
        one = Request(case, self, random.Random(f"{self.options.seed}/{self._filled}/{case.operation.label}"))
        one.fill()

    def doable(self, name: str, rng: random.Random) -> list[Doable]:
        """Return what an act can be done to. If nothing is left, create more, once per act; a short run does not,
        because it takes time."""
        known = self.pool.doable(name, rng)
        if known or self.options.short or name in self._supplied or not self.pool.may(name):
            return known
        self._supplied.add(name)
        self.ground.supply()
        self.pool.read()
        return self.pool.doable(name, rng)

    def learn(self, case: Case[Any], response: Response) -> None:
        """Keep a page's cursor for the next request of the same list."""
        if case.method == "GET" and response.status_code == 200 and b'"next":"' in response.content:
            following = parse_qs(urlsplit(response.json()["next"]).query)
            for name in ("cursor", "after"):
                if name in following:
                    self.cursors[case.path] = following[name][0]


class Request:
    """Wrap a request that is about to be sent."""

    def __init__(self, case: Case[Any], filling: Filling, rng: random.Random) -> None:
        self.case, self.filling, self.rng = case, filling, rng
        self.pool = filling.pool
        self.name = name_of(case.operation.path)
        self.doable: Doable | None = None
        self.table, self.edition = "", "nj"
        if self.name in ROUNDS and (tables := self.pool.open_tables()):
            self.table, self.edition = rng.choice(tables)
        if "." in self.name and (known := filling.doable(self.name, rng)):
            self.doable = rng.choice(known)

    def fill(self) -> None:
        parts: tuple[tuple[ParameterLocation, Callable[[], None]], ...] = (
            (ParameterLocation.PATH, self._path),
            (ParameterLocation.QUERY, self._query),
            (ParameterLocation.BODY, self._body),
            (ParameterLocation.HEADER, self._headers),
        )
        for location, fill in parts:
            if self._chance(MOSTLY if self._is_meant_right(location) else self._though_wrong(location)):
                fill()
        if isinstance(self.case.body, dict | list) and self._is_meant_right(ParameterLocation.BODY):
            self.case.body = _whole(self.case.body)
        if KEY.fullmatch(str(self.case.headers.get("Idempotency-Key", ""))) and not self._is_same_again():
            self.case.headers["Idempotency-Key"] = self._unique()

    def _though_wrong(self, location: ParameterLocation) -> float:
        """Return how often to fill a part that is wrong on purpose. Never fill a form with files: nobody could tell
        whether it is still wrong (checks.py)."""
        return 0 if location == ParameterLocation.BODY and self.case.media_type != "application/json" else SELDOM

    def _is_same_again(self) -> bool:
        """Return whether to repeat an earlier Idempotency-Key; never while testing another wrong header."""
        return self._is_meant_right(ParameterLocation.HEADER) and not self._chance(MOSTLY)

    def _chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def _is_of_a_chain(self) -> bool:
        meta = self.case.meta
        return meta is not None and meta.phase.name == TestPhase.STATEFUL

    def _is_meant_right(self, location: ParameterLocation) -> bool:
        meta = self.case.meta
        return meta is None or not meta.is_negative_at(location)

    # ── Parts

    def _path(self) -> None:
        if self._is_of_a_chain() and "key" in self.case._override.path_parameters:
            return
        for name in self.case.path_parameters:
            known = self.rng.choice(FILES) if name == "name" else self.pool.key(self.case.path.split("/")[3], self.rng)
            if known is not None:
                self.case.path_parameters[name] = known
        right = self.doable.key if self.doable else self.table
        if right and self._chance(MOSTLY):
            self.case.path_parameters["key"] = right

    def _query(self) -> None:
        query = self.case.query
        if "cursor" in query and self.case.path in self.filling.cursors:
            query["cursor"] = self.filling.cursors[self.case.path]
        for name in query:
            if name in self.pool.named and name != "cursor" and self._chance(MOSTLY):
                query[name] = self.rng.choice(self.pool.named[name])
        if str(query.get("wait", "")).isdigit():
            query["wait"] = min(int(query["wait"]), LONGEST_WAIT_S)

    def _headers(self) -> None:
        headers = self.case.headers
        if "If-Match" in headers and self._chance(MOSTLY):
            thing = self.case.formatted_path.rstrip("/").rpartition("/")[0] + "/"
            if etag := self.filling.caller.etag_of(thing):
                headers["If-Match"] = etag

    def _body(self) -> None:
        case = self.case
        if self.name == "round-import":
            lines = (json.dumps(self._round() | {"key": self._unique()}) for _ in range(2))
            case.body = "\n".join(lines).encode()
        elif not isinstance(case.body, dict):
            return
        elif self.name in ROUNDS:
            kept = {name: value for name, value in case.body.items() if self._chance(SELDOM / 4)}
            case.body = self._round() | kept
        else:
            given = case.body | self._arguments(case.body)
            case.body = {name: value for name, value in given.items() if value is not LEFT_OUT}

    def _round(self) -> dict[str, Any]:
        return a_round(self.rng, self.edition)

    def _unique(self) -> str:
        return str(UUID(int=self.rng.getrandbits(128)))

    def _arguments(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return values that the act's form offers, for the fields in the request."""
        values = dict(self.doable.values) if self.doable else {}
        if "current" in body:
            values["current"] = PASSWORD
        if "second_pin" in body:
            values.setdefault("second_pin", PIN)
        if self.case.media_type == "application/json":  # JSON has no files
            values = {name: value for name, value in values.items() if not isinstance(value, bytes)}
        return {name: value for name, value in values.items() if name in body and self._chance(MOSTLY)}


def _whole(value: Any) -> Any:
    """Return a value with 3.0 as 3. JSON Schema accepts both as integers; the API does not, because a float may lose
    digits: 9007199254740993.0 does."""
    if isinstance(value, dict):
        return {name: _whole(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_whole(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


@cache
def name_of(path: str) -> str:
    """Return the URL name of a path."""
    from django.urls import resolve

    return resolve(re.sub(r"{\w+}", "1", path)).url_name or ""
