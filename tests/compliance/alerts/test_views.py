"""The inbox and the page of an alert: whose alerts are shown, filters, and one-tap acts."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from compliance.alerts import services as working
from compliance.alerts.inbox import count_open
from compliance.models import Alert, Severity
from compliance.staff.roles import Role
from tables.dealers.services import end_stint
from tables.models import Deck, Table
from tests.floor import Floor, deck_at, fresh

from .rung import check_again, happened, inbox, keys, overdue, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    return Floor("md", at=timezone.now())


@pytest.fixture
def table(floor: Floor) -> Table:
    return floor.open_table("hand")


def test_an_alert_is_for_the_floorperson_in_charge_and_only_everyones_for_another(floor: Floor, table: Table) -> None:
    found, another = overdue(floor, table), floor.hire(Role.FLOORPERSON)

    assert keys(inbox(floor.floorperson, floor)) == [found.pk]
    assert keys(inbox(another, floor)) == []
    assert keys(inbox(another, floor, show="everyone")) == [found.pk]


def test_an_empty_inbox_says_so(floor: Floor) -> None:
    page = signed_in(floor.pit_boss).get("/facilities/MD/alerts/")

    assert "No alerts for you" in page.content.decode()


def test_invalid_filters_are_ignored(floor: Floor, table: Table) -> None:
    found = overdue(floor, table)

    context = inbox(floor.floorperson, floor, show="nonsense", group="nonsense", severity="nine", table="\0")

    assert keys(context) == [found.pk]
    assert context["view"] == "mine"


def test_alerts_are_chosen_by_severity_check_and_table(floor: Floor, table: Table) -> None:
    deck, told = overdue(floor, table), happened(floor)
    manager = floor.shift_manager

    assert set(keys(inbox(manager, floor, show="everyone"))) == {deck.pk, told.pk}
    assert keys(inbox(manager, floor, show="everyone", severity="due")) == [deck.pk]
    assert keys(inbox(manager, floor, show="everyone", check="scheduler_silent")) == [told.pk]
    assert keys(inbox(manager, floor, show="everyone", table=table.code)) == [deck.pk]
    assert keys(inbox(manager, floor, show="everyone", table=table.code, check="scheduler_silent")) == []


def test_alerts_stand_under_their_table_or_all_together_by_urgency(floor: Floor, table: Table) -> None:
    other = floor.open_table("hand", dealer=floor.new_dealer())
    soon, late = overdue(floor, table, by=timedelta(minutes=-5)), overdue(floor, other)
    told = happened(floor)

    by_table = inbox(floor.shift_manager, floor, show="everyone")["groups"]
    (flat,) = inbox(floor.shift_manager, floor, show="everyone", group="urgency")["groups"]

    assert [group.place for group in by_table] == [other.code, table.code, ""]
    assert [shown.alert.pk for shown in flat.alerts] == [late.pk, soon.pk, told.pk]


def test_a_notice_is_folded_away_and_rings_for_nobody(floor: Floor) -> None:
    notice = happened(floor, severity=Severity.NOTICE)

    context = inbox(floor.shift_manager, floor)

    assert keys(context) == []
    assert [shown.alert.pk for shown in context["notices"]] == [notice.pk]
    assert keys(inbox(floor.shift_manager, floor, severity="notice")) == [notice.pk]


def test_a_notice_that_blocks_play_stands_before_the_alerts_that_do_not(floor: Floor, table: Table) -> None:
    critical = happened(floor, severity=Severity.CRITICAL)
    end_stint(table.stints.get(ended_at=None), "off", by=floor.floorperson, at=timezone.now())
    check_again(table.stream_key)
    found = Alert.objects.get(check_name="no_dealer")

    context = inbox(floor.shift_manager, floor, show="everyone", group="urgency")

    assert (found.severity, found.blocks_play) == (Severity.NOTICE, True)
    assert keys(context) == [found.pk, critical.pk]
    assert list(context["notices"]) == []
    assert [tab.number for tab in context["tabs"] if tab.current] == [2]
    assert count_open(floor.facility) == 2
    shown = context["groups"][0].alerts[0]
    assert (shown.word.status, shown.word.word, shown.take_on_url) == ("blocked", "blocked", "")
    assert keys(inbox(floor.shift_manager, floor, severity="critical")) == [critical.pk]


def test_nobody_sees_another_facilitys_alerts(floor: Floor, table: Table) -> None:
    found, stranger = overdue(floor, table), signed_in(Floor("nj").shift_manager)

    paths = ("/facilities/MD/alerts/", "/facilities/MD/alerts/history/", "/facilities/MD/bell/", f"/alerts/{found.pk}/")

    assert {stranger.get(path).status_code for path in paths} == {404}
    assert stranger.post(f"/alerts/{found.pk}/acknowledge/").status_code == 404
    assert keys(stranger.get("/facilities/NJ/alerts/?show=everyone").context) == []


def test_an_alert_is_acknowledged_with_one_tap_without_scripts(floor: Floor, table: Table) -> None:
    found, client = overdue(floor, table), signed_in(floor.floorperson)
    (shown,) = client.get("/facilities/MD/alerts/").context["groups"][0].alerts

    answer = client.post(shown.take_on_url)

    assert answer.headers["Location"] == f"/alerts/{found.pk}/"
    assert fresh(found).acknowledged_by == floor.floorperson
    (shown,) = client.get("/facilities/MD/alerts/").context["groups"][0].alerts
    assert shown.who.startswith("Acknowledged by you at ")
    assert shown.take_on_url == ""


def test_an_alert_is_acknowledged_from_the_list_and_the_list_is_refreshed(floor: Floor, table: Table) -> None:
    found, client = overdue(floor, table), signed_in(floor.floorperson)

    answer = client.post(f"/alerts/{found.pk}/acknowledge/", headers={"HX-Request": "true"})

    assert answer.headers["HX-Refresh"] == "true"


def test_the_button_of_an_alert_is_what_ends_it(floor: Floor, table: Table) -> None:
    overdue(floor, table)

    (shown,) = inbox(floor.floorperson, floor)["groups"][0].alerts

    assert shown.end
    assert (shown.end.label, shown.end.url) == ("Change deck", f"/decks/{deck_at(table).pk}/change/")
    assert shown.end.is_act
    assert shown.alert.cite == deck_at(table).change_cite


def test_an_auditor_sees_everything_and_no_button_of_the_floor(floor: Floor, table: Table) -> None:
    overdue(floor, table)

    (shown,) = inbox(floor.auditor, floor, show="everyone")["groups"][0].alerts

    assert (shown.end, shown.take_on_url) == (None, "")
    assert "Change deck" not in signed_in(floor.auditor).get(shown.url).content.decode()


def test_only_those_may_close_with_a_reason_who_are_shown_how(floor: Floor, table: Table) -> None:
    found = overdue(floor, table)

    def offered(person: str) -> bool:
        (shown,) = inbox(getattr(floor, person), floor, show="everyone")["groups"][0].alerts
        return any(act.url.endswith("/resolve/") for act in shown.more)

    assert [offered(person) for person in ("floorperson", "pit_boss", "shift_manager")] == [False] * 3
    assert offered("compliance_officer")
    assert f"/alerts/{found.pk}/resolve/" not in signed_in(floor.pit_boss).get(f"/alerts/{found.pk}/").content.decode()


def test_snoozed_alerts_are_listed_apart_until_the_snooze_ends(floor: Floor, table: Table) -> None:
    found = overdue(floor, table)

    working.snooze(found, minutes=2, by=floor.floorperson, at=timezone.now())

    assert keys(inbox(floor.floorperson, floor)) == []
    (shown,) = inbox(floor.floorperson, floor, show="snoozed")["groups"][0].alerts
    assert shown.who.startswith("Snoozed until ")
    Alert.objects.filter(pk=found.pk).update(snoozed_until=timezone.now())
    assert keys(inbox(floor.floorperson, floor)) == [found.pk]


def test_what_is_closed_is_found_with_who_closed_it_and_why(floor: Floor) -> None:
    found = happened(floor)

    working.resolve(found, reason="The server was restarted.", by=floor.shift_manager, at=timezone.now())

    assert keys(inbox(floor.shift_manager, floor, show="everyone")) == []
    (shown,) = inbox(floor.shift_manager, floor, show="closed")["groups"][0].alerts
    assert shown.who.endswith(f"by {floor.shift_manager}: The server was restarted.")
    assert shown.word.word == "closed"


def test_ten_alerts_cost_as_many_queries_as_one(floor: Floor, client: Client) -> None:
    client.force_login(floor.shift_manager)

    def cost() -> int:
        client.get("/facilities/MD/alerts/")
        with CaptureQueriesContext(connection) as queries:
            client.get("/facilities/MD/alerts/")
        return len(queries)

    happened(floor)
    one = cost()
    for number in range(9):
        happened(floor, occurrence=str(number))

    assert cost() == one


def test_the_page_of_an_alert_tells_its_history(floor: Floor, table: Table) -> None:
    found = overdue(floor, table)
    working.acknowledge(found, by=floor.floorperson, at=timezone.now())
    working.assign(found, to=floor.shift_manager, by=floor.pit_boss, at=timezone.now())
    working.add_note(found, note="On the way", by=floor.shift_manager, at=timezone.now())

    context = signed_in(floor.pit_boss).get(f"/alerts/{found.pk}/").context

    titles = [entry.title for entry in context["entries"]]
    assert titles == [
        "Note on an alert: Deck change",
        "Alert assigned: Deck change",
        "Alert acknowledged: Deck change",
        "Alert opened: Deck change",
    ]
    assert ("To", floor.shift_manager.name) in context["entries"][1].detail
    assert context["acts"][0].label == "Change deck"


def test_an_alert_that_ended_by_itself_says_so(floor: Floor, table: Table) -> None:
    found = overdue(floor, table)
    Deck.objects.filter(table=table).update(change_due_at=timezone.now() + timedelta(hours=1))
    check_again(table.stream_key)

    context = signed_in(floor.pit_boss).get(f"/alerts/{found.pk}/").context

    assert context["status_word"] == "closed"
    assert context["entries"][0].title == "Alert closed automatically: Deck change"
    assert [act.label for act in context["acts"]] == ["Add a note"]


def test_the_page_of_a_table_shows_its_alerts_and_no_others(floor: Floor, table: Table) -> None:
    other = floor.open_table("hand", dealer=floor.new_dealer())
    found = overdue(floor, table)
    happened(floor)

    client = signed_in(floor.pit_boss)

    assert [shown.alert.pk for shown in client.get(f"/tables/{table.code}/").context["alerts"]] == [found.pk]
    assert client.get(f"/tables/{other.code}/").context["alerts"] == []


def test_every_page_says_how_many_alerts_are_open(floor: Floor, table: Table) -> None:
    overdue(floor, table)

    strip = signed_in(floor.auditor).get("/board/MD/").context["strip"]

    assert strip["alerts"] == ("1 open", "/facilities/MD/alerts/?show=everyone")
