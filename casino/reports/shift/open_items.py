"""Open items for handover: findings, decks near their limit, and devices that are down."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec

from compliance.alerts.inbox import stored_findings, table_findings
from compliance.facilities.policies import policy
from compliance.findings import Finding
from compliance.models import Facility, Severity
from tables.findings.decks import deck_change
from tables.floor.queries import with_relations
from tables.models import Deck, Device, Shift, Table

from ..columns import COLUMNS, TITLES
from ..document import Row, Sheet, digest, sheet_of
from .data import moment

# A deck due within this time is listed, even if its table does not announce it yet.
NEAR = timedelta(hours=1)

_URGENCY = {"blocked": 0, "due": 1, "soon": 2, "": 3}


def may_hand_over(shift: Shift) -> bool:
    """Tell whether the shift's pits can be handed over: until the next shift has ended."""
    later = Shift.objects.filter(facility=shift.facility_id, began_at__gt=shift.began_at)
    return not later.filter(ended_at__isnull=False).exists()


def left_open(shift: Shift, at: datetime) -> Sheet:
    """Return a shift's open items; an older shift has none, because current items belong to later shifts."""
    if may_hand_over(shift):
        return open_items(shift.facility, at)
    empty = "The open items of this earlier shift were not saved."
    return sheet_of("open_items", TITLES["open_items"], COLUMNS["open_items"], (), empty=empty)


def seen_as(items: Sheet) -> str:
    """Return an identifier of a list: lists with the same items and states have the same one, whatever their times."""
    kept = sorted((row.cells[1] or "", row.cells[3] or "", sorted(row.about.items())) for row in items.rows)
    return digest(msgspec.json.encode(kept))


def open_items(facility: Facility, at: datetime) -> Sheet:
    """Return the current open items by pit and table. Items of no table have no pit and go with each."""
    tables = list(with_relations(Table.objects.filter(facility=facility).select_related("pit"), at))
    stored = stored_findings(facility)
    found = table_findings(tables, at, stored)
    rows = [_of_finding(each, table) for table in tables for each in found[table.code]]
    rows += [row for table in tables for row in _of_decks(table, at)]
    rows += _of_devices(facility)
    rows += [_of_finding(each) for each in stored.get("", ()) if each.severity >= Severity.WARNING]
    rows.sort(key=lambda row: (str(row.cells[0]), _URGENCY[row.status], str(row.cells[1])))
    return sheet_of(
        "open_items",
        TITLES["open_items"],
        COLUMNS["open_items"],
        rows,
        empty="Nothing is open.",
        note="At the time the figures were read.",
    )


def _of_finding(finding: Finding, table: Table | None = None) -> Row:
    place = (table.pit.code, table.code) if table else ("", "")
    cells = (*place, finding.text, finding.status_word, moment(finding.due_at), finding.cite)
    about = {"finding": finding.code} | ({"table": table.code} if table else {})
    if finding.remedy == "alert":
        about["alert"] = str(finding.remedy_on)
    return Row(cells, about, finding.status)


def _of_decks(table: Table, at: datetime) -> Iterator[Row]:
    """Yield decks near their limit whose change is not announced yet."""
    for deck in table.known("decks", state=Deck.State.IN_PLAY):
        if deck.state != Deck.State.IN_PLAY or deck.change_due_at is None or deck_change(deck, at):
            continue
        if deck.change_due_at - at <= NEAR:
            text = f"Deck {deck.label} is due for a change within the hour"
            due = (moment(deck.change_due_at), deck.change_cite)
            cells = (table.pit.code, table.code, text, "near its limit", *due)
            yield Row(cells, {"table": table.code, "deck": str(deck.pk)})


def _of_devices(facility: Facility) -> Iterator[Row]:
    down = Device.objects.filter(facility=facility, failed_at__isnull=False, retired_at=None).select_related(
        "table__pit"
    )
    cite = policy("device_out_of_use", facility.jurisdiction).cite
    for device in down.order_by("serial"):
        pit, code = (device.table.pit.code, device.table.code) if device.table else ("", "")
        handling = device.get_handling_display().lower()
        cells = (pit, code, f"{device} is down: {device.fault}", handling, None, cite)
        yield Row(cells, {"device": str(device.pk)}, "soon" if device.handling else "due")
