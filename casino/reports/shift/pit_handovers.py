"""Each pit of a shift with its open items: as accepted, as signed, or current."""

from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from casino.reports.document import Report, ReportCopy, Sheet, SignatureLine
from casino.reports.models import Handover, ReportedShift
from casino.reports.page.handovers import HandoverPresenter, present_items, present_signed
from casino.reports.page.sheets import LinkTo
from casino.reports.services import items_of
from compliance.acts.registry import Button, act_url
from compliance.models import Staff
from compliance.staff.scope import Scope
from tables.models import Pit

from .open_items import may_hand_over, open_items, seen_as
from .report_copy import handovers_of, items_in


class PitLeft(NamedTuple):
    """A pit, its open items, and its handover if it was handed over."""

    pit: Pit
    items: Sheet
    handover: Handover | None

    @property
    def seen(self) -> str | None:
        """Identifies the list to the person accepting it; None once handed over."""
        return None if self.handover else seen_as(self.items)

    @property
    def accepted_by(self) -> Staff | None:
        return self.handover.signature.signer if self.handover else None

    @property
    def accepted_at(self) -> datetime | None:
        return self.handover.handed_at if self.handover else None


def pits_of(shift: ReportedShift, issued: ReportCopy, at: datetime) -> list[PitLeft]:
    done = {handover.pit_id: handover for handover in handovers_of(shift)}
    # Those in the report are current until it is signed, and the last once the pits can no longer be handed over.
    now = open_items(shift.facility, at) if shift.signed and may_hand_over(shift) else issued.report["open_items"]
    pits = Pit.objects.filter(facility=shift.facility).order_by("code")
    return [
        PitLeft(pit, items_in(done[pit.pk]) if pit.pk in done else items_of(now, pit), done.get(pit.pk)) for pit in pits
    ]


def present_handovers(
    shift: ReportedShift, issued: ReportCopy, scope: Scope, at: datetime, link: LinkTo
) -> list[HandoverPresenter]:
    """Return each pit's open items and handover for the page."""
    may = may_hand_over(shift) and scope.may("report.hand-over", shift.facility)
    give = act_url("report.hand-over", shift) if may else ""
    return [_present(left, give, issued.report, link) for left in pits_of(shift, issued, at)]


def _present(left: PitLeft, give: str, report: Report, link: LinkTo) -> HandoverPresenter:
    name, items, handover = str(left.pit), present_items(report, left.items.rows, link), left.handover
    if handover is None:
        button = Button("Hand over", f"{give}?pit={left.pit.code}", primary=False, danger=False) if give else None
        return HandoverPresenter(name, items, None, "", button)
    signer, what = handover.signature.signer, f"Handed over by {handover.handed_by}, accepted by"
    line = SignatureLine(what, signer.name, signer.badge, handover.handed_at)
    accepted = present_signed(line, ZoneInfo(report.time_zone))
    return HandoverPresenter(name, items, accepted, handover.note, None)
