"""Pages are compressed for browsers that accept it; the API's responses are sent as they are."""

from gzip import decompress
from typing import Any

import pytest
import time_machine
from django.test import Client

from tables.models import Deck, Shift
from tests.floor import Floor
from tests.games.sample_rounds import a_round, log

pytestmark = pytest.mark.django_db

GZIP = {"Accept-Encoding": "gzip, br"}


@pytest.fixture
def floor(client: Client) -> Floor:
    floor = Floor("md")
    log(floor, floor.open_table("hand"), a_round(seats=2))
    floor.begin_shift()
    client.force_login(floor.compliance_officer)
    return floor


def whole(response: Any) -> bytes:
    return b"".join(response) if response.streaming else response.content


@pytest.mark.parametrize(
    "path", ["/board/MD/", "/facilities/MD/reports/", "/reports/{shift}/report.json", "/there/is/nothing/here/"]
)
def test_a_page_is_sent_compressed_to_a_browser_that_accepts_it(client: Client, floor: Floor, path: str) -> None:
    path = path.format(shift=Shift.objects.get().pk)
    plain, packed = client.get(path), client.get(path, headers=GZIP)

    assert not plain.has_header("Content-Encoding")
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert "Accept-Encoding" in plain["Vary"]
    assert len(packed.content) < len(plain.content) == pytest.approx(len(decompress(packed.content)), abs=200)


def test_the_size_of_a_compressed_page_does_not_tell_what_is_in_it(client: Client, floor: Floor) -> None:
    path = f"/reports/{Shift.objects.get().pk}/report.json"

    with time_machine.travel(floor.at, tick=False):
        packed = [client.get(path, headers=GZIP).content for _ in range(20)]

    assert len({decompress(each) for each in packed}) == 1
    assert len({len(each) for each in packed}) > 1, "Django pads with a random length"


def test_rows_that_are_streamed_are_compressed_as_a_stream(client: Client, floor: Floor) -> None:
    deck = Deck.objects.earliest("pk")
    path = f"/decks/{deck.pk}/exposure.csv"
    plain, packed = client.get(path), client.get(path, headers=GZIP)

    assert packed.streaming
    assert decompress(whole(packed)) == whole(plain)


@pytest.mark.parametrize("path", ["/reports/{shift}/report.xlsx", "/reports/{shift}/report.zip"])
def test_a_file_that_is_compressed_already_is_sent_as_it_is(client: Client, floor: Floor, path: str) -> None:
    response = client.get(path.format(shift=Shift.objects.get().pk), headers=GZIP)

    assert response.status_code == 200
    assert not response.has_header("Content-Encoding")


@pytest.mark.parametrize(
    "path", ["/api/v1/tables/", "/api/v1/rounds/", "/api/v1/journal/", "/api/v1/exports/rounds.csv", "/api/v1/schema/"]
)
def test_the_api_sends_the_bytes_that_its_etag_names(client: Client, floor: Floor, path: str) -> None:
    plain, asked = client.get(path), client.get(path, headers=GZIP)

    assert asked.status_code == 200
    assert not asked.has_header("Content-Encoding")
    assert asked.headers.get("ETag") == plain.headers.get("ETag")
    assert whole(asked) == whole(plain)
    if etag := asked.headers.get("ETag"):
        assert not etag.startswith("W/")
        assert client.get(path, headers=GZIP | {"If-None-Match": etag}).status_code == 304
