"""Marks of a round: voided, void by the rules, violation, wrong count, payout limit, and others."""

from typing import NamedTuple

from django.db.models import F, Q

from compliance.web.generic_views import StatusWord
from games.models import Round

# A report lists every round with a payout to one seat of at least this much.
LARGE_CENTS = 50_000


class Mark(NamedTuple):
    """A mark to filter rounds by: its label, and the rounds that have it."""

    label: str
    of: Q


MARKS = {
    "voided": Mark("Voided", Q(voiding__isnull=False)),
    "void": Mark("Void by the rules", Q(status=Round.Status.VOID)),
    "breach": Mark("Violation", ~Q(breach_reason="")),
    "wrong_count": Mark("Wrong count", Q(status=Round.Status.VOID) & (Q(deck_removed=True) | Q(misdealt=True))),
    "missed_count": Mark("Count missed", Q(count_due=True, stub=None, status=Round.Status.SETTLED)),
    "limit_cut": Mark("Cut to the payout limit", Q(limit_cut_cents__gt=0)),
    "large": Mark("Large payout", Q(largest_pays_cents__gte=LARGE_CENTS)),
    "jackpot": Mark("Jackpot", Q(jackpot_cents__isnull=False)),
    "spun": Mark("Wheel spun", Q(spins__gt=0)),
    "irregular": Mark("Irregularity", ~Q(irregularities=[]) | Q(failed_device__isnull=False)),
    "late": Mark("Logged after its shift", Q(shift__ended_at__lte=F("logged_at"))),
}


def stands_out(round_: Round) -> bool:
    """Tell whether a shift report lists a round separately. Few are; an index finds them."""
    late = round_.shift is not None and not round_.shift.is_on_duty
    irregular = bool(round_.irregularities) or round_.failed_device_id is not None
    paid = round_.limit_cut_cents > 0 or round_.largest_pays_cents >= LARGE_CENTS or round_.jackpot_cents is not None
    wrong = round_.status == Round.Status.VOID or round_.misdealt or round_.deck_removed
    return late or irregular or paid or round_.count_missed or wrong or round_.in_breach


def marks_of(round_: Round) -> list[StatusWord]:
    """Return a round's marks, most important first."""
    found = []
    if round_.is_voided:
        found.append(StatusWord("rest", "voided"))
    if round_.in_breach:
        found.append(StatusWord("blocked", "violation"))
    if round_.deck_removed:
        found.append(StatusWord("due", "wrong count"))
    elif round_.misdealt:
        found.append(StatusWord("soon", "misdealt"))
    elif round_.status == Round.Status.VOID:
        found.append(StatusWord("soon", f"void: {round_.void_reason.replace('_', ' ')}"))
    if round_.limit_cut_cents:
        found.append(StatusWord("soon", "limit cut"))
    if round_.irregularities or round_.failed_device_id:
        found.append(StatusWord("rest", "irregularity"))
    return found
