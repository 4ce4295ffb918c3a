"""Pages, files and endpoints of the coverage registers."""

from html import escape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from casino.rules import register
from casino.rules.register import EditionSummary
from compliance.models import Staff
from games.engine.loading import coverage, editions, rulebook
from games.engine.rulebook.printed import PrintedParagraph
from games.models import Round
from tests.compliance.api.caller import Caller
from tests.floor import Floor
from tests.games.sample_rounds import a_round, log

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    floor = Floor("house")
    log(floor, floor.open_table("manual_shoe"), a_round("house"))
    return floor


def text(person: Staff, path: str, *, status: int = 200) -> str:
    client = Client()
    client.force_login(person)
    response = client.get(path)
    assert response.status_code == status
    return response.content.decode()


def test_every_edition_is_listed_with_its_figures(floor: Floor) -> None:
    shown = text(floor.compliance_officer, "/rules/")

    for edition in editions():
        assert f'<a class="row-way" href="/rules/{edition}/?facility=HOUSE">' in shown
        assert rulebook(edition).title in shown
    assert "paragraphs treated (" in shown


def test_every_paragraph_is_shown_with_its_summary_treatment_implementation_and_tests(floor: Floor) -> None:
    shown, found = text(floor.auditor, "/rules/house/"), coverage("house")

    assert found
    for row in found.paragraphs:
        assert f'<th scope="row">{row.cite}</th>' in shown
    assert "Stub" not in shown
    assert "Alert: Second deck missing" in shown
    assert "<code>case:Game and Bonus wagers</code>" in shown


def test_the_revision_and_what_it_changed_are_shown_with_their_paragraphs(floor: Floor) -> None:
    shown, book = text(floor.auditor, "/rules/ma/?facility=HOUSE"), rulebook("ma")

    assert "Revision 2 of this rulebook" in shown
    assert "<td>Nov 19, 2026</td>" in shown
    for change in book.changes:
        assert f"<td>{escape(change.what)}</td>" in shown
        assert book.cite(change) in shown
    assert "Revision 1 of this rulebook, the first." in text(floor.auditor, "/rules/mi/")
    assert "<td>2</td>" in text(floor.auditor, "/rules/")


def test_the_latest_evidence_is_linked(floor: Floor) -> None:
    shown = text(floor.compliance_officer, "/rules/house/?treatment=settled")

    assert f'<a href="{reverse("round", args=[Round.objects.get().pk])}">Wager settled, ' in shown


def test_a_facility_that_may_not_deal_the_edition_is_no_evidence() -> None:
    floor = Floor("md")
    log(floor, floor.open_table("manual_shoe"))

    shown = text(floor.compliance_officer, "/rules/house/")

    assert "may not deal it, so there is no evidence" in shown
    assert "MD-01" not in shown


def test_the_page_shows_one_treatment(floor: Floor) -> None:
    shown = text(floor.compliance_officer, "/rules/house/?treatment=shown")

    assert "Paying Out ¶1" in shown
    assert "Equipment ¶1" not in shown


def test_a_treatment_that_does_not_exist_is_refused(floor: Floor) -> None:
    text(floor.compliance_officer, "/rules/house/?treatment=ignored", status=400)
    caller = Caller(floor.compliance_officer)
    assert caller.refused("rules/house/?treatment=ignored", 400)["errors"][0]["path"] == "treatment"


@pytest.mark.parametrize("path", ["/rules/pa/", "/rules/pa/report.json", "/rules/house/report.doc"])
def test_what_is_not_there_is_not_found(floor: Floor, path: str) -> None:
    text(floor.compliance_officer, path, status=404)


def test_the_evidence_of_a_facility_is_for_its_people(floor: Floor) -> None:
    Floor("md")

    text(floor.compliance_officer, "/rules/house/?facility=MD", status=404)
    caller = Caller(floor.compliance_officer)
    assert caller.refused("rules/house/?facility=MD", 400)["errors"][0]["path"] == "facility"


def test_the_floor_does_not_open_the_register(floor: Floor) -> None:
    text(floor.floorperson, "/rules/house/", status=403)


def test_an_edition_without_a_register_says_so(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(register, "coverage", lambda edition: None)
    monkeypatch.setattr(register, "_summary", lambda edition: EditionSummary(rulebook(edition), None))

    assert "No register yet" in text(floor.compliance_officer, "/rules/house/")
    assert "no register" in text(floor.compliance_officer, "/rules/")
    assert Caller(floor.compliance_officer).get("rules/house/")["printed"] is None


@pytest.fixture
def installed(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """Install an official text of one paragraph, and return its words."""
    settings.SOURCES_DIR = tmp_path
    words = "A rack is used."
    (tmp_path / "house.txt").write_text(words)
    real = coverage("house")
    assert real
    first, *others = real.paragraphs
    rows = (replace(first, sha256=PrintedParagraph(words).sha256), *others)
    monkeypatch.setattr(register, "coverage", lambda edition: replace(real, paragraphs=rows))
    return words


def test_an_installed_text_stands_beside_the_summary(floor: Floor, installed: str) -> None:
    assert f'<blockquote class="printed">{installed}</blockquote>' in text(floor.auditor, "/rules/house/")
    assert Caller(floor.auditor).get("rules/house/")["paragraphs"][0]["printed"] == installed


# ── Files


@pytest.mark.parametrize(
    ("name", "begins"), [("report-a4.pdf", "%PDF"), ("report.xlsx", "PK"), ("report.zip", "PK"), ("report.json", "{")]
)
def test_the_register_is_a_file_too(floor: Floor, name: str, begins: str) -> None:
    client = Client()
    client.force_login(floor.compliance_officer)

    of_page = client.get(f"/rules/house/{name}?facility=HOUSE&treatment=settled")
    of_api = client.get(f"/api/v1/rules/house/files/{name}?facility=HOUSE&treatment=settled")

    assert of_page.content.startswith(begins.encode())
    assert of_api.content.startswith(begins.encode())
    assert of_page["Content-Disposition"].startswith('attachment; filename="house-rules-house.')


# ── API


def test_the_api_has_what_the_page_shows(floor: Floor) -> None:
    found, rows = Caller(floor.auditor).get("rules/house/", facility="HOUSE"), coverage("house")

    assert rows
    assert [each["cite"] for each in found["paragraphs"]] == [row.cite for row in rows.paragraphs]
    assert found["treated"] == sum(row.is_treated for row in rows.printed)
    paytable = next(each for each in found["paragraphs"] if each["cite"] == "Criss Cross Paytable")
    assert paytable["evidence"]["place"].startswith("HOUSE-")
    assert paytable["evidence"]["url"].startswith("/api/v1/rounds/")


def test_the_api_and_the_file_have_the_revision_and_what_it_changed(floor: Floor) -> None:
    caller = Caller(floor.auditor)
    book = rulebook("nj")

    found = caller.get("rules/nj/")
    client = Client()
    client.force_login(floor.auditor)
    file = client.get("/rules/nj/report.json").json()

    assert found["revision"] == 2
    assert found["changes"][2] == {
        "revision": 2,
        "date": "2026-11-19",
        "what": book.changes[2].what,
        "cite": "NJ 13:69F-40.11(d) (R7, R8)",
    }
    assert len(found["changes"]) == len(book.changes)
    assert ["Revision", "2"] in file["facts"]
    assert [row["cells"][2] for row in file["sheets"][-1]["rows"]] == [change.what for change in book.changes]


def test_without_a_facility_the_api_has_no_evidence(floor: Floor) -> None:
    found = Caller(floor.auditor).get("rules/house/")

    assert found["facility"] is None
    assert {each["evidence"] for each in found["paragraphs"]} == {None}


def test_the_editions_over_the_api(floor: Floor) -> None:
    found = Caller(floor.auditor).get("rules/")

    assert [each["edition"] for each in found] == list(editions())
    house = next(each for each in found if each["edition"] == "house")
    assert sum(each["paragraphs"] for each in house["by_treatment"]) == house["printed"]
