"""Pages of facilities and pits, and the list of tables."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from compliance.acts.registry import SUBJECTS
from compliance.acts.view import page_url
from compliance.facilities.gaming_day import gaming_day
from compliance.filters import Filters
from compliance.formatting import format_date, format_weekday
from compliance.models import Facility
from compliance.staff.roles import Role, job_title
from compliance.web.generic_views import Cell, DetailPage, FactGroup, ListPage, ListRow, PageLink, Section, StatusWord
from compliance.web.requests import FloorRequest
from tables.formatting import format_edition
from tables.models import CoverCard, Deck, Pit, Table

from .filters import TableFilters
from .table_cache import load_all_for_display
from .table_card import TableCard, most_urgent_first, table_cards


@require_safe
def facility(request: FloorRequest, key: str) -> HttpResponse:
    scope = request.scope
    place: Facility = scope.facility(key)
    pits = Pit.objects.filter(facility=place).prefetch_related("tables")
    rows = [ListRow(page_url(pit), (pit.code, pit.name, str(len(pit.tables.all())))) for pit in pits]
    detail = DetailPage(
        heading=place.name,
        status=StatusWord("fine", place.jurisdiction),
        groups=[
            FactGroup(
                "Facility",
                [
                    ("Code", place.code),
                    ("Jurisdiction", place.jurisdiction),
                    ("Rulebooks", ", ".join(map(format_edition, place.editions()))),
                    ("Time zone", place.time_zone),
                    ("Gaming day starts at", f"{place.day_turns_at_hour:02d}:00"),
                    ("Current gaming day", format_weekday(gaming_day(place, timezone.now()))),
                ],
            )
        ],
        sections=[
            Section("Pits", ("Pit", "Name", "Tables"), rows, "No pits yet. Add the first one."),
            _cover_cards(place),
        ],
    )
    return detail.render(request, "facility", place)


def _cover_cards(place: Facility) -> Section:
    """Return the approved cover cards, with the tables that use each."""
    cards = CoverCard.objects.filter(facility=place).prefetch_related("tables")
    rows = [
        ListRow(
            page_url(place),
            (
                card.colour,
                card.model,
                f"{card.reference}, {format_date(card.approved_on)}",
                ", ".join(table.code for table in card.tables.all()) or "–",
            ),
        )
        for card in cards
    ]
    return Section("Cover cards", ("Color", "Model", "Approval", "Used at"), rows, "No cover card is recorded yet.")


@require_safe
def pits(request: FloorRequest, code: str) -> HttpResponse:
    place = request.scope.facility(code)
    listing = ListPage(
        "Pits",
        ("Pit", "Name", "Tables"),
        Filters.for_page(request, place, Pit.objects.filter(facility=place).prefetch_related("tables")),
        lambda pit: ListRow(page_url(pit), (pit.code, pit.name, ", ".join(table.code for table in pit.tables.all()))),
        acts=("facility.add-pit",),
        empty_text="Add the first pit.",
    )
    return listing.render(request, place)


@require_safe
def pit(request: FloorRequest, key: int) -> HttpResponse:
    scope = request.scope
    place: Pit = SUBJECTS["pit"].find(scope, key)
    at = timezone.now()
    duty = place.duties.filter(ended_at=None).select_related("staff").first()
    cards = table_cards(load_all_for_display(place.tables.select_related("facility"), at), scope, at)
    reserve = Deck.objects.filter(pit=place, state=Deck.State.PIT).count()
    detail = DetailPage(
        heading=str(place),
        status=StatusWord("fine", "pit boss on duty") if duty else StatusWord("soon", "no pit boss"),
        groups=[
            FactGroup("Pit", [("Pit boss", duty.staff.name if duty else "none"), ("Decks in reserve", str(reserve))])
        ],
        sections=[
            Section(
                "Tables",
                _table_columns(place.facility),
                [_table_row(card) for card in cards],
                "No tables yet. Add the first one.",
            )
        ],
        back=PageLink("Pits", reverse("pits", args=[place.facility.code])),
    )
    return detail.render(request, "pit", place)


def _table_columns(place: Facility) -> tuple[str, ...]:
    floorperson = job_title(Role.FLOORPERSON, place.jurisdiction)
    return "Table", "State", "Game", "Dealer", floorperson, "Dealing", "Status"


@require_safe
def tables(request: FloorRequest, code: str) -> HttpResponse:
    place, at = request.scope.facility(code), timezone.now()
    filters = TableFilters.for_page(request, place, Table.objects.filter(facility=place))
    cards = table_cards(load_all_for_display(filters.qs.select_related("facility"), at), request.scope, at)
    listing = ListPage(
        "Tables",
        _table_columns(place),
        filters,
        _table_row,
        things=most_urgent_first(cards),
        empty_text="Add a pit first, then add its tables on the pit's page.",
    )
    return listing.render(request, place)


def _table_row(card: TableCard) -> ListRow:
    cells: tuple[Cell, ...] = (
        card.code,
        card.state.label,
        f"{card.game} · {card.edition_name}",
        card.dealer.name if card.dealer else "–",
        f"{card.floorperson.name} · {card.floorperson.tables}/{card.floorperson.most}" if card.floorperson else "–",
        card.method_label,
        StatusWord(card.status, card.status_word),
    )
    return ListRow(card.url, cells)
