"""Pages of dealers."""

from datetime import date

from django.db.models import Prefetch, prefetch_related_objects
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from compliance.acts.registry import SUBJECTS
from compliance.acts.view import page_url
from compliance.facilities.gaming_day import gaming_day
from compliance.formatting import format_date, format_duration, format_moment, format_time
from compliance.models import Posting
from compliance.staff.roles import Role
from compliance.web.generic_views import Cell, DetailPage, FactGroup, ListPage, ListRow, PageLink, Section, StatusWord
from compliance.web.requests import FloorRequest
from tables.models import Licence, Stint

from .filters import DealerFilters
from .roster import licence_of

EXPIRES_SOON_DAYS = 30


# Current stints only; the history can be years long.
_NOW = Prefetch("staff__stints", Stint.objects.filter(ended_at=None).select_related("table"))


def licence_word(posting: Posting, day: date) -> StatusWord:
    """Return the status of a dealer's license."""
    licence = licence_of(posting.staff, posting.facility, day)
    if licence is None:
        return StatusWord("blocked", "no valid license")
    left = (licence.expires_on - day).days
    return (
        StatusWord("soon", f"expires in {left} days")
        if left <= EXPIRES_SOON_DAYS
        else StatusWord("fine", f"until {format_date(licence.expires_on)}")
    )


def _where(posting: Posting) -> str:
    """Return where a dealer is now, without details of another facility."""
    stint = next((each for each in posting.staff.stints.all() if each.ended_at is None), None)
    if stint is None:
        return "free"
    if stint.facility_id != posting.facility_id:
        return "at another facility"
    since = format_duration(timezone.now() - stint.started_at)
    return f"{stint.table} for {since}" if stint.table else f"on a break for {since}"


def _games(posting: Posting) -> list[str]:
    tests = posting.staff.table_tests.all()
    return sorted({test.game for test in tests if test.facility_id == posting.facility_id})


@require_safe
def dealers(request: FloorRequest, code: str) -> HttpResponse:
    facility = request.scope.facility(code)
    day = gaming_day(facility, timezone.now())
    found = Posting.objects.filter(facility=facility, role=Role.DEALER, ended_at=None, staff__is_active=True)
    related = found.select_related("staff", "facility").prefetch_related("staff__licences", "staff__table_tests", _NOW)
    listing = ListPage(
        "Dealers",
        ("Name", "Badge", "Now", "Table tests", "License"),
        DealerFilters.for_page(request, facility, related.order_by("staff__name")),
        lambda posting: ListRow(
            page_url(posting),
            (
                posting.staff.name,
                posting.staff.badge,
                _where(posting),
                ", ".join(_games(posting)) or "–",
                licence_word(posting, day),
            ),
        ),
        empty_text="Add staff members with the dealer role.",
    )
    return listing.render(request, facility)


@require_safe
def dealer(request: FloorRequest, key: int) -> HttpResponse:
    scope = request.scope
    posting: Posting = SUBJECTS["dealer"].find(scope, key)
    prefetch_related_objects([posting], _NOW)
    stints = posting.staff.stints.filter(facility=posting.facility).select_related("table")[:20]
    tests = posting.staff.table_tests.filter(facility=posting.facility).select_related("examiner")
    licences = posting.staff.licences.filter(facility=posting.facility)
    detail = DetailPage(
        heading=posting.staff.name,
        status=licence_word(posting, gaming_day(posting.facility, timezone.now())),
        groups=[FactGroup("Dealer", [("Badge", posting.staff.badge), ("Now", _where(posting))])],
        sections=[
            Section("Licenses", ("Number", "From", "Until", "Status"), [_licence_row(each) for each in licences]),
            Section(
                "Table tests",
                ("Game", "Passed", "Examiner"),
                [ListRow("", (test.game, format_date(test.passed_on), test.examiner.name)) for test in tests],
            ),
            Section(
                "Last stints",
                ("Where", "From", "Until", "For"),
                [
                    ListRow(
                        page_url(stint.table) if stint.table else "",
                        (
                            stint.table.code if stint.table else "Break",
                            format_moment(stint.started_at),
                            format_time(stint.ended_at) if stint.ended_at else StatusWord("fine", "now"),
                            format_duration((stint.ended_at or timezone.now()) - stint.started_at),
                        ),
                    )
                    for stint in stints
                ],
            ),
        ],
        back=PageLink("Dealers", reverse("dealers", args=[posting.facility.code])),
    )
    return detail.render(request, "dealer", posting)


def _licence_row(licence: Licence) -> ListRow:
    revoked: Cell = StatusWord("blocked", f"revoked {format_date(licence.revoked_on)}") if licence.revoked_on else "–"
    valid_from, expires_on = format_date(licence.valid_from), format_date(licence.expires_on)
    return ListRow("", (licence.number, valid_from, expires_on, revoked))
