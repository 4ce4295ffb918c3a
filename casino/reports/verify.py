"""Verify signed reports and handovers against their hashes in the journal."""

from collections.abc import Iterator

from compliance.models import Entry

from .document import digest
from .models import Handover, SignedReport
from .shift.adjustments import add_up, adjustments


def is_unaltered(signed: SignedReport) -> bool:
    """Tell whether a report is unchanged since it was signed."""
    told = Entry.objects.filter(subject=signed.shift.subject_key, action="report.signed")
    return _all_same(digest(signed.document), signed.digest, told.values_list("facts__digest", flat=True).first())


def altered() -> Iterator[str]:
    """Yield a message for each signed report or handover that does not match its hash in the journal, and for each
    report that does not add up to the current totals with its adjustments."""
    for signed in SignedReport.objects.select_related("shift__facility", "shift__template").iterator(chunk_size=100):
        if not is_unaltered(signed):
            yield f"{signed.shift.facility.code}: the {signed} does not match what was signed"
        elif not add_up(signed, adjustments(signed)):
            yield f"{signed.shift.facility.code}: the {signed} and its adjustments do not add up to the totals"
    accepted = Entry.objects.filter(action="pit.handed_over").values_list("subject", "facts__pit", "facts__digest")
    told = {(subject, pit): kept for subject, pit, kept in accepted}
    for handover in Handover.objects.select_related("pit", "shift__facility", "shift__template").iterator(
        chunk_size=100
    ):
        kept = told.get((handover.shift.subject_key, handover.pit.code))
        if not _all_same(digest(handover.items), handover.digest, kept):
            yield f"{handover.shift.facility.code}: {handover} does not match what was signed"


def _all_same(*digests: str | None) -> bool:
    return len(set(digests)) == 1
