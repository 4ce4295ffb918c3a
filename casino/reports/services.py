"""Sign shift reports and hand over pits with their open items."""

from datetime import datetime

import msgspec
from django.db import transaction

from compliance.db.locking import lock_all, locked
from compliance.errors import RuleViolation
from compliance.facilities.policies import policy
from compliance.journal.write import journal
from compliance.models import Signature, Staff
from compliance.signatures.services import Confirmation, Signing, sign
from compliance.staff.roles import MANAGERS, OFFICERS, PIT
from games.models import HourlyTotal, Round
from games.rounds.marks import MARKS
from games.totals.services import FIGURES
from tables.models import Pit, Shift, Table

from .document import Sheet, digest, encoded
from .figures.sums import Sums
from .models import Handover, ReportedShift, SignedReport
from .shift import shift_report
from .shift.open_items import may_hand_over, open_items, seen_as


def needs_no_second(shift: Shift, by: Staff) -> bool:
    """Tell whether one person may sign the shift's report alone."""
    sums = Sums.of(HourlyTotal.objects.filter(shift=shift.pk, wager=""))
    if any(sums[name] for name in ("breaches", "struck", "counts_wrong")):
        return False
    uncounted = Round.objects.filter(MARKS["missed_count"].of, shift=shift.pk, stands_out=True, voiding=None)
    return not uncounted.exists()


SIGNING = Signing("report_countersigned", MANAGERS | OFFICERS, waived=needs_no_second)
HANDING = Signing("pit_handed_over", PIT)


@transaction.atomic
def sign_report(
    shift: ReportedShift, *, remark: str = "", by: Staff, at: datetime, second: Confirmation | None = None
) -> ReportedShift:
    """Sign the report of an ended shift: store its figures as they are now, and their hash in the journal."""
    shift = locked(shift)
    facility = shift.facility
    cite = policy("report_signed", facility.jurisdiction).cite
    if shift.is_on_duty:
        raise RuleViolation("shift_on_duty", f"{shift.template.name} is on duty. End the shift first, then sign.", cite)
    if shift.signed is not None:
        raise RuleViolation("signed_already", f"{shift.signed.signed_by} already signed this report.", cite)
    # No round is logged or voided while the figures are read, so they are consistent.
    lock_all(Table.objects.filter(facility=facility))
    signature = _second(shift, by=by, at=at, second=second)
    made = shift_report(shift, at)
    document = encoded(made.report).decode()
    signed = SignedReport.objects.create(
        shift=shift,
        document=document,
        digest=digest(document),
        figures=dict(zip(FIGURES, made.sums.figures, strict=True)),
        open_seconds=made.open_seconds,
        signed_by=by,
        signature=signature,
        remark=remark,
        signed_at=at,
    )
    journal(
        "report.signed",
        shift,
        on=facility,
        by=by,
        at=at,
        signature=signature,
        cite=cite,
        changes_floor=False,
        shift=f"{shift.template.name}, {shift.gaming_day}",
        digest=signed.digest,
        rounds=made.sums["rounds"],
        staked_cents=made.sums["staked_cents"],
        pays_cents=made.sums["pays_cents"],
        returned_cents=made.sums["returned_cents"],
        win_cents=made.sums.win_cents,
        remark=remark or None,
    )
    return shift


def _second(shift: ReportedShift, *, by: Staff, at: datetime, second: Confirmation | None) -> Signature | None:
    if second is not None:
        return sign(SIGNING, second, "report.signed", facility=shift.facility, by=by, at=at)
    if not needs_no_second(shift, by):
        rule = policy(SIGNING.policy, shift.facility.jurisdiction)
        raise RuleViolation("signature_missing", rule.says, rule.cite)
    return None


@transaction.atomic
def hand_over(
    shift: ReportedShift, *, pit: Pit, seen: str, note: str = "", by: Staff, at: datetime, second: Confirmation
) -> ReportedShift:
    """Hand over a pit at the end of a shift; the person taking over accepts the list of open items and signs.

    `seen` identifies the list that was read (`seen_as` in open_items.py). If the list has changed, refuse.
    """
    shift = locked(shift)
    facility = shift.facility
    cite = policy("pit_handed_over", facility.jurisdiction).cite
    if not may_hand_over(shift):
        raise RuleViolation(
            "shift_past", f"{shift.template.name} and the next shift have ended. It is too late to hand over.", cite
        )
    if Handover.objects.filter(shift=shift, pit=pit).exists():
        raise RuleViolation("handed_over", f"{pit} was already handed over.", cite)
    items = items_of(open_items(facility, at), pit)
    if seen_as(items) != seen:
        message = "The list of open items has changed. Nothing was signed. Read the new list, then sign."
        raise RuleViolation("list_changed", message, cite)
    content = msgspec.json.encode(items, order="deterministic").decode()
    signature = sign(HANDING, second, "pit.handed_over", facility=facility, by=by, at=at)
    handover = Handover.objects.create(
        shift=shift,
        pit=pit,
        items=content,
        digest=digest(content),
        note=note,
        handed_by=by,
        signature=signature,
        handed_at=at,
    )
    journal(
        "pit.handed_over",
        shift,
        on=facility,
        by=by,
        at=at,
        signature=signature,
        cite=cite,
        changes_floor=False,
        pit=pit.code,
        to=second.signer,
        items=len(items.rows),
        digest=handover.digest,
        note=note or None,
    )
    return shift


def items_of(items: Sheet, pit: Pit) -> Sheet:
    """Return the open items of a pit, with those of no pit."""
    here = tuple(row for row, of in zip(items.rows, items.values("pit"), strict=True) if of in (pit.code, ""))
    return Sheet(items.key, items.title, items.columns, here, empty=items.empty)
