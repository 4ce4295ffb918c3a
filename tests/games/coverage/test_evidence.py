"""Live evidence: the latest alert, violation, journal entry or round of a facility that shows a paragraph at work."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from compliance.alerts.lifecycle import open_alert
from compliance.findings import Finding
from compliance.models import Severity
from games.coverage.evidence import Evidence, latest_evidence
from games.engine.loading import coverage
from games.engine.rulebook.coverage import Coverage, CoveredParagraph
from games.models import Violation
from tables.models import Table
from tests.floor import Floor
from tests.games.acts import in_breach
from tests.games.sample_rounds import a_round, counted, log

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    return Floor("house")


@pytest.fixture
def table(floor: Floor) -> Table:
    return floor.open_table("manual_shoe")


def evidence_of(floor: Floor, *by: str, treatment: str = "recorded", cite: str = "Equipment ¶1") -> Evidence | None:
    """Return the evidence of a paragraph that is implemented by these."""
    row = CoveredParagraph(cite=cite, summary="x", treatment=treatment, by=by)  # type: ignore[arg-type]
    found = latest_evidence(floor.facility, Coverage(edition=floor.edition, paragraphs=(row,)))
    return found.get(cite)


def deal(floor: Floor, table: Table, **more: object) -> int:
    floor.later(minutes=2)
    return log(floor, table, a_round("house", **more)).pk  # type: ignore[arg-type]


def test_a_journal_entry_shows_that_an_act_was_done(floor: Floor, table: Table) -> None:
    found = evidence_of(floor, "entry:table.opened")

    assert found
    assert (found.place, found.about) == (table.code, ("journal", f"table:{table.code}&action=table.opened"))
    assert found.text.startswith("Table opened")


def test_an_alert_shows_that_a_check_rings(floor: Floor, table: Table) -> None:
    finding = Finding("stub_count_missed", f"table:{table.code}", Severity.DUE, "Missed", "x", occurrence="1")
    alert = open_alert(floor.facility, finding, at=floor.at)

    found = evidence_of(floor, "finding:stub_count_missed")

    assert alert
    assert found
    assert (found.at, found.about) == (floor.at, ("alert", alert.pk))


def test_a_violation_shows_what_is_refused(floor: Floor, table: Table) -> None:
    floor.later(hours=9)
    in_breach(floor, table)
    violation = Violation.objects.latest("pk")

    found = evidence_of(floor, f"refusal:{violation.code}")

    assert found
    assert (found.place, found.about) == (table.code, ("violation", violation.pk))


def test_the_latest_round_with_a_fact_is_found(floor: Floor, table: Table) -> None:
    log(floor, table, counted(a_round("house"), "house"))
    floor.later(minutes=2)
    last = log(floor, table, counted(a_round("house", seed=2), "house"))
    deal(floor, table, seed=3)

    found = evidence_of(floor, "round:counted")

    assert found == Evidence("Stub counted", last.played_at, table.code, ("round", last.pk))
    assert evidence_of(floor, "round:void") is None


def test_the_newest_of_several_is_the_evidence(floor: Floor, table: Table) -> None:
    last = deal(floor, table)

    found = evidence_of(floor, "entry:table.opened", "round:settled")

    assert found
    assert found.about == ("round", last)


def test_a_settled_paragraph_has_the_latest_round_that_it_decided(floor: Floor, table: Table) -> None:
    last = deal(floor, table)

    found = evidence_of(floor, treatment="settled", cite="Round of Play ¶9")

    assert found
    assert (found.text, found.about) == ("Wager settled", ("round", last))
    assert evidence_of(floor, treatment="settled", cite="Paying Out ¶1") is None


def test_another_facility_is_no_evidence(floor: Floor, table: Table) -> None:
    deal(floor, table)
    other = Floor("house", code="OTHER")

    assert (
        evidence_of(other, "round:settled", "entry:table.opened", treatment="settled", cite="Round of Play ¶9") is None
    )


def test_the_number_of_queries_does_not_grow_with_rows_and_rounds(floor: Floor, table: Table) -> None:
    register = coverage("house")
    assert register

    def queries(found: Coverage) -> int:
        with CaptureQueriesContext(connection) as context:
            latest_evidence(floor.facility, found)
        return len(context)

    deal(floor, table)
    few = queries(register)
    for seed in range(2, 6):
        deal(floor, table, seed=seed)

    assert queries(register) == few <= 12
