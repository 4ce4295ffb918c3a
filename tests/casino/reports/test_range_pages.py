"""Pages and files of spans: valid parameters, errors, and who sees what."""

import json
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse

from casino.reports.span.forms import RangeForm
from tables.models import Table
from tests.floor import Floor

from .spans import deal, past

TODAY = date(2026, 3, 11)  # a Wednesday


def form_of(**asked: str) -> RangeForm:
    return RangeForm(asked, TODAY)


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [
        ({}, "2026-03-11", "2026-03-11"),
        ({"span": "day"}, "2026-03-11", "2026-03-11"),
        ({"day": "2026-03-01"}, "2026-03-01", "2026-03-01"),
        ({"span": "week"}, "2026-03-09", "2026-03-11"),
        ({"span": "week", "day": "2026-03-01"}, "2026-02-23", "2026-03-01"),
        ({"span": "month"}, "2026-03-01", "2026-03-11"),
        ({"span": "month", "day": "2024-02-10"}, "2024-02-01", "2024-02-29"),
        ({"span": "year-to-date", "day": "2025-05-05"}, "2025-01-01", "2025-05-05"),
        ({"from": "2025-12-30", "until": "2026-01-02"}, "2025-12-30", "2026-01-02"),
        ({"from": "2025-01-01", "until": "2026-02-04"}, "2025-01-01", "2026-02-04"),
    ],
)
def test_valid_parameters_select_these_days(asked: dict[str, str], first: str, last: str) -> None:
    form = form_of(**asked)

    assert form.is_valid()
    assert form.asked() == f"from={first}&until={last}"


@pytest.mark.parametrize(
    ("asked", "field", "said"),
    [
        ({"from": "2026-03-02", "until": "2026-03-01"}, "until", "This is before the first gaming day."),
        ({"from": "2026-03-02"}, "until", "Enter the last gaming day too."),
        ({"until": "2026-03-02"}, "from", "Enter the first gaming day too."),
        ({"from": "2025-01-01", "until": "2026-02-05"}, "until", "Choose at most 400 gaming days."),
        ({"from": "yesterday", "until": "2026-03-02"}, "from", "Give a date such as 2026-03-02."),
        ({"from": "1026-03-02", "until": "2026-03-02"}, "from", "Give a date between 1971 and 2199."),
        ({"span": "decade"}, "span", "Give one of: day, week, month, year-to-date."),
        ({"span": "day", "day": "2026-02-30"}, "day", "Give a date such as 2026-03-02."),
        ({"from": "2026-03-01", "until": "2026-03-02", "span": "week"}, "span", "Enter either this or the two dates."),
        (
            {"from": "2026-03-01", "until": "2026-03-02", "day": "2026-03-02"},
            "day",
            "Enter either this or the two dates.",
        ),
    ],
)
def test_invalid_parameters_are_reported_at_their_field(asked: dict[str, str], field: str, said: str) -> None:
    assert form_of(**asked).errors == {field: [said]}


# ── Pages


@pytest.fixture
def floor() -> Floor:
    floor = Floor("md", at=datetime(2026, 3, 7, 16, tzinfo=UTC))
    deal(floor, floor.open_table(), datetime(2026, 3, 7, 17, tzinfo=UTC))
    return floor


def page(code: str, **asked: str) -> str:
    return reverse("range", args=[code], query=asked)


@pytest.mark.django_db
def test_a_span_is_shown_with_ways_to_what_it_is_made_of(floor: Floor, client: Client) -> None:
    client.force_login(floor.auditor)
    table = Table.objects.get()

    html = client.get(page("MD", span="day", day="2026-03-07")).content.decode()
    week = client.get(page("MD", **{"from": "2026-03-02", "until": "2026-03-08"})).content.decode()

    assert "Sat, March 7, 2026" in html
    assert 'name="from" value="2026-03-07"' in html
    assert f'href="/facilities/MD/rounds/?table={table.code}&amp;day=2026-03-07"' in html
    assert f'href="/facilities/MD/rounds/?dealer={floor.dealer.badge}&amp;day=2026-03-07"' in html
    assert f'href="/tables/{table.code}/"' in html
    assert "March 2 to 8, 2026" in week
    assert 'href="/facilities/MD/reports/range/?span=day&amp;day=2026-03-07"' in week
    assert 'href="/facilities/MD/reports/range/?from=2026-03-01&amp;until=2026-03-08"' in week
    assert 'href="/facilities/MD/rounds/?day=2026-03-07"' in week
    assert "rounds/?table=" not in week  # the list of rounds knows days, not spans


@pytest.mark.django_db
def test_a_sheet_of_a_range_can_be_loaded_by_itself(floor: Floor, client: Client) -> None:
    client.force_login(floor.auditor)
    asked = {"from": "2026-03-02", "until": "2026-03-08", "sheet": "tables"}

    loaded = client.get(page("MD", **asked), headers={"HX-Request": "true"}).content.decode()

    assert loaded.lstrip().startswith('<div id="sheet-tables">')
    assert "<html" not in loaded


@pytest.mark.django_db
def test_a_wrong_span_is_said_beside_its_field_and_nothing_stands_in_its_place(floor: Floor, client: Client) -> None:
    client.force_login(floor.auditor)

    response = client.get(page("MD", **{"from": "2026-03-08", "until": "2026-03-02"}))
    html = response.content.decode()

    assert response.status_code == 200
    assert "This is before the first gaming day." in html
    assert 'name="from" value="2026-03-08"' in html
    assert 'name="until" value="2026-03-02"' in html
    assert 'class="report"' not in html
    assert client.get(reverse("range-file", args=["MD", "report.json"], query={"span": "decade"})).status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "begins", "file"),
    [
        ("report-a4.pdf", "%PDF", "MD-2026-03-07.pdf"),
        ("report-letter.pdf", "%PDF", "MD-2026-03-07.pdf"),
        ("report.xlsx", "PK", "MD-2026-03-07.xlsx"),
        ("report.zip", "PK", "MD-2026-03-07.zip"),
        ("report.json", "{", "MD-2026-03-07.json"),
    ],
)
def test_a_span_as_a_file(floor: Floor, client: Client, name: str, begins: str, file: str) -> None:
    client.force_login(floor.auditor)

    response = client.get(reverse("range-file", args=["MD", name], query={"day": "2026-03-07"}))

    assert response.content.startswith(begins.encode())
    assert response["Content-Disposition"] == f'attachment; filename="{file}"'
    assert client.get(reverse("range-file", args=["MD", "report.doc"])).status_code == 404


# ── Who sees what


@pytest.mark.django_db
def test_nobody_sees_anything_of_a_facility_at_which_they_are_not(floor: Floor, client: Client) -> None:
    other = Floor("ma", at=floor.at)
    past(other.new_table(), date(2026, 3, 7), 123_45, 1_00, "ma")
    client.force_login(floor.auditor)
    asked = {"day": "2026-03-07"}

    assert client.get(page("MA", **asked)).status_code == 404
    assert client.get(reverse("range-file", args=["MA", "report.json"], query=asked)).status_code == 404
    mine = client.get(reverse("ranges-file", args=["report.json"], query=asked)).content
    assert [place["code"] for place in json.loads(mine)["facilities"]] == ["MD"]
    assert b"MA-" not in mine
    assert "Casino MA" not in client.get(reverse("ranges", query=asked)).content.decode()


@pytest.mark.django_db
def test_who_is_at_two_facilities_sees_both_together_and_apart(floor: Floor, client: Client) -> None:
    other, third = Floor("ma", at=floor.at), Floor("nj", at=floor.at)
    table = other.new_table()
    for each, edition in ((table, "ma"), (third.new_table(), "nj")):
        past(each, date(2026, 3, 7), 123_45, 1_00, edition)
    floor.auditor.postings.create(facility=other.facility, role="auditor", started_at=floor.at - timedelta(days=1))
    floor.auditor.postings.create(facility=third.facility, role="dealer", started_at=floor.at - timedelta(days=1))
    client.force_login(floor.auditor)

    html = client.get(reverse("ranges", query={"day": "2026-03-07"})).content.decode()
    kept = client.get(reverse("ranges-file", args=["report.zip"], query={"day": "2026-03-07"})).content

    assert "2 facilities" in html
    assert 'href="/facilities/MA/reports/range/?from=2026-03-07&amp;until=2026-03-07"' in html
    assert f'href="/facilities/MA/rounds/?table={table.code}&amp;day=2026-03-07"' in html
    with ZipFile(BytesIO(kept)) as archive:
        report = json.loads(archive.read("report.json"))
    assert [place["code"] for place in report["facilities"]] == ["MA", "MD"]
    assert report["time_zone"] == "UTC"
    # There they deal, and read no reports.
    assert client.get(page("NJ")).status_code == 403
