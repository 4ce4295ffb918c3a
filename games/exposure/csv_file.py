"""A deck's exposure as CSV: one row per wager."""

import csv
from collections.abc import Iterator

from tables.models import Deck

from .services import COLUMNS, Exposure, dealt, table_rows


class _Line:
    """A csv writer target that returns each line instead of storing it."""

    def write(self, line: str) -> str:
        return line


def csv_lines(found: Exposure) -> Iterator[str]:
    """Yield the CSV file line by line, as it is read."""
    writer = csv.writer(_Line())
    yield writer.writerow(COLUMNS)
    for row in table_rows(dealt(found.rounds.iterator(chunk_size=100))):
        yield writer.writerow(row)


def csv_headers(deck: Deck) -> dict[str, str]:
    saved = f"exposure-{deck.pk}.csv"
    return {"Content-Type": "text/csv; charset=utf-8", "Content-Disposition": f'attachment; filename="{saved}"'}
