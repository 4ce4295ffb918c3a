"""More decks than a form can send: some are shown, and the rest are counted."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tables.decks.forms import MOST_AT_ONCE
from tables.models import Deck
from tests.floor import PIN, Floor

pytestmark = pytest.mark.django_db


def store(floor: Floor, how_many: int, colour: str = "red", state: str = Deck.State.STORE) -> None:
    Deck.objects.bulk_create(
        Deck(
            facility=floor.facility,
            design="Bee 92",
            back_colour=colour,
            serial=f"{colour}{number:04d}",
            state=state,
            state_since=floor.at,
            removed_at=floor.at if state == Deck.State.REMOVED else None,
        )
        for number in range(how_many)
    )


def form_at(client: Client, floor: Floor, act: str) -> Any:
    client.force_login(floor.floorperson)
    return client.get(f"/facilities/MD/{act}/").context["form"]


def test_shown_decks_are_limited_by_form_size_and_include_every_color(client: Client) -> None:
    floor = Floor("md").manned()
    store(floor, settings.DATA_UPLOAD_MAX_NUMBER_FIELDS, "red")
    store(floor, 20, "blue")

    form = form_at(client, floor, "draw-decks")

    shown = [str(label) for _, label in form["decks"].field.widget.choices]
    assert len(shown) == len(list(form["decks"])) == MOST_AT_ONCE
    assert len([label for label in shown if "blue" in label]) == 20
    assert "320 more" in form["decks"].help_text


def test_all_that_are_shown_are_drawn_at_once(client: Client) -> None:
    floor = Floor("md").manned()
    store(floor, settings.DATA_UPLOAD_MAX_NUMBER_FIELDS)
    form = form_at(client, floor, "draw-decks")
    keys = [str(value) for value, _ in form["decks"].field.widget.choices]

    fields = {"decks": keys, "pit": floor.pit.code, "second_badge": floor.security.badge, "second_pin": PIN}
    response = client.post("/facilities/MD/draw-decks/", fields)

    assert response.status_code == 302
    assert Deck.objects.filter(state=Deck.State.PIT).count() == MOST_AT_ONCE


def test_as_many_are_proposed_for_collection_as_are_shown(client: Client) -> None:
    floor = Floor("md").manned()
    store(floor, settings.DATA_UPLOAD_MAX_NUMBER_FIELDS, state=Deck.State.REMOVED)

    form = form_at(client, floor, "collect-decks")

    assert len(list(form["decks"])) == len(form["decks"].value()) == MOST_AT_ONCE
    assert "300 more" in form["decks"].help_text


def test_few_decks_are_all_shown_without_a_hint(client: Client) -> None:
    floor = Floor("md").manned()
    floor.new_decks(3)

    form = form_at(client, floor, "draw-decks")

    assert len(list(form["decks"])) == 3
    assert form["decks"].help_text == ""


def test_after_receiving_decks_a_security_officer_is_redirected_to_a_permitted_page(client: Client) -> None:
    floor = Floor("md").manned()
    client.force_login(floor.security)
    fields = {
        "design": "Bee 92",
        "back_colour": "red",
        "serials": "S1",
        "second_badge": floor.floorperson.badge,
        "second_pin": PIN,
    }

    response = client.post("/facilities/MD/receive-decks/", fields, follow=True)

    assert response.redirect_chain == [("/board/MD/", 302)]
    assert response.status_code == 200
    assert client.get("/facilities/MD/receive-decks/").context["back_url"] == "/board/MD/"
