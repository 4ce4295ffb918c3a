"""Violations wait for a compliance officer: on the board, in a list, and on their own page."""

import pytest
from django.test import Client

from casino.access import AccessTable
from compliance.alerts.inbox import stored_findings
from compliance.alerts.scan import scan
from compliance.staff.roles import EVERYONE
from compliance.staff.scope import Scope
from games.models import Violation
from games.violations.filters import ViolationFilters
from games.violations.services import close_violation
from tables.models import Table
from tests.floor import Floor, actions
from tests.games.acts import in_breach

pytestmark = pytest.mark.django_db

FINDING = "The dealer was told; the pit boss was reminded of the clock."


@pytest.fixture
def floor() -> Floor:
    return Floor("md")


@pytest.fixture
def table(floor: Floor) -> Table:
    """A table at which a deck is overdue."""
    table = floor.open_table()
    floor.later(hours=9)
    return table


def test_open_violations_come_first(floor: Floor, table: Table, client: Client) -> None:
    first, second = (in_breach(floor, table).violations.get() for _ in range(2))
    client.force_login(floor.compliance_officer)
    client.post(f"/violations/{second.pk}/close/", {"finding": FINDING})

    def listed(query: str = "") -> list[str]:
        return [row.cells[0] for row in client.get(f"/facilities/MD/violations/{query}").context["rows"]]

    assert listed() == [str(first.pk), str(second.pk)]
    assert listed("?open=true") == [str(first.pk)]
    assert listed("?open=false") == [str(second.pk)]


def test_its_page_says_what_why_and_who_signed(floor: Floor, table: Table, client: Client) -> None:
    violation = in_breach(floor, table).violations.get()
    client.force_login(floor.auditor)

    page = client.get(f"/violations/{violation.pk}/").text

    assert violation.message in page
    assert "The players were waiting" in page
    assert f"{floor.floorperson.name}, signed by {floor.pit_boss.name}" in page
    assert f'href="/rounds/{violation.round_id}/"' in page
    assert f"/violations/{violation.pk}/close/" not in page


def test_a_compliance_officer_closes_it_with_a_finding(floor: Floor, table: Table, client: Client) -> None:
    violation = in_breach(floor, table).violations.get()
    client.force_login(floor.compliance_officer)
    path = f"/violations/{violation.pk}/"

    assert f"{path}close/" in client.get(path).text
    assert client.post(f"{path}close/", {"finding": "Told."}).status_code == 422
    assert client.post(f"{path}close/", {"finding": FINDING}).headers["Location"] == path

    page = client.get(path).text
    assert FINDING in page
    assert f"by {floor.compliance_officer.name}" in page
    assert f"{path}close/" not in page
    assert "violation.closed" in actions(table.stream_key)


def test_an_open_violation_is_the_same_for_acts_lists_and_findings(floor: Floor, table: Table) -> None:
    closed, still_open = (in_breach(floor, table).violations.get() for _ in range(2))
    close_violation(closed, finding=FINDING, by=floor.compliance_officer, at=floor.at)
    scan(floor.at)

    listed = {
        asked: list(
            ViolationFilters.narrow(
                Violation.objects.all(), {"open": asked}, Scope(floor.auditor, EVERYONE, AccessTable())
            )
        )
        for asked in ("true", "false")
    }

    assert (Violation.objects.get(pk=closed.pk).is_open, still_open.is_open) == (False, True)
    assert listed == {"true": [still_open], "false": [closed]}
    found = stored_findings(floor.facility)[table.code]
    assert [each.subject for each in found] == [still_open.round.subject_key]


def test_nobody_else_closes_one(floor: Floor, table: Table, client: Client) -> None:
    violation = in_breach(floor, table).violations.get()
    client.force_login(floor.shift_manager)

    assert client.post(f"/violations/{violation.pk}/close/", {"finding": FINDING}).status_code == 403
    assert Violation.objects.get().closed_at is None


def test_the_board_asks_a_compliance_officer_and_nobody_else(floor: Floor, table: Table, client: Client) -> None:
    rounds = [in_breach(floor, table) for _ in range(4)]
    close = [f"/violations/{round_.violations.get().pk}/close/" for round_ in rounds]
    scan(floor.at)
    client.force_login(floor.compliance_officer)

    board = client.get("/board/MD/").text

    assert [path in board for path in close] == [True] * 4

    client.force_login(floor.shift_manager)
    assert close[0] not in client.get("/board/MD/").text


def test_another_facility_does_not_see_a_violation(floor: Floor, table: Table, client: Client) -> None:
    violation = in_breach(floor, table).violations.get()
    client.force_login(Floor("nj").compliance_officer)

    assert client.get(f"/violations/{violation.pk}/").status_code == 404
    assert client.get("/facilities/MD/violations/").status_code == 404
