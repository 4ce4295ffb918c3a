"""Parse an export as a program would, even if it was cut off."""

import csv
import json
from collections.abc import Iterable
from io import StringIO
from typing import Any, NamedTuple

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from casino.api_docs.schema import schema
from compliance.models import Staff

from .caller import ROOT, Caller

KINDS = ("rounds", "wagers", "journal", "alerts")
FORMS = ("ndjson", "csv")

Record = dict[str, Any]


class Pulled(NamedTuple):
    """An answer, whole or cut off."""

    form: str
    body: bytes
    until: str = ""
    etag: str = ""

    @property
    def whole_lines(self) -> bytes:
        """What is left of an answer that was cut off: its last line may be a part of one."""
        if self.form == "ndjson":
            return self.body[: self.body.rfind(b"\n") + 1]
        # A line of CSV may hold a line break within quotes: whatever the reader finds last may be a part of a line.
        # The first line is told apart by its end: it holds none.
        heading, end, rest = self.body.partition(b"\r\n")
        known = list(csv.reader(StringIO(rest.decode(errors="ignore"), newline="")))[:-1]
        return (heading + end if end else b"") + _written(known)

    @property
    def records(self) -> list[Record]:
        """The lines by their columns; of CSV all values are text."""
        if self.form == "ndjson":
            return [json.loads(line) for line in self.body.splitlines()]
        return list(csv.DictReader(StringIO(self.body.decode(), newline="")))

    @property
    def lines(self) -> list[Record]:
        return self.records[:-1]

    @property
    def totals(self) -> Record:
        found = self.records[-1]
        assert found["record"] == "totals"
        return found

    def column(self, name: str) -> list[Any]:
        return [line[name] for line in self.lines]


def _written(rows: Iterable[list[str]]) -> bytes:
    file = StringIO(newline="")
    csv.writer(file).writerows(rows)
    return file.getvalue().encode()


def pull(caller: Caller | Staff, kind: str, form: str = "ndjson", **parameters: str | int) -> Pulled:
    """Return an export, every line of which is as the API describes it."""
    caller = Caller(caller) if isinstance(caller, Staff) else caller
    response: Any = caller.client.get(f"{ROOT}exports/{kind}.{form}", parameters)
    assert response.status_code == 200, response.content
    found = Pulled(form, b"".join(response.streaming_content), response["Export-Until"], response["ETag"])
    if form == "ndjson":
        shape = Draft202012Validator(_promised(kind))
        for record in found.records:
            shape.validate(record)
    return found


def _promised(kind: str) -> dict[str, Any]:
    answers = schema()["paths"][f"{ROOT}exports/{kind}.ndjson"]["get"]["responses"]["200"]["content"]
    shape: dict[str, Any] = answers["application/x-ndjson"]["schema"]["contentSchema"]
    return shape | {"components": schema()["components"]}
