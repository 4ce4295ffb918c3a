"""Rounds that a report lists individually: large payouts, limits, jackpots, irregularities, violations, voided."""

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from games.engine.money import format_money
from games.engine.questions import payout_limit
from games.models import Round, Violation
from games.replay.streets import humanize_hand
from games.rounds.marks import LARGE_CENTS

from ..columns import MOMENT, MONEY, NUMBER, TEXT, ColumnSpec, SheetSpec
from ..document import Sheet
from .data import ShiftData

MOST_PAYOUTS = 20


class IrregularityCount(NamedTuple):
    name: str
    number: int
    # The round-list filter for such rounds.
    mark: str


class RoundInViolation(NamedTuple):
    violation: Violation
    round: Round


def round_columns(of: Callable[[Any], Round] = lambda record: record) -> tuple[ColumnSpec, ...]:
    """Declare the columns that identify a record's round."""
    return (
        ColumnSpec("round", "Round", TEXT, lambda record: str(of(record).number)),
        ColumnSpec("table", "Table", TEXT, lambda record: of(record).table.code),
        ColumnSpec("played", "Played", MOMENT, lambda record: of(record).played_at),
    )


def _about(round_: Round) -> dict[str, str]:
    return {"round": str(round_.pk), "table": round_.table.code}


PAYOUTS = SheetSpec(
    "payouts",
    "Largest payouts",
    (
        *round_columns(),
        ColumnSpec("dealer", "Dealer", TEXT, lambda round_: round_.dealer.name),
        ColumnSpec("paid", "Paid to one seat", MONEY, lambda round_: round_.largest_pays_cents),
        ColumnSpec("staked", "Wagered", MONEY, lambda round_: round_.staked_cents),
        ColumnSpec("cut", "Cut by limit", MONEY, lambda round_: round_.limit_cut_cents),
    ),
    f"None of {format_money(LARGE_CENTS)} or more.",
    _about,
)
LIMITS = SheetSpec(
    "limits",
    "Payout limits applied",
    (
        *round_columns(),
        ColumnSpec("paid", "Paid", MONEY, lambda round_: round_.pays_cents),
        ColumnSpec("cut", "Cut by limit", MONEY, lambda round_: round_.limit_cut_cents),
    ),
    "No payout limit was applied.",
    _about,
)
JACKPOTS = SheetSpec(
    "jackpots",
    "Jackpots",
    (*round_columns(), ColumnSpec("prize", "Top prize", MONEY, lambda round_: round_.jackpot_cents)),
    "No jackpot was hit.",
    _about,
)
IRREGULARITIES = SheetSpec(
    "irregularities",
    "Irregularities",
    (
        ColumnSpec("kind", "Kind", TEXT, lambda each: each.name),
        ColumnSpec("number", "Rounds", NUMBER, lambda each: each.number),
    ),
    about=lambda each: {"mark": each.mark},
)
BREACHES = SheetSpec(
    "breaches",
    "Violations",
    (
        *round_columns(lambda breach: breach.round),
        ColumnSpec("what", "What", TEXT, lambda breach: breach.violation.message),
        ColumnSpec("cite", "Paragraph", TEXT, lambda breach: breach.violation.cite),
        ColumnSpec("state", "State", TEXT, lambda breach: _state(breach.violation)),
        ColumnSpec("finding", "Finding", TEXT, lambda breach: breach.violation.finding),
    ),
    about=lambda breach: _about(breach.round) | {"violation": str(breach.violation.pk)},
    status=lambda breach: "blocked" if breach.violation.is_open else "",
)
STRUCK = SheetSpec(
    "struck",
    "Voided rounds",
    (
        *round_columns(lambda void: void.round),
        ColumnSpec("why", "Reason", TEXT, lambda void: void.reason),
        ColumnSpec("who", "By", TEXT, lambda void: void.voided_by.name),
        ColumnSpec("with", "Signed by", TEXT, lambda void: void.signature.signer.name),
        ColumnSpec("staked", "Wagered", MONEY, lambda void: void.round.staked_cents),
        ColumnSpec("paid", "Paid", MONEY, lambda void: void.round.pays_cents),
        ColumnSpec("win", "Win", MONEY, lambda void: void.round.house_net_cents),
    ),
    about=lambda void: _about(void.round),
)


def _state(violation: Violation) -> str:
    return "open" if violation.is_open else f"closed by {violation.closed_by}"


def payouts(known: ShiftData) -> Sheet:
    """List the largest payouts to one seat."""
    large = sorted(
        (each for each in known.told if each.largest_pays_cents >= LARGE_CENTS),
        key=lambda each: (-each.largest_pays_cents, each.pk),
    )
    left = f" The {MOST_PAYOUTS} largest of {len(large)}." if len(large) > MOST_PAYOUTS else ""
    return PAYOUTS.sheet(large[:MOST_PAYOUTS], note=f"{format_money(LARGE_CENTS)} or more to one seat.{left}")


def limits(known: ShiftData) -> Sheet:
    """List the rounds in which a payout limit was applied, citing the rules that set it."""
    cut = [each for each in known.told if each.limit_cut_cents]
    cites = {payout_limit(each.offer.terms).cite for each in cut}
    return LIMITS.sheet(cut, cite="; ".join(sorted(cites)))


def jackpots(known: ShiftData) -> Sheet:
    return JACKPOTS.sheet(each for each in known.told if each.jackpot_cents is not None)


def irregularities(known: ShiftData) -> Sheet:
    """Count rounds by type of irregularity and by reason for being void."""
    kinds: Counter[tuple[str, str]] = Counter()
    for each in known.told:
        kinds.update((name, "") for name in each.irregularities)
        if each.status == Round.Status.VOID:
            kinds[each.void_reason, ": void"] += 1
        if each.misdealt:
            kinds["misdeal", ""] += 1
        if each.failed_device_id:
            kinds["device failed during the round", ""] += 1
    return IRREGULARITIES.sheet(
        IrregularityCount(f"{humanize_hand(name).capitalize()}{what}", number, _mark(name, what))
        for (name, what), number in sorted(kinds.items())
    )


def _mark(name: str, what: str) -> str:
    if what:
        return "void"
    return "wrong_count" if name == "misdeal" else "irregular"


def breaches(known: ShiftData) -> Sheet:
    """List the violations in the shift's rounds and their state."""
    rounds = {each.pk: each for each in known.told if each.in_breach}
    found = Violation.objects.filter(round__in=rounds).select_related("closed_by").order_by("round", "pk")
    return BREACHES.sheet(RoundInViolation(each, rounds[each.round_id]) for each in found)


def struck(known: ShiftData) -> Sheet:
    return STRUCK.sheet(known.struck)
