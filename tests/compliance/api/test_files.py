"""Files: the same as on pages, with their own type and ETag."""

import csv
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZipFile

import pytest

from tables.models import Document
from tests.floor import PNG, Floor, deck_at
from tests.games.sample_rounds import log

from .caller import ROOT, Caller


def sent(caller: Caller, address: str, **headers: str) -> Any:
    """Return a file as it is answered, and its content with it."""
    response: Any = caller.client.get(ROOT + address, headers=headers)
    response.body = b"".join(response.streaming_content) if response.streaming else response.content
    return response


def test_a_document_is_sent_as_what_it_is_and_not_twice(elsewhere: Floor) -> None:
    document: Document = elsewhere.layout.documents.all()[0]
    caller = Caller(elsewhere.auditor)

    whole = sent(caller, f"documents/{document.pk}/")
    again = sent(caller, f"documents/{document.pk}/", **{"If-None-Match": whole["ETag"]})

    assert (whole.status_code, whole["Content-Type"]) == (200, "image/png")
    assert whole.body.startswith(PNG)
    assert whole["ETag"] == f'"{document.sha256}"'
    assert (again.status_code, again.body) == (304, b"")
    assert caller.get(f"layouts/{elsewhere.layout.pk}/")["documents"][0]["url"] == f"{ROOT}documents/{document.pk}/"


def test_files_are_for_ones_own_facilities(floor: Floor, elsewhere: Floor) -> None:
    document: Document = elsewhere.layout.documents.all()[0]
    deck, shift = elsewhere.deck(), elsewhere.begin_shift()
    stranger = Caller(floor.auditor)

    for address in (
        f"documents/{document.pk}/",
        f"decks/{deck.pk}/exposure.csv",
        f"reports/{shift.pk}/files/report.json",
    ):
        assert stranger.refused(address, 404)["code"] == "not_found"
    problem = stranger.refused("reports/range/files/report.json?facility=NJ", 400)
    assert problem["errors"][0]["path"] == "facility"


def test_a_decks_exposure_is_a_table_with_a_row_for_each_wager(floor: Floor) -> None:
    table = floor.open_table("hand")
    log(floor, table)
    caller = Caller(floor.auditor)

    response = sent(caller, f"decks/{deck_at(table).pk}/exposure.csv", Accept="application/json")
    rows = list(csv.DictReader(StringIO(response.body.decode())))

    assert response["Content-Type"] == "text/csv; charset=utf-8"
    totals = caller.get(f"decks/{deck_at(table).pk}/exposure/")["totals"]
    assert len(rows) == totals["wagers"]
    assert caller.refused(f"decks/{deck_at(table).pk}/exposure.csv?since=never", 400)["errors"][0]["path"] == "since"


@pytest.mark.parametrize(
    ("name", "kind", "begins"),
    [
        ("report-a4.pdf", "application/pdf", "%PDF-"),
        ("report.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "PK"),
        ("report.json", "application/json", "{"),
        ("tables.csv", "text/csv; charset=utf-8", "table,"),
    ],
)
def test_a_report_is_sent_as_a_file_of_a_shift_and_of_a_span(floor: Floor, name: str, kind: str, begins: str) -> None:
    shift = floor.begin_shift()
    caller = Caller(floor.auditor)

    for address in (f"reports/{shift.pk}/files/{name}", f"reports/range/files/{name}?facility=MD&span=month"):
        response = sent(caller, address)
        assert (response.status_code, response["Content-Type"]) == (200, kind)
        assert response.body.startswith(begins.encode())


def test_a_report_names_its_files(floor: Floor) -> None:
    shift = floor.begin_shift()
    caller = Caller(floor.auditor)

    files = {each["name"]: each for each in caller.get(f"reports/{shift.pk}/")["files"]}
    zipped = sent(caller, files["report.zip"]["url"].removeprefix(ROOT))

    assert zipped["Content-Type"] == files["report.zip"]["type"]
    assert "04-tables.csv" in ZipFile(BytesIO(zipped.body)).namelist()
    assert caller.refused(f"reports/{shift.pk}/files/report.exe", 404)["code"] == "not_found"
    assert caller.refused("reports/range/files/report.json?day=", 400)["errors"][0]["path"] == "day"
