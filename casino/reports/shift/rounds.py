"""Rounds that a report lists individually: large payouts, limits, jackpots, irregularities, violations, voided."""

from collections import Counter
from collections.abc import Iterable

from games.engine.money import format_money
from games.engine.questions import payout_limit
from games.models import Round, RoundVoid, Violation
from games.replay.streets import humanize_hand
from games.rounds.marks import LARGE_CENTS

from ..columns import COLUMNS, TITLES
from ..document import Row, Sheet, Value, sheet_of
from .data import ShiftData, moment

MOST_PAYOUTS = 20


def _sheet(key: str, rows: list[Row], **more: object) -> Sheet:
    return sheet_of(key, TITLES[key], COLUMNS[key], rows, **more)


def _round(round_: Round) -> tuple[Value, ...]:
    return (str(round_.number), round_.table.code, moment(round_.played_at))


def _about(round_: Round) -> dict[str, str]:
    return {"round": str(round_.pk), "table": round_.table.code}


def payouts(known: ShiftData) -> Sheet:
    """List the largest payouts to one seat."""
    large = sorted(
        (each for each in known.told if each.largest_pays_cents >= LARGE_CENTS),
        key=lambda each: (-each.largest_pays_cents, each.pk),
    )
    rows = [
        Row(
            (*_round(each), each.dealer.name, each.largest_pays_cents, each.staked_cents, each.limit_cut_cents),
            _about(each),
        )
        for each in large[:MOST_PAYOUTS]
    ]
    left = f" The {MOST_PAYOUTS} largest of {len(large)}." if len(large) > MOST_PAYOUTS else ""
    least = format_money(LARGE_CENTS)
    return _sheet("payouts", rows, note=f"{least} or more to one seat.{left}", empty=f"None of {least} or more.")


def limits(known: ShiftData) -> Sheet:
    """List the rounds in which a payout limit was applied, citing the rules that set it."""
    cut = [each for each in known.told if each.limit_cut_cents]
    rows = [Row((*_round(each), each.pays_cents, each.limit_cut_cents), _about(each)) for each in cut]
    return _sheet("limits", rows, cite="; ".join(_limit_cites(cut)), empty="No payout limit was applied.")


def _limit_cites(rounds: Iterable[Round]) -> list[str]:
    return sorted({payout_limit(each.offer.terms).cite for each in rounds})


def jackpots(known: ShiftData) -> Sheet:
    rows = [
        Row((*_round(each), each.jackpot_cents), _about(each)) for each in known.told if each.jackpot_cents is not None
    ]
    return _sheet("jackpots", rows, empty="No jackpot was hit.")


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
    rows = [
        Row((f"{humanize_hand(name).capitalize()}{what}", number), {"mark": _mark(name, what)})
        for (name, what), number in sorted(kinds.items())
    ]
    return _sheet("irregularities", rows)


def _mark(name: str, what: str) -> str:
    """Return the round-list filter for such rounds."""
    if what:
        return "void"
    return "wrong_count" if name == "misdeal" else "irregular"


def breaches(known: ShiftData) -> Sheet:
    """List the violations in the shift's rounds and their state."""
    rounds = {each.pk: each for each in known.told if each.in_breach}
    found = Violation.objects.filter(round__in=rounds).select_related("closed_by").order_by("round", "pk")
    return _sheet("breaches", [_breach(each, rounds[each.round_id]) for each in found])


def _breach(violation: Violation, round_: Round) -> Row:
    closed = f"closed by {violation.closed_by}" if violation.closed_by else "open"
    cells = (*_round(round_), violation.message, violation.cite, closed, violation.finding)
    about = _about(round_) | {"violation": str(violation.pk)}
    return Row(cells, about, "" if violation.closed_at else "blocked")


def struck(known: ShiftData) -> Sheet:
    return _sheet("struck", [struck_row(void) for void in known.struck])


def struck_row(void: RoundVoid) -> Row:
    round_ = void.round
    amounts = (round_.staked_cents, round_.pays_cents, round_.house_net_cents)
    cells = (*_round(round_), void.reason, void.voided_by.name, void.signature.signer.name, *amounts)
    return Row(cells, _about(round_))
