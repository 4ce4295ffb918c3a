"""Where an edition leaves its paytables to the offer, the form asks for them and the offer shows them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.engine import loading, settle
from tables.models import Offer
from tests.compliance.api.caller import Caller
from tests.floor import LIMITS, POSTED, Floor
from tests.games.engine.test_paytable_choices import built

pytestmark = pytest.mark.django_db

MAIN = {f"paytable_main_{hand}": odds for hand, odds in POSTED.items()}
DAY = {"name": "Day", "edition": "mi", "ante_least": "5", "ante_most": "100", **MAIN}
BONUS = {
    f"paytable_five_card_bonus_{hand}": pays
    for hand, pays in (POSTED | {"pair_6s_to_10s": "lose", "royal_flush": "250 to 1"}).items()
}
WITH_BONUS = {**DAY, **BONUS, "wagers": ["five_card_bonus"], "five_card_bonus_least": "1", "five_card_bonus_most": "25"}


def submit(floor: Floor, **fields: Any) -> Any:
    client = Client()
    client.force_login(floor.pit_boss)
    return client.post(f"/facilities/{floor.facility.code}/submit-offer/", fields)


def errors(response: Any) -> dict[str, str]:
    return {name: str(found[0]) for name, found in response.context["form"].errors.items()}


def test_posted_odds_are_entered_hand_by_hand_as_people_write_them() -> None:
    floor = Floor("mi")

    submit(floor, **(WITH_BONUS | {"paytable_main_two_pair": "3 to 2"}))

    paytables = Offer.objects.get().document["paytables"]
    assert paytables["main"] == POSTED | {"two_pair": "3:2"}
    assert paytables["five_card_bonus"]["royal_flush"] == "250:1"
    assert paytables["five_card_bonus"]["pair_6s_to_10s"] == "lose"


def test_only_the_paytables_that_the_rules_leave_open_are_asked_for() -> None:
    for edition, asked in (("mi", True), ("md", False), ("ma", False)):
        floor = Floor(edition)
        client = Client()
        client.force_login(floor.pit_boss)

        form = client.get(f"/facilities/{floor.facility.code}/submit-offer/").context["form"]

        assert any(name.startswith("paytable_") for name in form.fields) is asked


@pytest.mark.parametrize(
    ("changed", "field", "message"),
    [
        (
            dict.fromkeys(MAIN, ""),
            "paytable_main_royal_flush",
            "The table pays the odds posted at it: state them, by hand. (MI 12)",
        ),
        (
            {"paytable_main_flush": ""},
            "paytable_main_flush",
            'State the posted odds as two whole numbers, such as "3:2". (MI 12)',
        ),
        (
            {"paytable_main_straight": "5 for 1"},
            "paytable_main_straight",
            'State the posted odds as two whole numbers, such as "3:2". (MI 12)',
        ),
        (
            {"paytable_main_flush": "lose"},
            "paytable_main_flush",
            'State the posted odds as two whole numbers, such as "3:2". (MI 12)',
        ),
        (
            {"paytable_main_flush": "8"},
            "paytable_main_flush",
            'State the posted odds as two whole numbers, such as "3:2". (MI 12)',
        ),
        (
            {"paytable_five_card_bonus_flush": "10:1"},
            "paytable_five_card_bonus_flush",
            "Five card bonus is not offered. Offer it, or leave this blank.",
        ),
    ],
)
def test_odds_that_are_missing_or_wrong_are_refused_beside_their_field(
    changed: dict[str, Any], field: str, message: str
) -> None:
    response = submit(Floor("mi"), **(DAY | changed))

    assert errors(response) == {field: message}
    assert not Offer.objects.exists()


def test_every_hand_without_odds_is_refused_by_itself() -> None:
    response = submit(Floor("mi"), **(WITH_BONUS | {"paytable_main_flush": "", "paytable_five_card_bonus_flush": ""}))

    assert set(errors(response)) == {"paytable_main_flush", "paytable_five_card_bonus_flush"}
    assert errors(response)["paytable_five_card_bonus_flush"].startswith("State the posted odds")
    assert 'or "lose"' in errors(response)["paytable_five_card_bonus_flush"]


# ── A paytable chosen from a list


@pytest.fixture
def choosing(tmp_path: Path) -> Iterator[None]:
    """Let New Jersey's five card bonus be paid by one of two paytables, without a default."""
    book = built(tmp_path, default=False)
    real = loading.rulebook
    with pytest.MonkeyPatch.context() as patch:
        for module in ("games.engine.settle", "tables.submissions.offer_forms", "tables.submissions.models"):
            patch.setattr(f"{module}.rulebook", lambda edition: book if edition == "nj" else real(edition))
        settle._settler.cache_clear()
        yield
    settle._settler.cache_clear()


NJ = {"name": "Day", "edition": "nj", "ante_least": "5", "ante_most": "100", "wagers": ["five_card_bonus"]} | {
    "five_card_bonus_least": "1",
    "five_card_bonus_most": "25",
}


@pytest.mark.usefixtures("choosing")
def test_a_paytable_is_chosen_by_name() -> None:
    floor = Floor("nj")

    submit(floor, **NJ, paytable_five_card_bonus="high")

    assert Offer.objects.get().document["paytables"] == {"five_card_bonus": "high"}


@pytest.mark.usefixtures("choosing")
def test_a_paytable_that_is_not_chosen_is_refused_beside_its_field() -> None:
    response = submit(Floor("nj"), **NJ)

    message = "Choose one of the edition's paytables: high, low. (NJ 13:69F-40.11(b) Table 2)"
    assert errors(response) == {"paytable_five_card_bonus": message}


# ── Where it is shown


def test_the_offer_shows_its_odds_on_its_page_and_over_the_api() -> None:
    floor = Floor("mi")
    submit(floor, **WITH_BONUS)
    offer = Offer.objects.get()
    client = Client()
    client.force_login(floor.pit_boss)

    page = client.get(f"/offers/{offer.pk}/").text
    terms = Caller(floor.pit_boss).get(f"offers/{offer.pk}/")["terms"]

    assert "main royal flush" in page
    assert "500:1" in page
    assert {"table": "main", "hand": "royal_flush", "pays": "500:1"} in terms["paytables"]
    assert {"table": "five_card_bonus", "hand": "pair_6s_to_10s", "pays": "lose"} in terms["paytables"]
    assert len(terms["paytables"]) == 9 + 10


def test_an_offer_states_its_paytable_over_the_api() -> None:
    floor = Floor("mi")
    caller = Caller(floor.pit_boss)
    document = {"limits": LIMITS, "wagers": [], "paytables": {"main": POSTED}}

    submitted = caller.post("facilities/MI/submit-offer/", name="Day", edition="mi", document=document, status=201)

    assert submitted["document"]["paytables"]["main"] == POSTED


def test_over_the_api_wrong_odds_are_refused_at_their_path() -> None:
    caller = Caller(Floor("mi").pit_boss)
    document = {"limits": LIMITS, "wagers": [], "paytables": {"main": POSTED | {"flush": "8 for 1"}}}

    refused = caller.post("facilities/MI/submit-offer/", name="Day", edition="mi", document=document, status=400)

    assert [each["path"] for each in refused["errors"]] == ["document.paytables.main.flush"]
