"""Putting an offer on a table: at once if nobody plays, else after half an hour's notice."""

from datetime import timedelta

import pytest

from compliance.models import Entry
from tables.floor import services as floor_services
from tables.models import Offer, OfferInForce, Table
from tables.openings import services as opening
from tables.signs import services as signs
from tests.floor import LIMITS, Floor, actions, refused, signed_by

pytestmark = pytest.mark.django_db

HIGH = {"limits": {"ante": ["10.00", "200.00"]}, "wagers": []}
CITE = "COMAR 36.05.03.21"


def put(floor: Floor, table: Table, offer: Offer, *, sign: bool = True, announced: bool = True) -> None:
    floor_services.put_offer(table, offer=offer, sign=sign, announced=announced, by=floor.pit_boss, at=floor.at)


def test_while_people_play_new_limits_hold_after_exactly_thirty_minutes() -> None:
    floor = Floor("md")
    table = floor.open_table()
    higher = floor.new_offer(HIGH, name="High")
    instant = timedelta(microseconds=1)

    put(floor, table, higher)

    then = floor.at + timedelta(minutes=30)
    assert table.offer_at(then - instant) == floor.offer
    assert table.offer_at(then) == higher
    entry = Entry.objects.get(action="limits.announced")
    assert (entry.cite, entry.facts["from_at"]) == (CITE, then.isoformat())


def test_the_notice_needs_its_sign_and_its_announcement() -> None:
    floor = Floor("md")
    table = floor.open_table()
    higher = floor.new_offer(HIGH, name="High")

    for sign, announced in ((False, False), (True, False), (False, True)):
        with refused("notice_needs_sign_and_announcement", CITE):
            put(floor, table, higher, sign=sign, announced=announced)


@pytest.mark.parametrize("state", ["idle", "closed", "opening"])
def test_when_nobody_plays_new_limits_hold_at_once(state: str) -> None:
    floor = Floor("md")
    table = floor.ready_table() if state != "idle" else floor.open_table()
    if state == "idle":
        opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    elif state == "opening":
        floor.begin(table)
    higher = floor.new_offer(HIGH, name="High")
    floor.later(minutes=1)

    put(floor, table, higher, sign=False, announced=False)

    assert table.offer_at(floor.at) == higher
    assert table.offer_at(floor.at - timedelta(minutes=1)) == floor.offer
    assert actions(table.stream_key)[-1] == "offer.placed"


def test_while_people_play_nothing_but_limits_changes() -> None:
    floor = Floor("md")
    table = floor.open_table()
    limits = LIMITS | {"five_card_bonus": ["1.00", "50.00"]}
    more = floor.new_offer({"limits": limits, "wagers": ["five_card_bonus"]}, name="With bonus")

    with refused("more_than_limits", CITE):
        put(floor, table, more)


def test_only_one_notice_runs_at_a_time_and_it_can_be_withdrawn() -> None:
    floor = Floor("md")
    table = floor.open_table()
    higher = floor.new_offer(HIGH, name="High")
    put(floor, table, higher)
    floor.later(minutes=10)
    with refused("notice_running", CITE):
        put(floor, table, higher)

    floor_services.withdraw_notice(table, by=floor.pit_boss, at=floor.at)

    assert table.offer_at(floor.at + timedelta(hours=1)) == floor.offer
    with refused("no_notice"):
        floor_services.withdraw_notice(table, by=floor.pit_boss, at=floor.at)
    put(floor, table, higher)
    assert OfferInForce.objects.filter(cancelled_at=None).count() == 2


def test_a_notice_that_took_effect_cannot_be_withdrawn() -> None:
    floor = Floor("md")
    table = floor.open_table()
    put(floor, table, floor.new_offer(HIGH, name="High"))
    floor.later(minutes=30)

    with refused("no_notice"):
        floor_services.withdraw_notice(table, by=floor.pit_boss, at=floor.at)


def test_an_offer_must_be_in_force_when_its_notice_ends() -> None:
    floor = Floor("md")
    table = floor.open_table()
    tomorrow = floor.new_offer(HIGH, name="Tomorrow", effective_at=floor.at + timedelta(days=1))
    soon = floor.new_offer(HIGH, name="Soon", effective_at=floor.at + timedelta(minutes=30))

    with refused("offer_not_in_force", "COMAR 36.05.03.19"):
        put(floor, table, tomorrow)
    put(floor, table, soon)

    assert table.offer_at(floor.at + timedelta(minutes=30)) == soon


def test_an_unapproved_offer_cannot_be_put_on_a_table() -> None:
    floor = Floor("md")

    with refused("offer_not_in_force"):
        put(floor, floor.new_table(), floor.submit_offer())


def test_a_layout_is_changed_while_the_table_is_closed() -> None:
    floor = Floor("md")
    table = floor.open_table()
    with refused("table_not_closed"):
        floor_services.put_layout(table, layout=floor.layout, by=floor.pit_boss, at=floor.at)

    opening.close_table(table, by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer))
    signs.post_sign(table, by=floor.floorperson, at=floor.at)
    floor_services.put_layout(table, layout=floor.layout, by=floor.pit_boss, at=floor.at)

    assert not table.signs.filter(taken_down_at=None).exists()


def test_an_unapproved_layout_cannot_be_put_on_a_table() -> None:
    floor = Floor("md")

    with refused("layout_not_in_force", "MD Ch. 2 §B"):
        floor_services.put_layout(floor.new_table(), layout=floor.submit_layout(), by=floor.pit_boss, at=floor.at)
