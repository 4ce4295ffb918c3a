"""Devices: register, approve, place, inspect, fail, handle, repair, and retire them."""

from datetime import date, datetime

from django.db import transaction

from compliance.db.locking import lock_all, locked
from compliance.errors import RuleViolation
from compliance.facilities.gaming_day import gaming_day
from compliance.facilities.policies import policy
from compliance.formatting import format_date
from compliance.journal.write import HasStream, journal
from compliance.models import Facility, Staff, Stream
from games.engine import questions
from games.engine.loading import rulebook
from tables.decks import deadlines
from tables.findings.equipment import is_approval_complete
from tables.findings.gates import lawful_handling
from tables.models import Deck, Device, Offer, Table

from .dealing_method import DealingMethod, dealing_method_at


def _stream(device: Device) -> HasStream:
    return device.table or device.facility


def _cite(name: str, device: Device) -> str:
    return policy(name, device.facility.jurisdiction).cite


def _locked(device: Device) -> Device:
    """Lock a device after its table, in the same order as a round in which a device fails."""
    if device.table:
        locked(device.table)
    return locked(device)


@transaction.atomic
def register_device(
    facility: Facility, *, kind: str, model: str, serial: str, counts: bool, reshuffles: bool, by: Staff, at: datetime
) -> Device:
    """Register a device; it needs approval before use."""
    if Device.objects.filter(facility=facility, serial=serial).exists():
        raise RuleViolation("device_exists", f"Device {serial} is already registered. Check the serial number.")
    if (counts or reshuffles) and kind not in (Device.Kind.SHUFFLER, Device.Kind.AUTOMATED_SHOE):
        raise RuleViolation("cannot_count", "Only a shuffler or an automated shoe can count or reshuffle cards.")
    device = Device.objects.create(
        facility=facility, kind=kind, model=model, serial=serial, counts=counts, reshuffles=reshuffles
    )
    journal(
        "device.registered",
        device,
        on=facility,
        by=by,
        at=at,
        kind=kind,
        model=model,
        serial=serial,
        counts=counts,
        reshuffles=reshuffles,
    )
    return device


@transaction.atomic
def approve_device(
    device: Device,
    *,
    reference: str,
    approved_on: date,
    approved_location: str = "",
    approved_procedures: str = "",
    stacks: str = "",
    by: Staff,
    at: datetime,
) -> Device:
    """Record the regulator's approval of a device, and what the rules require to be approved with it.

    An approval that lacks something may be completed later.
    """
    device = _locked(device)
    _check_not_retired(device)
    if device.approved_on is not None and is_approval_complete(device):
        raise RuleViolation(
            "device_approved_already",
            f"{device} was already approved on {format_date(device.approved_on)} ({device.approval_reference}).",
            _cite("device_approved", device),
        )
    device.approval_reference, device.approved_on, device.stacks = reference, approved_on, stacks
    device.approved_location, device.approved_procedures = approved_location, approved_procedures
    _check_approval_number(device)
    device.save(
        update_fields=["approval_reference", "approved_on", "approved_location", "approved_procedures", "stacks"]
    )
    journal(
        "device.approved",
        device,
        on=_stream(device),
        by=by,
        at=at,
        reference=reference,
        approved_on=approved_on,
        location=approved_location or None,
        procedures=approved_procedures or None,
        stacks=stacks or None,
        cite=_cite("device_approved", device),
    )
    return device


def _check_approval_number(device: Device) -> None:
    """Refuse another approval number than the one that the rules name."""
    for edition in device.facility.editions():
        named = questions.hardware_approval(rulebook(edition))
        if device.kind == Device.Kind.BONUS_SPIN and named and device.approval_reference != named.value:
            raise RuleViolation(
                "other_approval_number",
                f"The rules name the approval {named.value}, not {device.approval_reference}. Check the letter.",
                named.cite,
            )


@transaction.atomic
def place_device(table: Table, *, device: Device, by: Staff, at: datetime) -> Table:
    """Place a device at a table."""
    table, device = locked(table), locked(device)
    _check_not_retired(device)
    if device.table_id is not None:
        raise RuleViolation(
            "device_elsewhere",
            f"{device} is at {device.table}. Remove it from that table first.",
            remedy="device.take-away",
            remedy_on=device,
        )
    if not device.in_order:
        raise RuleViolation(
            "device_out_of_order",
            f"{device} is out of order. Have it repaired first.",
            remedy="device.repair",
            remedy_on=device,
        )
    if device.approved_on is None:
        raise RuleViolation(
            "device_not_approved",
            f"{device} is not approved. Record its approval first.",
            _cite("device_approved", device),
            remedy="device.approve",
            remedy_on=device,
        )
    before = dealing_method_at(table)
    device.table, device.inspected_on, device.inspected_by = table, None, None
    device.save(update_fields=["table", "inspected_on", "inspected_by"])
    journal("device.placed", device, on=table, by=by, at=at, device=str(device))
    follow_method(table, before, by=by, at=at)
    return table


@transaction.atomic
def inspect_device(device: Device, *, by: Staff, at: datetime) -> Device:
    """Record the floorperson's inspection for this gaming day."""
    device = _locked(device)
    _check_not_retired(device)
    if not device.in_order:
        raise RuleViolation(
            "device_out_of_order",
            f"{device} is out of order: {device.fault}. Have it repaired first.",
            remedy="device.repair",
            remedy_on=device,
        )
    day = gaming_day(device.facility, at)
    device.inspected_on, device.inspected_by = day, by
    device.save(update_fields=["inspected_on", "inspected_by"])
    journal(
        "device.inspected",
        device,
        on=_stream(device),
        by=by,
        at=at,
        device=str(device),
        gaming_day=day,
        cite=_cite("device_inspected", device),
    )
    return device


@transaction.atomic
def fail_device(device: Device, *, fault: str, by: Staff, at: datetime, stream: Stream | None = None) -> Device:
    """Record that a device failed. This is a fact, so it is never refused for a device in use."""
    device = _locked(device)
    _check_not_retired(device)
    if not device.in_order:
        raise RuleViolation("already_out_of_order", f"{device} is already out of order: {device.fault}.")
    device.failed_at, device.fault, device.inspected_on, device.inspected_by = at, fault, None, None
    device.handling = Device.Handling.NONE if device.table_id else Device.Handling.REMOVED
    device.save(update_fields=["failed_at", "fault", "inspected_on", "inspected_by", "handling"])
    journal("device.failed", device, on=_stream(device), by=by, at=at, device=str(device), fault=fault, stream=stream)
    return device


@transaction.atomic
def handle_device(device: Device, *, handling: str, by: Staff, at: datetime) -> Device:
    """Cover, mark, or remove a failed device, as the edition allows, before another method is used."""
    table = locked(device.table) if device.table else None
    device = locked(device)
    if table is None or device.table_id != table.pk or device.in_order:
        raise RuleViolation("nothing_to_handle", f"{device} is not out of order at a table.")
    offer = table.offer_at(at)
    lawful, cite = lawful_handling(device, offer.book if offer else None)
    if handling not in lawful:
        done = " or ".join(Device.Handling(each).label.lower() for each in sorted(lawful))
        raise RuleViolation(
            "handling_not_lawful", f"The device must be {done}.", cite, remedy="device.handle", remedy_on=device
        )
    before = dealing_method_at(table)
    device.handling = handling
    if handling == Device.Handling.REMOVED:
        device.table = None
    device.save(update_fields=["handling", "table"])
    journal(f"device.{handling}", device, on=table, by=by, at=at, device=str(device), cite=cite)
    follow_method(table, before, by=by, at=at)
    return device


@transaction.atomic
def repair_device(device: Device, *, report: str, by: Staff, at: datetime) -> Device:
    """Record that a device was repaired. It needs an inspection before use."""
    table = locked(device.table) if device.table else None
    device = locked(device)
    _check_not_retired(device)
    if device.in_order:
        raise RuleViolation("in_order_already", f"{device} is not out of order.")
    before = dealing_method_at(table) if table else None
    device.failed_at, device.fault, device.handling = None, "", Device.Handling.NONE
    device.save(update_fields=["failed_at", "fault", "handling"])
    journal("device.repaired", device, on=_stream(device), by=by, at=at, device=str(device), report=report)
    if table and before:
        follow_method(table, before, by=by, at=at)
    return device


@transaction.atomic
def take_device_away(device: Device, *, by: Staff, at: datetime) -> Device:
    """Remove a device from its table."""
    table = locked(device.table) if device.table else None
    device = locked(device)
    if table is None or device.table_id != table.pk:
        raise RuleViolation("at_no_table", f"{device} is not at a table.")
    before = dealing_method_at(table)
    device.table = None
    if not device.in_order:
        device.handling = Device.Handling.REMOVED
    device.save(update_fields=["table", "handling"])
    journal("device.taken_away", device, on=table, by=by, at=at, device=str(device))
    follow_method(table, before, by=by, at=at)
    return device


@transaction.atomic
def retire_device(device: Device, *, reason: str, by: Staff, at: datetime) -> Device:
    """Retire a device permanently."""
    device = locked(device)
    if device.table_id is not None:
        raise RuleViolation(
            "device_at_table",
            f"{device} is at {device.table}. Remove it from the table first.",
            remedy="device.take-away",
            remedy_on=device,
        )
    _check_not_retired(device)
    device.retired_at = at
    device.save(update_fields=["retired_at"])
    journal("device.retired", device, on=device.facility, by=by, at=at, device=str(device), reason=reason)
    return device


def _check_not_retired(device: Device) -> None:
    if device.retired_at is not None:
        raise RuleViolation("device_retired", f"{device} is retired. Choose another device.")


def follow_method(table: Table, before: DealingMethod, *, by: Staff, at: datetime) -> None:
    """Journal a changed dealing method, and apply its deck change interval to the decks in play."""
    after = dealing_method_at(table)
    offer = table.offer_at(at)
    if after == before or offer is None:
        return
    journal(
        "table.method_changed",
        table,
        on=table,
        by=by,
        at=at,
        method=after.method,
        shuffler=after.shuffler,
        was=before.method,
    )
    tighten_clocks(table, offer, after, by=by, at=at)


def tighten_clocks(table: Table, offer: Offer, dealing: DealingMethod, *, by: Staff, at: datetime) -> None:
    """Apply the deck change interval of this dealing method to the decks in play, if it is stricter."""
    for deck in lock_all(Deck.objects.filter(table=table, state=Deck.State.IN_PLAY)):
        if deadlines.tighten(deck, offer.book, dealing.method, at):
            deck.save(update_fields=["change_due_at", "change_cite"])
            journal(
                "deck.due_sooner",
                deck,
                on=table,
                by=by,
                at=at,
                deck=str(deck),
                change_due_at=deck.change_due_at,
                cite=deck.change_cite,
            )
