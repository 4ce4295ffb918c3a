"""The access log: who made which request from where, with an ID that the response has too."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from compliance.api_keys.services import create_key
from tests.floor import PASSWORD, Floor

pytestmark = pytest.mark.django_db


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "casino.access"]


@pytest.fixture
def floor() -> Floor:
    return Floor("md")


@pytest.fixture(autouse=True)
def at_info(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "casino.access")


def test_a_line_has_address_badge_request_status_and_the_id_of_the_response(
    floor: Floor, caplog: pytest.LogCaptureFixture
) -> None:
    tablet = Client(REMOTE_ADDR="10.0.0.7")
    tablet.force_login(floor.pit_boss)

    response = tablet.get("/account/?from=x")

    (line,) = lines(caplog)
    assert re.fullmatch(
        rf"10\.0\.0\.7 {floor.pit_boss.badge} GET /account/\?from=x 200 \d+ ms {response['X-Request-ID']}", line
    )


def test_a_key_is_named_by_its_prefix_and_a_stranger_not_at_all(
    floor: Floor, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    key = create_key(
        floor.facility,
        name="Slots",
        facilities=[floor.facility],
        scopes=["tables:read"],
        valid_days=9,
        by=None,
        at=timezone.now(),
    )

    client.get("/api/v1/tables/", HTTP_AUTHORIZATION=f"Bearer {key.token}")
    client.get("/api/v1/tables/", HTTP_AUTHORIZATION="Bearer cck_unknown")
    client.get("/account/")

    assert [line.split()[1] for line in lines(caplog)] == [f"KEY-{key.prefix}", "-", "-"]


def test_signing_in_is_logged_with_the_badge_and_without_the_password(
    floor: Floor, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.post("/sign-in/", {"badge": floor.pit_boss.badge, "password": "guessed-by-me"})
    client.post("/sign-in/", {"badge": floor.pit_boss.badge, "password": PASSWORD})

    failed, done = lines(caplog)
    assert failed.split()[1:5] == ["-", "POST", "/sign-in/", "422"]
    assert done.split()[1:5] == [floor.pit_boss.badge, "POST", "/sign-in/", "302"]
    assert "guessed-by-me" not in caplog.text
    assert PASSWORD not in caplog.text


@pytest.mark.parametrize(("given", "kept"), [("proxy-0123456789", True), ("short", False), ("forged id\nGET", False)])
def test_the_id_of_a_proxy_is_kept_if_it_is_well_formed(client: Client, given: str, kept: bool) -> None:
    response = client.get("/sign-in/", HTTP_X_REQUEST_ID=given)

    assert (response["X-Request-ID"] == given) == kept


def test_health_checks_are_not_logged(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client.get("/health/live/")

    assert lines(caplog) == []


def test_the_log_can_be_switched_off(client: Client, caplog: pytest.LogCaptureFixture, settings: object) -> None:
    settings.ACCESS_LOG = False  # type: ignore[attr-defined]

    assert "X-Request-ID" in client.get("/sign-in/")
    assert lines(caplog) == []
