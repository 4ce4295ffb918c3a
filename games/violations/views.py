"""Pages of violations, one for each gate that a round violated."""

from django.db.models import F
from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from compliance.acts.view import page_url
from compliance.formatting import format_moment, format_second
from compliance.journal.timeline import recent_timeline
from compliance.models import Entry
from compliance.staff.scope import Scope
from compliance.web.generic_views import Cell, CitedText, DetailPage, FactGroup, ListPage, ListRow, PageLink, StatusWord
from compliance.web.requests import FloorRequest
from games.models import Violation

from .filters import ViolationFilters


@require_safe
def violations(request: FloorRequest, code: str) -> HttpResponse:
    """Show the violations of a facility, open ones first."""
    facility = request.scope.facility(code)
    found = Violation.objects.filter(facility=facility).select_related("round__table", "round__dealer", "closed_by")
    found = found.order_by(F("closed_at").desc(nulls_first=True), "-pk")
    listing = ListPage(
        "Violations",
        ("No.", "What", "Paragraph", "Round", "Dealer", "Opened", "State"),
        ViolationFilters.for_page(request, facility, found),
        lambda each: ListRow(
            page_url(each),
            (
                str(each.pk),
                _what(each),
                each.cite or "–",
                str(each.round),
                each.round.dealer.name,
                format_moment(each.opened_at),
                _state(each),
            ),
        ),
        empty_title="No violations",
        empty_text="A round that is logged with a violation appears here.",
    )
    return listing.render(request, facility)


def _state(violation: Violation) -> StatusWord:
    return StatusWord("due", "open") if violation.is_open else StatusWord("rest", "closed")


def _what(violation: Violation) -> str:
    return violation.code.replace("_", " ").capitalize()


_VIOLATION = ("facility", "closed_by", "round__table", "round__dealer", "round__logged_by", "round__signature__signer")


@require_safe
def violation(request: FloorRequest, key: int) -> HttpResponse:
    """Show a violation: the paragraph, the reason, who signed for it, and its finding."""
    found: Violation = request.scope.get(Violation.objects.select_related(*_VIOLATION), pk=key)
    round_ = found.round
    signer = round_.signature.signer.name if round_.signature else "nobody"
    facts: list[tuple[str, Cell]] = [
        ("What", CitedText(found.message, found.cite) if found.cite else found.message),
        ("Round", PageLink(str(round_), page_url(round_))),
        ("Played", format_second(round_.played_at)),
        ("Dealer", f"{round_.dealer.name} · {round_.dealer.badge}"),
        ("Why it was played anyway", round_.breach_reason),
        ("Logged by", f"{round_.logged_by.name}, signed by {signer}"),
        ("Opened", format_second(found.opened_at)),
    ]
    groups = [FactGroup("Violation", facts)]
    if found.closed_at and found.closed_by:
        closed = f"{format_second(found.closed_at)} by {found.closed_by.name}"
        groups.append(FactGroup("Finding", [("Closed", closed), ("Finding", found.finding)]))
    # The round's entry records the violation, the violation's own entry how it was closed.
    entries = Entry.objects.filter(facility=found.facility, subject__in=(found.subject_key, round_.subject_key))
    detail = DetailPage(
        heading=_what(found),
        status=_state(found),
        groups=groups,
        back=_back(found, request.scope),
        context={"entries": recent_timeline(entries)},
    )
    return detail.render(request, "violation", found)


def _back(found: Violation, scope: Scope) -> PageLink:
    """Return the back link: to the list if they may see it, otherwise to the round."""
    if scope.may("violations", found.facility):
        return PageLink("Violations", reverse("violations", args=[found.facility.code]))
    return PageLink(str(found.round), page_url(found.round))
