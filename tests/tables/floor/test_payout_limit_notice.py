"""A lower payout limit waits for a notice of it, unless the layout shows the limit (MA §11(d), NJ 40.11(d))."""

from datetime import timedelta
from typing import Any

import pytest

from compliance.models import Entry
from tables.floor import services as floor_services
from tables.models import Offer, OfferInForce, Table
from tables.signs import services as signs
from tests.floor import LIMITS, Floor, refused

pytestmark = pytest.mark.django_db

HOW = "Sign at the table; announced to the players"
SHOWN_BY_SIGN = {"payout_limit": "sign"}


def limited(amount: str) -> dict[str, Any]:
    return {"limits": LIMITS, "wagers": [], "payout_limit": amount}


def floor_of(edition: str, document: dict[str, Any], shown: dict[str, str]) -> Floor:
    floor = Floor(edition)
    floor.offer = floor.new_offer(document)
    floor.layout = floor.new_layout(floor.elements() | shown)
    return floor


def put(floor: Floor, table: Table, offer: Offer, *, notice: str = "") -> None:
    floor_services.put_offer(
        table, offer=offer, sign=True, announced=True, notice=notice, by=floor.pit_boss, at=floor.at
    )


def test_a_lower_limit_is_refused_until_the_notice_of_it_is_recorded() -> None:
    floor = floor_of("ma", limited("90000.00"), SHOWN_BY_SIGN)
    table, lower = floor.ready_table(), floor.new_offer(limited("75000.00"), name="Lower")

    for blank in ("", "  "):
        with refused("decrease_needs_notice", "MA §11(d)"):
            put(floor, table, lower, notice=blank)
    floor.later(minutes=1)
    put(floor, table, lower, notice=HOW)

    row = OfferInForce.objects.get(offer=lower)
    assert (row.notice, row.placed_by, row.placed_at) == (HOW, floor.pit_boss, floor.at)
    assert table.offer_at(floor.at) == lower
    entry = Entry.objects.filter(action="offer.placed").latest("pk")
    assert entry.facts["notice"] == HOW
    assert entry.cite.endswith("; MA §11(d)")


def test_a_limit_where_there_was_none_is_lower() -> None:
    floor = floor_of("ma", {"limits": LIMITS, "wagers": []}, SHOWN_BY_SIGN)
    table = floor.ready_table()

    with refused("decrease_needs_notice", "MA §11(d)"):
        put(floor, table, floor.new_offer(limited("75000.00"), name="Limited"))


@pytest.mark.parametrize("document", [limited("90000.00"), {"limits": LIMITS, "wagers": []}])
def test_a_higher_limit_or_none_needs_no_notice(document: dict[str, Any]) -> None:
    floor = floor_of("ma", limited("75000.00"), SHOWN_BY_SIGN)
    table, higher = floor.ready_table(), floor.new_offer(document, name="Higher")

    put(floor, table, higher)

    assert table.offer_at(floor.at) == higher


def test_a_limit_on_the_layout_needs_no_notice() -> None:
    floor = floor_of("ma", limited("90000.00"), {})
    table, lower = floor.ready_table(), floor.new_offer(limited("75000.00"), name="Lower")

    put(floor, table, lower)

    assert OfferInForce.objects.get(offer=lower).notice == ""


def test_during_play_a_lower_limit_holds_when_its_half_hour_is_over() -> None:
    floor = floor_of("ma", limited("90000.00"), {"payout_limit": "sign"})
    table = floor.ready_table()
    signs.post_sign(table, by=floor.floorperson, at=floor.at)
    deck = floor.deck()
    floor.begin(table, deck)
    floor.do_steps(deck)
    table = floor.open(table)
    lower = floor.new_offer(limited("75000.00"), name="Lower")

    with refused("decrease_needs_notice", "MA §11(d)"):
        put(floor, table, lower)
    put(floor, table, lower, notice=HOW)

    assert table.offer_at(floor.at) == floor.offer
    assert table.offer_at(floor.at + timedelta(minutes=30)) == lower
    assert table.signs.get(offer=lower).element == "payout_limit"


def test_in_new_jersey_a_smaller_minimum_wager_lowers_the_limit() -> None:
    floor = floor_of("nj", {"limits": {"ante": ["100.00", "500.00"]}, "wagers": []}, SHOWN_BY_SIGN)
    table, lower = floor.ready_table(), floor.new_offer({"limits": LIMITS, "wagers": []}, name="Low")

    with refused("decrease_needs_notice", "NJ 13:69F-40.11(d)"):
        put(floor, table, lower)
    put(floor, table, lower, notice=HOW)

    assert table.offer_at(floor.at) == lower


def test_a_text_without_such_a_rule_asks_for_no_notice() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    lower = floor.new_offer({"limits": {"ante": ["1.00", "10.00"]}, "wagers": []}, name="Low")

    put(floor, table, lower)

    assert table.offer_at(floor.at) == lower
