"""New Jersey: where the dealer and the boxes are, and an area for Bonus Spin (13:69E-1.13Z)."""

from html import unescape

import pytest
from django.test import Client

from tables.models import Layout
from tables.submissions import services as submissions
from tests.floor import SPIN, Floor, refused

pytestmark = pytest.mark.django_db

BOXES = "NJ 13:69E-1.13Z(d)"


def submit(floor: Floor, fixtures: dict[str, str]) -> Layout:
    return submissions.submit_layout(
        floor.facility,
        name="L",
        edition="nj",
        elements=floor.elements(),
        fixtures=fixtures,
        positions=6,
        documents=floor.documents(),
        by=floor.pit_boss,
        at=floor.at,
    )


@pytest.mark.parametrize("box", ["drop_box", "tip_box"])
def test_in_new_jersey_both_boxes_are_where_the_text_says(box: str) -> None:
    floor = Floor("nj")
    without = {name: where for name, where in floor.fixtures().items() if name != box}

    with refused("fixture_missing", BOXES):
        submit(floor, without)
    with refused("fixture_elsewhere", BOXES):
        submit(floor, without | {box: "elsewhere"})
    submit(floor, floor.fixtures())


def test_a_layout_page_says_where_the_dealer_and_the_fixtures_are() -> None:
    floor = Floor("nj")
    client = Client()
    client.force_login(floor.pit_boss)

    page = unescape(client.get(f"/layouts/{submit(floor, floor.fixtures()).pk}/").text)

    assert "on the side of the table opposite the players" in page
    for fixture in floor.book.table.fixtures:
        assert fixture.place in page
        assert floor.book.cite(fixture) in page


def test_in_new_jersey_a_table_that_offers_bonus_spin_needs_an_area_for_it() -> None:
    floor = Floor("nj")
    floor.layout = floor.new_layout({name: how for name, how in floor.elements().items() if name != "bonus_spin_area"})
    floor.offer = floor.new_offer(SPIN)

    with refused("layout_does_not_match", "NJ 13:69E-1.13Z(b)2"):
        floor.ready_table()
