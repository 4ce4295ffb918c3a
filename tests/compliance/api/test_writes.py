"""Writes happen once per idempotency key, and never overwrite a change by someone else."""

from threading import Barrier, Thread
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client

from compliance.models import Entry, Receipt
from tables.models import OfferInForce, Pit
from tests.floor import PIN, Floor

from .caller import ROOT, Caller

pytestmark = pytest.mark.both_databases("transactions and locks")


def post(client: Client, address: str, body: dict[str, Any], **headers: str) -> Any:
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(f"{ROOT}{address}", body, content_type="application/json", headers=given)


def new_key() -> str:
    return str(uuid4())


def side_by_side(*requests: Any) -> list[HttpResponse]:
    """Send requests at one moment, each by its own thread, and return their answers."""
    together, answers = Barrier(len(requests)), []

    def send(request: Any) -> None:
        together.wait(20)
        answers.append(request())
        connection.close()

    threads = [Thread(target=send, args=(request,)) for request in requests]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


# ── Idempotency-Key


def test_the_same_key_and_body_again_get_the_same_bytes_and_nothing_is_done_twice(floor: Floor) -> None:
    client, key = Caller(floor.shift_manager).client, new_key()
    address, body = f"facilities/{floor.facility.code}/add-pit/", {"code": "P7", "name": "Seven"}

    first, again = (post(client, address, body, Idempotency_Key=key) for _ in range(2))

    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    assert first["Location"] == again["Location"] == first.json()["url"]
    assert ("Idempotency-Replayed" in first, again["Idempotency-Replayed"]) == (False, "true")
    assert Pit.objects.filter(code="P7").count() == 1


def test_an_act_without_a_key_is_not_done(floor: Floor) -> None:
    client = Caller(floor.shift_manager).client
    address, body = f"facilities/{floor.facility.code}/add-pit/", {"code": "P7", "name": "Seven"}

    for headers, code in (({}, "key_missing"), ({"Idempotency_Key": "a b"}, "key_malformed")):
        refused = post(client, address, body, **headers)
        assert (refused.status_code, refused.json()["code"]) == (400, code)
    assert not Pit.objects.filter(code="P7").exists()


def test_a_key_that_was_used_for_something_else(floor: Floor) -> None:
    client, key = Caller(floor.shift_manager).client, new_key()
    address = f"facilities/{floor.facility.code}/add-pit/"
    post(client, address, {"code": "P7", "name": "Seven"}, Idempotency_Key=key)

    others = (
        post(client, address, {"code": "P8", "name": "Eight"}, Idempotency_Key=key),
        post(client, f"pits/{floor.pit.pk}/add-table/", {"code": "P7", "name": "Seven"}, Idempotency_Key=key),
    )

    assert [(each.status_code, each.json()["code"]) for each in others] == [(409, "key_reused")] * 2


def test_after_a_refusal_the_key_may_be_used_for_a_corrected_request(floor: Floor) -> None:
    client, key = Caller(floor.shift_manager).client, new_key()
    address = f"facilities/{floor.facility.code}/add-pit/"

    refused = post(client, address, {"code": "", "name": "Seven"}, Idempotency_Key=key)
    done = post(client, address, {"code": "P7", "name": "Seven"}, Idempotency_Key=key)

    assert (refused.status_code, done.status_code) == (400, 201)


def test_the_same_key_at_another_facility_is_another_key(floor: Floor, elsewhere: Floor) -> None:
    key, body = new_key(), {"code": "P7", "name": "Seven"}

    for each in (floor, elsewhere):
        done = post(
            Caller(each.shift_manager).client, f"facilities/{each.facility.code}/add-pit/", body, Idempotency_Key=key
        )
        assert (done.status_code, "Idempotency-Replayed" in done) == (201, False)


def test_a_new_password_under_a_used_key_is_another_request_and_neither_is_stored(floor: Floor) -> None:
    caller, key = Caller(floor.administrator), new_key()
    address = f"staff/{floor.dealer.badge}/set-password/"

    def set_to(password: str) -> Any:
        etag = caller.client.get(f"{ROOT}staff/{floor.dealer.badge}/")["ETag"]
        signed = {"second_badge": floor.compliance_officer.badge, "second_pin": PIN}
        return post(caller.client, address, {"password": password} | signed, Idempotency_Key=key, If_Match=etag)

    first, same, other = set_to("a-good-password-1"), set_to("a-good-password-1"), set_to("a-good-password-2")

    assert [each.status_code for each in (first, same, other)] == [200, 200, 409]
    assert "Idempotency-Replayed" in same


@pytest.mark.django_db(transaction=True)
def test_the_same_request_twice_at_once_is_done_once_and_answered_the_same() -> None:
    floor = Floor("md")
    key, address, body = new_key(), f"facilities/{floor.facility.code}/add-pit/", {"code": "P7", "name": "Seven"}
    clients = [Caller(floor.shift_manager).client for _ in range(4)]

    answers = side_by_side(*(lambda each=each: post(each, address, body, Idempotency_Key=key) for each in clients))

    assert {answer.status_code for answer in answers} == {201}, [answer.content for answer in answers]
    assert len({answer.content for answer in answers}) == 1
    assert Pit.objects.filter(code="P7").count() == Receipt.objects.count() == 1
    assert Entry.objects.filter(action="pit.added", facts__code="P7").count() == 1


# ── If-Match


def test_an_act_that_overwrites_requires_if_match(floor: Floor) -> None:
    table, client = floor.new_table(), Caller(floor.pit_boss).client
    address, body = f"tables/{table.code}/put-offer/", {"offer": floor.offer.pk}

    missing = post(client, address, body, Idempotency_Key=new_key())
    stale = post(client, address, body, Idempotency_Key=new_key(), If_Match='"something-else"')

    assert (missing.status_code, missing.json()["code"]) == (428, "precondition_required")
    assert (stale.status_code, stale.json()["code"]) == (412, "precondition_failed")
    assert missing.json()["type"] == stale.json()["type"] == "/api/v1/problems/#precondition"
    assert not OfferInForce.objects.exists()

    etag = client.get(f"{ROOT}tables/{table.code}/")["ETag"]
    assert post(client, address, body, Idempotency_Key=new_key(), If_Match=etag).status_code == 200


def test_a_change_by_someone_else_is_not_overwritten(floor: Floor) -> None:
    table, client = floor.new_table(), Caller(floor.pit_boss).client
    etag = client.get(f"{ROOT}tables/{table.code}/")["ETag"]
    floor.furnish(table)

    refused = post(
        client,
        f"tables/{table.code}/supervise/",
        {"floorperson": floor.floorperson.badge},
        Idempotency_Key=new_key(),
        If_Match=etag,
    )

    assert refused.status_code == 412, refused.content


@pytest.mark.django_db(transaction=True)
def test_of_two_parallel_overwrites_one_is_refused() -> None:
    floor = Floor("md")
    table, offers = floor.new_table(), [floor.offer, floor.new_offer(name="Other")]
    clients = [Caller(floor.pit_boss).client for _ in offers]
    etag = clients[0].get(f"{ROOT}tables/{table.code}/")["ETag"]

    def put(client: Client, offer: int) -> Any:
        body = {"offer": offer}
        return post(client, f"tables/{table.code}/put-offer/", body, Idempotency_Key=new_key(), If_Match=etag)

    answers = side_by_side(
        *(lambda each=each, offer=offer: put(each, offer.pk) for each, offer in zip(clients, offers, strict=True))
    )

    assert sorted(answer.status_code for answer in answers) == [200, 412], [answer.content for answer in answers]


# ── ETag


def test_a_matching_etag_gets_304_without_a_body(floor: Floor) -> None:
    floor.new_table()
    client = Caller(floor.pit_boss).client
    for address in ("", "tables/", "journal/?after=start", "schema/", "problems/"):
        etag = client.get(f"{ROOT}{address}")["ETag"]
        again = client.get(f"{ROOT}{address}", headers={"If-None-Match": etag})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)

    etag = client.get(f"{ROOT}tables/")["ETag"]
    floor.new_table()
    assert client.get(f"{ROOT}tables/", headers={"If-None-Match": etag}).status_code == 200


def test_everyone_who_sees_the_same_has_the_same_etag(floor: Floor) -> None:
    from .test_keys import Program
    from .test_keys import new_key as program_key

    table = floor.new_table()
    one, other = (Program(program_key(floor, "tables:read", "journal:read")) for _ in range(2))

    for address in ("tables/", f"tables/{table.code}/", "facilities/"):
        assert one.client.get(ROOT + address)["ETag"] == other.client.get(ROOT + address)["ETag"]


def test_responses_are_private_and_not_cached_by_proxies(floor: Floor) -> None:
    response = Caller(floor.pit_boss).client.get(f"{ROOT}tables/")

    assert set(response["Cache-Control"].split(", ")) == {"private", "no-cache"}
    assert {"Authorization", "Cookie"} <= {each.strip() for each in response["Vary"].split(",")}
