"""Build the template context of a report page."""

from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.template.loader import render_to_string

from casino.reports.charts import pictures_of
from casino.reports.charts.svg import ChartPresenter, svg_of
from casino.reports.document import Report, ReportCopy, Row
from casino.reports.formatting import format_value, when
from compliance.web.requests import FloorRequest

from .handovers import present_items, present_signed
from .headline import headline_of
from .sheets import LinkTo, SheetPresenter, present_sheet

# The groups of sheets on the page. A sheet that no group names goes into the last.
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
        "Compliance",
        ("breaches", "deck_changes", "counts", "devices", "alerts", "irregularities", "openings", "decks"),
    ),
    ("people", "People", ("dealers", "stints")),
    ("more", "More", ()),
)

# Shown in sections of their own.
_APART = ("attention", "open_items")
# Sheets added after signing that the handover section replaces.
_HANDOVER = ("handover", "handovers")


class SheetGroup(NamedTuple):
    key: str
    title: str
    sheets: list[SheetPresenter]
    # Sheets without rows.
    bare: list[SheetPresenter]


class Attention(NamedTuple):
    status: str
    text: str
    number: str
    cite: str
    url: str


def opened_sheet(request: FloorRequest, issued: ReportCopy, link: LinkTo) -> HttpResponse | None:
    """Return the sheet that was opened on the page, or None if the request is for the page."""
    key, report = request.GET.get("sheet", ""), issued.report
    if not request.htmx or key not in report:
        return None
    shown = present_sheet(report, report[key], _from_something(issued, link))
    made_at = "" if issued.digest else when(report.made_at, ZoneInfo(report.time_zone))
    return HttpResponse(render_to_string("casino/reports/parts/rows.html", {"sheet": shown, "as_of": made_at}))


def page_of_report(issued: ReportCopy, link: LinkTo, opened: str = "") -> dict[str, Any]:
    """Return the context of a report page. The view adds acts and handovers. `opened` is the long sheet to show in
    full, or "all"; the others are loaded when they are opened."""
    report, zone, link = issued.report, ZoneInfo(issued.report.time_zone), _from_something(issued, link)
    groups, headline = _groups(report, link, opened), headline_of(report, link)
    here = {sheet.key for group in groups for sheet in (*group.sheets, *group.bare)}
    return {
        "title": report.title,
        "subtitle": report.subtitle,
        "facts": report.facts,
        "headline": headline,
        "spans": [each.text for each in headline[0].others] if headline else [],
        "attention": _attention(report, link, here),
        "has_attention": "attention" in report,
        "pictures": [
            ChartPresenter(chart, svg_of(chart), chart.sheet if chart.sheet in here else "")
            for chart in pictures_of(report)
        ],
        "groups": groups,
        "sheet_url": "?sheet=",
        "is_whole": all(sheet.is_loaded for group in groups for sheet in group.sheets),
        "items": present_items(report, report["open_items"].rows, link) if "open_items" in report else None,
        "after": [present_sheet(report, sheet, link) for sheet in issued.after if sheet.key not in _HANDOVER],
        "signatures": [present_signed(line, zone) for line in issued.signatures],
        "digest": issued.digest,
        "is_signed": bool(issued.digest),
        "is_live": issued.state == "live",
        "made_at": when(report.made_at, zone),
    }


def _from_something(issued: ReportCopy, link: LinkTo) -> LinkTo:
    """Wrap `link` so that blank and zero figures have no link."""
    places = {sheet.key: {column.key: place for place, column in enumerate(sheet.columns)} for sheet in issued.sheets}

    def narrowed(sheet: str, column: str, row: Row) -> str:
        place = places.get(sheet, {}).get(column)
        return "" if place is not None and row.cells[place] in (None, 0) else link(sheet, column, row)

    return narrowed


def _groups(report: Report, link: LinkTo, opened: str) -> list[SheetGroup]:
    """Return the sheets by group, with empty sheets listed separately."""
    named = {key for _, _, keys in GROUPS for key in keys} | set(_APART)
    others = tuple(sheet.key for sheet in report.sheets if sheet.key not in named)
    groups = []
    for group, title, keys in GROUPS:
        every = [present_sheet(report, report[key], link, opened) for key in keys or others if key in report]
        if every:
            bare = [sheet for sheet in every if not sheet.number]
            groups.append(SheetGroup(group, title, [sheet for sheet in every if sheet.number], bare))
    return groups


def _attention(report: Report, link: LinkTo, here: set[str]) -> list[Attention]:
    """Return the items that need attention, each with a link to its sheet."""
    if "attention" not in report:
        return []
    sheet, zone = report["attention"], ZoneInfo(report.time_zone)
    number, shown = sheet.columns[sheet.place("number")], []
    for row, known in zip(sheet.rows, sheet.records(), strict=True):
        cite, about = str(known["cite"] or ""), row.about.get("sheet", "")
        url = link(sheet.key, "what", row) or (f"#sheet-{about}" if about in here else "")
        told = format_value(number, known["number"], zone)
        shown.append(Attention(row.status or "rest", str(known["what"]), told, cite, url))
    return shown
