"""The page of a report shows its parts, whatever the report contains or lacks."""

import re
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from django.template.loader import render_to_string

from casino.reports.document import Report, ReportCopy, Row, SignatureLine, Value
from casino.reports.formatting import format_value
from casino.reports.page.handovers import HandoverPresenter, present_items, present_signed
from casino.reports.page.report import page_of_report
from casino.reports.page.sheets import present_sheet
from compliance.acts.registry import Button
from compliance.web.generic_views import PageLink, StatusWord

from .sample import ENDED, empty, sample
from .sheets import COLUMNS, money, number, sheet_of, text

SIGNED = (
    SignatureLine("Shift manager", "Ruth Calder", "CHP-1001", ENDED + timedelta(minutes=12)),
    SignatureLine("Second signature", "Omar Reed", "CHP-2001", ENDED + timedelta(minutes=14)),
)
ADJUSTED = sheet_of("adjustments", "Adjustments", (text("round", "Round"), money("win", "Win")), [Row(("9", -150_00))])


def no_link(_sheet: str, _column: str, _row: Row) -> str:
    return ""


def link(sheet: str, column: str, row: Row) -> str:
    return f"/of/{sheet}/{column}/" if row.about and column in ("table", "rounds", "item") else ""


def page(issued: ReportCopy, **more: Any) -> str:
    return render_to_string("casino/reports/shift/report.html", page_of_report(issued, link) | more)


def some(report: Report, *keys: str) -> Report:
    return msgspec.structs.replace(report, sheets=tuple(report[key] for key in keys))


def ids(html: str) -> list[str]:
    return re.findall(r'\bid="([^"]+)"', html)


def test_the_headline_stands_beside_what_it_is_compared_with() -> None:
    context = page_of_report(ReportCopy(sample()), no_link)
    summary, zone = sample()["summary"], ZoneInfo(sample().time_zone)
    win, rounds = summary.columns[summary.place("win")], summary.values("rounds")

    assert [row.label for row in context["headline"]] == ["Win", "Hold", "Wagered", "Rounds", "Rounds per hour"]
    assert context["spans"] == summary.values("span")[1:]
    assert context["headline"][0].value == format_value(win, summary.values("win")[0], zone)
    assert [each.value for each in context["headline"][3].others] == [
        f"{'+' if place == 1 else ''}{number}" for place, number in enumerate(rounds[1:])
    ]


def test_a_loss_is_also_shown_as_text() -> None:
    columns = COLUMNS["summary"]
    known: dict[str, Value] = {"span": "This shift", "win": -5_00}
    row = Row(tuple(known.get(column.key) for column in columns))
    report = msgspec.structs.replace(sample(), sheets=(sheet_of("summary", "Summary", columns, [row]),))

    assert '−$5.00<span class="word">lost</span>' in page(ReportCopy(report))


def test_attention_leads_to_its_sheet() -> None:
    first = page_of_report(ReportCopy(sample()), no_link)["attention"][0]

    assert (first.status, first.text, first.number, first.cite) == ("due", "Late deck changes", "1", "MD Ch. 3 §F")
    assert first.url == "#sheet-deck_changes"
    assert page_of_report(ReportCopy(some(sample(), "attention")), no_link)["attention"][0].url == ""


def test_every_sheet_stands_in_one_group_and_those_without_rows_in_a_line() -> None:
    groups = page_of_report(ReportCopy(sample()), no_link)["groups"]
    every = [sheet.key for group in groups for sheet in (*group.sheets, *group.bare)]

    assert [group.title for group in groups] == ["Play", "Compliance", "People"]
    assert sorted(every) == sorted(
        sheet.key for sheet in sample().sheets if sheet.key not in ("attention", "open_items")
    )
    assert [sheet.key for sheet in groups[0].bare] == ["jackpots"]


def test_a_sheet_without_a_group_is_shown_under_more() -> None:
    strange = sheet_of("strange", "Strange", (text("a", "A"),), [Row(("here it is",))])
    report = msgspec.structs.replace(sample(), sheets=(strange,))

    assert [group.title for group in page_of_report(ReportCopy(report), no_link)["groups"]] == ["More"]
    assert "here it is" in page(ReportCopy(report))


def test_what_people_look_for_comes_first_and_what_never_happened_is_left_out() -> None:
    sheet = present_sheet(sample(), sample()["tables"], no_link)
    labels = [column.label for column in sheet.columns]

    assert labels[:6] == ["Table", "Win", "Hold", "Expected from", "Expected to", "Wagered"]
    assert sheet.left_out == ["Jackpots", "Jackpots paid"]
    assert sheet.same_in_every_row == [("Pit", "P1"), ("Game", "Criss Cross Poker")]
    assert not {"Jackpots", "Pit"} & set(labels)
    assert {len(cells) for cells in (sheet.total, *(row.cells for row in sheet.rows))} == {len(labels)}


def test_a_count_of_zero_missed_is_shown() -> None:
    counts = sheet_of("counts", "Counts", (text("table", "Table"), number("missed", "Missed")), [Row(("T", 0))])

    assert [cell.text for cell in present_sheet(sample(), counts, no_link).rows[0].cells] == ["T", "0"]


def test_long_sheets_are_folded_and_narrow_ones_stand_in_pairs() -> None:
    shown = {sheet.key: present_sheet(sample(), sheet, no_link) for sheet in sample().sheets}

    assert {key for key, sheet in shown.items() if sheet.is_folded} == {
        "summary",
        "wagers_by",
        "stints",
        "decks",
        "openings",
    }
    assert shown["deck_changes"].is_slim
    assert not shown["tables"].is_slim


def of_many_rows(*keys: str) -> Report:
    sheets = (
        sheet_of(key, key.title(), (text("a", "A"),), [Row((f"{key} row {n}",)) for n in range(31)]) for key in keys
    )
    return msgspec.structs.replace(sample(), sheets=tuple(sheets))


def test_a_long_sheet_is_on_the_page_only_if_it_was_opened_and_each_can_be() -> None:
    issued = ReportCopy(of_many_rows("stints", "dealers"))

    def on(opened: str) -> tuple[list[str], str]:
        html = render_to_string("casino/reports/shift/report.html", page_of_report(issued, no_link, opened))
        return [key for key in ("stints", "dealers") if f"{key} row 30" in html], html

    assert on("")[0] == on("nothing")[0] == []
    assert on("stints")[0] == ["stints"]
    assert on("all")[0] == ["stints", "dealers"]
    assert 'hx-get="?sheet=stints"' in on("")[1]
    assert '<a href="?sheet=stints#sheet-stints">Show 31 rows</a>' in on("")[1]
    assert "Show" not in on("all")[1]
    assert on("stints")[1].count(" open><summary>") == 1


def test_whatever_a_row_holds_is_escaped() -> None:
    bad = "<b>&\"'"
    columns = (text("a", "A"), text("b", "B"), text("cite", "Paragraph"))
    rows = [Row((bad, bad, bad), {"bad": bad}, "due")]
    sheet = present_sheet(sample(), sheet_of("x", "X", columns, rows), lambda *_: f"/{bad}")
    escaped = "&lt;b&gt;&amp;&quot;&#x27;"

    assert sheet.body.count(escaped) == sheet.body.count("b&gt;") == 5
    assert f'<a class="figure-way" href="/{escaped}">{escaped}</a>' in sheet.body
    assert '<tr data-status="due"><th scope="row" class="words short"><span class="shape"></span>' in sheet.body


def test_a_figure_leads_to_what_it_is_made_of() -> None:
    html = page(ReportCopy(sample()))

    assert '<a class="figure-way" href="/of/tables/rounds/">' in html
    assert '<a class="figure-way" href="/of/hours/rounds/">' in html
    assert "/of/hours/win/" not in html


def test_pictures_are_drawn_with_words_for_those_who_cannot_see_them() -> None:
    html = page(ReportCopy(sample()))

    assert html.count('<svg class="chart picture-drawing"') == html.count("</title>\n    <desc") == 5
    assert 'class="look-band"' in html
    assert 'fill="url(#deck_ages-hatch)"' in html
    assert '<a href="#sheet-decks">' in html


@pytest.mark.parametrize("report", [sample(), empty(), some(sample(), "summary", "tables", "hours", "dealers")])
def test_ids_are_unique_and_every_way_on_the_page_leads_somewhere(report: Report) -> None:
    html = page(ReportCopy(report, "signed", "ab" * 32, SIGNED, (ADJUSTED,)))
    found = ids(html)

    assert len(found) == len(set(found))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(found)
    assert set(" ".join(re.findall(r'aria-labelledby="([^"]+)"', html)).split()) <= {*found, "panel-title"}


def test_nothing_on_the_page_is_styled_in_line() -> None:
    assert not re.search(r"\sstyle=|<style", page(ReportCopy(sample())))


def test_a_signed_report_ends_with_its_signatures_and_hash() -> None:
    html = page(ReportCopy(sample(), "signed", "ab" * 32, SIGNED, (ADJUSTED,)), state_word=StatusWord("fine", "signed"))

    assert "The signed figures do not change" in html
    assert html.index("Ruth Calder</b>") < html.index("Sat Mar 7, 2026, 22:12 EST") < html.index("ab" * 32)
    assert html.index('id="handover"') < html.index('id="signatures"')


def test_a_report_that_nobody_signed_says_so() -> None:
    html = page(ReportCopy(empty()))

    assert "Not signed yet. The shift is on duty" in html
    assert "Nothing needs attention" in html
    assert "SHA-256" not in html


def test_the_report_of_a_longer_span_has_no_handover_and_no_signatures() -> None:
    html = page(ReportCopy(some(sample(), "summary", "tables", "hours")))

    assert "Handover" not in html
    assert "Signatures" not in html
    assert "Needs attention" not in html


def test_a_handover_lists_what_is_open_at_its_pit() -> None:
    issued = ReportCopy(sample(), "signed", "", SIGNED)
    rows, accept = sample()["open_items"].rows, Button("Accept", "/a/", True, False)
    items, accepted = present_items(sample(), rows[:2], link), present_signed(SIGNED[1], ZoneInfo(sample().time_zone))
    first = HandoverPresenter(pit="P1", items=items, accepted=None, note="Ask at 23:00.", button=accept)
    second = HandoverPresenter(pit="P2", items=[], accepted=accepted, note="", button=None)

    assert [(item.table, item.word, item.status, item.due) for item in first.items] == [
        ("CHP-01", "overdue", "due", "21:00"),
        ("CHP-04", "down", "soon", ""),
    ]
    assert second.accepted
    assert second.accepted.at == "Sat Mar 7, 2026, 22:14 EST"
    html = page(issued, handovers=[first, second], back=PageLink("Reports", "/r/"), downloads=[PageLink("PDF", "/p/")])
    assert html.index("Ask at 23:00.") < html.index('href="/a/"') < html.index("No open items.")
    assert 'href="/of/open_items/item/"' in html
    assert len(ids(html)) == len(set(ids(html)))
