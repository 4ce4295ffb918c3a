"""Adjustments: rounds logged or voided after a report was signed. The signed figures never change."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from casino.reports.columns import MEASURES, MOMENT, MONEY, NUMBER, SUM, TEXT, ColumnSpec, Group, SheetSpec, group_sheet
from casino.reports.document import Sheet
from casino.reports.figures.sums import Sums
from casino.reports.models import SignedReport
from compliance.models import Entry, Staff
from games.models import HourlyTotal, Round, RoundVoid

from .rounds import round_columns


class Adjustment(NamedTuple):
    """A round logged (`sign` 1) or voided (`sign` -1) after the signature."""

    at: datetime
    what: str
    round: Round
    why: str
    who: Staff
    second: Staff | None
    sign: int


ADJUSTMENTS = SheetSpec(
    "adjustments",
    "Adjustments after signing",
    (
        ColumnSpec("at", "At", MOMENT, lambda each: each.at),
        ColumnSpec("what", "What", TEXT, lambda each: each.what),
        *round_columns(lambda each: each.round),
        ColumnSpec("why", "Reason", TEXT, lambda each: each.why),
        ColumnSpec("who", "By", TEXT, lambda each: each.who.name),
        ColumnSpec("with", "Signed by", TEXT, lambda each: each.second.name if each.second else ""),
        ColumnSpec("rounds", "Rounds", NUMBER, lambda each: each.sign, SUM),
        ColumnSpec("seats", "Seats", NUMBER, lambda each: each.sign * each.round.seats, SUM),
        ColumnSpec("staked", "Wagered", MONEY, lambda each: each.sign * each.round.staked_cents, SUM),
        ColumnSpec("paid", "Paid", MONEY, lambda each: each.sign * each.round.pays_cents, SUM),
        ColumnSpec("returned", "Returned", MONEY, lambda each: each.sign * each.round.returned_cents, SUM),
        ColumnSpec("win", "Win", MONEY, lambda each: each.sign * each.round.house_net_cents, SUM),
    ),
    about=lambda each: {"round": str(each.round.pk)},
    status=lambda each: "soon",
)
_SPAN = ColumnSpec("span", "Figures", TEXT, lambda group: group.of)
ADJUSTED = group_sheet("adjusted", "Adjusted figures", (_SPAN, *MEASURES), empty="None.")
# The columns of adjustments whose totals must account for the change of a figure.
_ACCOUNTED = {
    "rounds": "rounds",
    "seats": "seats",
    "staked": "staked_cents",
    "paid": "pays_cents",
    "returned": "returned_cents",
}


def adjustments(signed: SignedReport) -> Sheet:
    """Return each round voided or logged since the signature, and how it changes the figures."""
    return ADJUSTMENTS.sheet(sorted(_adjustments(signed), key=lambda each: each.at.isoformat()))


def add_up(signed: SignedReport, added: Sheet) -> bool:
    """Tell whether the adjustments account for every change in the figures."""
    change, totals = _now(signed) - signed.sums, added.totals()
    return all(totals.get(column, 0) == change[figure] for column, figure in _ACCOUNTED.items())


def is_adjusted(signed: SignedReport) -> bool:
    """Tell whether the current figures differ from the signed ones."""
    return _now(signed).figures != signed.sums.figures


def _now(signed: SignedReport) -> Sums:
    return Sums.of(HourlyTotal.objects.filter(shift=signed.shift_id, wager=""))


def adjusted(signed: SignedReport) -> Sheet:
    """Return the signed figures, the adjustment and the current figures."""
    then, now = signed.sums, _now(signed)
    groups = (Group(then, "As signed"), Group(now - then, "Adjusted by", is_change=True), Group(now, "Current"))
    return ADJUSTED.sheet(groups)


def _adjustments(signed: SignedReport) -> Iterator[Adjustment]:
    """Yield the adjustments from journal entries after the signature. Signing locks every table, so an entry is either
    before the signature or not in the signed figures."""
    struck = {f"round:{void.round_id}": void for void in _voids(signed)}
    late = {round_.subject_key: round_ for round_ in _late(signed)}
    told = Entry.objects.filter(subject=signed.shift.subject_key, action="report.signed").order_by("pk")
    after = Entry.objects.filter(
        subject__in=[*struck, *late],
        action__in=("round.voided", "round.logged"),
        pk__gt=told.values_list("pk", flat=True).first() or 0,
    )
    for action, subject in after.order_by("pk").values_list("action", "subject"):
        if action == "round.voided":
            yield _struck(struck[subject])
        elif subject in late:
            yield _logged(late[subject])


def _voids(signed: SignedReport) -> list[RoundVoid]:
    voids = RoundVoid.objects.filter(shift=signed.shift_id).defer("round__input", "round__settlement")
    return list(voids.select_related("round__table", "voided_by", "signature__signer"))


def _late(signed: SignedReport) -> list[Round]:
    """Return the rounds that may have been logged after their shift, voided or not."""
    late = Round.objects.filter(shift=signed.shift_id, stands_out=True)
    return list(late.select_related("table", "logged_by", "signature__signer", "replaces").defer("input", "settlement"))


def _struck(void: RoundVoid) -> Adjustment:
    signer = void.signature.signer
    return Adjustment(void.voided_at, "Voided", void.round, void.reason, void.voided_by, signer, -1)


def _logged(round_: Round) -> Adjustment:
    why = f"Replaces round {round_.replaces.number}" if round_.replaces else round_.breach_reason
    signer = round_.signature.signer if round_.signature else None
    return Adjustment(round_.logged_at, "Logged", round_, why, round_.logged_by, signer, 1)
