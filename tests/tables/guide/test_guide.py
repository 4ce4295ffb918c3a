"""The dealing guide says what the dealer of one table says and does, by its rules, dealing method and offer."""

import re
from html import unescape

import pytest
from django.test import Client

from compliance.staff.roles import Role, job_title
from tables.guide.services import guide_of
from tables.models import Device
from tests.floor import EDITIONS, Floor

pytestmark = pytest.mark.django_db


def cites(floor: Floor, *kinds: str) -> set[str]:
    """Return the citations of the guide at a table with these devices."""
    table = floor.new_table()
    floor.furnish(table)
    for kind in kinds:
        floor.place(table, kind)
    return {step.cite for phase in guide_of(table, floor.at) for step in phase.steps}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_and_dealing_method_has_a_guide_from_the_wagers_to_the_rack(edition: str) -> None:
    table = Floor(edition).open_table()

    phases = [phase.name for phase in guide_of(table, table.created_at)]

    # The sheet of a Michigan casino says nothing about the stub and the discard rack.
    silent = {"stub", "clear"} if edition == "mi" else set()
    assert (phases[0], phases[-1]) == ("wagers", "settle" if silent else "clear")
    assert {"deal", "stub", "play", "settle"} - silent <= set(phases)


def test_a_sheet_that_is_silent_on_stub_and_rack_has_a_guide_without_them() -> None:
    table = Floor("mi").open_table()

    assert [phase.name for phase in guide_of(table, table.created_at)] == ["wagers", "deal", "play", "settle"]


@pytest.mark.parametrize(
    ("kinds", "says", "silent"),
    [
        ((Device.Kind.SHUFFLER,), "MD Ch. 9 §A(5)", "MD Ch. 8 §C"),
        ((Device.Kind.MANUAL_SHOE,), "MD Ch. 8 §C", "MD Ch. 9 §A(5)"),
        ((Device.Kind.AUTOMATED_SHOE,), "MD Ch. 10 §A(2)", "MD Ch. 8 §C"),
    ],
)
def test_the_guide_follows_the_dealing_method(kinds: tuple[str, ...], says: str, silent: str) -> None:
    found = cites(Floor("md"), *kinds)

    assert says in found
    assert silent not in found


def test_steps_for_a_wager_are_shown_only_where_it_is_offered() -> None:
    with_bonus, without = Floor("md"), Floor("md-1.0")
    with_bonus.offer = with_bonus.new_offer({"limits": {"ante": ["5.00", "100.00"]}, "wagers": ["five_card_bonus"]})
    without.offer = without.new_offer({"limits": {"ante": ["5.00", "100.00"]}, "wagers": []})

    assert "MD Ch. 7 §E(2)" in cites(with_bonus)
    assert not [cite for cite in cites(without) if "Ch. 7 §E(2)" in cite]


def test_a_table_without_an_offer_says_what_to_do_first() -> None:
    floor = Floor("md")
    table = floor.new_table()
    client = Client()
    client.force_login(floor.floorperson)

    page = client.get(f"/tables/{table.code}/guide/")
    answer = client.get(f"/api/v1/tables/{table.code}/guide/")

    assert "Put an offer in force at this table first." in page.text
    assert answer.json() == {"phases": []}


def test_page_and_api_say_the_same_in_order() -> None:
    floor = Floor("nj")
    table = floor.open_table()
    client = Client()
    client.force_login(floor.floorperson)

    page = unescape(client.get(f"/tables/{table.code}/guide/").text)
    phases = client.get(f"/api/v1/tables/{table.code}/guide/").json()["phases"]

    steps = [step for phase in phases for step in phase["steps"]]
    assert re.findall(r"<li><p>(.*?)</p>", page) == [step["does"] for step in steps]
    assert all(step["cite"].startswith("NJ 13:69F-40.") for step in steps)


@pytest.mark.parametrize(
    ("jurisdiction", "title"),
    [
        ("Maryland", "Floorperson"),
        ("New Jersey", "Floor supervisor"),
        ("Massachusetts", "Casino supervisor"),
        ("Atlantis", "Floorperson"),
    ],
)
def test_a_floorperson_has_the_title_of_the_jurisdiction(jurisdiction: str, title: str) -> None:
    assert job_title(Role.FLOORPERSON, jurisdiction) == title


def test_the_table_page_names_the_supervisor_as_the_jurisdiction_does() -> None:
    floor = Floor("nj")
    table = floor.open_table()
    client = Client()
    client.force_login(floor.floorperson)

    page = client.get(f"/tables/{table.code}/").text.split('<div class="two">')[0]

    assert "<dt>Floor supervisor</dt>" in page
    assert "<dt>Floorperson</dt>" not in page
