"""What sets a round apart from others: that it was voided, void by the rules, in breach, counted wrong, or cut."""

from typing import NamedTuple

from django.db.models import Q

from compliance.pages import Word

from .models import Round


class Mark(NamedTuple):
    """A mark by which rounds are found: its word in a list of choices, and which rounds bear it."""

    label: str
    of: Q


MARKS = {
    "voided": Mark("Voided", Q(voiding__isnull=False)),
    "void": Mark("Void by the rules", Q(status=Round.Status.VOID)),
    "breach": Mark("In breach", ~Q(breach_reason="")),
    "wrong_count": Mark("Wrong count", Q(status=Round.Status.VOID) & (Q(deck_removed=True) | Q(misdealt=True))),
    "limit_cut": Mark("Cut to the payout limit", Q(limit_cut_cents__gt=0)),
}


def marks_of(round_: Round) -> list[Word]:
    """Return a round's marks, what matters most first."""
    found = []
    if round_.is_voided:
        found.append(Word("rest", "voided"))
    if round_.in_breach:
        found.append(Word("blocked", "in breach"))
    if round_.deck_removed:
        found.append(Word("due", "wrong count"))
    elif round_.misdealt:
        found.append(Word("soon", "misdealt"))
    elif round_.status == Round.Status.VOID:
        found.append(Word("soon", f"void: {round_.void_reason.replace('_', ' ')}"))
    if round_.limit_cut_cents:
        found.append(Word("soon", "limit cut"))
    if round_.irregularities or round_.failed_device_id:
        found.append(Word("rest", "irregularity"))
    return found
