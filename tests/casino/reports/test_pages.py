"""Report pages and files have the same figures, and each figure links to its source."""

import json
from datetime import datetime, timedelta
from hashlib import sha256
from html import unescape

import pytest
import time_machine
from django.test import Client

from casino.reports.document import ReportCopy
from casino.reports.formatting import format_rows, format_total, plain_value
from casino.reports.page.columns import places_shown
from casino.reports.page.sheets import MOST_UNFOLDED
from casino.reports.shift.report_copy import copy_of
from compliance.alerts.scan import scan
from compliance.models import Entry
from games.models import Round
from tables.models import Shift
from tables.shifts import services as shifts
from tests.floor import Floor
from tests.games import acts
from tests.games.sample_rounds import a_round, counted, log

from .figures import in_csv, in_pdf, in_workbook, kept, said, without_left_out
from .shifts import hand, only, play, report_of, reported, sign
from .web import Page

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("end to end: reports on pages and in files")]


def a_busy_shift(floor: Floor) -> Shift:
    """A shift with a bit of everything: payouts, a wrong count, a breach, a round struck out, a device down, alerts."""
    table = floor.open_table("manual_shoe")
    other = floor.open_table("hand", dealer=floor.new_dealer())
    shift = floor.begin_shift()
    play(floor, table, 8, every=5)
    log(floor, other, a_round(seed=31, void="face_up_card"))
    log(floor, other, counted(a_round(seed=32), off_by=1))
    acts.void(floor, table.rounds.get(number=2))
    acts.fail(floor, table.devices.get())
    acts.in_breach(floor, table)
    floor.later(minutes=20)
    scan(floor.at)
    hand(floor, shift, floor.pit, note="Table 2 waits for a deck")
    return shifts.end_shift(shift, by=floor.shift_manager, at=floor.at)


def signed_and_adjusted() -> tuple[Floor, Shift, ReportCopy]:
    floor = Floor("md")
    shift = a_busy_shift(floor)
    sign(floor, shift, second=floor.compliance_officer, remark="The shoe is with the slot technicians")
    floor.later(minutes=30)
    acts.void(floor, Round.objects.get(shift=shift, table__code="MD-03", number=3))
    return floor, shift, copy_of(reported(shift), floor.at)


def test_page_files_and_api_have_the_same_figures_to_the_cent(client: Client) -> None:
    floor, shift, issued = signed_and_adjusted()
    client.force_login(floor.auditor)

    def file(name: str) -> bytes:
        response = client.get(f"/reports/{shift.pk}/{name}")
        assert response.status_code == 200
        return response.content

    tables = in_csv(issued, file("report.zip"))
    for key, rows in kept(issued, with_totals=False).items():
        bare = [{column: None if value == "" else value for column, value in row.items()} for row in rows]
        assert tables[key] == bare
    assert in_workbook(issued, file("report.xlsx")) == kept(issued, with_totals=True)
    for paper in ("report-a4.pdf", "report-letter.pdf"):
        found = in_pdf(issued, file(paper))
        assert found == without_left_out(issued, said(issued), found)
    api = client.get(f"/api/v1/reports/{shift.pk}/").json()
    for sheet, given in zip(issued.sheets, [*api["report"]["sheets"], *api["after"]], strict=True):
        every = [*sheet.rows, *([sheet.total] if sheet.total else [])]
        assert [*given["rows"], *([given["total"]] if given["total"] else [])] == [
            {column.key: plain_value(column, value) for column, value in zip(sheet.columns, row.cells, strict=True)}
            for row in every
        ]
    page = Page(client.get(f"/reports/{shift.pk}/").content.decode())
    for sheet in issued.report.sheets:
        if sheet.key in ("attention", "open_items") or not sheet.rows:
            continue
        places, total = places_shown(sheet), format_total(issued.report, sheet)
        rows_of_it = [*format_rows(issued.report, sheet), *([total] if total else [])]
        assert [[" ".join(unescape(cell).split()) for cell in row.values()] for row in page.sheets[sheet.key]] == [
            [" ".join(row[place].split()) for place in places] for row in rows_of_it
        ], sheet.key


def test_a_long_sheet_that_is_opened_later_has_the_rows_of_the_report(client: Client) -> None:
    floor = Floor("md")
    table, shift = floor.open_table("manual_shoe"), floor.begin_shift()
    play(floor, table, 8, every=55)
    client.force_login(floor.auditor)
    with time_machine.travel(floor.at):
        report, address = report_of(shift, floor.at), f"/reports/{shift.pk}/"
        sheet = report["wagers_by"]
        assert len(sheet.rows) > MOST_UNFOLDED

        loaded = client.get(f"{address}?sheet=wagers_by", headers={"HX-Request": "true"}).content.decode()
        opened = client.get(f"{address}?sheet=wagers_by").content.decode()
        whole = client.get(f"{address}?sheet=all").content.decode()

    assert "wagers_by" not in Page(client.get(address).content.decode()).sheets
    for html in (loaded, opened, whole):
        assert [list(row.values()) for row in Page(html).sheets["wagers_by"]] == [
            [" ".join(text.split()) for text in row] for row in format_rows(report, sheet)
        ]
    assert "Figures as of" in loaded
    assert "<html" not in loaded
    assert "<html" in opened


def test_the_hash_is_that_of_the_json_file(client: Client) -> None:
    floor, shift, issued = signed_and_adjusted()
    client.force_login(floor.auditor)

    document = client.get(f"/reports/{shift.pk}/report.json").content

    told = Entry.objects.get(action="report.signed").facts["digest"]
    assert sha256(document).hexdigest() == told == issued.digest
    assert json.loads(document)["title"] == issued.report.title


def test_every_figure_links_to_its_source(client: Client) -> None:
    floor, shift, _ = signed_and_adjusted()
    client.force_login(floor.compliance_officer)
    page = Page(client.get(f"/reports/{shift.pk}/").content.decode())

    ways = {unescape(link) for link in page.links if link.startswith("/") and not link.startswith("/sign-")}

    assert len(ways) > 40
    with time_machine.travel(floor.at):
        wrong = {link: client.get(link).status_code for link in sorted(ways)}
    assert {link: status for link, status in wrong.items() if status != 200} == {}


def test_the_rounds_behind_a_figure_are_as_many_as_it_says(client: Client) -> None:
    floor, shift, issued = signed_and_adjusted()
    client.force_login(floor.compliance_officer)
    for row in issued.report["tables"].records():
        listed = client.get(f"/facilities/MD/rounds/?shift={shift.pk}&table={row['table']}&voided=false")
        struck = client.get(f"/facilities/MD/rounds/?shift={shift.pk}&table={row['table']}&mark=voided")
        # One of each was struck out after the report was signed.
        later = int(row["table"] == "MD-03")
        assert len(listed.context["rows"]) == int(row["rounds"] or 0) - later
        assert len(struck.context["rows"]) == int(row["struck"] or 0) + later
        void = client.get(f"/facilities/MD/rounds/?shift={shift.pk}&table={row['table']}&mark=void")
        assert len(void.context["rows"]) == row["voids"]
    hour = str(issued.report["hours"].values("hour")[0])
    until = (datetime.fromisoformat(hour) + timedelta(hours=1)).isoformat()
    asked = {"shift": str(shift.pk), "played_since": hour, "played_until": until}
    listed = client.get("/facilities/MD/rounds/", asked)
    first = next(issued.report["hours"].records())
    assert len(listed.context["rows"]) == int(first["rounds"] or 0) + int(first["struck"] or 0)


def test_a_live_report_has_its_figures_and_waits_for_the_end(client: Client) -> None:
    floor = Floor("md")
    table = floor.open_table()
    shift = floor.begin_shift()
    play(floor, table, 2)
    client.force_login(floor.shift_manager)

    page = client.get(f"/reports/{shift.pk}/").content.decode()

    assert "Not signed yet" in page
    assert f"/reports/{shift.pk}/sign/" not in page
    shifts.end_shift(shift, by=floor.shift_manager, at=floor.at)
    assert f"/reports/{shift.pk}/sign/" in client.get(f"/reports/{shift.pk}/").content.decode()


def test_who_takes_a_pit_over_reads_what_is_open_there(client: Client) -> None:
    floor = Floor("md")
    table = floor.open_table("manual_shoe")
    shift = floor.begin_shift()
    acts.fail(floor, table.devices.get())
    client.force_login(floor.pit_boss)

    form = client.get(f"/reports/{shift.pk}/hand-over/?pit={floor.pit.code}").content.decode()

    assert f"{floor.pit}: " in form
    assert "Manual dealing shoe" in form


def test_a_list_of_reports_says_how_far_each_is(client: Client) -> None:
    floor, _, issued = signed_and_adjusted()
    floor.begin_shift("Swing", 13, 22)
    client.force_login(floor.auditor)

    rows = client.get("/facilities/MD/reports/").context["rows"]

    assert [(row.cells[0], row.cells[5].word) for row in rows] == [("Swing", "live"), ("Day", "signed")]
    assert [row.cells[3] for row in rows] == ["–", f"{only(issued.report, 'summary', span='This shift')['rounds']}"]


def test_an_unknown_report_file_gets_404(client: Client) -> None:
    floor = Floor("md")
    shift = floor.begin_shift()
    client.force_login(floor.auditor)

    for name in ("report.doc", "nothing.csv", "tables", "..%2Fsecret.csv"):
        assert client.get(f"/reports/{shift.pk}/{name}").status_code == 404
    assert client.get(f"/reports/{shift.pk}/tables.csv").content.startswith(b"table,pit,game")


@pytest.mark.parametrize(
    "asked",
    (
        "played_since=garbage",
        "played_since=0001-01-01T00:00:00%2B00:00",
        "played_until=9999-12-31T23:59:59%2B00:00",
        "shift=abc",
        "pit=%00",
        "shift=99999999999999999999",
        "day=9999-12-31",
        "edition=x",
        "played_since=%00",
    ),
)
def test_invalid_round_filters_do_not_break_the_list(client: Client, asked: str) -> None:
    floor = Floor("md")
    client.force_login(floor.auditor)

    assert client.get(f"/facilities/MD/rounds/?{asked}").status_code == 200
    assert client.get(f"/facilities/MD/alerts/history/?{asked}&check=x").status_code == 200
    assert client.get(f"/facilities/MD/reports/range/?{asked}&span=x&from=0001-01-01&until=%00").status_code == 200
