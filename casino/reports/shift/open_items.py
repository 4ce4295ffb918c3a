"""Open items for handover: findings, decks near their limit, and devices that are down."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec

from compliance.alerts.inbox import stored_findings, table_findings
from compliance.facilities.policies import policy
from compliance.findings import Finding
from compliance.models import Facility, Severity
from tables.findings.decks import deck_change
from tables.floor.queries import with_relations
from tables.models import Deck, Device, Shift, Table
from tables.shifts.models import ON_DUTY

from ..columns import MOMENT, TEXT, ColumnSpec, SheetSpec
from ..document import Sheet, digest

# A deck due within this time is listed, even if its table does not announce it yet.
NEAR = timedelta(hours=1)

_URGENCY = {"blocked": 0, "due": 1, "soon": 2, "": 3}


class OpenItem(NamedTuple):
    """An item of a table, or of none. `about` identifies its source."""

    pit: str
    table: str
    text: str
    state: str
    due: datetime | None
    cite: str
    about: dict[str, str]
    status: str = ""


OPEN_ITEMS = SheetSpec(
    "open_items",
    "Open items",
    (
        ColumnSpec("pit", "Pit", TEXT, lambda item: item.pit),
        ColumnSpec("table", "Table", TEXT, lambda item: item.table),
        ColumnSpec("item", "Item", TEXT, lambda item: item.text),
        ColumnSpec("state", "State", TEXT, lambda item: item.state),
        ColumnSpec("due", "Due", MOMENT, lambda item: item.due),
        ColumnSpec("cite", "Paragraph", TEXT, lambda item: item.cite),
    ),
    "Nothing is open.",
    lambda item: item.about,
    lambda item: item.status,
)


def may_hand_over(shift: Shift) -> bool:
    """Tell whether the shift's pits can be handed over: until the next shift has ended."""
    later = Shift.objects.filter(facility=shift.facility_id, began_at__gt=shift.began_at)
    return not later.exclude(ON_DUTY).exists()


def left_open(shift: Shift, at: datetime) -> Sheet:
    """Return a shift's open items; an older shift has none, because current items belong to later shifts."""
    if may_hand_over(shift):
        return open_items(shift.facility, at)
    return OPEN_ITEMS.sheet((), empty="The open items of this earlier shift were not saved.")


def seen_as(items: Sheet) -> str:
    """Return an identifier of a list: lists with the same items and states have the same one, whatever their times."""
    both = zip(items.records(), items.rows, strict=True)
    kept = sorted((item["table"] or "", item["state"] or "", sorted(row.about.items())) for item, row in both)
    return digest(msgspec.json.encode(kept))


def open_items(facility: Facility, at: datetime) -> Sheet:
    """Return the current open items by pit and table. Items of no table have no pit and go with each."""
    tables = list(with_relations(Table.objects.filter(facility=facility).select_related("pit"), at))
    stored = stored_findings(facility)
    found = table_findings(tables, at, stored)
    items = [_of_finding(each, table) for table in tables for each in found[table.code]]
    items += [item for table in tables for item in _of_decks(table, at)]
    items += _of_devices(facility)
    items += [_of_finding(each) for each in stored.get("", ()) if each.severity >= Severity.WARNING]
    items.sort(key=lambda item: (item.pit, _URGENCY[item.status], item.table))
    return OPEN_ITEMS.sheet(items, note="At the time the figures were read.")


def _of_finding(finding: Finding, table: Table | None = None) -> OpenItem:
    pit, code = (table.pit.code, table.code) if table else ("", "")
    about = {"finding": finding.code} | ({"table": table.code} if table else {})
    if finding.remedy == "alert":
        about["alert"] = str(finding.remedy_on)
    return OpenItem(pit, code, finding.text, finding.status_word, finding.due_at, finding.cite, about, finding.status)


def _of_decks(table: Table, at: datetime) -> Iterator[OpenItem]:
    """Yield decks near their limit whose change is not announced yet."""
    for deck in table.known("decks", state=Deck.State.IN_PLAY):
        if deck.state != Deck.State.IN_PLAY or deck.change_due_at is None or deck_change(deck, at):
            continue
        if deck.change_due_at - at <= NEAR:
            text = f"Deck {deck.label} is due for a change within the hour"
            due, about = (deck.change_due_at, deck.change_cite), {"table": table.code, "deck": str(deck.pk)}
            yield OpenItem(table.pit.code, table.code, text, "near its limit", *due, about)


def _of_devices(facility: Facility) -> Iterator[OpenItem]:
    down = Device.objects.filter(facility=facility, failed_at__isnull=False, retired_at=None).select_related(
        "table__pit"
    )
    cite = policy("device_out_of_use", facility.jurisdiction).cite
    for device in down.order_by("serial"):
        pit, code = (device.table.pit.code, device.table.code) if device.table else ("", "")
        text, handling = f"{device} is down: {device.fault}", device.get_handling_display().lower()
        status = "soon" if device.handling else "due"
        yield OpenItem(pit, code, text, handling, None, cite, {"device": str(device.pk)}, status)
