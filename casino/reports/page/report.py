"""A report as its page shows it: what the template is given, and nothing else."""

from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from casino.reports.charts import pictures_of
from casino.reports.charts.svg import present_chart
from casino.reports.document import Report, ReportCopy, Row
from casino.reports.formatting import format_value
from casino.reports.row_formatting import when
from compliance.web.citations import citation_texts

from .handovers import present_items, present_signed
from .headline import headline_of
from .sheets import LinkTo, Paragraphs, SheetPresenter, present_sheet

__all__ = ["LinkTo", "page_of_report", "present_sheet"]

# On the page each sheet stands in one of these; one that none of them names stands in the last.
GROUPS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "play",
        "Play",
        (
            "facilities",
            "days",
            "pits",
            "tables",
            "games",
            "hours",
            "wagers",
            "payouts",
            "limits",
            "jackpots",
            "struck",
            "outside",
            "summary",
            "wagers_by",
        ),
    ),
    (
        "owed",
        "What was owed",
        ("breaches", "deck_changes", "counts", "devices", "alerts", "irregularities", "openings", "decks"),
    ),
    ("people", "People", ("dealers", "stints")),
    ("more", "More", ()),
)

# Shown elsewhere on the page, not among the sheets.
_APART = ("attention", "open_items")
# Of the sheets added after signing, those that stand with the handover.
_HANDOVER = ("handover", "handovers")


class SheetGroup(NamedTuple):
    key: str
    title: str
    sheets: list[SheetPresenter]
    # Sheets in which there is nothing, by what they say of it.
    bare: list[SheetPresenter]


class Attention(NamedTuple):
    status: str
    text: str
    number: str
    cite: str
    words: Paragraphs
    url: str


def page_of_report(issued: ReportCopy, link: LinkTo) -> dict[str, Any]:
    """Return what the page of a report is made of. The view adds what can be done, and the handovers."""
    report, zone, link = issued.report, ZoneInfo(issued.report.time_zone), _from_something(issued, link)
    groups, headline = _groups(report, link), headline_of(report, link)
    here = {sheet.key for group in groups for sheet in (*group.sheets, *group.bare)}
    return {
        "title": report.title,
        "subtitle": report.subtitle,
        "facts": report.facts,
        "headline": headline,
        "spans": [each.text for each in headline[0].others] if headline else [],
        "attention": _attention(report, link, here),
        "has_attention": "attention" in report,
        "pictures": [present_chart(picture, here) for picture in pictures_of(report)],
        "groups": groups,
        "items": present_items(report, report["open_items"].rows, link) if "open_items" in report else None,
        "after": [present_sheet(report, sheet, link) for sheet in issued.after if sheet.key not in _HANDOVER],
        "signatures": [present_signed(line, zone) for line in issued.signatures],
        "digest": issued.digest,
        "is_signed": bool(issued.digest),
        "is_live": issued.state == "live",
        "made_at": when(report.made_at, zone),
    }


def _from_something(issued: ReportCopy, link: LinkTo) -> LinkTo:
    """Return the same way to what figures are made of, but for those that are nothing: there is nothing to look at."""
    places = {sheet.key: {column.key: place for place, column in enumerate(sheet.columns)} for sheet in issued.sheets}

    def narrowed(sheet: str, column: str, row: Row) -> str:
        place = places.get(sheet, {}).get(column)
        return "" if place is not None and row.cells[place] in (None, 0) else link(sheet, column, row)

    return narrowed


def _groups(report: Report, link: LinkTo) -> list[SheetGroup]:
    """Return the sheets in their groups; those of which there is nothing stand apart, in a line each."""
    named = {key for _, _, keys in GROUPS for key in keys} | set(_APART)
    others = tuple(sheet.key for sheet in report.sheets if sheet.key not in named)
    groups = []
    for group, title, keys in GROUPS:
        every = [present_sheet(report, report[key], link) for key in keys or others if key in report]
        if every:
            bare = [sheet for sheet in every if not sheet.rows]
            groups.append(SheetGroup(group, title, [sheet for sheet in every if sheet.rows], bare))
    return groups


def _attention(report: Report, link: LinkTo, here: set[str]) -> list[Attention]:
    """Return what needs attention, each with the way to the sheet that has it."""
    if "attention" not in report:
        return []
    sheet, zone = report["attention"], ZoneInfo(report.time_zone)
    number, shown = sheet.columns[sheet.place("number")], []
    for row, known in zip(sheet.rows, sheet.records(), strict=True):
        cite, about = str(known["cite"] or ""), row.about.get("sheet", "")
        url = link(sheet.key, "what", row) or (f"#sheet-{about}" if about in here else "")
        told = format_value(number, known["number"], zone)
        shown.append(Attention(row.status or "rest", str(known["what"]), told, cite, citation_texts(cite), url))
    return shown
