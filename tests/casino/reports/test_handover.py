"""A pit is handed over with its open items, and the next pit boss signs for the list."""

from datetime import timedelta
from urllib.parse import unquote

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from casino.access import AccessTable
from casino.board.views import board_of
from casino.reports.document import Row
from casino.reports.models import Handover
from casino.reports.services import hand_over
from casino.reports.shift.open_items import open_items
from casino.reports.shift.report_copy import copy_of, items_in
from compliance.alerts.scan import scan
from compliance.models import Entry
from compliance.staff.roles import EVERYONE, Role
from compliance.staff.scope import Scope
from tables.dealers.services import end_stint
from tables.models import Deck, Device
from tables.shifts import services as shifts
from tests.floor import PIN, Floor, refused, signed_by
from tests.games import acts
from tests.games.sample_rounds import log

from .shifts import hand, report_of, reported

pytestmark = pytest.mark.django_db


def texts(floor: Floor) -> list[str]:
    return [str(value) for value in open_items(floor.facility, floor.at).values("item")]


def test_what_is_open_is_told_with_its_paragraph() -> None:
    floor = Floor("md")
    table = floor.open_table("manual_shoe")
    spare = floor.device(Device.Kind.SHUFFLER)
    acts.fail(floor, spare)
    for seed in range(4):
        log(floor, table)
        floor.later(minutes=seed)
    floor.later(hours=7, minutes=30)

    items = open_items(floor.facility, floor.at)

    said = " ".join(texts(floor))
    assert "is due for a change within the hour" in said
    assert f"{spare} is down" in said
    assert "Count the stub" in said
    assert all(items.values("cite"))


def test_an_alert_that_says_what_is_due_already_is_not_told_twice() -> None:
    floor = Floor("md")
    table = floor.open_table("hand")
    log(floor, table)
    floor.later(hours=4, minutes=1)
    scan(floor.at)

    changes = [text for text in texts(floor) if "hange" in text]

    assert len(changes) == 1


def test_a_failed_device_is_listed_once_as_the_finding_or_as_down() -> None:
    floor = Floor("md")
    table = floor.open_table("manual_shoe")
    shoe = acts.fail(floor, table.devices.get())

    def rows() -> list[Row]:
        return [row for row in open_items(floor.facility, floor.at).rows if row.about["subject"] == shoe.subject_key]

    (failed,) = rows()
    acts.handle(floor, shoe, "covered")
    (covered,) = rows()

    assert (failed.about["finding"], failed.status, failed.cells[3]) == ("device_neglected", "blocked", "blocked")
    assert (covered.about["finding"], covered.status, covered.cells[3]) == ("device_down", "soon", "notice")
    assert covered.cells[:3] == (table.pit.code, table.code, f"{shoe} is down: Jams. Covered.")


def test_open_items_of_a_pit_are_in_the_order_of_the_board() -> None:
    floor = Floor("md")
    soon, due, stands, stops = (floor.open_table("hand", dealer=floor.new_dealer()) for _ in range(4))
    Deck.objects.filter(table=soon).update(change_due_at=floor.at + timedelta(minutes=10))
    Deck.objects.filter(table=due).update(change_due_at=floor.at - timedelta(minutes=1))
    stands.supervisions.update(ended_at=floor.at)
    end_stint(stops.stints.get(ended_at=None), "off", by=floor.floorperson, at=floor.at)
    floor.later(minutes=1)

    items = open_items(floor.facility, floor.at)

    assert list(zip(items.values("table"), items.values("state"), strict=True)) == [
        (due.code, "due"),
        (stops.code, "blocked"),
        (soon.code, "due soon"),
        (stands.code, "notice"),
    ]


def test_a_facilitys_notices_are_handed_over_as_the_board_shows_them() -> None:
    floor = Floor("md", at=timezone.now())
    assert floor.submit_offer(name="Evening")
    scan(floor.at)

    (row,) = open_items(floor.facility, floor.at).rows

    (shown,) = board_of(floor.facility, None, Scope(floor.compliance_officer, EVERYONE, AccessTable()), floor.at).next
    assert row.cells[2:] == (shown.finding.text, shown.finding.status_word, None, shown.finding.cite)
    assert (row.about["finding"], row.status) == (shown.finding.code, shown.finding.status)


def test_a_pit_is_accepted_with_the_list_as_it_was() -> None:
    floor = Floor("md")
    table = floor.open_table("manual_shoe")
    shift = floor.begin_shift()
    acts.fail(floor, table.devices.get())
    floor.later(minutes=5)

    hand(floor, shift, floor.pit, note="Seat 3 disputes round 12")

    handover, entry = Handover.objects.get(), Entry.objects.get(action="pit.handed_over")
    assert handover.signature.signer == floor.pit_boss
    assert (handover.handed_by, handover.note) == (floor.shift_manager, "Seat 3 disputes round 12")
    assert len(items_in(handover).rows) == len(open_items(floor.facility, floor.at).rows) > 0
    assert entry.facts["digest"] == handover.digest
    assert (entry.facts["pit"], entry.facts["to"]) == (floor.pit.code, floor.pit_boss.badge)
    lines = copy_of(reported(shift), floor.at).signatures
    assert [line.badge for line in lines] == [floor.pit_boss.badge]


def test_what_is_of_another_pit_is_not_handed_over_with_this_one() -> None:
    floor = Floor("md")
    table, other = floor.open_table("manual_shoe"), floor.new_pit()
    shift = floor.begin_shift()
    acts.fail(floor, table.devices.get())

    hand(floor, shift, other)

    assert items_in(Handover.objects.get()).rows == ()


def test_a_pit_is_handed_over_once() -> None:
    floor = Floor("md")
    shift = floor.begin_shift()
    hand(floor, shift, floor.pit)

    with refused("handed_over"):
        hand(floor, shift, floor.pit)


def test_a_shift_of_long_ago_has_nothing_to_hand_over() -> None:
    floor = Floor("md")
    pit = floor.pit
    shift = floor.begin_shift()
    floor.later(hours=1)
    floor.begin_shift("Swing", 13, 22)
    hand(floor, shift, pit)  # the next has only begun
    floor.later(hours=1)
    swing = floor.begin_shift("Evening", 14, 23)
    other = floor.new_pit()

    with refused("shift_past"):
        hand(floor, shift, other)
    hand(floor, swing, other)
    shifts.end_shift(swing, by=floor.shift_manager, at=floor.at)


def test_a_list_that_has_changed_since_it_was_read_is_not_signed_for(client: Client) -> None:
    floor = Floor("md")
    table = floor.open_table("manual_shoe")
    shift = floor.begin_shift()
    client.force_login(floor.shift_manager)
    address = f"/reports/{shift.pk}/hand-over/"
    with time_machine.travel(floor.at):
        seen = client.get(address).context["form"].initial["seen"]
        acts.fail(floor, table.devices.get())
        asked = {"pit": floor.pit.code, "seen": seen, "second_badge": floor.pit_boss.badge, "second_pin": PIN}
        refused_ = client.post(address, asked)
        again = refused_.context["form"]["seen"].value()

        assert refused_.status_code == 409
        assert "The list of open items has changed" in refused_.content.decode()
        assert not Handover.objects.exists()
        assert client.post(address, asked | {"seen": again}).status_code == 302
    assert Handover.objects.get().signature.signer == floor.pit_boss


def test_the_service_refuses_another_list_too() -> None:
    floor = Floor("md")
    shift = floor.begin_shift()
    taker = signed_by(floor.pit_boss, Role.PIT_BOSS)

    with refused("list_changed"):
        hand_over(reported(shift), pit=floor.pit, seen="0" * 64, by=floor.shift_manager, at=floor.at, second=taker)


def test_handing_over_a_pit_does_not_sign_the_report(client: Client) -> None:
    floor = Floor("md")
    shift = floor.begin_shift()
    hand(floor, shift, floor.pit)
    client.force_login(floor.auditor)

    assert "Not signed yet" in client.get(f"/reports/{shift.pk}/").content.decode()


def test_an_old_shift_does_not_list_what_is_open_now() -> None:
    floor = Floor("md")
    table = floor.open_table("manual_shoe")
    shift = floor.begin_shift()
    floor.later(hours=1)
    shifts.end_shift(floor.begin_shift("Swing", 13, 22), by=floor.shift_manager, at=floor.at)
    acts.fail(floor, table.devices.get())

    assert report_of(shift, floor.at)["open_items"].rows == ()


@pytest.mark.parametrize("pit", ("%00", "nowhere", ""))
def test_an_unknown_pit_is_refused_without_a_server_error(client: Client, pit: str) -> None:
    floor = Floor("md")
    assert floor.pit
    shift = floor.begin_shift()
    client.force_login(floor.shift_manager)

    assert client.get(f"/reports/{shift.pk}/hand-over/?pit={pit}").status_code == (400 if pit == "%00" else 200)
    assert client.post(f"/reports/{shift.pk}/hand-over/", {"pit": unquote(pit)}).status_code == (
        400 if pit == "%00" else 422
    )
