"""Pages of devices."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from compliance.acts.registry import SUBJECTS
from compliance.acts.view import page_url
from compliance.formatting import format_date, format_weekday
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
from tables.findings.equipment import required_at
from tables.floor.table_card import exposure_url
from tables.models import Deck, Device

from .filters import DeviceFilters
from .presenter import condition


@require_safe
def devices(request: FloorRequest, code: str) -> HttpResponse:
    facility, at = request.scope.facility(code), timezone.now()
    found = Device.objects.filter(facility=facility).select_related("facility", "table").order_by("kind", "serial")
    listing = ListPage(
        "Devices",
        ("Serial", "Kind", "Model", "Where", "Approval", "Condition"),
        DeviceFilters.for_page(request, facility, found),
        lambda device: ListRow(
            page_url(device),
            (
                device.serial,
                device.label,
                device.model,
                str(device.table or "–"),
                device.approval_reference or StatusWord("due", "not approved"),
                condition(device, at),
            ),
        ),
        acts=("facility.register-device",),
        empty_text="Register the first shuffler or shoe.",
    )
    return listing.render(request, facility)


@require_safe
def device(request: FloorRequest, key: int) -> HttpResponse:
    scope = request.scope
    found: Device = SUBJECTS["device"].find(scope, key)
    inspected = f"{format_weekday(found.inspected_on)} by {found.inspected_by}" if found.inspected_on else "not yet"
    approval = f"{found.approval_reference}, {format_date(found.approved_on)}" if found.approved_on else ""
    detail = DetailPage(
        heading=str(found),
        status=condition(found, timezone.now()),
        groups=[
            FactGroup(
                "Device",
                [
                    ("Kind", found.label),
                    ("Model", found.model),
                    ("Serial", found.serial),
                    ("Table", PageLink(found.table.code, page_url(found.table)) if found.table else "none"),
                    ("Approval", approval or StatusWord("due", "not approved")),
                    *_approved(found),
                    ("Inspected on gaming day", inspected),
                    ("Counts the cards", "yes" if found.counts else "no"),
                    ("Reshuffles automatically", "yes" if found.reshuffles else "no"),
                    ("Fault", found.fault or "–"),
                ],
            )
        ],
        sections=_decks(found, scope),
        back=PageLink("Devices", reverse("devices", args=[found.facility.code])),
    )
    return detail.render(request, "device", found)


def _approved(found: Device) -> list[tuple[str, Cell]]:
    """Return what the facility's rulebooks require with the approval of this kind of device."""
    values = {
        "approved_location": ("Approved location", found.approved_location),
        "approved_procedures": ("Approved procedures", found.approved_procedures),
        "stacks": ("Dispenses", found.get_stacks_display() if found.stacks else ""),
    }
    required = required_at(found.facility, found.kind)
    return [
        (label, CitedText(value or "not recorded", required[name].cite))
        for name, (label, value) in values.items()
        if name in required
    ]


def _decks(found: Device, scope: Scope) -> list[Section]:
    """Return links to the exposure of each deck at the device's table."""
    decks = Deck.objects.filter(table=found.table, state__in=Deck.SEALABLE).select_related("facility")
    rows = [
        ListRow(url, (deck.label, deck.serial, deck.get_state_display()))
        for deck in decks
        if found.table and (url := exposure_url(deck, scope))
    ]
    return [Section("Exposure of decks at this table", ("Deck", "Serial", "State"), rows)] if rows else []
