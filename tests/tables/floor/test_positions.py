"""Betting positions: as many as a rulebook of the facility allows (Ch. 2 §A(1), 1.13Z(a), 205 CMR 146.33(1))."""

from html import unescape

import pytest
from django.test import Client

from compliance.models import Entry
from tables.floor import services as floor_services
from tables.models import Table
from tables.submissions import services as submissions
from tests.floor import Floor, fresh, refused

pytestmark = pytest.mark.django_db


def add(floor: Floor, positions: int) -> Table:
    return floor_services.add_table(
        floor.pit, number=floor.next_number(), positions=positions, by=floor.shift_manager, at=floor.at
    )


@pytest.mark.parametrize(
    ("edition", "allowed", "barred", "cite"),
    [
        ("md", [6], [1, 5, 7], "MD Ch. 2 §A(1)"),
        ("nj", [6], [1, 5, 7], "NJ 13:69E-1.13Z(a)"),
        ("ma", [1, 6, 7], [8], "MA 205 CMR 146.33(1)"),
        ("house", [1, 6], [7], "house policy (R13)"),
    ],
)
def test_a_table_has_as_many_positions_as_the_rules_allow(
    edition: str, allowed: list[int], barred: list[int], cite: str
) -> None:
    floor = Floor(edition)

    for positions in barred:
        with refused("wrong_positions", cite):
            add(floor, positions)
    assert [add(floor, positions).positions for positions in allowed] == allowed


def test_the_form_says_what_is_allowed_and_refuses_anything_else() -> None:
    floor = Floor("md")
    client, path = Client(), f"/pits/{floor.pit.pk}/add-table/"
    client.force_login(floor.shift_manager)

    page = client.get(path).content.decode()
    response = client.post(path, {"number": 4, "positions": 5})

    assert "MD Ch. 2 §A(1)" in page
    assert "exactly 6 betting positions. (MD Ch. 2 §A(1))" in response.content.decode()
    assert not Table.objects.exists()


def old_table(floor: Floor, positions: int) -> Table:
    """Return a table from before the exact number was enforced."""
    table = floor.new_table()
    Table.objects.filter(pk=table.pk).update(positions=positions)
    return fresh(table)


def test_a_table_with_fewer_positions_that_plays_already_gets_new_offers() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    Table.objects.filter(pk=table.pk).update(positions=5)
    other = floor.new_offer({"limits": {"ante": ["10.00", "200.00"]}, "wagers": []}, name="High")

    floor_services.put_offer(table, offer=other, by=floor.pit_boss, at=floor.at)

    assert table.offer_at(floor.at) == other


def test_a_table_with_fewer_positions_gets_its_first_offer_once_they_are_corrected() -> None:
    floor = Floor("md")
    table = old_table(floor, 5)
    with refused("too_few_positions", "MD Ch. 2 §A(1)"):
        floor_services.put_offer(table, offer=floor.offer, by=floor.pit_boss, at=floor.at)

    floor_services.set_positions(table, positions=6, by=floor.shift_manager, at=floor.at)
    floor_services.put_offer(table, offer=floor.offer, by=floor.pit_boss, at=floor.at)

    assert fresh(table).positions == 6
    entry = Entry.objects.get(action="table.positions_set")
    assert (entry.facts["positions"], entry.facts["was"]) == (6, 5)


def test_positions_are_corrected_only_while_the_table_is_closed_and_as_the_rules_allow() -> None:
    floor = Floor("md")
    table = floor.open_table()

    with refused("table_not_closed"):
        floor_services.set_positions(table, positions=6, by=floor.shift_manager, at=floor.at)
    with refused("wrong_positions", "MD Ch. 2 §A(1)"):
        floor_services.set_positions(floor.new_table(), positions=5, by=floor.shift_manager, at=floor.at)


def test_a_layout_has_the_positions_of_its_table() -> None:
    floor = Floor("ma")
    table = add(floor, 7)

    with refused("layout_positions", "MA 205 CMR 146.33(1)"):
        floor_services.put_layout(table, layout=floor.layout, by=floor.pit_boss, at=floor.at)


def test_a_layout_that_no_longer_fits_keeps_the_table_closed() -> None:
    floor = Floor("ma")
    table, deck = floor.ready_table(), floor.deck()
    floor_services.set_positions(table, positions=7, by=floor.shift_manager, at=floor.at)
    floor.begin(table, deck)
    floor.do_steps(deck)

    with refused("layout_positions", "MA 205 CMR 146.33(1)"):
        floor.open(table)


def test_a_layout_is_filed_with_the_positions_that_its_rulebook_allows() -> None:
    floor = Floor("nj")

    with refused("layout_wrong_positions", "NJ 13:69E-1.13Z(a)"):
        submissions.submit_layout(
            floor.facility,
            name="L",
            edition="nj",
            elements=floor.elements(),
            fixtures=floor.fixtures(),
            positions=5,
            documents=floor.documents(),
            by=floor.pit_boss,
            at=floor.at,
        )


# ── The page and the form of a layout


def shown(floor: Floor, path: str) -> str:
    client = Client()
    client.force_login(floor.pit_boss)
    return unescape(client.get(path).text)


@pytest.mark.parametrize("edition", ["md", "md-1.0"])
def test_the_page_of_a_layout_says_where_the_dealer_is(edition: str) -> None:
    floor = Floor(edition)

    page = shown(floor, f"/layouts/{floor.layout.pk}/")

    assert "on the side of the table opposite the players" in page
    assert f"{floor.book.abbreviation} Ch. 2 §A(2)" in page


@pytest.mark.parametrize("edition", ["md", "md-1.0"])
def test_the_form_of_a_layout_names_the_marks_of_the_community_cards(edition: str) -> None:
    floor = Floor(edition)

    form = shown(floor, f"/facilities/{floor.facility.code}/submit-layout/")

    assert "in front of the table inventory container: Down, Middle, Across" in form
