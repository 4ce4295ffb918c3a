"""Alert checks on rounds: violations, large payouts, and unusual voids or pace."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from math import sqrt
from typing import Any, NamedTuple

from django.db.models import Count, Q, Sum

from compliance.facilities.policies import policy
from compliance.findings import Check, Finders, Finding, Inspection
from compliance.models import Facility, Severity
from compliance.staff.roles import MANAGERS, OFFICERS, PIT, Role
from games.engine import questions
from games.engine.money import format_money
from games.models import HourlyTotal, Round, Violation
from games.totals.services import hour_of
from games.violations.models import OPEN
from tables.devices.dealing_method import dealing_method_at
from tables.models import Table

# A round may have several violations; a more specific name takes precedence.
_BREACHES = {"deck_out_of_turn": "deck_out_of_turn", "stub_count_missing": "stub_count_missed"}


def open_violations(inspections: Sequence[Inspection]) -> None:
    """Fetch the open violations by table and round."""
    found: dict[int, dict[int, list[Violation]]] = defaultdict(lambda: defaultdict(list))
    facilities = {inspection.facility.pk for inspection in inspections}
    violations = Violation.objects.filter(
        OPEN, facility__in=facilities, round__table__in=[inspection.thing.pk for inspection in inspections]
    )
    for violation in violations.select_related("round").order_by("pk"):
        found[violation.round.table_id][violation.round_id].append(violation)
    for inspection in inspections:
        inspection.known["violations"] = found[inspection.thing.pk]


def rounds_in_breach(inspection: Inspection) -> Iterator[Finding]:
    """Yield one alert per round with open violations."""
    for several in inspection.known["violations"].values():
        first = next((each for each in several if each.code in _BREACHES), several[0])
        more = f" And {len(several) - 1} more." if len(several) > 1 else ""
        yield Finding(
            _BREACHES.get(first.code, "round_in_breach"),
            first.round.subject_key,
            Severity.DUE,
            f"Round {first.round.number} was logged with a violation. {first.message}{more}",
            first.cite,
            "violation.close",
            first.pk,
            since=first.opened_at,
            occurrence="breach",
        )


# ── Payouts


def is_notable(round_: Round) -> bool:
    """Tell whether a check reports a round for what it paid."""
    return round_.limit_cut_cents > 0 or round_.largest_pays_cents >= surveillance_cents(round_.facility)


def surveillance_cents(facility: Facility) -> int:
    """Return the payout from which surveillance must be notified."""
    return policy("payout_surveillance", facility.jurisdiction).value * 100


def notable_rounds(inspections: Sequence[Inspection]) -> None:
    """Fetch the large-paying rounds among those journaled since the last inspection."""
    told = {
        int(entry.subject.removeprefix("round:")): inspection
        for inspection in inspections
        for entry in inspection.entries
        if entry.action == "round.logged"
    }
    for inspection in inspections:
        inspection.known["notable"] = []
    least = min((surveillance_cents(inspection.facility) for inspection in inspections), default=0)
    rounds = Round.objects.filter(Q(limit_cut_cents__gt=0) | Q(largest_pays_cents__gte=least), pk__in=told)
    for round_ in rounds.select_related("facility", "offer") if told else ():
        if is_notable(round_):
            told[round_.pk].known["notable"].append(round_)


def payouts(inspection: Inspection) -> Iterator[Finding]:
    surveillance = policy("payout_surveillance", inspection.facility.jurisdiction)
    pit_manager = policy("payout_pit_manager", inspection.facility.jurisdiction)
    for round_ in inspection.known["notable"]:
        paid = round_.largest_pays_cents
        if round_.limit_cut_cents:
            yield Finding(
                "payout_limit",
                round_.subject_key,
                Severity.WARNING,
                f"Round {round_.number}: the payout limit cut {format_money(round_.limit_cut_cents)} from what a "
                "seat won",
                round_.offer.book.cite(round_.offer.book.payout_limit),
                occurrence="limit",
                since=round_.played_at,
            )
        if paid < surveillance.value * 100:
            continue
        signed = paid >= pit_manager.value * 100
        rule, asks = (
            (pit_manager, "A pit manager must sign. Notify surveillance.")
            if signed
            else (surveillance, "Notify surveillance.")
        )
        yield Finding(
            "large_payout",
            round_.subject_key,
            Severity.CRITICAL if signed else Severity.DUE,
            f"Round {round_.number}: a seat was paid {format_money(paid)}.",
            rule.cite,
            advice=asks,
            occurrence="payout",
            since=round_.played_at,
        )


def is_first_for_long(table: Table, played_at: datetime) -> bool:
    """Tell whether a round is the first after a gap long enough to raise an alert."""
    last = max(table.state_since, table.last_played_at or table.state_since)
    return played_at >= last + WITHOUT_ROUNDS


# ── Usual figures

# How long an hour's totals may still grow by rounds logged late.
AFTER_THE_HOUR = timedelta(minutes=2)
USUAL_DAYS = 28
# By how many standard deviations an hour must differ to be unusual.
DEVIATIONS = 4
FEWEST_VOIDS = 4
FEWEST_ROUNDS = 30
WITHOUT_ROUNDS = timedelta(hours=1)


class Usual(NamedTuple):
    """Usual figures of a facility: rounds per table and hour, and the share of voids."""

    rounds: float
    voids: float


def last_hour(inspections: Sequence[Inspection]) -> None:
    """Fetch each table's rounds in the last whole hour, and the usual figures there."""
    hours = {inspection.thing.pk: _last_whole_hour(inspection.facility, inspection.at) for inspection in inspections}
    found = HourlyTotal.objects.filter(
        wager="", table__in=[inspection.thing.pk for inspection in inspections], hour__in=set(hours.values())
    )
    sums = {
        (table, hour): (rounds, voids)
        for table, hour, rounds, voids in found.order_by()
        .values_list("table", "hour")
        .annotate(played=Sum("rounds"), void=Sum("voids"))
    }
    usual: dict[int, Usual | None] = {}
    for inspection in inspections:
        hour = hours[inspection.thing.pk]
        played = sums.get((inspection.thing.pk, hour), (0, 0))
        inspection.known["hour"] = (hour, *played)
        if played[0] >= FEWEST_ROUNDS or played[1] >= FEWEST_VOIDS:
            if inspection.facility.pk not in usual:
                usual[inspection.facility.pk] = usual_at(inspection.facility, before=hour)
            inspection.known["usual"] = usual[inspection.facility.pk]


def _last_whole_hour(facility: Facility, at: datetime) -> datetime:
    return hour_of(facility, at - AFTER_THE_HOUR) - timedelta(hours=1)


def usual_at(facility: Facility, *, before: datetime) -> Usual | None:
    """Return the usual figures of the four weeks before an hour; None without enough data."""
    first = before - timedelta(days=USUAL_DAYS)
    totals = HourlyTotal.objects.filter(
        facility=facility, gaming_day__gte=first.date() - timedelta(days=1), hour__gte=first, hour__lt=before, wager=""
    )
    found = totals.aggregate(hours=Count("pk"), rounds=Sum("rounds"), voids=Sum("voids"))
    if found["hours"] < 20 or not found["rounds"]:
        return None
    return Usual(found["rounds"] / found["hours"], found["voids"] / found["rounds"])


def out_of_the_ordinary(inspection: Inspection) -> Iterator[Finding]:
    table: Table = inspection.thing
    hour, rounds, voids = inspection.known["hour"]
    if not table.is_live:
        return
    inspection.recheck_at(hour + timedelta(hours=2) + AFTER_THE_HOUR)
    cite = policy("statistics_investigated", inspection.facility.jurisdiction).cite
    at_hour = {"occurrence": hour.isoformat(), "since": hour + timedelta(hours=1)}
    usual: Usual | None = inspection.known.get("usual")
    if usual and voids >= FEWEST_VOIDS and voids > _limit(rounds * usual.voids):
        yield Finding(
            "void_rate",
            table.subject_key,
            Severity.WARNING,
            f"{voids} of {rounds} rounds in one hour were void; {rounds * usual.voids:.1f} is usual.",
            cite,
            **at_hour,
        )
    if usual and rounds >= FEWEST_ROUNDS and rounds > _limit(usual.rounds):
        yield Finding(
            "round_pace",
            table.subject_key,
            Severity.WARNING,
            f"{rounds} rounds were logged in one hour; {usual.rounds:.0f} is usual.",
            cite,
            advice="Check that all were played.",
            **at_hour,
        )


def tables_without_rounds(inspection: Inspection) -> Iterator[Finding]:
    """Find open tables without rounds: log the rounds played, or mark the table idle."""
    table: Table = inspection.thing
    if table.state != Table.State.OPEN:
        return
    last = max(table.state_since, table.last_played_at or table.state_since)
    if inspection.at < last + WITHOUT_ROUNDS:
        inspection.recheck_at(last + WITHOUT_ROUNDS)
        return
    offer = table.offer_at(inspection.at)
    rule = questions.idle_table(offer.book) if offer else None
    # A device that reshuffles and counts automatically spares the table the spreading of its cards.
    exempt = rule and questions.is_exempt(rule.value, reshuffles=dealing_method_at(table).reshuffles)
    yield Finding(
        "no_rounds",
        table.subject_key,
        Severity.WARNING,
        "The table is open, but no round was logged for an hour.",
        rule.cite if rule else policy("rounds_in_order", inspection.facility.jurisdiction).cite,
        "round-entry",
        table,
        since=last,
        occurrence=last.isoformat(),
        advice="Log the rounds played, or mark the table idle."
        if exempt
        else "Log the rounds played, or have the cards spread and mark the table idle.",
    )


def _limit(usual: float) -> float:
    """Return the number above which an hour is unusual, given the usual number."""
    return usual + DEVIATIONS * sqrt(usual)


_OFFICE: dict[str, Any] = {"to": Role.COMPLIANCE_OFFICER, "closed_by": OFFICERS, "patience": 480}
_PAID: dict[str, Any] = {"to": Role.PIT_BOSS, "closed_by": PIT | OFFICERS, "lasts": False}
_UNUSUAL: dict[str, Any] = {"to": Role.SHIFT_MANAGER, "closed_by": MANAGERS | OFFICERS, "lasts": False}

STATE_FINDERS = Finders(checks=(Check("no_rounds", "No rounds logged", closed_by=PIT),), find=(tables_without_rounds,))

# These read rounds, totals and the journal, so only scans run them.
SCAN_FINDERS = Finders(
    checks=(
        Check("round_in_breach", "Rule violation", **_OFFICE),
        Check("deck_out_of_turn", "Deck out of turn", **_OFFICE),
        Check("stub_count_missed", "Stub count missed", **_OFFICE),
        Check("payout_limit", "Payout limit applied", **_PAID),
        Check("large_payout", "Large payout", **_PAID),
        Check("void_rate", "Many voids", **_UNUSUAL),
        Check("round_pace", "Pace of play", **_UNUSUAL),
    ),
    prepare=(open_violations, notable_rounds, last_hour),
    find=(rounds_in_breach, payouts, out_of_the_ordinary),
    scan_only=True,
)
