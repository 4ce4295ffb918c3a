"""Each pit of a shift with what is open there: as it was accepted, as it was signed, or as it is now."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from compliance.acts import Button, url_of
from compliance.scope import Scope
from tables.models import Pit

from .document import Issued, Row, Sheet, SignatureLine
from .issued import handovers_of, items_in
from .models import Handover, ReportedShift
from .services import items_of, may_hand_over
from .shift.open_items import open_items


class PitHandover(NamedTuple):
    pit: str
    items: Sequence[Row]
    accepted: SignatureLine | None
    note: str
    button: Button | None


def pit_handovers(shift: ReportedShift, issued: Issued, scope: Scope, at: datetime) -> list[PitHandover]:
    done = {handover.pit_id: handover for handover in handovers_of(shift)}
    may = may_hand_over(shift)
    now = open_items(shift.facility, at) if may and shift.signed else issued.report["open_items"]
    give = url_of("report.hand-over", shift) if may and scope.may("report.hand-over", shift.facility) else ""
    pits = Pit.objects.filter(facility=shift.facility).order_by("code")
    return [_done(done[pit.pk]) if pit.pk in done else _open(pit, items_of(now, pit), give) for pit in pits]


def _open(pit: Pit, items: Sheet, give: str) -> PitHandover:
    button = Button("Hand over", f"{give}?pit={pit.code}", primary=False, danger=False) if give else None
    return PitHandover(str(pit), items.rows, None, "", button)


def _done(handover: Handover) -> PitHandover:
    signer = handover.signature.signer
    what = f"Handed over by {handover.handed_by}, accepted by"
    accepted = SignatureLine(what, signer.name, signer.badge, handover.handed_at)
    return PitHandover(str(handover.pit), items_in(handover).rows, accepted, handover.note, None)
