"""Pages of decks."""

from datetime import datetime

from django.db.models import Case, F, IntegerField, Value, When
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from compliance.acts.registry import SUBJECTS
from compliance.acts.view import page_url
from compliance.formatting import format_moment, format_second
from compliance.staff.scope import Scope
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
from tables.floor.table_card import exposure_url, present_deck
from tables.models import Deck

from .filters import DeckFilters

# Decks in play first, then in life-cycle order.
_LIFE = Case(
    *(
        When(state=state, then=Value(place))
        for place, state in enumerate(sorted(Deck.State, key=lambda state: state != Deck.State.IN_PLAY))
    ),
    output_field=IntegerField(),
)


@require_safe
def decks(request: FloorRequest, code: str) -> HttpResponse:
    facility, at = request.scope.facility(code), timezone.now()
    found = Deck.objects.filter(facility=facility).select_related("pit", "table")
    found = found.order_by(_LIFE, F("change_due_at").asc(nulls_last=True), "serial")
    listing = ListPage(
        "Decks",
        ("Serial", "Design", "Back", "Where", "State", "Change"),
        DeckFilters.for_page(request, facility, found),
        lambda deck: ListRow(
            page_url(deck),
            (deck.serial, deck.design, deck.back_colour, where(deck), deck.get_state_display(), _change(deck, at)),
        ),
        acts=("facility.receive-decks", "facility.draw-decks", "facility.collect-decks"),
        empty_text="Receive the first decks into the store.",
    )
    return listing.render(request, facility)


def where(deck: Deck) -> str:
    if deck.state in Deck.AT_TABLE and deck.table:
        return f"{deck.table} {deck.position}".strip()
    if deck.state in (Deck.State.PIT, Deck.State.DONOR) and deck.pit:
        return f"Pit {deck.pit.code}"
    return {"store": "Store", "destroyed": "–"}.get(deck.state, "In custody")


def _change(deck: Deck, at: datetime) -> Cell:
    shown = present_deck(deck, at)
    return StatusWord(shown.status, shown.left_text) if shown.due_at else "–"


@require_safe
def deck(request: FloorRequest, key: int) -> HttpResponse:
    """Show a deck and its history."""
    scope = request.scope
    found: Deck = SUBJECTS["deck"].find(scope, key)
    at = timezone.now()
    shown = present_deck(found, at)
    replaced = [
        ListRow(page_url(each.donor), (each.card, str(each.donor), format_moment(each.replaced_at)))
        for each in found.replacements.select_related("donor")
    ]
    steps = [
        ListRow("", (step.step, step.done_by.name, format_second(step.done_at), step.cite))
        for step in found.steps.select_related("done_by")
    ]
    sections = [Section("Opening steps", ("Step", "By", "When", "Paragraph"), steps)] if steps else []
    if replaced:
        sections.append(Section("Replaced cards", ("Card", "From deck", "When"), replaced))
    detail = DetailPage(
        heading=f"Deck {found}",
        status=StatusWord(shown.status, shown.left_text if shown.due_at else found.get_state_display()),
        groups=[FactGroup("Deck", _facts(found, scope))],
        sections=sections,
        back=PageLink("Decks", reverse("decks", args=[found.facility.code])),
    )
    return detail.render(request, "deck", found)


def _facts(found: Deck, scope: Scope) -> list[tuple[str, Cell]]:
    facts: list[tuple[str, Cell]] = [
        ("Serial", found.serial),
        ("Design", found.design),
        ("Back", found.back_colour),
        (
            "Where",
            PageLink(where(found), page_url(found.table))
            if found.table and found.state in Deck.AT_TABLE
            else where(found),
        ),
        ("Seal", found.seal or "–"),
    ]
    if found.in_play_at and found.change_due_at:
        facts += [
            ("Put into play", format_second(found.in_play_at)),
            ("Change due", CitedText(format_second(found.change_due_at), found.change_cite)),
        ]
    if found.removed_at:
        facts.append(("Removed", f"{format_second(found.removed_at)}: {found.get_removed_reason_display()}"))
    exposed = exposure_url(found, scope) if found.in_play_at else None
    if exposed:
        facts.append(("Exposure", PageLink("Rounds dealt from this deck", exposed)))
    return facts
