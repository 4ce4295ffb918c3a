"""The list of rounds and the page of a round: filters, content and acts."""

import re
from datetime import date, time

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from compliance.signatures.services import Confirmation
from compliance.staff.roles import Role
from compliance.web.generic_views import PER_PAGE
from games.models import Round
from tables.models import Table
from tables.shifts import services as shifts
from tests.floor import EDITIONS, PIN, Floor
from tests.games.acts import in_breach, play, rotate, void
from tests.games.replay.test_resettle import tamper
from tests.games.sample_rounds import a_round, counted, log, misdealt

pytestmark = pytest.mark.django_db

CROSS = {"left": "Qs", "middle": "Js", "right": "Ts", "top": "9s", "bottom": "8s"}


@pytest.fixture
def floor() -> Floor:
    return Floor("md")


@pytest.fixture
def table(floor: Floor) -> Table:
    return floor.open_table()


@pytest.fixture
def reader(floor: Floor, client: Client) -> Client:
    client.force_login(floor.auditor)
    return client


def listed(client: Client, query: str = "") -> list[int]:
    """Return the numbers of the rounds that the list shows."""
    return [row.round.number for row in client.get(f"/facilities/MD/rounds/{query}").context["rows"]]


# ── The list


def test_rounds_are_listed_the_newest_first_by_pages(floor: Floor, table: Table, reader: Client) -> None:
    assert "No rounds yet" in reader.get("/facilities/MD/rounds/").text
    last = play(floor, table, 4)[-1]
    copies = [Round.objects.get(pk=last.pk) for _ in range(PER_PAGE)]
    for number, copy in enumerate(copies, start=5):
        copy.pk, copy.number = None, number
    Round.objects.bulk_create(copies)

    first = reader.get("/facilities/MD/rounds/")
    older = first.context["older"]

    assert listed(reader) == list(range(PER_PAGE + 4, 4, -1))
    assert f"?before={older}" in first.text
    assert listed(reader, f"?before={older}") == [4, 3, 2, 1]


def test_the_list_is_narrowed(floor: Floor, table: Table, reader: Client) -> None:
    other = floor.open_table(dealer=floor.new_dealer())
    play(floor, table, 1)
    play(floor, other, 2)
    dealer = rotate(floor, table)
    floor.later(days=1)
    late = in_breach(floor, table)

    assert listed(reader, f"?table={other.code}") == [2, 1]
    assert listed(reader, f"?dealer={dealer.badge}") == [late.number]
    assert listed(reader, "?day=2026-03-02") == [2, 1, 1]
    assert listed(reader, "?day=2026-03-03") == [late.number]
    assert listed(reader, f"?table={table.code}&mark=breach") == [late.number]
    assert listed(reader, "?table=NOWHERE&day=yesterday&mark=none&before=x") == [late.number, 2, 1, 1]


def test_marks_find_their_rounds(floor: Floor, table: Table, reader: Client) -> None:
    first, _ = play(floor, table, 2)
    void(floor, first)
    log(floor, table, a_round(void="face_up_card"))
    log(floor, table, counted(a_round(), off_by=1))
    Round.objects.bulk_create([_cut(first)])

    assert listed(reader, "?mark=voided") == [1]
    assert listed(reader, "?mark=void") == [4, 3]
    assert listed(reader, "?mark=wrong_count") == [4]
    assert listed(reader, "?mark=limit_cut") == [99]
    assert listed(reader, "?mark=breach") == []


def _cut(round_: Round) -> Round:
    """Return a round whose winnings were cut to the limit, as another one at the same table."""
    found = Round.objects.get(pk=round_.pk)
    found.pk, found.number, found.limit_cut_cents = None, 99, 100
    return found


def test_a_voided_round_is_struck_through_in_the_list(floor: Floor, table: Table, reader: Client) -> None:
    void(floor, play(floor, table, 1)[0])

    assert '<tr class="struck">' in reader.get("/facilities/MD/rounds/").text


def test_ten_rounds_cost_no_more_queries_than_one(floor: Floor, table: Table, reader: Client) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            reader.get("/facilities/MD/rounds/")
        return len(queries)

    play(floor, table, 1)
    cost()
    one = cost()
    play(floor, table, 3)

    assert cost() == one


# ── One round


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_hand_wager_and_paragraph_stands_on_the_page(edition: str, client: Client) -> None:
    floor = Floor(edition)
    round_ = log(floor, floor.open_table(), a_round(edition, seats=6))
    client.force_login(floor.auditor)

    page = client.get(f"/rounds/{round_.pk}/").text

    for seat in round_.settled()["seats"]:
        for name, hand in seat["hands"].items():
            assert hand.replace("_", " ") in page or name == "dealer_axis"
        for name, wager in seat["wagers"].items():
            assert name.replace("_", " ").capitalize() in page
            assert wager["cite"] in page
    assert "Recalculated: matches" in page
    assert f"journal/?subject=round:{round_.pk}" in page
    assert len(re.findall(r'<li(?: class="end")?>\s*<b class="street-seat">', page)) % 6 == 0


def test_a_round_that_no_longer_matches_says_in_which_field(floor: Floor, table: Table, reader: Client) -> None:
    round_ = play(floor, table, 1)[0]
    tamper(round_, settlement=round_.settlement.replace('"order":[2,1]', '"order":[1,2]'))

    page = reader.get(f"/rounds/{round_.pk}/").text

    assert "Recalculated: does not match" in page
    assert "it was changed outside this system" in page
    assert re.search(r"order\[0\]</th><td>1</td><td>2</td>", page)
    assert "Recalculated: matches" not in page


def test_a_voided_round_says_by_whom_and_why_and_what_took_its_place(
    floor: Floor, table: Table, client: Client
) -> None:
    _on_duty(floor)
    round_ = play(floor, table, 1)[0]
    client.force_login(floor.floorperson)
    path = f"/rounds/{round_.pk}/"
    again = f"/tables/{table.code}/round/?replaces={round_.pk}"

    before = client.get(path).text
    void(floor, round_)
    voided = client.get(path).text
    right = log(floor, table, a_round(seed=9) | {"replaces": round_.pk})
    replaced = client.get(path).text

    assert f"{path}void/" in before
    assert again not in before
    assert f"signed by {floor.shift_manager.name}: Seat 2 had folded" in voided
    assert f"{path}void/" not in voided
    assert again in voided
    assert again not in replaced
    assert f'href="/rounds/{right.pk}/">round {right.number}</a>' in replaced
    assert f'href="{path}">round {round_.number}</a>' in client.get(f"/rounds/{right.pk}/").text


def _on_duty(floor: Floor) -> None:
    template = shifts.add_template(
        floor.facility, name="Day", starts=time(6), ends=time(14), by=floor.shift_manager, at=floor.at
    )
    shifts.begin_shift(floor.facility, template=template, by=floor.shift_manager, at=floor.at)


def test_a_round_is_voided_from_its_page(floor: Floor, table: Table, client: Client) -> None:
    _on_duty(floor)
    round_ = play(floor, table, 1)[0]
    client.force_login(floor.floorperson)

    form = {"reason": "Wrong seat", "second_badge": floor.shift_manager.badge, "second_pin": PIN}
    answer = client.post(f"/rounds/{round_.pk}/void/", form)

    assert answer.headers["Location"] == f"/rounds/{round_.pk}/"
    assert Round.objects.get(pk=round_.pk).voiding.reason == "Wrong seat"


def test_a_breach_stands_with_its_reason_signer_and_violations(floor: Floor, table: Table, reader: Client) -> None:
    floor.later(hours=9)
    round_ = in_breach(floor, table)

    page = reader.get(f"/rounds/{round_.pk}/").text

    assert "The players were waiting" in page
    assert f"signed by {floor.pit_boss.name}" in page
    for violation in round_.violations.all():
        assert f'href="/violations/{violation.pk}/"' in page


def test_a_wrong_count_leads_to_the_exposure_since_the_last_right_one(
    floor: Floor, table: Table, reader: Client
) -> None:
    right = log(floor, table, counted(a_round()))
    floor.later(minutes=1)
    wrong = log(floor, table, counted(a_round(), off_by=-2))

    page = reader.get(f"/rounds/{wrong.pk}/").text

    assert f'href="/decks/{wrong.deck_id}/exposure/?since={right.pk}"' in page
    assert "41 counted, not 43: failed the count" in page
    assert "exposure" not in reader.get(f"/rounds/{right.pk}/").text


def test_irregularities_failed_devices_and_counts_are_said(floor: Floor, table: Table, reader: Client) -> None:
    device = table.devices.get()
    body = a_round() | {"irregularities": ["drawn_in_error"], "failed_device": device.pk}

    page = reader.get(f"/rounds/{log(floor, table, body).pk}/").text

    assert "Drawn in error" in page
    assert f'href="/devices/{device.pk}/"' in page
    assert "not counted" in page


def test_the_stub_is_told_with_the_cards_on_the_table(floor: Floor, table: Table, reader: Client) -> None:
    round_ = log(floor, table, misdealt(a_round()))

    page = reader.get(f"/rounds/{round_.pk}/").text

    assert "44 counted beside 8 on the table, as expected: misdealt" in page


def test_a_card_set_aside_is_shown_and_counted(client: Client) -> None:
    floor = Floor("ma")
    table = floor.open_table()
    body = a_round("ma") | {"community": CROSS, "dealer": ["2c", "3d"], "set_aside": ["7c"]}
    for seat, cards in zip(body["seats"], (["As", "Ks"], ["4h", "5h"]), strict=True):
        seat["cards"] = cards
    round_ = log(floor, table, body | {"stub": 40, "irregularities": ["one_face_up_card"]})
    client.force_login(floor.auditor)

    page = client.get(f"/rounds/{round_.pk}/").text

    assert "Set aside, face up" in page
    assert 'aria-label="7 of clubs"' in page
    assert "40 counted and 1 set aside, as expected" in page


def test_a_void_round_says_that_the_next_one_owes_the_count(floor: Floor, table: Table, reader: Client) -> None:
    play(floor, table, 4)
    round_ = log(floor, table, a_round(void="face_up_card", seed=9))

    page = reader.get(f"/rounds/{round_.pk}/").text

    assert "No stub count is owed in a void round; the next complete round owes it." in page
    assert "though it was due" not in page


def test_an_explained_void_names_its_reason_and_who_signed(floor: Floor, table: Table, reader: Client) -> None:
    body = a_round(void="other", void_explanation="Fire alarm", second_badge="-", second_pin="-")
    round_ = log(floor, table, body, second=Confirmation(floor.pit_boss, Role.PIT_BOSS))

    page = reader.get(f"/rounds/{round_.pk}/").text

    assert f"Void: Fire alarm.</b> Signed by {floor.pit_boss.name}." in page


def test_nobody_elsewhere_sees_a_round(floor: Floor, table: Table, client: Client) -> None:
    round_ = play(floor, table, 1)[0]
    client.force_login(Floor("nj").pit_boss)

    assert client.get(f"/rounds/{round_.pk}/").status_code == 404
    assert client.get("/facilities/MD/rounds/").status_code == 404


def test_the_board_and_the_table_lead_to_where_rounds_are_logged(floor: Floor, table: Table, client: Client) -> None:
    play(floor, table, 2)
    path = f'href="/tables/{table.code}/round/"'

    client.force_login(floor.floorperson)
    assert path in client.get("/board/MD/").text
    page = client.get(f"/tables/{table.code}/").text
    assert path in page
    assert "Log round 3" in page
    assert f"/facilities/MD/rounds/?table={table.code}" in page

    client.force_login(floor.auditor)
    assert path not in client.get("/board/MD/").text
    assert path not in client.get(f"/tables/{table.code}/").text


def test_gaming_days_are_those_of_the_facility(floor: Floor, table: Table, reader: Client) -> None:
    floor.later(hours=7, minutes=59)
    round_ = log(floor, table)

    assert round_.gaming_day == date(2026, 3, 2)
    assert listed(reader, "?day=2026-03-02") == [1]
