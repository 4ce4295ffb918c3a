"""Present open items, pit handovers and signatures on the report page."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from zoneinfo import ZoneInfo

from casino.reports.document import Report, ReportCopy, Row, SignatureLine
from casino.reports.formatting import says_day, when
from compliance.acts.registry import Button

from .sheets import STATUS_WORDS, LinkTo, present_cells


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


class PitHandover(NamedTuple):
    """A pit's handover, with rows of open items."""

    pit: str
    items: Sequence[Row]
    accepted: SignatureLine | None
    note: str
    button: Button | None


class HandoverPresenter(NamedTuple):
    pit: str
    items: list[Item]
    accepted: Signed | None
    note: str
    button: Button | None


def present_handovers(issued: ReportCopy, handovers: Iterable[PitHandover], link: LinkTo) -> list[HandoverPresenter]:
    """Return each pit's handover for the page."""
    zone = ZoneInfo(issued.report.time_zone)
    return [
        HandoverPresenter(
            each.pit,
            present_items(issued.report, each.items, link),
            present_signed(each.accepted, zone) if each.accepted else None,
            each.note,
            each.button,
        )
        for each in handovers
    ]


def present_items(report: Report, rows: Sequence[Row], link: LinkTo) -> list[Item]:
    """Return rows of the open-items sheet for the page."""
    with_day = says_day(report, report["open_items"])
    return [_item(report, row, link, with_day=with_day) for row in rows]


def _item(report: Report, row: Row, link: LinkTo, *, with_day: bool) -> Item:
    sheet = report["open_items"]
    cells = present_cells(report, sheet, row, link, range(len(sheet.columns)), with_day=with_day)
    known = {cell.key: cell.text if value else "" for cell, value in zip(cells, row.cells, strict=True)}
    cite, word = known.get("cite", ""), known.get("state") or STATUS_WORDS.get(row.status, "")
    url = link(sheet.key, "item", row)
    return Item(known["table"], known["item"], row.status or "rest", word, known.get("due", ""), cite, url)


def present_signed(line: SignatureLine, zone: ZoneInfo) -> Signed:
    return Signed(line.what, line.name, line.badge, when(line.at, zone))
