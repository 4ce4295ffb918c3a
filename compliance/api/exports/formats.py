"""The two formats of an export. Both encode many rows at a time."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from itertools import starmap
from typing import Any

import msgspec

from .columns import ExportColumn

Row = Sequence[Any]

_encoder = msgspec.json.Encoder()
# Decodes JSON columns faster than Django does.
read = msgspec.json.Decoder().decode


class Ndjson:
    """One JSON object per line."""

    name = "ndjson"
    media_type = "application/x-ndjson"
    # Whether lines are JSON objects or rows of a table.
    of_objects = True

    def __init__(self, columns: Sequence[ExportColumn], sums: Sequence[ExportColumn]) -> None:
        # Faster than a dictionary per line.
        self.line = msgspec.defstruct("Line", [each.name for each in columns], gc=False)

    def heading(self) -> bytes:
        return b""

    def lines(self, rows: Iterable[Row]) -> bytes:
        return _encoder.encode_lines(starmap(self.line, rows))

    def totals(self, totals: Mapping[str, Any]) -> bytes:
        return _encoder.encode(totals) + b"\n"


class Csv:
    """An RFC 4180 table with the column names in the first line."""

    name = "csv"
    media_type = "text/csv"
    of_objects = False

    def __init__(self, columns: Sequence[ExportColumn], sums: Sequence[ExportColumn]) -> None:
        known = {each.name for each in columns}
        self.columns = [*columns, *(each for each in sums if each.name not in known)]
        self.cells = [(place, each.kind.cell) for place, each in enumerate(columns) if each.kind.cell]
        # Columns that only the totals fill.
        self.beside = ("",) * (len(self.columns) - len(columns))

    def heading(self) -> bytes:
        return _written([[each.name for each in self.columns]])

    def lines(self, rows: Iterable[Row]) -> bytes:
        by_column: list[Iterable[Any]] = list(zip(*rows, strict=True))
        if not by_column:
            return b""
        for place, cell in self.cells:
            by_column[place] = map(cell, by_column[place])
        return _written((*row, *self.beside) for row in zip(*by_column, strict=True))

    def totals(self, totals: Mapping[str, Any]) -> bytes:
        return _written([[totals.get(each.name, "") for each in self.columns]])


ExportFormat = Ndjson | Csv


def _written(rows: Iterable[Row]) -> bytes:
    file = StringIO(newline="")
    csv.writer(file).writerows(rows)
    return file.getvalue().encode()
