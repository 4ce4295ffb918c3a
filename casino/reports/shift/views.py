"""Pages and files of shift reports."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino.reports.export.files import FILES, file_of, stem_of_shift
from casino.reports.filters import ReportFilters
from casino.reports.models import ALTERED, ENDED, LIVE, SIGNED, ReportedShift
from casino.reports.page.report import opened_sheet, page_of_report
from compliance.acts.registry import SUBJECTS, buttons
from compliance.acts.view import page_url
from compliance.formatting import format_weekday
from compliance.web.generic_views import Cell, ListPage, ListRow, PageLink, StatusWord
from compliance.web.requests import FloorRequest
from games.engine.money import MINUS, format_money

from .links import Links
from .pit_handovers import present_handovers
from .report_copy import copy_of

STATES = {
    LIVE: StatusWord("fine", "live"),
    ENDED: StatusWord("soon", "not signed"),
    SIGNED: StatusWord("rest", "signed"),
    ALTERED: StatusWord("blocked", "altered after signing"),
}


@require_safe
def reports(request: FloorRequest, code: str) -> HttpResponse:
    """List a facility's shifts, newest first, with their reports."""
    facility = request.scope.facility(code)
    shifts = SUBJECTS["report"].objects().filter(facility=facility).prefetch_related("handovers").order_by("-began_at")
    listing = ListPage(
        "Reports",
        ("Shift", "Gaming day", "Manager", "Rounds", "Win", "State", "Handed over"),
        ReportFilters.for_page(request, facility, shifts),
        lambda shift: ListRow(page_url(shift), _cells(shift)),
        intro="Every shift has a report: live while the shift is on duty, final once signed.",
        links=_spans(request, code),
        empty_title="No shifts yet",
        empty_text="Begin the first shift to see its report.",
    )
    return listing.render(request, facility)


def _spans(request: FloorRequest, code: str) -> list[PageLink]:
    """Return links to range reports: of this facility, and of all facilities if the person has several."""
    here = PageLink("Days, weeks, months", reverse("range", args=[code]))
    several = len(request.scope.facilities()) > 1
    return [here, PageLink("All my facilities", reverse("ranges"))] if several else [here]


def _cells(shift: ReportedShift) -> tuple[Cell, ...]:
    signed = shift.signed
    sums = signed.sums if signed else None
    handed = len(shift.handovers.all())
    return (
        shift.template.name,
        format_weekday(shift.gaming_day),
        shift.manager.name,
        f"{sums['rounds']:,}" if sums else "–",
        # Prevent a line break after the minus sign.
        format_money(sums.win_cents).replace(MINUS, f"{MINUS}\N{WORD JOINER}") if sums else "–",
        STATES[shift.state],
        f"{handed} pit{'s' if handed > 1 else ''}" if handed else "–",
    )


@require_safe
def report(request: FloorRequest, key: int) -> HttpResponse:
    """Show the report of a shift."""
    scope, at = request.scope, timezone.now()
    shift: ReportedShift = SUBJECTS["report"].find(scope, key)
    issued = copy_of(shift, at)
    link = Links(shift, issued.report)
    if sheet := opened_sheet(request, issued, link):
        return sheet
    facility = shift.facility
    context = {
        **page_of_report(issued, link, request.GET.get("sheet", "")),
        "facility": facility,
        "back": PageLink("Reports", reverse("reports", args=[facility.code])),
        "acts": [button for button in buttons("report", shift, scope) if button.primary],
        "state_word": STATES[issued.state],
        "remark": shift.signed.remark if shift.signed else "",
        "downloads": _downloads(shift),
        "journal_url": f"{reverse('journal', args=[facility.code])}?subject={shift.subject_key}",
        "handovers": present_handovers(shift, issued, scope, at, link),
    }
    return render(request, "casino/reports/shift/report.html", context)


def _downloads(shift: ReportedShift) -> list[PageLink]:
    return [PageLink(file.label, reverse("report-file", args=[shift.pk, name])) for name, file in FILES.items()]


@require_safe
def report_file(request: FloorRequest, key: int, name: str) -> HttpResponse:
    """Download the report as a file, or one of its sheets as CSV."""
    shift: ReportedShift = SUBJECTS["report"].find(request.scope, key)
    return file_of(copy_of(shift, timezone.now()), name, stem_of_shift(shift))
