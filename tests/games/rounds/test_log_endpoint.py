"""The endpoint for logging rounds is as strict as the rest of the API, though it bypasses much of it."""

import json
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Round
from tests.floor import Floor
from tests.games.sample_rounds import a_round

pytestmark = pytest.mark.django_db


class Door:
    """The address of an open table's rounds, and someone of the floor who posts there."""

    def __init__(self, client: Client | None = None) -> None:
        self.floor = Floor("md", at=timezone.now())
        self.url = f"/api/v1/tables/{self.floor.open_table().code}/rounds/"
        self.client = client or Client()
        self.client.force_login(self.floor.floorperson)

    def post(self, *, url: str = "", of: str = "application/json", **headers: str) -> tuple[int, str]:
        sent = {"Idempotency-Key": str(uuid4()), **headers}
        answer = self.client.post(url or self.url, json.dumps(a_round()), of, headers=sent)
        assert answer["Content-Type"] == (
            "application/json" if answer.status_code == 201 else "application/problem+json"
        )
        return answer.status_code, json.loads(answer.content).get("code", "")


def test_a_page_of_another_site_cannot_log() -> None:
    door = Door(Client(enforce_csrf_checks=True))

    assert door.post() == (403, "csrf_failed")
    assert not Round.objects.exists()


def test_a_request_with_the_csrf_token_can_log() -> None:
    door = Door(Client(enforce_csrf_checks=True))
    token = door.client.get("/account/").cookies["csrftoken"].value

    assert door.post(**{"X-CSRFToken": token})[0] == 201


def test_who_is_not_signed_in_is_told_so() -> None:
    door = Door()
    door.client.logout()

    assert door.post() == (401, "not_signed_in")


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete", "options"])
def test_only_post_is_allowed(method: str) -> None:
    door = Door()

    answer = getattr(door.client, method)(door.url)

    assert answer.status_code == 405
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/x-ndjson"])
def test_another_type_of_body_is_refused(kind: str) -> None:
    assert Door().post(of=kind) == (415, "unsupported_media_type")


def test_an_unknown_parameter_is_refused() -> None:
    door = Door()

    assert door.post(url=f"{door.url}?dry=true") == (400, "invalid")


def test_a_body_in_chunks_is_refused() -> None:
    assert Door().post(**{"Transfer-Encoding": "chunked"}) == (411, "length_required")


def test_a_body_that_is_too_large_is_refused() -> None:
    door = Door()

    answer = door.client.post(
        door.url, b" " * (1 << 20) + b"{}", "application/json", headers={"Idempotency-Key": "k" * 9}
    )

    assert answer.status_code == 413


def test_a_table_with_a_nul_in_its_code_is_not_there() -> None:
    assert Door().post(url="/api/v1/tables/MD%00-01/rounds/")[0] == 404
