"""Exports: all objects of a kind, streamed in the order of the feed (compliance/journal/feed.py), as NDJSON or CSV.

Every line has a position in the feed and contains nothing that changes later. So an interrupted export can continue
after its last line, and the parts together equal one complete export. The last line has the totals.
"""

from .endpoint import Export
from .formats import Csv, Ndjson

__all__ = ["Csv", "Export", "Ndjson"]
