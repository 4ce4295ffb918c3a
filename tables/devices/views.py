"""Pages of devices."""

from datetime import datetime

from django import forms
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from compliance.acts.registry import SUBJECTS
from compliance.acts.view import page_of
from compliance.facilities.gaming_day import gaming_day
from compliance.staff.scope import Scope
from compliance.web.generic_views import (
    Detail,
    Group,
    Link,
    Listing,
    Row,
    Section,
    Word,
    page_number,
    show_detail,
    show_list,
)
from compliance.web.requests import FloorRequest
from tables.floor.table_card import exposure_url
from tables.models import Deck, Device


def condition(device: Device, at: datetime) -> Word:
    """Return in which condition a device is, as a status."""
    if device.retired_at:
        return Word("rest", "retired")
    if device.neglected:
        return Word("blocked", "out of order, not handled")
    if not device.in_order:
        return Word("soon", f"out of order, {device.handling}")
    if device.approved_on is None:
        return Word("soon", "not approved yet")
    if device.table_id and device.inspected_on != gaming_day(device.facility, at):
        return Word("due", "not inspected today")
    return Word("fine", "in order")


class DeviceFilters(forms.Form):
    kind = forms.ChoiceField(choices=[("", "Every kind"), *Device.Kind.choices], required=False)


@require_safe
def devices(request: FloorRequest, code: str) -> HttpResponse:
    scope = request.scope
    facility = scope.facility(code)
    filters = DeviceFilters(request.GET)
    found = Device.objects.filter(facility=facility).select_related("facility", "table").order_by("kind", "serial")
    if filters.is_valid() and filters.cleaned_data["kind"]:
        found = found.filter(kind=filters.cleaned_data["kind"])
    page, at = page_number(request, found), timezone.now()
    listing = Listing(
        heading="Devices",
        columns=("Serial", "Kind", "Model", "Where", "Approval", "Condition"),
        rows=[
            Row(
                page_of(device),
                (
                    device.serial,
                    device.label,
                    device.model,
                    str(device.table or "–"),
                    device.approval_reference or Word("due", "not approved"),
                    condition(device, at),
                ),
            )
            for device in page
        ],
        acts=("facility.register-device",),
        filters=filters,
        page=page,
        empty_text="Register the first shuffler or shoe.",
    )
    return show_list(request, facility, listing)


@require_safe
def device(request: FloorRequest, key: int) -> HttpResponse:
    scope = request.scope
    found: Device = SUBJECTS["device"].find(scope, key)
    word = condition(found, timezone.now())
    inspected = f"{found.inspected_on:%a %d %b %Y} by {found.inspected_by}" if found.inspected_on else "not yet"
    approval = f"{found.approval_reference}, {found.approved_on:%d %b %Y}" if found.approved_on else ""
    detail = Detail(
        heading=str(found),
        status=word.status,
        status_word=word.word,
        groups=[
            Group(
                "Device",
                [
                    ("Kind", found.label),
                    ("Model", found.model),
                    ("Serial", found.serial),
                    ("Stands at", Link(found.table.code, page_of(found.table)) if found.table else "no table"),
                    ("Approval", approval or Word("due", "not approved")),
                    ("Inspected on gaming day", inspected),
                    ("Counts the cards", "yes" if found.counts else "no"),
                    ("Reshuffles by itself", "yes" if found.reshuffles else "no"),
                    ("Fault", found.fault or "–"),
                ],
            )
        ],
        sections=_decks(found, scope),
        back=Link("Devices", reverse("devices", args=[found.facility.code])),
    )
    return show_detail(request, "device", found, detail)


def _decks(found: Device, scope: Scope) -> list[Section]:
    """Return what was dealt with the cards that a device handles, from each deck at its table."""
    decks = Deck.objects.filter(table=found.table, state__in=Deck.SEALABLE).select_related("facility")
    rows = [
        Row(url, (deck.label, deck.serial, deck.get_state_display()))
        for deck in decks
        if found.table and (url := exposure_url(deck, scope))
    ]
    return [Section("Exposure of the decks at its table", ("Deck", "Serial", "State"), rows)] if rows else []
