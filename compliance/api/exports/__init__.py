"""Exports: all that there is of a kind, streamed in the feed's order (compliance/journal/feed.py), as NDJSON or CSV.

Every line has its place in the feed, and says nothing that changes later: whoever was cut off goes on behind the last
line that they have, and what they put together is what they would have got at once. The last line has the totals.
"""

from .columns import ColumnType, ExportColumn
from .endpoint import Export
from .expressions import Among, Written
from .formats import Csv, Ndjson, Row
from .selections import feed_items, has_entry, positions, subject_keys

__all__ = [
    "Among",
    "ColumnType",
    "Csv",
    "Export",
    "ExportColumn",
    "Ndjson",
    "Row",
    "Written",
    "feed_items",
    "has_entry",
    "positions",
    "subject_keys",
]
