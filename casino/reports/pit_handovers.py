"""Each pit of a shift with what is open there: as it was accepted, as it was signed, or as it is now."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from compliance.acts import Button, url_of
from compliance.scope import Scope
from tables.models import Pit

from .document import Issued, Row, Sheet, SignatureLine
from .issued import handovers_of, items_in
from .models import Handover, ReportedShift
from .services import items_of
from .shift.open_items import may_hand_over, open_items, seen_as


class PitHandover(NamedTuple):
    pit: str
    items: Sequence[Row]
    accepted: SignatureLine | None
    note: str
    button: Button | None


def pit_handovers(shift: ReportedShift, issued: Issued, scope: Scope, at: datetime) -> list[PitHandover]:
    done = {handover.pit_id: handover for handover in handovers_of(shift)}
    may = may_hand_over(shift)
    now = _now(shift, issued, at)
    give = url_of("report.hand-over", shift) if may and scope.may("report.hand-over", shift.facility) else ""
    pits = Pit.objects.filter(facility=shift.facility).order_by("code")
    return [_done(done[pit.pk]) if pit.pk in done else _open(pit, items_of(now, pit), give) for pit in pits]


def pits_of(shift: ReportedShift, issued: Issued, at: datetime) -> list[dict[str, Any]]:
    """Return the same for programs: each pit's list, what names it, and who accepted it."""
    done = {handover.pit_id: handover for handover in handovers_of(shift)}
    now = _now(shift, issued, at)
    found = []
    for pit in Pit.objects.filter(facility=shift.facility).order_by("code"):
        handover = done.get(pit.pk)
        items = items_in(handover) if handover else items_of(now, pit)
        found.append({
            "pit": pit.code,
            "seen": None if handover else seen_as(items),
            "accepted_by": handover.signature.signer if handover else None,
            "accepted_at": handover.handed_at if handover else None,
            "items": items,
        })  # fmt: skip
    return found


def _now(shift: ReportedShift, issued: Issued, at: datetime) -> Sheet:
    """Return what is open now; as it was signed, of a shift whose pits are others' already."""
    if may_hand_over(shift):
        return open_items(shift.facility, at)
    return issued.report["open_items"]


def _open(pit: Pit, items: Sheet, give: str) -> PitHandover:
    button = Button("Hand over", f"{give}?pit={pit.code}", primary=False, danger=False) if give else None
    return PitHandover(str(pit), items.rows, None, "", button)


def _done(handover: Handover) -> PitHandover:
    signer = handover.signature.signer
    what = f"Handed over by {handover.handed_by}, accepted by"
    accepted = SignatureLine(what, signer.name, signer.badge, handover.handed_at)
    return PitHandover(str(handover.pit), items_in(handover).rows, accepted, handover.note, None)
