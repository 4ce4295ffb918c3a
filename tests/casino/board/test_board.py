"""The board lists what is due, for whom, in order of urgency."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from compliance.alerts.inbox import table_findings
from compliance.alerts.scan import scan
from compliance.models import Severity, Staff
from tables.floor.queries import with_relations
from tables.models import Deck, Device, Table
from tests.floor import Floor

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("end to end: the board")]


def board(person: Staff, floor: Floor) -> Any:
    """Return what the page of the board is made from."""
    client = Client()
    client.force_login(person)
    return client.get(f"/board/{floor.facility.code}/").context


def texts(context: Any) -> list[str]:
    return [shown.finding.text for shown in context["next"]]


def test_what_stops_play_stands_before_what_is_due_and_that_before_what_comes() -> None:
    floor = Floor("md", at=timezone.now())
    soon, due, blocked = (floor.open_table(dealer=floor.new_dealer()) for _ in range(3))
    now = timezone.now()
    Deck.objects.filter(table=soon).update(change_due_at=now + timedelta(minutes=10))
    Deck.objects.filter(table=due).update(change_due_at=now - timedelta(minutes=1))
    Device.objects.filter(table=blocked).update(failed_at=now, fault="Jammed")

    context = board(floor.floorperson, floor)

    assert [card.code for card in context["tables"]] == [blocked.code, due.code, soon.code]
    assert texts(context) == [
        f"{blocked.devices.get()} failed. It must be covered or marked "
        "out of order or removed from the table before play continues.",
        "Deck A red is due for a change. Change it before the next round.",
        "Deck A red is due for a change soon",
    ]


def test_what_waits_for_the_compliance_officer_stands_on_their_board_and_on_nobody_elses() -> None:
    floor = Floor("md", at=timezone.now())
    floor.submit_offer(name="Evening")
    floor.device("shuffler", approved=False)
    scan(timezone.now())

    assert [text.endswith("waits for approval") for text in texts(board(floor.compliance_officer, floor))] == [
        True,
        True,
    ]
    assert texts(board(floor.pit_boss, floor)) == []


def test_an_auditor_sees_what_is_due_and_no_button() -> None:
    floor = Floor("md", at=timezone.now())
    table = floor.open_table("hand")
    Deck.objects.filter(table=table).update(change_due_at=timezone.now())

    (shown,) = board(floor.auditor, floor)["next"]

    assert (shown.finding.severity, shown.finding.status_word, shown.remedy) == (Severity.DUE, "due", None)


@pytest.mark.parametrize("rounds", [3, 4, 5])
def test_the_stub_has_the_status_and_word_of_its_finding(rounds: int) -> None:
    floor = Floor("md", at=timezone.now())
    table = floor.open_table("manual_shoe")
    Table.objects.filter(pk=table.pk).update(rounds_since_count=rounds)

    (card,) = board(floor.floorperson, floor)["tables"]

    found = [(shown.finding.status, shown.finding.status_word) for shown in card.findings]
    assert [(card.stub.status, card.stub.status_word)] == (found or [("fine", "fine")])
    assert bool(found) == (rounds > 3)


@pytest.mark.parametrize("code", ["P9", "", "%00"])
def test_a_board_of_an_unknown_pit_is_refused_as_page_and_in_the_api(code: str) -> None:
    floor = Floor("md", at=timezone.now())
    table, other = floor.open_table("hand"), floor.new_table(pit=floor.new_pit())
    client = Client()
    client.force_login(floor.pit_boss)

    statuses = [client.get(f"{path}?pit={code}").status_code for path in ("/board/MD/", "/api/v1/facilities/MD/board/")]

    assert statuses == [404, 400]
    for pit, here in ((table.pit, table), (other.pit, other)):
        page, api = (client.get(f"{path}?pit={pit.code}") for path in ("/board/MD/", "/api/v1/facilities/MD/board/"))
        assert [card.code for card in page.context["tables"]] == [each["code"] for each in api.json()["tables"]]
        assert [each["code"] for each in api.json()["tables"]] == [here.code]


def test_whether_people_still_work_here_costs_no_query_for_each_table(django_assert_num_queries: Any) -> None:
    floor = Floor("md", at=timezone.now())
    for _ in range(3):
        floor.open_table("hand", dealer=floor.new_dealer())
    tables = list(with_relations(Table.objects.all(), floor.at))

    with django_assert_num_queries(0):
        assert list(table_findings(tables, floor.at, {}).values()) == [[], [], []]
