"""Open items for handover: due tasks, decks near their limit, devices down, limit notices, alerts."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec

from compliance.acts.registry import SUBJECTS
from compliance.alerts.inbox import open_alerts
from compliance.facilities.policies import policy
from compliance.models import Alert, Facility, Severity
from tables.findings.due import Due, dues
from tables.floor.queries import with_relations
from tables.models import Deck, Device, OfferInForce, Shift, Table

from ..columns import COLUMNS, TITLES
from ..document import Row, Sheet, digest, sheet_of
from .data import moment

# A deck due within this time is listed, even if its table does not announce it yet.
NEAR = timedelta(hours=1)

_STATUS = {Severity.WARNING: "soon", Severity.DUE: "due", Severity.CRITICAL: "blocked"}
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
    tables = list(with_relations(Table.objects.filter(facility=facility), at))
    by_code = {table.code: table for table in tables}
    rows, said = [], set[tuple[str, str]]()
    for table in tables:
        for due in dues(table, at):
            said.add(_what(due))
            rows.append(_of_due(table, due))
        rows += _of_decks(table, at)
    rows += _of_devices(facility)
    rows += _of_notices(facility, at)
    ringing = open_alerts(facility).filter(severity__gte=Severity.WARNING)
    rows += [_of_alert(alert, by_code) for alert in ringing if (alert.act, alert.act_on) not in said or not alert.act]
    rows.sort(key=lambda row: (str(row.cells[0]), _URGENCY[row.status], str(row.cells[1])))
    return sheet_of(
        "open_items",
        TITLES["open_items"],
        COLUMNS["open_items"],
        rows,
        empty="Nothing is open.",
        note="At the time the figures were read.",
    )


def _what(due: Due) -> tuple[str, str]:
    """Return the act that resolves a due task, and its subject, as an alert names them."""
    if due.act is None:
        return "", ""
    return due.act, str(SUBJECTS[due.act.partition(".")[0]].key(due.on))


def _of_due(table: Table, due: Due) -> Row:
    status = due.status if due.status in _URGENCY else ""
    cells = (table.pit.code, table.code, due.text, due.status_word, moment(due.due_at), due.cite or "")
    return Row(cells, {"table": table.code, "act": due.act or ""}, status)


def _of_decks(table: Table, at: datetime) -> Iterator[Row]:
    """Yield decks near their limit, except those already listed as due tasks."""
    announced = {due.on.pk for due in dues(table, at) if due.act == "deck.change"}
    for deck in table.known("decks", state=Deck.State.IN_PLAY):
        if deck.state != Deck.State.IN_PLAY or deck.pk in announced or deck.change_due_at is None:
            continue
        if deck.change_due_at - at <= NEAR:
            late = deck.change_due_at <= at
            text = f"Deck {deck.label} {'is overdue for a change' if late else 'is due for a change within the hour'}"
            due = (moment(deck.change_due_at), deck.change_cite)
            cells = (table.pit.code, table.code, text, "overdue" if late else "near its limit", *due)
            yield Row(cells, {"table": table.code, "deck": str(deck.pk)}, "due" if late else "")


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


def _of_notices(facility: Facility, at: datetime) -> Iterator[Row]:
    """Yield the notices of new limits that are not in effect yet."""
    coming = OfferInForce.objects.filter(table__facility=facility, from_at__gt=at, cancelled_at=None)
    cite = policy("limit_notice", facility.jurisdiction).cite
    for notice in coming.select_related("table__pit", "offer").order_by("from_at"):
        table = notice.table
        cells = (
            table.pit.code,
            table.code,
            f"New limits announced: {notice.offer}",
            "notice period",
            moment(notice.from_at),
            cite,
        )
        yield Row(cells, {"table": table.code})


def _of_alert(alert: Alert, tables: dict[str, Table]) -> Row:
    table = tables.get(alert.place)
    state = "acknowledged" if alert.acknowledged_at else "not acknowledged"
    cells = (table.pit.code if table else "", alert.place, alert.text, state, moment(alert.due_at), alert.cite)
    return Row(cells, {"alert": str(alert.pk)}, _STATUS.get(Severity(alert.severity), ""))
