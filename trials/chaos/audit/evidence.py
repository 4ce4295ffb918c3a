"""Hold the evidence of a run: the writers' records and the database."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import msgspec

from compliance.models import Receipt
from games.models import Round
from trials.chaos.followers import Followed
from trials.chaos.records import Record

# When the database was down: (from, to).
Outage = tuple[float, float]
# How long after an outage errors are still expected.
GRACE_S = 6


class Evidence:
    """Hold both sides of a run."""

    def __init__(
        self, records: list[Record], outages: Sequence[Outage] = (), followed: Sequence[list[Followed]] = ()
    ) -> None:
        self.records, self.outages, self.followed = records, outages, followed

    def was_out(self, at: float) -> bool:
        """Return whether server errors were expected at a moment."""
        return any(since <= at <= until + GRACE_S for since, until in self.outages)

    @cached_property
    def rounds(self) -> dict[int, Round]:
        """Return all rounds by id, in the order of logging."""
        related = ("table", "facility", "offer", "deck", "voiding", "replaces")
        return {round_.pk: round_ for round_ in Round.objects.select_related(*related).order_by("pk")}

    @cached_property
    def receipts(self) -> dict[str, Receipt]:
        """Return the receipts of rounds by key. Acts have receipts too, but create no round."""
        return {receipt.key: receipt for receipt in Receipt.objects.filter(status=201).order_by("pk")}

    def acknowledged(self) -> "Iterator[tuple[Record, dict[str, Any]]]":
        """Yield every answer that acknowledged a round, with its content."""
        for record in self.records:
            if record.what in ("round", "line") and record.event in ("told", "again") and record.status == 201:
                yield record, msgspec.json.decode(record.text)

    @cached_property
    def sent(self) -> dict[str, list[Record]]:
        """Return what was sent under each key."""
        found: defaultdict[str, list[Record]] = defaultdict(list)
        for record in self.records:
            if record.event == "asked" and record.what in ("round", "line"):
                found[record.key].append(record)
        return dict(found)
