"""The report of a shift as shown or exported: live, or as signed with later additions."""

from datetime import datetime

import msgspec

from casino.reports.columns import MOMENT, NUMBER, TEXT, ColumnSpec, SheetSpec
from casino.reports.document import Report, ReportCopy, Sheet, SignatureLine, decoded
from casino.reports.models import ALTERED, Handover, ReportedShift, SignedReport
from casino.reports.verify import is_unaltered

from . import shift_report
from .adjustments import adjusted, adjustments, is_adjusted

WARNING = "This is not the signed report: its hash differs from the one in the journal. Do not rely on these figures."

HANDOVERS = SheetSpec(
    "handovers",
    "Handovers",
    (
        ColumnSpec("pit", "Pit", TEXT, lambda handover: str(handover.pit)),
        ColumnSpec("at", "At", MOMENT, lambda handover: handover.handed_at),
        ColumnSpec("from", "Handed over by", TEXT, lambda handover: handover.handed_by.name),
        ColumnSpec("to", "Accepted by", TEXT, lambda handover: handover.signature.signer.name),
        ColumnSpec("items", "Open items", NUMBER, lambda handover: len(items_in(handover).rows)),
        ColumnSpec("note", "Note", TEXT, lambda handover: handover.note),
        ColumnSpec("digest", "Hash of the list", TEXT, lambda handover: handover.digest),
    ),
)


def copy_of(shift: ReportedShift, at: datetime) -> ReportCopy:
    """Return the current copy of a shift's report."""
    signed, handovers = shift.signed, handovers_of(shift)
    after = [HANDOVERS.sheet(handovers)] if handovers else []
    if signed is None:
        report: Report = shift_report(shift, at).report
        return ReportCopy(report, shift.state, "", tuple(map(_accepted, handovers)), tuple(after))
    if not is_unaltered(signed):
        return ReportCopy(_warned(signed, shift, at), ALTERED, after=tuple(after))
    added = adjustments(signed)
    if added.rows or is_adjusted(signed):
        after = [adjusted(signed), added, *after]
    lines = (*_signatures(signed), *map(_accepted, handovers))
    content = signed.document.encode()
    return ReportCopy(decoded(content), shift.state, signed.digest, lines, tuple(after), content)


def _warned(signed: SignedReport, shift: ReportedShift, at: datetime) -> Report:
    """Return an altered document, as far as it can be read, with a warning in its title and facts."""
    try:
        report = decoded(signed.document)
    except msgspec.MsgspecError:
        report = shift_report(shift, at).report
    facts = (("Altered", WARNING), *report.facts)
    return msgspec.structs.replace(report, title=f"Altered: {report.title}", facts=facts)


def handovers_of(shift: ReportedShift) -> list[Handover]:
    return list(shift.handovers.select_related("pit", "handed_by", "signature__signer").order_by("pit__code"))


def _signatures(signed: SignedReport) -> list[SignatureLine]:
    lines = [SignatureLine("Shift manager", signed.signed_by.name, signed.signed_by.badge, signed.signed_at)]
    if signed.signature:
        second = signed.signature
        lines.append(SignatureLine("Second signature", second.signer.name, second.signer.badge, second.signed_at))
    return lines


def _accepted(handover: Handover) -> SignatureLine:
    signer = handover.signature.signer
    return SignatureLine(f"{handover.pit} accepted", signer.name, signer.badge, handover.handed_at)


def items_in(handover: Handover) -> Sheet:
    """Return the open items of a pit when it was handed over."""
    return msgspec.json.decode(handover.items, type=Sheet)
