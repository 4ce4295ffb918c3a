"""Recount the totals from the journal alone, without reading rounds."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Sum

from compliance.models import Entry, Facility, Staff
from games.models import HourlyTotal
from tables.models import Table

from .services import hour_of

# The figures in a round's journal entry.
TOLD = ("rounds", "voids", "counts", "breaches", "seats", "staked_cents", "pays_cents", "returned_cents", "struck")


class TotalsPlace(NamedTuple):
    table: str
    hour: datetime
    dealer: str


class UnjournaledDifference(NamedTuple):
    """A total that does not agree with the journal."""

    place: TotalsPlace
    stored: list[int]
    told: list[int]


def journal_differences(looked_at: Callable[[int], None] = lambda entries: None) -> Iterator[UnjournaledDifference]:
    """Yield the totals, by table, hour and dealer, that do not agree with the journal."""
    told = _told(looked_at)
    nothing = [0] * len(TOLD)
    for place, stored in _stored().items():
        found = told.pop(place, nothing)
        if stored != found:
            yield UnjournaledDifference(place, stored, found)
    for place, found in told.items():
        yield UnjournaledDifference(place, nothing, found)


def _told(looked_at: Callable[[int], None]) -> dict[TotalsPlace, list[int]]:
    struck = set(Entry.objects.filter(action="round.voided").values_list("subject", flat=True))
    facilities = {facility.pk: facility for facility in Facility.objects.all()}
    entries = Entry.objects.filter(action="round.logged").order_by("pk")
    fields = entries.values_list("stream__key", "facility", "subject", "facts")
    found: defaultdict[TotalsPlace, list[int]] = defaultdict(lambda: [0] * len(TOLD))
    for stream, facility, subject, facts in fields.iterator(chunk_size=2000):
        hour = hour_of(facilities[facility], datetime.fromisoformat(facts["played_at"]))
        line = found[TotalsPlace(stream.removeprefix("table:"), hour, facts["dealer"])]
        for figure, value in enumerate(_figures(facts, is_struck=subject in struck)):
            line[figure] += value
        looked_at(1)
    return dict(found)


def _figures(facts: dict[str, Any], *, is_struck: bool) -> list[int]:
    if is_struck:
        return [0] * (len(TOLD) - 1) + [1]
    return [
        1,
        int(facts["status"] == "void"),
        int(facts.get("stub") is not None),
        int("breach" in facts),
        facts["seats"],
        facts["staked_cents"],
        facts["pays_cents"],
        facts["returned_cents"],
        0,
    ]


def _stored() -> dict[TotalsPlace, list[int]]:
    codes = dict(Table.objects.values_list("pk", "code"))
    badges = dict(Staff.objects.values_list("pk", "badge"))
    sums = {f"all_{name}": Sum(name) for name in TOLD}
    totals = HourlyTotal.objects.filter(wager="").order_by().values_list("table", "hour", "dealer").annotate(**sums)
    return {TotalsPlace(codes[table], hour, badges[dealer]): figures for table, hour, dealer, *figures in totals}
