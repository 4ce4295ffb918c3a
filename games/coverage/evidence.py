"""Live evidence: the latest alert, journal entry or round of a facility that shows a paragraph at work."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Max, Q, QuerySet

from compliance.findings import label_of_check
from compliance.journal.timeline import timeline
from compliance.models import Alert, Entry, Facility
from games.engine.loading import rulebook
from games.engine.rulebook.coverage import Coverage, CoveredParagraph, is_inside
from games.models import Round, Violation
from games.rounds.stored_settlement import read_settlement

# So many rounds of an edition are read; evidence of older ones is not looked for.
_ROUNDS, _SETTLEMENTS = 2000, 100


class RoundFact(NamedTuple):
    """A fact about rounds that a row can name: its label, and the condition."""

    label: str
    of: Q


ROUND_FACTS = {
    "settled": RoundFact("Round settled", Q(status=Round.Status.SETTLED)),
    "counted": RoundFact("Stub counted", Q(stub__isnull=False)),
    "void": RoundFact("Round void", Q(status=Round.Status.VOID)),
    "misdealt": RoundFact("Round misdealt", Q(misdealt=True)),
    "deck_removed": RoundFact("Deck removed after a count", Q(deck_removed=True)),
    "irregular": RoundFact("Irregularity recorded", ~Q(irregularities=[])),
    "device_failed": RoundFact("Device failed in a round", Q(failed_device__isnull=False)),
    "limit_cut": RoundFact("Payout cut to the limit", Q(limit_cut_cents__gt=0)),
    "jackpot": RoundFact("Jackpot won", Q(jackpot_cents__isnull=False)),
    "spun": RoundFact("Wheel spun", Q(spins__gt=0)),
    "breach": RoundFact("Round logged with a violation", ~Q(breach_reason="")),
}


class Evidence(NamedTuple):
    """What happened, when and where; `about` is the kind of page that shows it, and its key."""

    text: str
    at: datetime
    place: str
    about: tuple[str, int | str]


Found = Mapping[str, Evidence]


def latest_evidence(facility: Facility, found: Coverage) -> dict[str, Evidence]:
    """Return the latest evidence of each paragraph, by its citation. The number of queries is fixed."""
    names: dict[str, set[str]] = {}
    for row in found.paragraphs:
        for kind, name in row.references:
            names.setdefault(kind, set()).add(name)
    by_reference: dict[str, Evidence] = {
        **_alerts(facility, names.get("finding", set())),
        **_violations(facility, names.get("finding", set()) | names.get("refusal", set())),
        **_entries(facility, names.get("entry", set())),
        **_rounds(facility, found.edition, names.get("round", set())),
    }
    by_cite = _settled(facility, found)
    latest = ((row.cite, _latest(row, by_reference, by_cite)) for row in found.paragraphs)
    return {cite: evidence for cite, evidence in latest if evidence}


def _latest(row: CoveredParagraph, by_reference: Found, by_cite: Found) -> Evidence | None:
    of_row = [evidence for each in row.by if (evidence := by_reference.get(each))]
    if row.treatment == "settled":
        of_row += [each for cite, each in by_cite.items() if row.cite == cite or is_inside(row.cite, cite)]
    return max(of_row, key=lambda evidence: evidence.at, default=None)


def _newest(rows: QuerySet[Any], name: str, names: Iterable[str]) -> QuerySet[Any]:
    """Return the newest row for each of several names."""
    newest = rows.filter(**{f"{name}__in": names}).order_by().values(name).annotate(newest=Max("pk"))
    return rows.filter(pk__in=[each["newest"] for each in newest])


def _alerts(facility: Facility, codes: set[str]) -> dict[str, Evidence]:
    alerts = _newest(Alert.objects.filter(facility=facility), "check_name", codes)
    return {
        f"finding:{each.check_name}": Evidence(
            f"Alert: {label_of_check(each.check_name)}", each.opened_at, each.place, ("alert", each.pk)
        )
        for each in alerts
    }


def _violations(facility: Facility, codes: set[str]) -> dict[str, Evidence]:
    """Return the latest violations, which stand for the refusals that someone signed for."""
    violations = _newest(Violation.objects.filter(facility=facility), "code", codes).select_related("round__table")
    return {
        f"refusal:{each.code}": Evidence(
            f"Violation: {each.code.replace('_', ' ')}", each.opened_at, each.round.table.code, ("violation", each.pk)
        )
        for each in violations
    }


def _entries(facility: Facility, actions: set[str]) -> dict[str, Evidence]:
    # The condition on the action lets the database use the small index of entries that are no rounds.
    entries = Entry.objects.filter(stream__facility=facility).exclude(action="round.logged")
    newest = _newest(entries, "action", actions).select_related("actor", "signature__signer", "stream")
    found = list(newest)
    return {
        f"entry:{entry.action}": Evidence(
            shown.title, entry.at, _table_of(entry.stream.key), ("journal", f"{entry.subject}&action={entry.action}")
        )
        for entry, shown in zip(found, timeline(found), strict=True)
    }


def _table_of(stream: str) -> str:
    kind, _, code = stream.partition(":")
    return code if kind == "table" else ""


def _rounds(facility: Facility, edition: str, facts: set[str]) -> dict[str, Evidence]:
    """Return the latest round with each fact, among the last rounds of the edition."""
    recent = _recent(facility, edition).values("pk")[:_ROUNDS]
    marks = {name: Max("pk", filter=ROUND_FACTS[name].of) for name in facts}
    latest = Round.objects.filter(pk__in=recent).aggregate(**marks) if marks else {}
    rounds = Round.objects.select_related("table").in_bulk([pk for pk in latest.values() if pk])
    return {f"round:{name}": _of_round(ROUND_FACTS[name].label, rounds[pk]) for name, pk in latest.items() if pk}


def _settled(facility: Facility, found: Coverage) -> dict[str, Evidence]:
    """Return the latest settled round for each part of a citation that decided one of its wagers."""
    abbreviation = rulebook(found.edition).abbreviation
    evidence: dict[str, Evidence] = {}
    for round_ in _recent(facility, found.edition).select_related("table")[:_SETTLEMENTS]:
        seats = read_settlement(round_.settlement).seats
        cites = {wager.cite.removeprefix(f"{abbreviation} ") for seat in seats for wager in seat.wagers}
        for part in {part for cite in cites for part in cite.split("; ")}:
            evidence.setdefault(part.partition(" (R")[0], _of_round("Wager settled", round_))
    return evidence


def _recent(facility: Facility, edition: str) -> QuerySet[Round]:
    return Round.objects.filter(facility=facility, edition=edition).order_by("-pk")


def _of_round(label: str, round_: Round) -> Evidence:
    return Evidence(label, round_.played_at, round_.table.code, ("round", round_.pk))
