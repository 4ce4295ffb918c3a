"""Signs show what a layout leaves to them, each for one offer; without them a table neither opens nor deals."""

from typing import Any

import pytest

from compliance.models import Entry
from tables.findings.layouts import signs_up
from tables.floor import services as floor_services
from tables.models import Layout, Offer, Sign, Table
from tables.signs import services as signs
from tests.floor import LIMITS, Floor, fresh, refused
from tests.games.sample_rounds import log

pytestmark = pytest.mark.django_db

LIMITED: dict[str, Any] = {"limits": LIMITS, "wagers": [], "payout_limit": "75000.00"}
HIGH = {"limits": {"ante": ["5.00", "200.00"]}, "wagers": []}


def floor_with_signs(edition: str, *elements: str, document: dict[str, Any] | None = None) -> Floor:
    """Return a floor whose layout leaves these elements to signs."""
    floor = Floor(edition)
    floor.layout = floor.new_layout(floor.elements() | dict.fromkeys(elements, "sign"))
    if document:
        floor.offer = floor.new_offer(document)
    return floor


def almost_open(floor: Floor) -> Table:
    table, deck = floor.ready_table(), floor.deck()
    floor.begin(table, deck)
    floor.do_steps(deck)
    return fresh(table)


def open_with_signs(floor: Floor) -> Table:
    table = almost_open(floor)
    post(floor, table)
    return fresh(floor.open(table))


def post(floor: Floor, table: Table, *which: str) -> None:
    signs.post_sign(table, signs=which, by=floor.floorperson, at=floor.at)


def take_down(floor: Floor, table: Table, *which: str) -> None:
    found = [sign for sign in signs_up(table) if sign.element in which]
    signs.take_down_sign(table, signs=found, by=floor.floorperson, at=floor.at)


def put(floor: Floor, table: Table, offer: Offer) -> None:
    floor_services.put_offer(table, offer=offer, sign=True, announced=True, by=floor.pit_boss, at=floor.at)


# ── Each refusal has its own paragraph


@pytest.mark.parametrize(
    ("edition", "element", "document", "code", "cite"),
    [
        ("md", "odds", None, "sign_missing", "MD Ch. 2 §B(5)"),
        ("md-1.0", "odds", None, "sign_missing", "MD 1.0 Ch. 2 §B(5)"),
        ("nj", "odds", None, "sign_missing", "NJ 13:69E-1.13Z(b)4; 13:69E-1.13Z(c)"),
        ("nj", "payout_limit", None, "limit_sign_missing", "NJ 13:69F-40.11(d)"),
        ("ma", "odds", None, "sign_missing", "MA §11(a)"),
        ("ma", "payout_limit", LIMITED, "limit_sign_missing", "MA §11(d)"),
    ],
)
def test_a_table_does_not_open_without_a_sign_that_its_layout_needs(
    edition: str, element: str, document: dict[str, Any] | None, code: str, cite: str
) -> None:
    floor = floor_with_signs(edition, element, document=document)
    table = almost_open(floor)

    with refused(code, cite):
        floor.open(table)

    post(floor, table, element)
    floor.open(table)
    assert fresh(table).state == Table.State.OPEN


def test_the_odds_sign_does_not_stand_for_the_sign_with_the_payout_limit() -> None:
    floor = floor_with_signs("ma", "odds", "payout_limit", document=LIMITED)
    table = almost_open(floor)
    post(floor, table, "odds")

    with refused("limit_sign_missing", "MA §11(d)"):
        floor.open(table)


def test_an_offer_without_a_payout_limit_needs_no_sign_for_it() -> None:
    floor = floor_with_signs("ma", "payout_limit")
    table = almost_open(floor)

    floor.open(table)

    assert fresh(table).state == Table.State.OPEN


def test_no_round_is_dealt_after_a_needed_sign_was_taken_down() -> None:
    floor = floor_with_signs("md", "odds")
    table = open_with_signs(floor)
    log(floor, table)

    take_down(floor, table, "odds")

    with refused("sign_missing", "MD Ch. 2 §B(5)"):
        log(floor, table)
    post(floor, table)
    log(floor, table)


# ── Signs and offers


def test_a_new_offer_needs_new_signs() -> None:
    floor = floor_with_signs("md", "odds")
    table = almost_open(floor)
    post(floor, table)

    put(floor, table, floor.new_offer(HIGH, name="High"))

    assert not signs_up(table)
    with refused("sign_missing"):
        floor.open(table)


def test_a_new_layout_needs_new_signs() -> None:
    floor = floor_with_signs("md", "odds")
    table = floor.ready_table()
    post(floor, table)

    floor_services.put_layout(table, layout=floor.layout, by=floor.pit_boss, at=floor.at)

    assert not signs_up(table)


def test_during_a_notice_the_signs_of_both_offers_are_up_and_each_counts_for_its_own() -> None:
    floor = floor_with_signs("md", "odds")
    table, higher = open_with_signs(floor), floor.new_offer(HIGH, name="High")

    put(floor, table, higher)

    assert [sign.offer for sign in signs_up(table)] == [floor.offer, higher]
    log(floor, table)
    floor.later(minutes=30)
    log(floor, table)
    take_down(floor, table, "odds")
    with refused("sign_missing"):
        log(floor, table)


def test_a_withdrawn_notice_takes_its_signs_down() -> None:
    floor = floor_with_signs("md", "odds")
    table = open_with_signs(floor)
    put(floor, table, floor.new_offer(HIGH, name="High"))

    floor_services.withdraw_notice(table, by=floor.pit_boss, at=floor.at)

    assert [sign.offer for sign in signs_up(table)] == [floor.offer]


def test_during_a_notice_a_fallen_sign_of_the_offer_in_force_is_posted_again() -> None:
    floor = floor_with_signs("md", "odds")
    table = open_with_signs(floor)
    put(floor, table, floor.new_offer(HIGH, name="High"))
    current = table.signs.get(offer=floor.offer)
    signs.take_down_sign(table, signs=[current], by=floor.floorperson, at=floor.at)

    post(floor, table)

    assert table.signs.filter(offer=floor.offer, taken_down_at=None).count() == 1


def test_a_new_sign_replaces_one_of_an_earlier_offer() -> None:
    floor = floor_with_signs("md", "odds")
    table = open_with_signs(floor)
    put(floor, table, floor.new_offer(HIGH, name="High"))
    floor.later(minutes=31)
    newest = table.signs.get(offer__name="High")
    signs.take_down_sign(table, signs=[newest], by=floor.floorperson, at=floor.at)

    post(floor, table)

    assert [str(sign.offer) for sign in signs_up(table)] == ["High v1"]


# ── The record


def test_the_record_says_who_posted_and_took_down_which_sign_and_when() -> None:
    floor = floor_with_signs("md", "odds")
    table = floor.ready_table()
    post(floor, table)
    posted_at = floor.at
    taken_at = floor.later(minutes=5)

    take_down(floor, table, "odds")

    sign = Sign.objects.get()
    assert (sign.posted_by, sign.posted_at) == (floor.floorperson, posted_at)
    assert (sign.taken_down_by, sign.taken_down_at) == (floor.floorperson, taken_at)
    told = Entry.objects.filter(action__startswith="sign.").order_by("pk")
    assert [(entry.action, entry.facts["sign"], entry.facts["offer"]) for entry in told] == [
        ("sign.posted", "odds sign", "Offer v1"),
        ("sign.taken_down", "odds sign", "Offer v1"),
    ]


def test_only_what_the_rules_allow_on_a_sign_is_posted_and_only_once() -> None:
    floor = floor_with_signs("md", "odds")
    table = floor.ready_table()

    with refused("no_such_sign", "MD Ch. 2 §B"):
        post(floor, table, "operator_name")
    post(floor, table, "odds")
    with refused("sign_up"):
        post(floor, table, "odds")
    with refused("sign_not_up"):
        take_down(floor, table)


def test_a_sign_needs_an_offer_to_show() -> None:
    floor = Floor("md")

    with refused("no_offer"):
        post(floor, floor.new_table())


def test_a_layout_without_the_limit_shows_it_by_sign_or_not_at_all_in_new_jersey() -> None:
    floor = Floor("nj")
    without = {name: how for name, how in floor.elements().items() if name != "payout_limit"}

    layout: Layout = floor.submit_layout(without)

    assert not layout.needs_sign
