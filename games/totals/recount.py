"""Recount the totals from the journal alone, without reading rounds."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Sum

from compliance.models import Entry, Facility, Staff
from games.models import HourlyTotal
from tables.models import Table

from .services import hour_of

# The figures in a round's journal entry.
JOURNALED = ("rounds", "voids", "counts", "breaches", "seats", "staked_cents", "pays_cents", "returned_cents", "struck")


class TotalsPlace(NamedTuple):
    table: str
    hour: datetime
    dealer: str


class UnjournaledDifference(NamedTuple):
    """A total that does not agree with the journal."""

    place: TotalsPlace
    stored: list[int]
    counted: list[int]


def journal_differences(looked_at: Callable[[int], None] = lambda entries: None) -> Iterator[UnjournaledDifference]:
    """Yield the totals, by table, hour and dealer, that do not agree with the journal."""
    stored, counted = _stored(), _counted(looked_at)
    for place in {**stored, **counted}:
        found = [[each.get(place, Counter())[name] for name in JOURNALED] for each in (stored, counted)]
        if found[0] != found[1]:
            yield UnjournaledDifference(place, *found)


def _counted(looked_at: Callable[[int], None]) -> dict[TotalsPlace, Counter[str]]:
    struck = set(Entry.objects.filter(action="round.voided").values_list("subject", flat=True))
    facilities = {facility.pk: facility for facility in Facility.objects.all()}
    entries = Entry.objects.filter(action="round.logged").order_by("pk")
    fields = entries.values_list("stream__key", "facility", "subject", "facts")
    found: defaultdict[TotalsPlace, Counter[str]] = defaultdict(Counter)
    for stream, facility, subject, facts in fields.iterator(chunk_size=2000):
        hour = hour_of(facilities[facility], datetime.fromisoformat(facts["played_at"]))
        place = TotalsPlace(stream.removeprefix("table:"), hour, facts["dealer"])
        found[place].update({"struck": 1} if subject in struck else _figures(facts))
        looked_at(1)
    return found


def _figures(facts: dict[str, Any]) -> dict[str, int]:
    summed = ("seats", "staked_cents", "pays_cents", "returned_cents")
    return {name: facts[name] for name in summed} | {
        "rounds": 1,
        "voids": facts["status"] == "void",
        "counts": facts.get("stub") is not None,
        "breaches": "breach" in facts,
    }


def _stored() -> dict[TotalsPlace, Counter[str]]:
    codes = dict(Table.objects.values_list("pk", "code"))
    badges = dict(Staff.objects.values_list("pk", "badge"))
    sums = {f"all_{name}": Sum(name) for name in JOURNALED}
    totals = HourlyTotal.objects.filter(wager="").order_by().values_list("table", "hour", "dealer").annotate(**sums)
    return {
        TotalsPlace(codes[table], hour, badges[dealer]): Counter(dict(zip(JOURNALED, figures, strict=True)))
        for table, hour, dealer, *figures in totals
    }
