"""Following the journal: every entry once, in order, with long polling."""

from threading import Event, Thread
from time import monotonic
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from compliance.api import long_poll
from compliance.journal.feed import catch_up
from compliance.journal.write import journal
from compliance.models import Entry
from tests.floor import Floor

from .caller import ROOT, Caller
from .test_keys import Program, new_key

pytestmark = pytest.mark.both_databases("the feed's lock and its order")


def tell(floor: Floor, on: Any, action: str = "table.noted") -> None:
    with transaction.atomic():
        journal(action, floor.facility, on=on, by=None, at=timezone.now())


def follow(caller: Caller, after: str = "start", **parameters: Any) -> tuple[list[Any], str]:
    """Read on to the end; return what came, and where to go on."""
    got: list[Any] = []
    while True:
        page = caller.get("journal/", after=after, **parameters)
        got, after = got + page["results"], page["after"]
        if not page["more"]:
            return got, after


def test_the_journal_is_followed_from_start_to_end_by_pages(floor: Floor) -> None:
    table = floor.open_table("hand")
    caller = Caller(floor.auditor)

    got, after = follow(caller, page_size=7)

    assert [each["hash"] for each in got] == list(
        Entry.objects.order_by("feed__position").values_list("hash", flat=True)
    )
    assert [each["sequence"] for each in got if each["stream"] == table.stream_key] == list(
        range(1, Entry.objects.filter(stream__key=table.stream_key).count() + 1)
    )
    assert follow(caller, after) == ([], after)
    tell(floor, table)
    assert [each["action"] for each in follow(caller, after)[0]] == ["table.noted"]


def test_the_next_address_goes_on_where_the_page_ended(floor: Floor) -> None:
    floor.new_table()
    caller = Caller(floor.auditor)
    got: list[Any] = []
    address, more = f"{ROOT}journal/?after=start&page_size=2", True
    while more:
        page = caller.client.get(address).json()
        got, address, more = got + page["results"], page["next"], page["more"]

    assert len(got) == Entry.objects.count()


def test_after_now_returns_only_later_entries(floor: Floor) -> None:
    caller = Caller(floor.auditor)
    tell(floor, floor.facility)
    start = caller.get("journal/", after="now")
    tell(floor, floor.facility, "facility.noted")

    assert start["results"] == []
    assert [each["action"] for each in follow(caller, start["after"])[0]] == ["facility.noted"]


def test_filters_skip_other_entries_and_move_the_cursor(floor: Floor) -> None:
    table = floor.new_table()
    for _ in range(3):
        tell(floor, floor.facility)
    tell(floor, table, "table.looked")
    tell(floor, floor.facility)
    caller = Caller(floor.auditor)

    for parameters in ({"action": "table.looked"}, {"stream": table.stream_key, "action": "table.looked"}):
        got, after = follow(caller, page_size=1, **parameters)
        assert [each["action"] for each in got] == ["table.looked"]
        assert follow(caller, after, page_size=1)[0] == []  # nothing is left behind it, of whatever kind


def test_each_facility_is_followed_by_its_own(floor: Floor, elsewhere: Floor) -> None:
    for each in (floor, elsewhere, floor, elsewhere):
        tell(each, each.facility)

    here, after = follow(Program(new_key(floor, "journal:read")))
    there, _ = follow(Program(new_key(elsewhere, "journal:read")))
    both, _ = follow(Program(new_key(floor, "journal:read", facilities=[floor.facility, elsewhere.facility])))

    assert {each["facility"] for each in here} == {floor.facility.code}
    assert {each["facility"] for each in there} == {elsewhere.facility.code}
    assert {each["facility"] for each in both} == {floor.facility.code, elsewhere.facility.code}
    # A place that another facility's reader reached opens nothing.
    assert all(each["facility"] == elsewhere.facility.code for each in follow(Caller(elsewhere.auditor), after)[0])


@pytest.mark.parametrize(
    "query",
    [
        "after=",
        "after=-1",
        "after=1e3",
        "after=٣",
        "after=9999999999999999999",
        "after=abc",
        "after=999999",
        "after=start&cursor=MQ",
        "after=start&wait=31",
        "after=start&wait=-1",
        "after=start&wait=x",
        "wait=5",
        "after=start&page_size=201",
        "after=start&after=now",
        "after=start&since=2",
    ],
)
def test_invalid_parameters_are_refused(floor: Floor, query: str) -> None:
    refused = Caller(floor.auditor).refused(f"journal/?{query}", 400)

    assert refused["errors"][0]["path"] in query


def test_more_is_true_while_the_feed_is_catching_up(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compliance.journal.feed.AT_ONCE", 3)
    monkeypatch.setattr("compliance.journal.feed.AT_MOST", 1)
    monkeypatch.setattr(catch_up, "__defaults__", (1,))

    floor.new_table()
    first = Caller(floor.auditor).get("journal/", after="start")

    assert (len(first["results"]), first["more"]) == (3, True)
    assert len(follow(Caller(floor.auditor))[0]) == Entry.objects.count()


# ── Waiting


@pytest.mark.django_db(transaction=True)
def test_a_long_poll_is_answered_when_an_entry_is_written() -> None:
    floor = Floor("md")
    client, answers, asked = Client(), [], Event()
    client.force_login(floor.auditor)
    after = client.get(f"{ROOT}journal/?after=now").json()["after"]

    def wait() -> None:
        asked.set()
        answers.append(client.get(f"{ROOT}journal/?after={after}&wait=20").json())
        connection.close()

    thread = Thread(target=wait)
    thread.start()
    assert asked.wait(20)
    begun = monotonic()
    tell(floor, floor.facility)
    thread.join()

    assert [each["action"] for each in answers[0]["results"]] == ["table.noted"]
    assert monotonic() - begun < 15  # and not when the time was up


def test_a_long_poll_is_answered_at_once_when_too_many_wait(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    caller = Caller(floor.auditor)
    after = caller.get("journal/", after="now")["after"]
    monkeypatch.setattr(long_poll, "sleep", lambda seconds: pytest.fail("it waits"))
    for _ in range(long_poll.PLACES):
        long_poll._places.acquire()

    try:
        assert caller.get("journal/", after=after, wait=20)["results"] == []
    finally:
        for _ in range(long_poll.PLACES):
            long_poll._places.release()
    with pytest.raises(BaseException, match="it waits"):
        caller.get("journal/", after=after, wait=20)
