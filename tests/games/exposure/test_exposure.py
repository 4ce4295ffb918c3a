"""Exposure lists what was dealt from a deck since its last right count, on the page, as CSV and as JSON."""

import csv
import re
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.http import StreamingHttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.exposure.services import dealt, exposure_of, known_whole_before, sums
from games.models import Round
from tables.decks.shuffler_counts import pull_after_shuffle
from tables.models import Deck, Device, Table
from tests.floor import Floor, deck_at, fresh
from tests.games.acts import in_breach, play, void
from tests.games.sample_rounds import a_round, counted, log

pytestmark = pytest.mark.django_db


def numbers(deck: Deck, since: str = "") -> list[int]:
    return [round_.number for round_ in exposure_of(fresh(deck), since).rounds]


def count(floor: Floor, table: Table, off_by: int = 0, seats: int = 3, **more: Any) -> Round:
    found = log(floor, table, counted(a_round(floor.edition, seats=seats), floor.edition, off_by=off_by) | more)
    floor.later(minutes=1)
    return found


@pytest.fixture
def floor() -> Floor:
    return Floor("md")


@pytest.fixture
def table(floor: Floor) -> Table:
    return floor.open_table()


def test_a_deck_without_a_count_is_known_to_be_whole_since_it_came_into_play(floor: Floor, table: Table) -> None:
    play(floor, table, 3)
    found = exposure_of(deck_at(table))

    assert found.since.key == "inspection"
    assert found.since.at == deck_at(table).in_play_at
    assert numbers(deck_at(table)) == [1, 2, 3]


def test_a_wrong_count_exposes_what_was_dealt_since_the_last_right_one(floor: Floor, table: Table) -> None:
    play(floor, table, 2)
    right = count(floor, table)
    play(floor, table, 2)
    wrong = count(floor, table, off_by=-1)
    deck = Deck.objects.get(pk=wrong.deck_id)

    found = exposure_of(deck)

    assert (found.since.key, found.since.round_number) == (str(right.pk), 3)
    assert found.found_in == wrong
    assert numbers(deck) == [4, 5, 6]
    assert [moment.key for moment in found.moments] == [str(right.pk), "inspection"]


def test_a_wrong_number_on_the_shuffler_exposes_what_was_dealt_since_the_last_right_count(
    floor: Floor, table: Table
) -> None:
    play(floor, table, 2)
    right = count(floor, table)
    play(floor, table, 1)
    floor.place(table, Device.Kind.SHUFFLER, counts=True)

    pull_after_shuffle(deck_at(table), shown=51, by=floor.floorperson, at=floor.later(minutes=1))

    assert exposure_of(deck_at(table)).since.key == str(right.pk)
    assert numbers(deck_at(table)) == [4]


def test_an_earlier_start_may_be_chosen_and_an_unknown_one_is_refused(floor: Floor, table: Table) -> None:
    play(floor, table, 2)
    count(floor, table)
    play(floor, table, 1)
    count(floor, table)
    play(floor, table, 1)
    deck = deck_at(table)

    assert numbers(deck) == [6]
    assert numbers(deck, since="inspection") == [1, 2, 3, 4, 5, 6]
    assert numbers(deck, since="nonsense") == [6]


def test_a_misdeal_a_wrong_count_and_a_voided_count_prove_nothing(floor: Floor, table: Table) -> None:
    play(floor, table, 1)
    count(floor, table, misdeal=True, dealt=11)
    void(floor, count(floor, table))

    assert [moment.key for moment in exposure_of(deck_at(table)).moments] == ["inspection"]


def test_a_count_in_a_round_that_is_void_for_another_reason_is_a_count(floor: Floor, table: Table) -> None:
    right = count(floor, table, void="face_up_card", dealt=11)

    assert exposure_of(deck_at(table)).since.key == str(right.pk)


def test_rounds_dealt_in_breach_after_the_wrong_count_are_exposed_too(floor: Floor, table: Table) -> None:
    play(floor, table, 1)
    wrong = count(floor, table, off_by=1)
    deck = Deck.objects.get(pk=wrong.deck_id)
    in_breach(floor, table, deck=deck.pk)

    assert numbers(deck) == [1, 2, 3]


def test_each_deck_has_its_own_rounds(floor: Floor) -> None:
    table = floor.open_table("hand", decks=2)
    play(floor, table, 4)

    assert numbers(deck_at(table, "A")) == [1, 3]
    assert numbers(deck_at(table, "B")) == [2, 4]


def test_a_rounds_exposure_starts_at_the_last_right_count_before_it(floor: Floor, table: Table) -> None:
    first = count(floor, table)
    play(floor, table, 1)
    doubtful = log(floor, table, a_round("md") | {"irregularities": ["drawn_in_error"]})
    floor.later(minutes=1)
    count(floor, table)

    assert known_whole_before(doubtful).key == str(first.pk)


def test_voided_rounds_are_shown_and_not_counted(floor: Floor, table: Table) -> None:
    first, second = play(floor, table, 2)
    void(floor, second)
    found = exposure_of(deck_at(table))

    several = list(dealt(found.rounds))

    assert [each.round.number for each in several] == [1, 2]
    assert sums(several).rounds == 1
    assert sums(several).staked_cents == first.staked_cents


def test_a_deck_that_was_never_in_play_has_nothing_to_show(floor: Floor, client: Client) -> None:
    deck = floor.deck()
    client.force_login(floor.auditor)

    page = client.get(f"/decks/{deck.pk}/exposure/")

    assert exposure_of(deck).since.words == "never known complete"
    assert "No rounds since then" in page.text


# ── The page, the table of wagers and the API


def _full(floor: Floor) -> Table:
    """A table of a card room that cuts what is paid at $3,000, with a round that is cut and one that is voided."""
    table = floor.open_table()
    antes = dict.fromkeys(("ante_across", "ante_down"), "10.00")
    bets = dict.fromkeys(("across", "down", "middle"), "30.00")
    royal = {
        "community": {"left": "Qs", "middle": "Js", "right": "Ts", "top": "9d", "bottom": "8d"},
        "six_card": ["2c", "3c", "4d", "5h"],
        "seats": [{"seat": 1, "cards": ["As", "Ks"], "wagers": antes | bets}],
    }
    play(floor, table, 2, seats=6)
    log(floor, table, royal)
    floor.later(minutes=1)
    void(floor, play(floor, table, 1)[0])
    return table


def figures(text: str) -> dict[str, str]:
    """Return the tiles of the page."""
    (tiles,) = re.findall(r'<dl class="tiles">(.*?)</dl>', text, re.DOTALL)
    found = re.findall(r"<dt>(\w+)</dt><dd>(.*?)</dd>", tiles, re.DOTALL)
    return {label: re.sub(r'<span class="word">.*?</span>|<[^>]*>|[$,+\s]', "", value) for label, value in found}


def test_page_table_and_api_show_the_same_figures(client: Client) -> None:
    floor = Floor("house")
    deck = deck_at(_full(floor))
    client.force_login(floor.auditor)

    tiles = figures(client.get(f"/decks/{deck.pk}/exposure/").text)
    sent = client.get(f"/decks/{deck.pk}/exposure.csv")
    assert isinstance(sent, StreamingHttpResponse)
    rows = [row for row in csv.DictReader(sent.getvalue().decode().splitlines()) if row["voided"] == "no"]
    api = client.get(f"/api/v1/decks/{deck.pk}/exposure/").json()

    totals = api["totals"]
    assert totals["rounds"] == 3
    assert tiles == {
        "Rounds": str(totals["rounds"]),
        "Seats": str(totals["seats"]),
        "Wagers": str(totals["wagers"]),
        "Wagered": totals["staked"],
        "Paid": totals["pays"],
        "Returned": totals["returned"],
        "House": totals["house_net"].replace("-", "−"),
    }
    wagers = [row for row in rows if row["wager"] != "payout_limit"]
    assert len(wagers) == totals["wagers"]
    assert len({row["round"] for row in rows}) == totals["rounds"]
    assert len({(row["round"], row["seat"]) for row in rows}) == totals["seats"]
    for column, total in (("stake", "staked"), ("pays", "pays"), ("returned", "returned")):
        assert sum(Decimal(row[column]) for row in rows) == Decimal(totals[total])
    assert sum(Decimal(row["net"]) for row in rows) == -Decimal(totals["house_net"])
    assert [row["outcome"] for row in rows].count("cut") == 1
    stored = Round.objects.filter(deck=deck, voiding=None)
    assert sum(round_.house_net_cents for round_ in stored) == int(Decimal(totals["house_net"]) * 100)


def test_the_api_lists_every_round_seat_and_wager(floor: Floor, table: Table, client: Client) -> None:
    right = count(floor, table)
    round_ = play(floor, table, 1)[0]
    client.force_login(floor.auditor)

    found = client.get(f"/api/v1/decks/{round_.deck_id}/exposure/").json()

    assert found["since"] == {
        "key": str(right.pk),
        "at": "2026-03-02T17:00:00Z",
        "round_number": 1,
        "words": "correct count in round 1",
    }
    assert [each["id"] for each in found["rounds"]] == [round_.pk]
    seat = found["rounds"][0]["seats"][0]
    assert {wager["name"] for wager in seat["wagers"]} == set(round_.settled()["seats"][0]["wagers"])


def test_the_api_refuses_an_unknown_start(floor: Floor, table: Table, client: Client) -> None:
    client.force_login(floor.auditor)

    refused = client.get(f"/api/v1/decks/{deck_at(table).pk}/exposure/?since=7")

    assert refused.status_code == 400
    assert refused.json()["errors"][0]["code"] == "unknown_moment"


def test_the_page_says_since_when_and_where_it_was_found(floor: Floor, table: Table, client: Client) -> None:
    right = count(floor, table)
    wrong = count(floor, table, off_by=-1)
    client.force_login(floor.floorperson)

    page = client.get(f"/decks/{wrong.deck_id}/exposure/").text

    assert f'<option value="{right.pk}" selected>Correct count in round 1, Mon Mar 2, 2026 12:00:00</option>' in page
    assert f'<a href="/rounds/{wrong.pk}/">round 2</a>' in page


def test_a_hundred_rounds_cost_no_more_queries_than_one(floor: Floor, table: Table, client: Client) -> None:
    client.force_login(floor.auditor)
    play(floor, table, 4)
    paths = [f"/decks/{deck_at(table).pk}/exposure/", f"/api/v1/decks/{deck_at(table).pk}/exposure/"]

    def costs() -> list[int]:
        found = []
        for path in paths:
            with CaptureQueriesContext(connection) as queries:
                assert client.get(path).status_code == 200
            found.append(len(queries))
        return found

    costs()
    few = costs()
    for _ in range(4):
        count(floor, table, void="face_up_card", dealt=11)
    client.get(paths[0])

    assert costs() == few


def test_another_facility_does_not_see_the_exposure(floor: Floor, table: Table, client: Client) -> None:
    client.force_login(Floor("nj").pit_boss)

    for path in (f"/decks/{deck_at(table).pk}/exposure/", f"/decks/{deck_at(table).pk}/exposure.csv"):
        assert client.get(path).status_code == 404


def test_decks_and_devices_and_a_table_lead_to_it(floor: Floor, client: Client) -> None:
    table = floor.open_table("hand", decks=2)
    deck = deck_at(table)
    client.force_login(floor.pit_boss)
    link = f"/decks/{deck.pk}/exposure/"

    assert link in client.get(f"/decks/{deck.pk}/").text
    assert link in client.get(f"/devices/{table.devices.get().pk}/").text
    assert link not in client.get(f"/tables/{table.code}/").text

    count(floor, table, off_by=-1)

    assert link in client.get(f"/tables/{table.code}/").text


def test_security_sees_the_deck_and_not_what_was_wagered(floor: Floor, table: Table, client: Client) -> None:
    client.force_login(floor.security)
    deck = deck_at(table)

    page = client.get(f"/decks/{deck.pk}/")

    assert page.status_code == 200
    assert "exposure" not in page.text
    assert client.get(f"/decks/{deck.pk}/exposure/").status_code == 403
