"""The timeline shows the journal with names, texts unchanged, newest first, by pages."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from compliance.journal.timeline import timeline
from compliance.journal.write import journal
from compliance.models import Entry
from compliance.web.generic_views import PER_PAGE
from tests.floor import Floor

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    return Floor("md")


def write(floor: Floor, how_many: int) -> list[int]:
    """Write entries; return their keys, newest first."""
    for number in range(how_many):
        journal("test.made", floor.facility, on=floor.facility, by=None, at=floor.at, number=number)
    return list(Entry.objects.filter(action="test.made").order_by("-pk").values_list("pk", flat=True)[:how_many])


def test_free_text_that_equals_a_badge_is_not_replaced_by_a_name(floor: Floor) -> None:
    stranger = Floor("nj").dealer
    entry = journal(
        "table.closed_for_cause", floor.facility, on=floor.facility, by=None, at=floor.at, cause=stranger.badge
    )

    (shown,) = timeline([entry])

    assert shown.detail == [("Cause", stranger.badge)]


def test_people_are_shown_by_name(floor: Floor) -> None:
    entry = journal(
        "dealer.assigned",
        floor.dealer,
        on=floor.facility,
        by=None,
        at=floor.at,
        dealer=floor.dealer,
        relieved=floor.pit_boss,
    )

    (shown,) = timeline([entry])

    assert shown.title == f"Dealer assigned: {floor.dealer.name}"
    assert shown.detail == [("Relieved", floor.pit_boss.name)]


def test_entries_have_the_words_of_the_pages_not_of_the_code(floor: Floor) -> None:
    entries = [
        journal("round.logged", floor.facility, on=floor.facility, by=None, at=floor.at, **facts)
        for facts in ({"staked_cents": 2500}, {"breach": ["deck_change"]})
    ]
    entries += [
        journal(action, floor.facility, on=floor.facility, by=None, at=floor.at)
        for action in ("licence.recorded", "licence.revoked")
    ]

    shown = timeline(entries)

    assert [entry.detail for entry in shown[:2]] == [[("Wagered", "$25.00")], [("Violation", "deck change")]]
    assert [entry.title for entry in shown[2:]] == ["License recorded", "License revoked"]


def test_pages_hold_each_entry_once_newest_first(floor: Floor, client: Client) -> None:
    client.force_login(floor.auditor)
    keys = write(floor, 2 * PER_PAGE + 1)
    whole = Entry.objects.filter(facility=floor.facility).count()

    found, page = [], client.get("/facilities/MD/journal/")
    while True:
        found += [entry.sequence for entry in page.context["entries"]]
        older = page.context["older"]
        if older is None:
            break
        assert f"before={older}" in page.content.decode()
        # What is written meanwhile moves nothing from one page to another.
        write(floor, 1)
        page = client.get("/facilities/MD/journal/", {"before": older})

    assert found == list(range(whole, 0, -1))
    assert len(found) > len(keys)


def test_a_journal_page_is_read_by_key_without_count_or_offset(floor: Floor, client: Client) -> None:
    client.force_login(floor.auditor)
    keys = write(floor, 2 * PER_PAGE)

    with CaptureQueriesContext(connection) as queries:
        client.get("/facilities/MD/journal/", {"before": keys[PER_PAGE]})

    asked = [query["sql"] for query in queries if '"compliance_entry"' in query["sql"]]
    assert len(asked) == 1
    assert "COUNT(" not in asked[0]
    assert "OFFSET" not in asked[0]


@pytest.mark.parametrize("before", ["", "0", "-1", "x", "٣", "9" * 18, "9" * 5000])
def test_any_value_of_before_gets_an_answer(floor: Floor, client: Client, before: str) -> None:
    client.force_login(floor.auditor)

    assert client.get("/facilities/MD/journal/", {"before": before}).status_code == 200
