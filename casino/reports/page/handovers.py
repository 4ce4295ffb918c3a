"""Present open items, pit handovers and signatures on the report page."""

from collections.abc import Sequence
from typing import NamedTuple
from zoneinfo import ZoneInfo

from casino.reports.document import Report, Row, SignatureLine
from casino.reports.formatting import format_value, says_day, when
from compliance.acts.registry import Button

from .sheets import STATUS_WORDS, LinkTo


class Item(NamedTuple):
    """An open item for the next shift."""

    table: str
    text: str
    status: str
    word: str
    due: str
    cite: str
    url: str


class Signed(NamedTuple):
    what: str
    name: str
    badge: str
    at: str


class HandoverPresenter(NamedTuple):
    """A pit's open items, and its handover."""

    pit: str
    items: list[Item]
    accepted: Signed | None
    note: str
    button: Button | None


def present_items(report: Report, rows: Sequence[Row], link: LinkTo) -> list[Item]:
    """Return rows of the open-items sheet for the page."""
    sheet, zone = report["open_items"], ZoneInfo(report.time_zone)
    keys, due, with_day = (
        [each.key for each in sheet.columns],
        sheet.columns[sheet.place("due")],
        says_day(report, sheet),
    )
    items = []
    for row in rows:
        known = dict(zip(keys, row.cells, strict=True))
        at = format_value(due, known["due"], zone, with_day=with_day) if known["due"] else ""
        word, cite = str(known["state"] or STATUS_WORDS.get(row.status, "")), str(known["cite"] or "")
        url = link(sheet.key, "item", row)
        items.append(Item(str(known["table"]), str(known["item"]), row.status or "rest", word, at, cite, url))
    return items


def present_signed(line: SignatureLine, zone: ZoneInfo) -> Signed:
    return Signed(line.what, line.name, line.badge, when(line.at, zone))
