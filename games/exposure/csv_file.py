"""A deck's exposure as a table for a spreadsheet: one row a wager."""

import csv
from collections.abc import Iterator

from tables.models import Deck

from .services import COLUMNS, Exposure, dealt, table_rows


class _Line:
    """What csv writes a row to: it returns the line instead of keeping it."""

    def write(self, line: str) -> str:
        return line


def csv_lines(found: Exposure) -> Iterator[str]:
    """Yield the table line by line, as it is read."""
    writer = csv.writer(_Line())
    yield writer.writerow(COLUMNS)
    for row in table_rows(dealt(found.rounds.iterator(chunk_size=100))):
        yield writer.writerow(row)


def csv_headers(deck: Deck) -> dict[str, str]:
    saved = f"exposure-{deck.pk}.csv"
    return {"Content-Type": "text/csv; charset=utf-8", "Content-Disposition": f'attachment; filename="{saved}"'}
