"""A supervisor orders a recut or a reshuffle, or refuses a late wager, with one tap."""

from collections.abc import Callable
from typing import Any

import pytest

from compliance.acts.registry import SUBJECTS
from compliance.journal.timeline import recent_timeline
from compliance.models import Entry, Stream
from tables.models import Table
from tables.openings import services as opening
from tables.orders import services as orders
from tests.floor import Floor, fresh, refused

pytestmark = pytest.mark.django_db

Order = Callable[..., Table]

STATED: list[tuple[Order, str, str]] = [
    (orders.order_recut, "md", "MD Ch. 5 §E; Ch. 5 §G; Ch. 5 §H"),
    (orders.order_recut, "ma", "MA §4(d) (R31)"),
    (orders.order_recut, "nj", "NJ 13:69F-40.5(d) (R31)"),
    (orders.direct_reshuffle, "md", "MD Ch. 5 §A(3)"),
    (orders.direct_reshuffle, "md-1.0", "MD 1.0 Ch. 5 §A(3)"),
    (orders.refuse_late_wager, "md", "MD Ch. 7 §C; Ch. 7 §D"),
    (orders.refuse_late_wager, "ma", "MA §6(c)"),
    (orders.refuse_late_wager, "nj", "NJ 13:69F-40.6(d)"),
]
NAMES = {
    orders.order_recut: "table.order-recut",
    orders.direct_reshuffle: "table.direct-reshuffle",
    orders.refuse_late_wager: "table.refuse-late-wager",
}


def offered(table: Table) -> set[str]:
    return {act.name for act in SUBJECTS["table"].acts if act.name in NAMES.values() and act.when(fresh(table))}


@pytest.mark.parametrize(("order", "edition", "cite"), STATED)
def test_an_order_is_journaled_with_its_paragraph(order: Order, edition: str, cite: str) -> None:
    floor = Floor(edition)
    table = floor.open_table()

    order(table, by=floor.floorperson, at=floor.at)

    entry = Entry.objects.filter(stream__key=table.stream_key).latest("sequence")
    assert (entry.cite, entry.actor, entry.at) == (cite, floor.floorperson, floor.at)
    assert NAMES[order] in offered(table)


@pytest.mark.parametrize(
    ("order", "edition"),
    [
        (orders.order_recut, "house"),
        (orders.direct_reshuffle, "house"),
        (orders.direct_reshuffle, "ma"),
        (orders.direct_reshuffle, "nj"),
        (orders.refuse_late_wager, "house"),
    ],
)
def test_what_the_rules_do_not_speak_of_is_neither_offered_nor_recorded(order: Order, edition: str) -> None:
    floor = Floor(edition)
    table = floor.open_table()

    with refused("not_in_these_rules"):
        order(table, by=floor.floorperson, at=floor.at)

    assert NAMES[order] not in offered(table)


def test_a_device_that_reshuffles_and_counts_leaves_nothing_to_recut() -> None:
    floor = Floor("md")
    table = floor.open_table("hand", reshuffles=True)

    with refused("not_in_these_rules"):
        orders.order_recut(table, by=floor.floorperson, at=floor.at)

    assert offered(table) == {"table.direct-reshuffle", "table.refuse-late-wager"}


@pytest.mark.parametrize("order", NAMES)
def test_nothing_is_ordered_where_nobody_plays(order: Order) -> None:
    floor = Floor("md")
    table = floor.open_table()
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)

    with refused("table_not_open"):
        order(table, by=floor.floorperson, at=floor.at)

    assert not offered(table)


def test_an_order_changes_nothing_that_a_round_depends_on() -> None:
    floor = Floor("md")
    table = floor.open_table()
    before = Stream.objects.get(key=table.stream_key).changed

    for order in NAMES:
        order(table, by=floor.floorperson, at=floor.later(seconds=5))

    assert Stream.objects.get(key=table.stream_key).changed == before


def test_the_timeline_says_what_was_ordered() -> None:
    floor = Floor("md")
    table = floor.open_table()
    for order in NAMES:
        order(table, by=floor.floorperson, at=floor.at)

    told: Any = recent_timeline(Entry.objects.filter(stream__key=table.stream_key), 3)

    assert [entry.title for entry in told] == ["Late wager refused", "Reshuffle directed", "Recut ordered"]
    assert ("Cut at least", "10") in told[2].detail
