"""Pages of layouts and offers."""

from datetime import datetime
from typing import Any

from django.db.models import Case, F, QuerySet, Value, When
from django.http import HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from compliance.acts.registry import SUBJECTS
from compliance.acts.view import page_url
from compliance.formatting import format_date, format_full_moment, format_weekday
from compliance.web.generic_views import (
    Cell,
    CitedText,
    DetailPage,
    FactGroup,
    ListPage,
    ListRow,
    PageLink,
    Section,
    StatusWord,
)
from compliance.web.requests import FloorRequest
from games.engine import questions
from games.engine.money import format_money
from tables.findings.layouts import positions_text
from tables.floor.queries import in_force
from tables.form_fields import humanize
from tables.formatting import format_edition
from tables.models import Document, Layout, Offer, Table

from .documents import file_of
from .filters import SubmissionFilters
from .layout_forms import shown_by
from .paytable_fields import stated_odds
from .presenter import submission_status

# How many signs an offer's page lists.
MOST_SIGNS = 50


def _row(thing: Layout | Offer) -> ListRow:
    effective = format_full_moment(thing.effective_at) if thing.effective_at else "–"
    approval = f"{thing.reference}, {format_date(thing.approved_on)}" if thing.approved_on else "–"
    rules, status = format_edition(thing.edition), submission_status(thing, timezone.now())
    cells = (str(thing), rules, thing.submitted_by.name, approval, effective, status)
    return ListRow(page_url(thing), cells)


def _waiting_first(submissions: "QuerySet[Any]") -> "QuerySet[Any]":
    """Sort pending submissions first."""
    waiting = Case(When(approved_at=None, withdrawn_at=None, then=Value(0)), default=Value(1))
    return submissions.select_related("submitted_by").order_by(waiting, "name", "-version")


@require_safe
def layouts(request: FloorRequest, code: str) -> HttpResponse:
    return _submissions(request, code, Layout, "")


@require_safe
def offers(request: FloorRequest, code: str) -> HttpResponse:
    return _submissions(request, code, Offer, "The wagers, limits, and odds of a rules submission.")


def _submissions(request: FloorRequest, code: str, model: type[Layout] | type[Offer], intro: str) -> HttpResponse:
    facility, kind = request.scope.facility(code), model.__name__.lower()
    found = _waiting_first(model._default_manager.filter(facility=facility))
    listing = ListPage(
        f"{model.__name__}s",
        ("Name", "Rulebook", "Submitted by", "Approval", "In effect from", "Status"),
        SubmissionFilters.for_page(request, facility, found),
        _row,
        intro=intro,
        acts=(f"facility.submit-{kind}",),
        empty_text=f"Submit the first {kind}.",
    )
    return listing.render(request, facility)


def _approval(thing: Layout | Offer) -> FactGroup:
    def moment(at: datetime | None) -> str:
        return format_full_moment(at) if at else "–"

    return FactGroup(
        "Approval",
        [
            ("Submitted", f"{moment(thing.submitted_at)} by {thing.submitted_by}"),
            ("Regulator", thing.book.words.regulator),
            ("Approved", f"{moment(thing.approved_at)} by {thing.approved_by}" if thing.approved_by else "not yet"),
            ("Reference", thing.reference or "–"),
            ("Letter dated", format_weekday(thing.approved_on) if thing.approved_on else "–"),
            ("In effect from", moment(thing.effective_at)),
            ("Superseded", moment(thing.superseded_at)),
            ("Withdrawn", moment(thing.withdrawn_at)),
        ],
    )


def _used(thing: Layout | Offer, at: datetime) -> Section:
    tables = Table.objects.filter(facility=thing.facility).prefetch_related(*in_force(at))
    here = [each for each in tables if thing in (each.layout_at(at), each.offer_at(at))]
    rows = [ListRow(page_url(table), (table.code, table.get_state_display())) for table in here]
    return Section("In use at", ("Table", "State"), rows, "No table uses it.")


@require_safe
def layout(request: FloorRequest, key: int) -> HttpResponse:
    scope = request.scope
    found: Layout = SUBJECTS["layout"].find(scope, key)
    at = timezone.now()
    files = [
        ListRow(reverse("document", args=[each.pk]), (each.kind_label, format_date(each.filed_at), each.sha256))
        for each in found.documents.all()
    ]
    detail = DetailPage(
        heading=f"Layout {found}",
        status=submission_status(found, at),
        groups=[
            _approval(found),
            FactGroup("Shows", _shows(found)),
            FactGroup("Positions", _positions(found)),
            FactGroup("Attached to the table", _attached(found)),
        ],
        sections=[
            Section("Documents", ("Document", "Filed", "SHA-256"), files, "None filed. This rulebook requires none."),
            _used(found, at),
        ],
        intro=f"Rulebook: {format_edition(found.edition)}, {found.book.title}.",
        back=PageLink("Layouts", reverse("layouts", args=[found.facility.code])),
    )
    return detail.render(request, "layout", found)


def _shows(found: Layout) -> list[tuple[str, Cell]]:
    """Return what the layout must show, and how it does."""
    return [
        (shown_by(element), CitedText(found.elements.get(element.id, "not shown"), found.book.cite(element)))
        for element in found.book.layout.elements
    ]


def _positions(found: Layout) -> list[tuple[str, Cell]]:
    """Return the betting positions, the dealer's place, and the approval that the rules require."""
    allowed, dealer = questions.positions(found.book), questions.dealer_place(found.book)
    approval = questions.layout_approval(found.book)
    facts: list[tuple[str, Cell]] = [
        ("Betting positions", str(found.positions or "not recorded")),
        ("Allowed", CitedText(positions_text(allowed.value), allowed.cite)),
    ]
    if dealer:
        facts.append(("Dealer", CitedText(dealer.value, dealer.cite)))
    if approval.value:
        facts.append(("Approval needed", CitedText(approval.value, approval.cite)))
    return facts


def _attached(found: Layout) -> list[tuple[str, Cell]]:
    """Return the fixtures, where each must be, and how the layout has it."""
    facts: list[tuple[str, Cell]] = []
    for fixture in found.book.table.fixtures:
        where = found.fixtures.get(fixture.id, "missing")
        place = fixture.elsewhere if where == "elsewhere" and fixture.elsewhere else fixture.place
        facts.append((f"{humanize(fixture.id)}: {place}", CitedText(where, found.book.cite(fixture))))
    return facts


def _signs(found: Offer) -> Section:
    """Return the signs that show the offer, with who posted them and when, those that are up first."""
    newest = found.signs.select_related("table", "posted_by", "taken_down_by").order_by(
        F("taken_down_at").desc(nulls_first=True), "-posted_at"
    )
    rows = [
        ListRow(
            page_url(sign.table),
            (
                sign.table.code,
                humanize(sign.element),
                f"{format_full_moment(sign.posted_at)} by {sign.posted_by}",
                f"{format_full_moment(sign.taken_down_at)} by {sign.taken_down_by}"
                if sign.taken_down_at
                else StatusWord("fine", "up"),
            ),
        )
        for sign in newest[:MOST_SIGNS]
    ]
    return Section("Signs", ("Table", "Shows", "Posted", "Taken down"), rows, "No sign shows this offer.")


@require_safe
def offer(request: FloorRequest, key: int) -> HttpResponse:
    scope = request.scope
    found: Offer = SUBJECTS["offer"].find(scope, key)
    at = timezone.now()
    detail = DetailPage(
        heading=f"Offer {found}",
        status=submission_status(found, at),
        groups=[_approval(found), FactGroup("Terms", _terms(found))],
        sections=[_signs(found), _used(found, at)],
        intro=f"Rulebook: {format_edition(found.edition)}, {found.book.title}.",
        back=PageLink("Offers", reverse("offers", args=[found.facility.code])),
    )
    return detail.render(request, "offer", found)


def _terms(found: Offer) -> list[tuple[str, Cell]]:
    """Return an offer's terms for display."""
    terms = found.terms
    limit = questions.payout_limit(terms)
    facts: list[tuple[str, Cell]] = [
        (name.replace("_", " "), f"{format_money(bounds.low_cents)} to {format_money(bounds.high_cents)}")
        for name, bounds in terms.limits.items()
    ]
    optional = ", ".join(name.replace("_", " ") for name in terms.optional_offered()) or "none"
    facts += [
        ("Optional wagers", optional),
        ("Payout limit", CitedText(format_money(limit.value) if limit.value is not None else "none", limit.cite)),
    ]
    if terms.wheel:
        prize = terms.offer.top_prize_cents
        facts.append(
            ("Bonus Spin wheel", f"{terms.offer.wheel}" + (f", top prize {format_money(prize)}" if prize else ""))
        )
    facts += [(f"{table} {hand}".replace("_", " "), str(odds)) for table, hand, odds in terms.offer.odds]
    facts += [(f"{table} {hand}".replace("_", " "), pays) for table, hand, pays in stated_odds(terms)]
    return facts


@require_safe
def document(request: FloorRequest, key: int) -> HttpResponseBase:
    """Download a file filed with a layout."""
    scope = request.scope
    found: Document = scope.get(Document.objects.select_related("layout__facility"), owner="layout__facility", pk=key)
    return file_of(found)
