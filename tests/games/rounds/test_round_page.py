"""The data of the round page: what a round may name, and what the preview asks for."""

import json
from typing import Any

import pytest
from django.test import Client

from games.engine.settle import terms_for
from games.rounds.entry.table_terms import play_terms, table_terms
from tables.models import Device
from tests.floor import EDITIONS, OFFERS, Floor, fresh
from tests.games import acts
from tests.games.sample_rounds import a_round, counted, log

pytestmark = pytest.mark.django_db


def config_of(client: Client, floor: Floor, path: str) -> dict[str, Any]:
    client.force_login(floor.floorperson)
    found: dict[str, Any] = client.get(path).context["config"]
    return found


def previewed(client: Client, floor: Floor, code: str, body: dict[str, Any]) -> dict[str, Any]:
    client.force_login(floor.floorperson)
    answer = client.post(f"/tables/{code}/round/preview/", json.dumps(body), content_type="application/json")
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize(
    ("edition", "seats", "aside"), [("md", 6, 0), ("md-1.0", 6, 0), ("house", 6, 0), ("ma", 7, 1), ("nj", 6, 0)]
)
def test_seats_and_cards_set_aside_are_those_of_the_edition(edition: str, seats: int, aside: int) -> None:
    terms = play_terms(terms_for(edition, None))

    assert sorted(terms["seats"]) == list(range(1, seats + 1))
    assert terms["set_aside"] == aside
    assert sum(each["sets_aside"] for each in terms["irregularities"]) == aside


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_hand_is_entered_for_a_wager_or_always(edition: str) -> None:
    terms = play_terms(terms_for(edition, OFFERS[edition]))

    assert {hand["name"]: hand["wager"] for hand in terms["hands"]} == {
        "ma": {"dealer": None},
        "house": {"six_card": "six_card_bonus"},
    }.get(edition, {})


@pytest.mark.parametrize(
    ("edition", "wagers"), [("md", []), ("house", ["six_card_bonus"]), ("ma", ["three_card"]), ("nj", [])]
)
def test_only_a_live_wager_needs_the_cards_of_a_seat_that_folded(edition: str, wagers: list[str]) -> None:
    terms = play_terms(terms_for(edition, None))

    assert [each["name"] for each in terms["wagers"] if each["needs_cards"]] == wagers


def test_a_device_says_which_failures_can_be_its_own() -> None:
    floor = Floor("md")
    table = floor.open_table("automated_shoe", shuffler=True)
    floor.place(table, Device.Kind.MANUAL_SHOE)

    found = table_terms(fresh(table), floor.at)

    assert found is not None
    assert {each["kind"]: each["may_fail"] for each in found["devices"]} == {
        "automated_shoe": ["shoe_failure"],
        "shuffler": ["shuffler_failure"],
        "manual_shoe": [],
    }


def test_who_may_have_decided_a_forfeit_is_offered_only_where_there_are_forfeits(client: Client) -> None:
    md, ma = Floor("md"), Floor("ma")

    found = config_of(client, md, f"/tables/{md.open_table().code}/round/")
    none = config_of(client, ma, f"/tables/{ma.open_table().code}/round/")

    assert {"badge": md.floorperson.badge, "name": md.floorperson.name} in found["deciders"]
    assert all(each["badge"] != md.dealer.badge for each in found["deciders"])
    assert found["logged_by"] == md.floorperson.badge
    assert none["deciders"] == []


def test_a_correction_offers_the_failed_device_though_it_has_left_the_table(client: Client) -> None:
    floor = Floor("md")
    table = floor.open_table("automated_shoe")
    shoe = table.devices.get()
    floor.place(table, Device.Kind.MANUAL_SHOE)
    wrong = log(floor, table, a_round(void="shoe_failure", failed_device=shoe.pk))
    acts.handle(floor, shoe, "removed")
    acts.void(floor, wrong)

    found = config_of(client, floor, f"/tables/{table.code}/round/?replaces={wrong.pk}")

    assert [each["id"] for each in found["devices"] if "shoe_failure" in each["may_fail"]] == [shoe.pk]
    assert found["prefill"]["failed_device"] == shoe.pk


def test_a_preview_of_a_void_that_is_explained_needs_no_signature_yet(client: Client) -> None:
    floor = Floor("md")
    table = floor.open_table()

    found = previewed(client, floor, table.code, a_round(void="other", void_explanation="Fire alarm"))

    assert found["errors"] == []
    assert found["settlement"]["status"] == "void"


def test_a_preview_of_a_void_that_is_not_explained_says_so(client: Client) -> None:
    floor = Floor("md")
    table = floor.open_table()

    (error,) = previewed(client, floor, table.code, a_round(void="other"))["errors"]

    assert error["path"] == "void_explanation"


def test_a_preview_names_a_hand_that_was_not_shown(client: Client) -> None:
    floor = Floor("md")
    table = floor.open_table()
    body = a_round(seats=2)
    antes = dict.fromkeys(("ante_across", "ante_down"), "5.00")
    body["seats"][1] = {"seat": 2, "wagers": antes, "fold": "across"}

    found = previewed(client, floor, table.code, body)["html"]

    assert found.count("hand not shown") == 2


def test_the_pay_sheet_says_that_the_next_round_owes_the_count(client: Client) -> None:
    floor = Floor("md")
    table = floor.open_table("manual_shoe")
    acts.play(floor, table, 4)
    void = log(floor, table, a_round(void="face_up_card", seed=9))
    whole = log(floor, table, counted(a_round(seed=10)))
    client.force_login(floor.floorperson)

    first, second = (client.get(f"/tables/{table.code}/round/?paid={each.pk}").text for each in (void, whole))

    assert "the next complete round owes it" in first
    assert "the next complete round owes it" not in second
