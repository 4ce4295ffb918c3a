"""Pages of shifts."""

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from compliance.acts.registry import SUBJECTS
from compliance.acts.view import page_url
from compliance.formatting import format_moment, format_time, format_weekday, format_weekday_moment
from compliance.web.generic_views import DetailPage, FactGroup, ListPage, ListRow, PageLink, Section, StatusWord
from compliance.web.requests import FloorRequest
from tables.models import Shift, ShiftTemplate

from .filters import ShiftFilters


@require_safe
def shifts(request: FloorRequest, code: str) -> HttpResponse:
    facility = request.scope.facility(code)
    templates = ShiftTemplate.objects.filter(facility=facility, retired_at=None)
    found = Shift.objects.filter(facility=facility).select_related("template", "manager")
    listing = ListPage(
        "Shifts",
        ("Shift", "Gaming day", "Manager", "Began", "Ended"),
        ShiftFilters.for_page(request, facility, found),
        lambda shift: ListRow(
            page_url(shift),
            (
                shift.template.name,
                format_weekday(shift.gaming_day),
                shift.manager.name,
                format_moment(shift.began_at),
                format_moment(shift.ended_at) if shift.ended_at else StatusWord("fine", "on duty"),
            ),
        ),
        intro="Templates: " + (", ".join(str(each) for each in templates) or "none yet"),
        acts=("facility.begin-shift", "facility.add-shift-template", "facility.retire-shift-template"),
        empty_text="Add shift templates, then begin the first shift.",
    )
    return listing.render(request, facility)


@require_safe
def shift(request: FloorRequest, key: int) -> HttpResponse:
    scope = request.scope
    found: Shift = SUBJECTS["shift"].find(scope, key)
    duties = found.duties.select_related("pit", "staff")
    rows = [
        ListRow(
            page_url(duty.pit),
            (
                str(duty.pit),
                duty.staff.name,
                format_time(duty.started_at),
                format_time(duty.ended_at) if duty.ended_at else StatusWord("fine", "now"),
            ),
        )
        for duty in duties
    ]
    detail = DetailPage(
        heading=f"{found.template.name}, gaming day {format_weekday(found.gaming_day)}",
        status=StatusWord("fine", "on duty") if found.is_on_duty else StatusWord("rest", "ended"),
        groups=[
            FactGroup(
                "Shift",
                [
                    ("Manager", found.manager.name),
                    ("Began", format_weekday_moment(found.began_at)),
                    ("Ended", format_weekday_moment(found.ended_at) if found.ended_at else "–"),
                    ("Report", PageLink("Shift report", reverse("report", args=[found.pk]))),
                ],
            )
        ],
        sections=[Section("Pits", ("Pit", "Pit boss", "From", "Until"), rows, "No pit boss assigned yet.")],
        back=PageLink("Shifts", reverse("shifts", args=[found.facility.code])),
    )
    return detail.render(request, "shift", found)
