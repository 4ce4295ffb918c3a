"""Log many rounds of a table at once: recorded elsewhere, or while there was no connection.

Each line is logged or refused separately, in order, under the same gates as any round. For speed, several lines share
a transaction; each is done completely or not at all. A line is identified by its key, or else by its content, so the
same file can be sent again after a failure: nothing is done twice.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from django.db import transaction

from compliance.api.idempotency import Request, StoredResponse, again, receipt, request_with
from compliance.api.parsing.strict_json import MalformedJsonError, parse_json
from compliance.db.write_batch import next_ids
from compliance.errors import IdempotencyError, RuleViolation, RuleViolations
from compliance.models import Receipt, Staff
from games.engine.problems import Problem, Refused
from games.models import Round
from tables.models import Table

from .context import LoggingContext, lock_context
from .input import RoundEntry, read_entry
from .services import CheckedRound, check_round, record

AT_ONCE = 200

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


class BatchLine(NamedTuple):
    """A parsed line of a batch. `problems` refuse it without reading the table."""

    number: int
    entry: RoundEntry
    request: Request | None
    problems: list[Problem]


def log_lines(table: Table, lines: Iterable[tuple[int, bytes]], *, by: Staff, at: datetime) -> Iterator[StoredResponse]:
    """Log the rounds of a table, one per numbered line, and answer each line with a line of JSON."""
    rest = iter(lines)
    while chunk := list(islice(rest, AT_ONCE)):
        yield from _log_some(table, [read_line(table, number, line) for number, line in chunk], by=by, at=at)


def read_line(table: Table, number: int, line: bytes) -> BatchLine:
    """Parse a line: a round to log, with its key."""
    try:
        body = parse_json(line)
        if not isinstance(body, dict):
            raise MalformedJsonError("The line must be a JSON object.")
    except MalformedJsonError as malformed:
        return BatchLine(number, RoundEntry({}), None, [Problem("malformed", malformed.path or "", malformed.message)])
    key, code = body.pop("key", None), body.pop("table", table.code)
    entry, problems = read_entry(body)
    if code != table.code:
        problems.append(Problem("malformed", "table", f"This is not {table.code}, the table of this request."))
    if entry.is_signed:
        message = "A round that needs a second signature is logged separately."
        name = "breach_reason" if entry.breach_reason else "void_explanation"
        problems.append(Problem("malformed", name, message))
    if entry.played_at is None and not problems:
        problems.append(Problem("malformed", "played_at", "Enter when the round was played."))
    try:
        request = request_with(_key(key, table, line), f"round-entry {table.code}", body)
    except IdempotencyError as refused:
        return BatchLine(number, entry, None, [*problems, Problem("malformed", "key", refused.message)])
    return BatchLine(number, entry, request, problems)


def _key(given: object, table: Table, line: bytes) -> str | None:
    if given is None:
        return f"line-{sha256(table.code.encode() + line).hexdigest()[:48]}"
    return given if isinstance(given, str) else "-"


@transaction.atomic
def _log_some(table: Table, lines: list[BatchLine], *, by: Staff, at: datetime) -> list[StoredResponse]:
    here = lock_context(table.code, at)
    assert here is not None
    batch = _Batch(here, by, at)
    batch.look_up(line.request.key for line in lines if line.request)
    for line in lines:
        batch.take(line)
    batch.write()
    return batch.answers


class _Batch:
    """Lines of one transaction. Plain rounds are written together, rounds with side effects separately."""

    def __init__(self, here: LoggingContext, by: Staff, at: datetime) -> None:
        self.here, self.by, self.at = here, by, at
        self.answers: list[StoredResponse] = []
        self.waiting: list[tuple[BatchLine, CheckedRound, int]] = []
        self.keys: set[str] = set()
        self.known: dict[str, Receipt] = {}

    def look_up(self, keys: Iterable[str]) -> None:
        """Read, in one query, which lines were logged before."""
        found = Receipt.objects.filter(facility=self.here.table.facility, key__in=list(keys))
        self.known = {receipt.key: receipt for receipt in found}

    def take(self, line: BatchLine) -> None:
        """Log a line, or refuse it."""
        try:
            before = self._before(line)
            if before is None:
                self._check(line)
            else:
                self.answers.append(before)
        except Refused as refused:
            errors = [problem.said() for problem in refused.problems]
            self._say(line, 400, {"code": "invalid", "errors": errors})
        except IdempotencyError as refused:
            self._say(line, 409, {"code": refused.code, "message": refused.message})
        except RuleViolation as violation:
            found = violation.found if isinstance(violation, RuleViolations) else (violation,)
            violations = [{"code": each.code, "message": each.message, "cite": each.cite} for each in found]
            self._say(line, 409, {"code": violation.code, "violations": violations})

    def _before(self, line: BatchLine) -> StoredResponse | None:
        if line.problems or line.request is None:
            raise Refused(line.problems)
        if line.request.key in self.keys:
            self.write()
            self.look_up([line.request.key])  # so that a repeated line finds the first one's response
        self.keys.add(line.request.key)
        known = self.known.get(line.request.key)
        before = again(known, line.request) if known else None
        return before and _answer(line.number, before.status, {**_decode(before.body), "repeated": True})

    def _check(self, line: BatchLine) -> None:
        checked = check_round(self.here, entry=line.entry, by=self.by, at=self.at)
        self.answers.append(StoredResponse(0, b""))
        self.waiting.append((line, checked, len(self.answers) - 1))
        if not checked.has_no_side_effects:
            self.write()

    def write(self) -> None:
        """Write the pending rounds and answer their lines."""
        if not self.waiting:
            return
        checked = [each for _, each, _ in self.waiting]
        for each, key in zip(checked, next_ids(Round, len(checked)), strict=True):
            each.round.pk = key
        self.here = record(self.here, checked, self._receipts, by=self.by, at=self.at)
        self.waiting = []

    def _receipts(self, after: LoggingContext) -> list[Receipt]:
        """Answer the pending lines and store their responses."""
        receipts: list[Receipt] = []
        for line, checked, place in self.waiting:
            assert line.request is not None
            answer = self.answers[place] = _answer(line.number, 201, _done(checked))
            receipts.append(receipt(after.table.facility, line.request, answer, at=self.at))
        return receipts

    def _say(self, line: BatchLine, status: int, body: dict[str, Any]) -> None:
        self.answers.append(_answer(line.number, status, body))


def _done(checked: CheckedRound) -> dict[str, Any]:
    round_ = checked.round
    totals = msgspec.json.decode(round_.settlement)["totals"]
    return {"id": round_.pk, "number": round_.number, "status": round_.status, "totals": totals}


def _answer(line: int, status: int, body: dict[str, Any]) -> StoredResponse:
    return StoredResponse(status, _encode({**body, "line": line, "answer": status}))
