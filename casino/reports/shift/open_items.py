"""Open items for handover: findings, and a preview of deck changes within the hour and of devices that are down."""

from datetime import datetime
from typing import NamedTuple

import msgspec
from django.db.models import QuerySet

from compliance.alerts.inbox import stored_findings, table_findings
from compliance.findings import Finding
from compliance.models import Facility
from tables.findings.decks import deck_change_ahead
from tables.findings.gates import device_down
from tables.floor.table_cache import load_all_for_display
from tables.models import Deck, Device, Shift, Table
from tables.shifts.models import ON_DUTY

from ..columns import MOMENT, TEXT, ColumnSpec, SheetSpec
from ..document import Sheet, digest


class OpenItem(NamedTuple):
    """A finding, and the pit and table it is at, if any."""

    pit: str
    table: str
    finding: Finding

    @property
    def about(self) -> dict[str, str]:
        """What identifies it, and the pages it links to."""
        found = self.finding
        kind, _, key = found.subject.partition(":")
        about = {kind: key, "finding": found.code, "subject": found.subject, "table": self.table}
        if found.remedy == "alert":
            about["alert"] = str(found.remedy_on)
        return {name: value for name, value in about.items() if value}


OPEN_ITEMS = SheetSpec(
    "open_items",
    "Open items",
    (
        ColumnSpec("pit", "Pit", TEXT, lambda item: item.pit),
        ColumnSpec("table", "Table", TEXT, lambda item: item.table),
        ColumnSpec("item", "Item", TEXT, lambda item: item.finding.text),
        ColumnSpec("state", "State", TEXT, lambda item: item.finding.status_word),
        ColumnSpec("due", "Due", MOMENT, lambda item: item.finding.due_at),
        ColumnSpec("cite", "Paragraph", TEXT, lambda item: item.finding.cite),
    ),
    "Nothing is open.",
    lambda item: item.about,
    lambda item: item.finding.status,
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
    """Return the current open items by pit, most urgent first. Items of no table have no pit and go with each."""
    tables = load_all_for_display(Table.objects.filter(facility=facility).select_related("facility"), at)
    stored = stored_findings(facility)
    found = table_findings(tables, at, stored)
    items = [_item(each, table) for table in tables for each in (*found[table.code], *_ahead(table, at))]
    items += [_item(each) for each in stored.get("", ())]
    listed = {item.finding.subject for item in items}
    items += [_item(device_down(each), each.table) for each in _down(facility) if each.subject_key not in listed]
    items.sort(key=lambda item: (item.pit, item.finding.urgency, item.table))
    return OPEN_ITEMS.sheet(items, note="At the time the figures were read.")


def _item(finding: Finding, table: Table | None = None) -> OpenItem:
    return OpenItem(table.pit.code, table.code, finding) if table else OpenItem("", "", finding)


def _ahead(table: Table, at: datetime) -> list[Finding]:
    decks = table.known("decks", state=Deck.State.IN_PLAY)
    return [ahead for deck in decks if (ahead := deck_change_ahead(deck, at))]


def _down(facility: Facility) -> QuerySet[Device]:
    down = Device.objects.filter(facility=facility, failed_at__isnull=False, retired_at=None)
    return down.select_related("facility", "table__pit").order_by("serial")
