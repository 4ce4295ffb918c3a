"""API endpoints for rounds: log one, preview one, and log many at once."""

from typing import IO, Any, cast

import msgspec
from django.http import HttpRequest, HttpResponse
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.api.endpoint import (
    IDEMPOTENCY_KEY,
    Endpoint,
    QuickEndpoint,
    answered,
    check_has_body,
    check_has_length,
    json_body,
)
from compliance.api.errors import ApiRefusal
from compliance.api.idempotency import Request as Once
from compliance.api.idempotency import request_with
from compliance.api.openapi.schema import LINES, Description, path_key
from compliance.api.parsing.body import bounded
from compliance.api.serializers import refusals
from compliance.db.prepared_statements import PreparedQuery
from compliance.lockout.tablets import tablet_of
from compliance.signatures.services import Confirmation, confirm
from compliance.staff.scope import KeyScope
from games.engine.problems import Refused
from games.engine.settlement.result import Settlement
from games.rounds.log.batches import log_lines
from games.rounds.log.input import RoundEntry, read_entry
from games.rounds.log.services import log_round, signing_of
from games.rounds.preview import preview
from tables.floor.table_cache import load_for_display
from tables.models import Table

from .endpoint_serializers import (
    AS_FAR_AS_IT_GOES,
    LineSerializer,
    LoggedSerializer,
    PreviewSerializer,
    RoundEntrySerializer,
    RoundLineSerializer,
)

KEY = path_key("The table's code.", example="CHP-04")
# More than a day of one table's rounds.
LARGEST_BATCH = 32 << 20


_TABLE = PreparedQuery(lambda code: Table.objects.filter(code=code), str, related=("facility", "pit"))


class TableEndpoint(Endpoint):
    """Base of the endpoints for one table."""

    thing: Table

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        check_has_length(request)
        self.thing = self.scope.find(_TABLE, kwargs["key"])


class LogRound(QuickEndpoint):
    """POST logs a round."""

    thing: Table | None = None

    def description(self) -> Description:
        return Description(
            "round_log",
            "rounds",
            "Log a round",
            "The round is checked against every gate, settled, and stored with its journal entry in one transaction. "
            "The body is the round (docs/round-format.md) with its surrounding data.",
            LoggedSerializer,
            status=201,
            takes=RoundEntrySerializer,
            parameters=[KEY, IDEMPOTENCY_KEY],
        )

    def take(self, request: HttpRequest, key: str) -> HttpResponse:
        try:
            entry, once = self._read(request, key)
        except Exception:
            self.thing = self.scope.find(_TABLE, key)  # reveal nothing about a table outside their scope
            raise
        second = self._second(request, entry, key)
        answer = log_round(
            key, entry=entry, request=once, by=self.scope.staff, at=self.at, second=second, seen=self._see
        )
        return answered(answer)

    def _see(self, table: Table | None) -> None:
        self.thing = self.scope.seen(table)

    def _read(self, request: HttpRequest, key: str) -> tuple[RoundEntry, Once]:
        body = json_body(request)
        once = request_with(request.headers.get("Idempotency-Key"), f"round-entry {key}", body)
        entry, problems = read_entry(body)
        if problems:
            raise Refused(problems)
        return entry, once

    def _second(self, request: HttpRequest, entry: RoundEntry, key: str) -> Confirmation | None:
        """Check the second signature before the transaction, so that a wrong PIN is recorded."""
        if entry.second is None:
            return None
        if isinstance(self.scope, KeyScope):
            raise ApiRefusal("for_people")
        table = self.scope.find(_TABLE, key)
        return confirm(
            signing_of(entry),
            facility=table.facility,
            badge=entry.second.badge,
            pin=entry.second.pin,
            by=self.scope.staff,
            tablet=tablet_of(request),
            at=self.at,
        )


class PreviewRound(TableEndpoint):
    """POST returns what logging a round would do, and stores nothing."""

    def description(self) -> Description:
        says = "Returns the settlement, every error, and every gate that refuses the round. Nothing is stored."
        return Description(
            "round_preview",
            "rounds",
            "Preview a round",
            says,
            PreviewSerializer,
            takes={"application/json": AS_FAR_AS_IT_GOES},
            parameters=[KEY],
            needs_body=True,
        )

    def post(self, request: Request, key: str) -> Response:
        check_has_body(request)
        found = preview(load_for_display(self.thing, self.at), request.data, by=self.scope.staff, at=self.at)
        return Response(
            {
                "settlement": _decoded(found.settlement),
                "partly": _decoded(found.partly),
                "errors": [problem.said() for problem in found.problems],
                "violations": refusals(found.violations, self.thing, self.scope),
                "expected_stub": found.expected_stub,
            }
        )


def _decoded(settlement: Settlement | None) -> Any:
    return msgspec.json.decode(settlement.encode()) if settlement else None


class NdjsonParser(BaseParser):
    """Lines of JSON, each parsed separately."""

    media_type = LINES

    def parse(self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None) -> Any:
        return bounded(stream, parser_context, LARGEST_BATCH).splitlines()


class ImportRounds(TableEndpoint):
    """POST logs many rounds of a table, one per line."""

    def get_parsers(self) -> list[BaseParser]:
        return [NdjsonParser()]

    def description(self) -> Description:
        return Description(
            "round_import",
            "rounds",
            "Log many rounds",
            "Lines of JSON, each a round as for logging a single one, in order of play, with `played_at` and, if any, "
            "a `key`. Each line is logged or refused separately and answered by one line. You can send the same lines "
            "again: nothing is logged twice.",
            {LINES: LineSerializer},
            takes={LINES: RoundLineSerializer},
            parameters=[KEY],
        )

    def post(self, request: Request, key: str) -> HttpResponse:
        lines = [(number, line) for number, line in enumerate(cast(list[bytes], request.data), start=1) if line.strip()]
        answers = log_lines(self.thing, lines, by=self.scope.staff, at=self.at)
        body = b"".join(answer.body + b"\n" for answer in answers)
        return HttpResponse(body, content_type=NdjsonParser.media_type)
