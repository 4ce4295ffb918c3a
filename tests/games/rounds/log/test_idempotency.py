"""A repeated request is done once and answered with the same bytes."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from compliance.models import Receipt, Staff
from games.models import Round
from tables.models import Table
from tests.floor import Floor
from tests.games.sample_rounds import a_round, counted

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("constraints, and the transaction of an answer")]


@pytest.fixture
def floor() -> Floor:
    return Floor("md", at=timezone.now())


@pytest.fixture
def table(floor: Floor) -> Table:
    return floor.open_table()


def post(by: Staff, table: Table, body: Any, key: str | None) -> HttpResponse:
    client = Client()
    client.force_login(by)
    headers = {"Idempotency-Key": key} if key is not None else {}
    text = body if isinstance(body, str) else json.dumps(body)
    return client.post(f"/api/v1/tables/{table.code}/rounds/", text, "application/json", headers=headers)  # type: ignore[return-value]


def test_the_same_key_and_body_are_answered_with_the_same_bytes(floor: Floor, table: Table) -> None:
    key, body = str(uuid4()), a_round()

    first, second = (post(floor.floorperson, table, body, key) for _ in range(2))

    assert first.status_code == second.status_code == 201
    assert first.content == second.content
    assert Round.objects.count() == Receipt.objects.count() == 1


def test_the_same_json_in_another_format_is_the_same_body(floor: Floor, table: Table) -> None:
    key, body = str(uuid4()), a_round()
    first = post(floor.floorperson, table, body, key)

    again = post(floor.floorperson, table, json.dumps(dict(reversed(body.items())), indent=2), key)

    assert again.content == first.content


def test_someone_else_on_the_same_tablet_gets_the_answer_that_was_lost(floor: Floor, table: Table) -> None:
    key, body = str(uuid4()), a_round()
    first = post(floor.floorperson, table, body, key)

    again = post(floor.pit_boss, table, body, key)

    assert again.content == first.content
    assert Round.objects.count() == 1


def test_another_body_under_the_same_key_is_refused(floor: Floor, table: Table) -> None:
    key = str(uuid4())
    post(floor.floorperson, table, a_round(seed=1), key)

    answer = post(floor.floorperson, table, a_round(seed=2), key)

    assert answer.status_code == 409
    assert json.loads(answer.content)["code"] == "key_reused"
    assert Round.objects.count() == 1


def test_the_same_body_at_another_table_is_another_request(floor: Floor, table: Table) -> None:
    key, body = str(uuid4()), a_round()
    other = floor.open_table(dealer=floor.new_dealer())
    post(floor.floorperson, table, body, key)

    answer = post(floor.floorperson, other, body, key)

    assert json.loads(answer.content)["code"] == "key_reused"


@pytest.mark.parametrize("key", [None, "", "short", "with a space", "x" * 65, "ümlaut-ümlaut"])
def test_without_a_proper_key_nothing_is_done(floor: Floor, table: Table, key: str | None) -> None:
    answer = post(floor.floorperson, table, a_round(), key)

    assert answer.status_code == 400
    assert json.loads(answer.content)["code"] in ("key_missing", "key_malformed")
    assert not Round.objects.exists()


def test_after_a_refusal_the_key_is_free_for_what_was_put_right(floor: Floor, table: Table) -> None:
    key, wrong = str(uuid4()), a_round()
    wrong["seats"][0]["cards"][0] = wrong["community"]["left"]

    refused = post(floor.floorperson, table, wrong, key)
    answer = post(floor.floorperson, table, a_round(), key)

    assert refused.status_code == 400
    assert answer.status_code == 201


def test_a_pin_is_not_part_of_the_stored_request(floor: Floor, table: Table) -> None:
    """Its hash would tell it; and whoever asks again may have mistyped it."""
    for seed in range(4):
        post(floor.floorperson, table, a_round(seed=seed), str(uuid4()))
    key = str(uuid4())
    body = a_round(seed=9) | {"breach_reason": "Nobody counted", "second_badge": floor.pit_boss.badge}
    first = post(floor.floorperson, table, body | {"second_pin": "4711"}, key)

    again = post(floor.floorperson, table, body | {"second_pin": "4711"}, key)

    assert first.status_code == 201
    assert again.content == first.content
    assert "4711" not in Receipt.objects.get(key=key).answer.decode()


def test_a_key_used_at_another_facility_is_free_here(floor: Floor, table: Table) -> None:
    there = Floor("md", code="OTHER", at=timezone.now())
    key, body = str(uuid4()), a_round()
    elsewhere = there.open_table()
    post(floor.floorperson, table, body, key)

    answer = post(there.floorperson, elsewhere, body, key)

    assert answer.status_code == 201
    assert Round.objects.count() == 2


def test_a_table_of_another_facility_is_not_there_whatever_is_sent(floor: Floor, table: Table) -> None:
    there = Floor("md", code="OTHER", at=timezone.now())

    answers = [post(there.floorperson, table, body, key) for body in ("{", a_round()) for key in (None, str(uuid4()))]

    assert {answer.status_code for answer in answers} == {404}
    assert not Round.objects.exists()


def test_the_answer_tells_what_comes_next(floor: Floor, table: Table) -> None:
    for seed in range(3):
        post(floor.floorperson, table, a_round(seed=seed), str(uuid4()))

    fourth = json.loads(post(floor.floorperson, table, a_round(seed=4), str(uuid4())).content)
    fifth = json.loads(post(floor.floorperson, table, counted(a_round(seed=5)), str(uuid4())).content)

    assert (fourth["number"], fourth["next"]["number"], fourth["next"]["count_due"]) == (4, 5, True)
    assert [(found["code"], found["severity"]) for found in fourth["next"]["findings"]] == [("stub_count", "notice")]
    assert (fifth["next"]["count_due"], fifth["next"]["findings"]) == (False, [])
