"""Check totals and table rows against the rounds, and that acknowledged acts were done."""

from collections.abc import Iterator
from datetime import UTC, datetime

from compliance.models import Entry
from games.models import RoundVoid
from games.rounds.stub_tally import kept_tally, tally_at
from games.totals.services import differences
from tables.models import Table

from .evidence import Evidence


def totals_equal(evidence: Evidence) -> Iterator[str]:
    for difference in differences():
        key = difference.key
        yield f"table {key.table_id}, {key.when}: {difference.stored} stored, {difference.counted} counted"


def tallied(evidence: Evidence) -> Iterator[str]:
    """Yield tables whose row disagrees with their rounds."""
    for table in Table.objects.all():
        kept, counted = kept_tally(table), tally_at(table, datetime.max.replace(tzinfo=UTC))
        if kept != counted:
            yield f"{table}: its row says {kept}, its rounds {counted}"


def acts_done(evidence: Evidence) -> Iterator[str]:
    """Yield acts that were acknowledged and not done, or done more than once."""
    voided = {str(pk) for pk in RoundVoid.objects.values_list("round_id", flat=True)}
    removed = list(Entry.objects.filter(action="deck.removed").values_list("subject", flat=True))
    for record in evidence.records:
        if record.event != "told" or record.status != 200:
            continue
        if record.what == "void" and record.key not in voided:
            yield f"{record.table}: the void of round id {record.key} was acknowledged but is missing"
        if record.what == "change" and removed.count(f"deck:{record.key}") != 1:
            yield f"{record.table}: the change of deck id {record.key} was acknowledged but not done exactly once"
