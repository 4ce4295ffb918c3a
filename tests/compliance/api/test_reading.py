"""Reading: only the caller's facilities, by pages, with a fixed number of queries."""

from datetime import time
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from compliance.models import Staff
from compliance.staff.roles import Role
from tables.models import Deck
from tables.openings import services as opening
from tables.shifts import services as shifts
from tests.floor import Floor, deck_at, signed_by
from tests.prepared import prepared

from .caller import Caller

THINGS = ("facilities", "pits", "tables", "decks", "devices", "layouts", "offers", "dealers", "shifts", "staff")
LISTS = (*THINGS, "journal")


@prepared
def furnish(floor: Floor, name: str = "Day") -> None:
    """Put one of everything there: an open table, one that is being opened, a shift with its pit boss."""
    floor.open_table(shuffler=True, dealer=floor.new_dealer())
    floor.begin(floor.ready_table(dealer=floor.new_dealer()), floor.deck())
    floor.new_offer(name=f"Offer {name}")
    floor.new_layout(name=f"Layout {name}")
    template = shifts.add_template(
        floor.facility, name=name, starts=time(6), ends=time(14), by=floor.shift_manager, at=floor.at
    )
    shift = shifts.begin_shift(floor.facility, template=template, by=floor.shift_manager, at=floor.at)
    shifts.give_pit(shift, pit=floor.new_pit(), pit_boss=floor.pit_boss, by=floor.shift_manager, at=floor.at)


def everything(caller: Caller, name: str) -> list[Any]:
    """Return all of a list, page by page."""
    found, page = [], caller.get(f"{name}/", page_size=3)
    while True:
        found += page["results"]
        if page["next"] is None:
            return found
        page = caller.get(page["next"].removeprefix("http://testserver"))


@pytest.mark.both_databases("end to end: everything that the API reads")
@pytest.mark.parametrize("name", LISTS)
def test_a_list_holds_only_what_is_of_ones_facilities(floor: Floor, elsewhere: Floor, name: str) -> None:
    furnish(floor)
    furnish(elsewhere)

    mine = everything(Caller(floor.shift_manager), name)

    assert mine
    assert {each.get("facility", each.get("code")) for each in mine} == {"MD"}
    assert "NJ-" not in str(mine)


@pytest.mark.both_databases("end to end: everything that the API reads")
@pytest.mark.parametrize("name", LISTS)
def test_pages_hold_each_thing_once_in_a_stable_order(floor: Floor, name: str) -> None:
    furnish(floor)
    caller = Caller(floor.shift_manager)

    whole = caller.get(f"{name}/", page_size=200)["results"]

    assert everything(caller, name) == whole


@pytest.mark.both_databases("end to end: everything that the API reads")
@pytest.mark.parametrize("name", THINGS)
def test_each_thing_of_a_list_has_an_address_that_is_there_for_its_own_people_alone(
    floor: Floor, elsewhere: Floor, name: str
) -> None:
    furnish(floor)
    caller, stranger = Caller(floor.shift_manager), Caller(elsewhere.shift_manager)

    for thing in caller.get(f"{name}/")["results"]:
        detail = caller.get(thing["url"])
        assert detail.items() >= thing.items()
        assert stranger.refused(thing["url"], 404)["code"] == "not_found"


@pytest.mark.parametrize("name", LISTS)
def test_a_list_costs_the_same_number_of_queries_whatever_it_holds(floor: Floor, name: str) -> None:
    caller = Caller(floor.shift_manager)
    furnish(floor)
    caller.get(f"{name}/")  # from now on it is known whose session this is
    few = queries(caller, name)

    for turn in range(3):
        furnish(floor, f"Shift {turn}")
        for role in Role:
            floor.hire(role)

    assert queries(caller, name) == few


def queries(caller: Caller, name: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        caller.get(f"{name}/", page_size=200)
    return len(caught)


def test_someone_at_two_facilities_sees_both_each_in_their_role_there(floor: Floor, elsewhere: Floor) -> None:
    furnish(floor)
    furnish(elsewhere)
    person = floor.hire(Role.AUDITOR)
    elsewhere.facility.postings.create(staff=person, role=Role.DEALER, started_at=floor.at)
    caller = Caller(person)

    assert {facility["code"] for facility in caller.get("facilities/")["results"]} == {"MD", "NJ"}
    assert {table["facility"] for table in caller.get("tables/")["results"]} == {"MD", "NJ"}
    assert {deck["facility"] for deck in caller.get("decks/")["results"]} == {"MD"}
    assert caller.refused(f"decks/{Deck.objects.filter(facility=elsewhere.facility).first().pk}/", 403)  # type: ignore[union-attr]
    assert caller.refused("decks/?facility=NJ", 400)["errors"][0]["path"] == "facility"


def test_a_table_tells_all_that_a_pit_boss_wants_to_know(floor: Floor) -> None:
    table = floor.open_table(shuffler=True)

    found = Caller(floor.floorperson).get(f"tables/{table.code}/")

    assert (found["state"], found["pit"], found["missing"]) == ("open", table.pit_id, [])
    assert found["dealer"] == {"badge": floor.dealer.badge, "name": floor.dealer.name, "since": "2026-03-02T17:00:00Z"}
    assert found["floorperson"]["badge"] == floor.floorperson.badge
    assert found["dealing"] == {
        "method": "manual_shoe",
        "shuffler": "automated",
        "reshuffles": False,
        "bonus_spin": False,
    }
    assert found["offer"]["id"] == floor.offer.pk
    assert found["layout"]["id"] == floor.layout.pk
    assert {device["kind"] for device in found["devices"]} == {"manual_shoe", "shuffler"}
    (deck,) = found["decks"]
    assert deck["change_cite"].startswith("MD ")
    assert "table.close" in {act["name"] for act in found["acts"]}
    assert "table.open" not in {act["name"] for act in found["acts"]}


def test_what_a_table_lacks_is_told_with_paragraph_and_remedy(floor: Floor) -> None:
    table = floor.ready_table()
    floor.begin(table)

    (missing,) = Caller(floor.floorperson).get(f"tables/{table.code}/")["missing"]

    assert missing["code"] == "no_deck"
    assert missing["cite"].startswith("MD ")
    assert missing["remedy"]["url"] == f"/api/v1/tables/{table.code}/bring-deck/"


def test_acts_are_those_that_the_caller_may_do(floor: Floor) -> None:
    table = floor.open_table()

    assert Caller(floor.auditor).get(f"tables/{table.code}/")["acts"] == []
    assert Caller(floor.dealer).get(f"tables/{table.code}/")["acts"] == []


@pytest.mark.both_databases("end to end: everything that the API reads")
def test_the_journal_is_read_newest_first_and_by_stream_subject_and_action(floor: Floor) -> None:
    table = floor.open_table()
    deck = deck_at(table)
    floor.later(minutes=1)
    caller = Caller(floor.auditor)
    opening.close_table(table, by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer))

    newest = caller.get("journal/")["results"][0]
    of_table = caller.get("journal/", stream=f"table:{table.code}")["results"]
    removed = caller.get("journal/", action="deck.removed", subject=f"deck:{deck.pk}")["results"]

    assert newest["action"] == "table.closed"
    assert newest["at"] == "2026-03-02T17:01:00Z"
    assert [entry["sequence"] for entry in of_table] == list(range(len(of_table), 0, -1))
    assert [entry["previous"] for entry in of_table[:-1]] == [entry["hash"] for entry in of_table[1:]]
    assert removed[0]["signature"]["signer"]["badge"] == floor.dealer.badge


def test_filters_of_lists_leave_only_what_matches(floor: Floor) -> None:
    furnish(floor)
    caller = Caller(floor.shift_manager)
    (table,) = caller.get("tables/", state="open")["results"]

    assert {each["state"] for each in caller.get("decks/", state="in_play")["results"]} == {"in_play"}
    assert {each["table"] for each in caller.get("devices/", table=table["code"])["results"]} == {table["code"]}
    assert caller.get("tables/", pit=floor.new_pit().pk)["results"] == []
    assert len(caller.get("shifts/", on_duty="true")["results"]) == 1
    assert caller.get("offers/", approved="false")["results"] == []
    assert caller.get("staff/", active="false")["results"] == []


def test_a_dealers_papers_and_whereabouts_at_another_facility_are_not_told(floor: Floor, elsewhere: Floor) -> None:
    person = floor.new_dealer()
    elsewhere.facility.postings.create(staff=person, role=Role.DEALER, started_at=floor.at)
    floor.ready_table(dealer=person)

    here = Caller(elsewhere.pit_boss).get("dealers/", badge=person.badge)["results"][0]

    assert (here["licences"], here["tests"], here["stint"]) == ([], [], None)


def test_the_root_says_who_one_is_and_where_to_go(floor: Floor) -> None:
    caller = Caller(floor.pit_boss)

    root = caller.get("")

    assert root["you"] == {"badge": floor.pit_boss.badge, "name": floor.pit_boss.name}
    assert root["facilities"][0]["roles"] == ["pit_boss"]
    assert caller.get(root["addresses"]["tables"]) == {"next": None, "results": []}
    assert "rule-violation" in str(caller.get(root["addresses"]["problems"]))


def test_the_owner_of_the_installation_has_no_part_in_the_floor(db: None) -> None:
    owner = Staff.objects.create_superuser("OWNER", "a-password-of-the-owner", name="Owner")

    assert Caller(owner).refused("tables/", 403)["code"] == "forbidden"
