"""Check that reports are signed on time."""

from collections.abc import Iterator
from datetime import timedelta

from compliance.facilities.policies import policy
from compliance.findings import Check, Finders, Finding, Inspection
from compliance.formatting import format_short_weekday
from compliance.models import Severity
from compliance.staff.roles import OFFICERS, Role

from .models import ReportedShift

# Older unsigned reports no longer raise alerts; the alert history has them.
LATELY = timedelta(days=30)


def unsigned_reports(inspection: Inspection) -> Iterator[Finding]:
    """Find reports of ended shifts that are past their deadline and not signed."""
    rule = policy("report_signed", inspection.facility.jurisdiction)
    over = ReportedShift.objects.filter(
        facility=inspection.facility, ended_at__gt=inspection.at - LATELY, signed_report=None
    ).select_related("template")
    for shift in over.order_by("began_at"):
        assert shift.ended_at is not None
        due_at = shift.ended_at + timedelta(hours=rule.value)
        inspection.recheck_at(due_at)
        if due_at <= inspection.at:
            yield Finding(
                "report_unsigned",
                shift.subject_key,
                Severity.WARNING,
                f"The report of {shift.template.name}, {format_short_weekday(shift.gaming_day)}, is not signed.",
                rule.cite,
                "report.sign",
                shift.pk,
                due_at,
                since=shift.ended_at,
                occurrence="unsigned",
            )


FINDERS = Finders(
    checks=(Check("report_unsigned", "Report not signed", to=Role.SHIFT_MANAGER, closed_by=OFFICERS, patience=480),),
    find=(unsigned_reports,),
)
