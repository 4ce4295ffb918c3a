"""A table as of a past moment: its state, cards, devices, and people at that time."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, Q, prefetch_related_objects
from django.utils.dateparse import parse_date

from compliance.models import Entry, Staff
from tables.models import Deck, Device, Sign, Stint, Supervision, Table

from .queries import in_force

STATES = {
    "table.added": Table.State.CLOSED,
    "table.opening_began": Table.State.OPENING,
    "table.opened": Table.State.OPEN,
    "table.idle": Table.State.IDLE,
    "table.reopening_began": Table.State.OPENING,
    "table.reopened": Table.State.OPEN,
    "table.closed": Table.State.CLOSED,
    "table.closed_for_cause": Table.State.CLOSED_FOR_CAUSE,
    "table.released": Table.State.CLOSED,
}


def table_as_of(table: Table, at: datetime) -> Table:
    """Return a table as of a moment: state, cards, devices, and people at that time. Do not save it."""
    then = _copied(table)
    pulled = {deck.pk for deck in _pulled(table, at)}
    at_that_time = Q(started_at__lte=at) & (Q(ended_at=None) | Q(ended_at__gt=at))
    not_down_yet = Q(taken_down_at=None) | Q(taken_down_at__gt=at)
    in_play_then = Q(in_play_at__lte=at) & (Q(removed_at=None) | Q(removed_at__gt=at))
    prefetch_related_objects(
        [then],
        *in_force(at),
        Prefetch("decks", Deck.objects.filter(in_play_then | Q(pk__in=pulled))),
        Prefetch("stints", Stint.objects.filter(at_that_time).select_related("staff")),
        "stints__staff__licences",
        "stints__staff__table_tests",
        "stints__staff__postings",
        Prefetch("supervisions", Supervision.objects.filter(at_that_time).select_related("staff")),
        "supervisions__staff__postings",
        "devices",
        Prefetch("signs", Sign.objects.filter(posted_at__lte=at).filter(not_down_yet)),
    )
    for stint in then.stints.all():
        stint.ended_at = None
        _employ(stint.staff, at)
        _license(stint.staff, at)
    for charge in then.supervisions.all():
        charge.ended_at = None
        _employ(charge.staff, at)
    for deck in then.decks.all():
        deck.state = Deck.State.PULLED if deck.pk in pulled else Deck.State.IN_PLAY
        deck.position = _position(deck, at)
    if table.state_since > at:
        then.state = _state(table, at)
    for sign in then.signs.all():
        sign.taken_down_at = None
    devices = then.devices.all()
    devices._result_cache = _devices(table, list(devices), at)
    return then


def _copied(table: Table) -> Table:
    """Return another instance of a table, without the rows that were read with it."""
    names = [field.attname for field in Table._meta.concrete_fields]
    copied = Table.from_db(table._state.db, names, [getattr(table, name) for name in names])
    for name in ("facility", "pit", "cover_card"):
        setattr(copied, name, getattr(table, name))
    return copied


def _pulled(table: Table, at: datetime) -> Iterator[Deck]:
    """Yield the decks that had failed the count and were not sealed yet."""
    for deck in Deck.objects.filter(table=table, removed_reason__in=Deck.FAILED_COUNTS, removed_at__lte=at):
        sealed = Entry.objects.filter(subject=deck.subject_key, action="deck.removed", at__lte=at)
        if not sealed.exists():
            yield deck


def _employ(person: Staff, at: datetime) -> None:
    """Restore a person's account and postings as of a moment."""
    told = Entry.objects.filter(subject=person.subject_key, action__in=("staff.disabled", "staff.enabled"), at__lte=at)
    last = told.order_by("-pk").first()
    person.is_active = last is None or last.action == "staff.enabled"
    for posting in person.postings.all():
        if posting.ended_at is not None and posting.ended_at > at:
            posting.ended_at = None


def _license(dealer: Staff, at: datetime) -> None:
    """Restore licenses that were revoked later, even later on the same day."""
    revoked = [licence for licence in dealer.licences.all() if licence.revoked_on is not None]
    if not revoked:
        return
    told = Entry.objects.filter(subject=dealer.subject_key, action="licence.revoked", at__gt=at)
    since = {(entry.facility_id, entry.facts.get("number")) for entry in told}
    for licence in revoked:
        if (licence.facility_id, licence.number) in since:
            licence.revoked_on = None


def _position(deck: Deck, at: datetime) -> str:
    entered = Entry.objects.filter(subject=deck.subject_key, action="deck.in_play", at__lte=at).order_by("-pk").first()
    return str(entered.facts.get("position", "")) if entered else deck.position


def _state(table: Table, at: datetime) -> str:
    entries = Entry.objects.filter(subject=table.subject_key, action__in=STATES, at__lte=at)
    last = entries.order_by("-pk").first()
    return STATES[last.action] if last else Table.State.CLOSED


def _devices(table: Table, now: list[Device], at: datetime) -> list[Device]:
    """Return the devices at a table as of a moment, by undoing later journal entries one by one."""
    there = {device.subject_key: device for device in now}
    since = Entry.objects.filter(stream__key=table.stream_key, subject__startswith="device:", at__gt=at)
    touched: set[str] = set()
    for entry in since.order_by("-sequence"):
        if entry.action == "device.placed":
            there.pop(entry.subject, None)
        elif entry.subject not in there:
            there[entry.subject] = Device.objects.get(pk=entry.subject.partition(":")[2])
        touched.add(entry.subject)
    for subject in touched & there.keys():
        _put_back(there[subject], at)
    return list(there.values())


# Journal actions that change a device's condition.
CONDITIONS = ("device.failed", "device.covered", "device.marked", "device.removed", "device.repaired")


def _put_back(device: Device, at: datetime) -> None:
    """Restore a device's condition as of a moment, wherever it has been since."""
    told = Entry.objects.filter(subject=device.subject_key, action__in=CONDITIONS, at__lte=at)
    last = told.order_by("-pk").first()
    device.failed_at, device.fault, device.handling = None, "", Device.Handling.NONE
    if last and last.action != "device.repaired":
        device.failed_at = last.at
        if last.action != "device.failed":
            device.handling = last.action.removeprefix("device.")
    device.inspected_on = _inspected_on(device, at)


def _inspected_on(device: Device, at: datetime) -> Any:
    inspected = Entry.objects.filter(subject=device.subject_key, action="device.inspected", at__lte=at)
    last = inspected.order_by("-pk").first()
    return parse_date(str(last.facts.get("gaming_day", ""))) if last else None
