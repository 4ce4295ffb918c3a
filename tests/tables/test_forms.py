"""Form validation on pages, before a service is called."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from compliance.models import Staff
from tables.dealers import services as dealers
from tables.decks import changes as deck_changes
from tables.models import Deck, Layout, Offer
from tables.shifts import services as shifts
from tests.floor import PIN, Floor, deck_at, fresh, signed_by

pytestmark = pytest.mark.django_db

MD_OFFER = {"name": "Day", "edition": "md", "ante_least": "5", "ante_most": "$1,000"}


def post(person: Staff, path: str, **data: Any) -> Any:
    client = Client()
    client.force_login(person)
    return client.post(path, data)


def errors(response: Any) -> dict[str, list[str]]:
    return {name: [str(each) for each in found] for name, found in response.context["form"].errors.items()}


def choices(person: Staff, path: str, name: str) -> list[str]:
    client = Client()
    client.force_login(person)
    form = client.get(path).context["form"]
    return [str(label) for value, label in form.fields[name].choices if value]


def test_dealers_on_a_break_are_the_first_to_relieve() -> None:
    floor = Floor("md")
    table, rested = floor.open_table(), floor.new_dealer()
    other = floor.ready_table(dealer=rested)
    dealers.assign_dealer(other, dealer=floor.new_dealer(), relieved_to="break", by=floor.pit_boss, at=floor.at)

    found = choices(floor.floorperson, f"/tables/{table.code}/relieve-dealer/", "dealer")

    assert any(label.startswith(f"{rested.name} · on a break for") for label in found)
    assert not any(label.startswith(floor.dealer.name) for label in found)


def test_the_reason_a_dealer_cannot_deal_is_shown_beside_the_name() -> None:
    floor = Floor("md")
    table, unfit = floor.open_table(), floor.new_dealer(licensed=False, tested=False)

    found = choices(floor.floorperson, f"/tables/{table.code}/relieve-dealer/", "dealer")

    assert f"{unfit.name} · no license · no table test" in found


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"ante_least": "", "ante_most": ""}, "ante_least"),
        ({"ante_least": "five"}, "ante_least"),
        ({"ante_least": "2000"}, "ante_least"),
        ({"five_card_bonus_least": "1", "five_card_bonus_most": "5"}, "five_card_bonus_least"),
        ({"wagers": ["five_card_bonus"]}, "five_card_bonus_least"),
    ],
)
def test_an_offer_with_missing_or_extra_fields_is_not_submitted(changed: dict[str, Any], field: str) -> None:
    floor = Floor("md")

    response = post(floor.pit_boss, "/facilities/MD/submit-offer/", **(MD_OFFER | changed))

    assert list(errors(response)) == [field]
    assert not Offer.objects.exists()


def test_money_may_be_typed_as_people_write_it() -> None:
    floor = Floor("md")

    post(floor.pit_boss, "/facilities/MD/submit-offer/", **MD_OFFER)

    assert Offer.objects.get().document == {"limits": {"ante": ["5.00", "1000.00"]}, "wagers": []}


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"top_prize": "25000"}, "wheel"),
        ({"wheel": "five-dollar", "top_prize": "25000"}, "wagers"),
        ({"wagers": ["bonus_spin"], "wheel": "one-dollar-fixed"}, "top_prize"),
        ({"wagers": ["bonus_spin"], "wheel": "one-dollar-progressive", "top_prize": "25000"}, "top_prize"),
    ],
)
def test_a_wheel_its_prize_and_its_wager_go_together(changed: dict[str, Any], field: str) -> None:
    floor = Floor("nj")

    response = post(floor.pit_boss, "/facilities/NJ/submit-offer/", **(MD_OFFER | {"edition": "nj"} | changed))

    assert list(errors(response)) == [field]


@pytest.mark.parametrize("odds", ["raise two_pair 1:1", "raise two_pair", "raise two_pair 2:1\nraise two_pair 3:1"])
def test_odds_below_the_minimum_incomplete_or_given_twice_are_refused(odds: str) -> None:
    floor = Floor("ma")

    response = post(floor.pit_boss, "/facilities/MA/submit-offer/", **(MD_OFFER | {"edition": "ma", "odds": odds}))

    assert list(errors(response)) == ["odds"]


def layout_of(floor: Floor, **changed: Any) -> dict[str, Any]:
    fields: dict[str, Any] = {"name": "Felt", "edition": "nj", "positions": 6}
    fields |= {"inscribed": list(floor.elements()), "fixtures": list(floor.fixtures())}
    return fields | floor.documents() | changed


@pytest.mark.parametrize(
    "file", [SimpleUploadedFile("fake.png", b"not a png", "image/png"), SimpleUploadedFile("photo.exe", b"MZ")]
)
def test_a_file_type_is_checked_by_content_not_by_name(file: SimpleUploadedFile) -> None:
    floor = Floor("nj")

    response = post(floor.pit_boss, "/facilities/NJ/submit-layout/", **layout_of(floor, colour_photograph=file))

    assert errors(response) == {"colour_photograph": ["Upload a PDF, PNG, JPEG, or WebP file."]}
    assert not Layout.objects.exists()


def test_a_missing_document_is_an_error_of_its_field() -> None:
    floor = Floor("nj")
    fields = layout_of(floor)
    del fields["rendering_to_scale"]

    response = post(floor.pit_boss, "/facilities/NJ/submit-layout/", **fields)

    assert list(errors(response)) == ["rendering_to_scale"]


def test_a_sign_for_an_inscribed_element_is_refused() -> None:
    floor = Floor("nj")

    response = post(floor.pit_boss, "/facilities/NJ/submit-layout/", **layout_of(floor, by_sign=["odds"]))

    assert list(errors(response)) == ["by_sign"]


@pytest.mark.parametrize(
    "changed",
    [
        {"effective_at": "9999-12-31T23:59"},
        {"effective_at": "2100-06-01T00:00"},
        {"approved_on": "2090-01-01"},
        {"approved_on": "0001-01-01"},
        {"approved_on": "yesterday"},
    ],
)
def test_an_approval_date_is_not_in_the_future_and_takes_effect_in_this_century(changed: dict[str, str]) -> None:
    floor = Floor("md")
    offer = floor.submit_offer()
    fields = {"reference": "L1", "approved_on": "2026-03-01"} | changed

    response = post(floor.compliance_officer, f"/offers/{offer.pk}/approve/", **fields)

    assert list(errors(response)) == list(changed)
    assert fresh(offer).approved_at is None


@pytest.mark.parametrize("key", ["99999999999999999999", "-1", "one", "", "0"])
def test_an_unknown_key_is_an_invalid_choice(key: str) -> None:
    floor = Floor("md")
    floor.new_decks()

    fields = {"decks": [key], "pit": floor.pit.code, "second_badge": floor.security.badge, "second_pin": PIN}
    response = post(floor.floorperson, "/facilities/MD/draw-decks/", **fields)

    assert list(errors(response)) == ["decks"]


def test_an_empty_reserve_is_reported_with_its_remedy_before_anyone_signs() -> None:
    floor = Floor("md")
    table = floor.open_table()
    client = Client()
    client.force_login(floor.floorperson)

    page = client.get(f"/decks/{deck_at(table).pk}/change/")

    refusal = page.context["refusal"]
    assert refusal.message.startswith("The reserve of pit")
    assert refusal.remedy.url == "/facilities/MD/draw-decks/"


def test_an_act_that_no_longer_applies_is_refused_before_form_errors() -> None:
    floor = Floor("md")
    table, spare = floor.open_table(), floor.deck()
    deck = deck_at(table)
    deck_changes.change_deck(
        deck, replacement=spare, reason="scheduled", by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer)
    )

    response = post(floor.floorperson, f"/decks/{deck.pk}/change/", replacement=spare.pk, reason="scheduled")

    assert response.status_code == 409
    assert "has changed, or this act does not apply" in response.context["refusal"].message


@pytest.mark.parametrize("reason", [Deck.Reason.WRONG_COUNT, Deck.Reason.TAMPERING, Deck.Reason.DAMAGED_CARD])
def test_an_unscheduled_deck_change_needs_a_note(reason: str) -> None:
    floor = Floor("md")
    table, spare = floor.open_table(), floor.deck()

    fields = {"replacement": spare.pk, "reason": reason, "second_badge": floor.dealer.badge, "second_pin": PIN}
    response = post(floor.floorperson, f"/decks/{deck_at(table).pk}/change/", **fields)

    assert errors(response) == {"note": ["Describe what you found."]}


def test_the_damaged_card_is_not_preselected() -> None:
    floor = Floor("md")
    table = floor.open_table()
    floor.deck()
    client = Client()
    client.force_login(floor.pit_boss)

    form = client.get(f"/decks/{deck_at(table).pk}/replace-card/").context["form"]

    assert form["card"].value() is None


def test_the_shift_of_the_current_hour_is_preselected() -> None:
    floor = Floor("md")
    for name, starts, ends in (("Day", 6, 14), ("Swing", 14, 22), ("Grave", 22, 6)):
        add = {"name": name, "starts": f"{starts:02d}:00", "ends": f"{ends:02d}:00"}
        post(floor.shift_manager, "/facilities/MD/add-shift-template/", **add)

    proposed = {hours: shifts.template_for(floor.facility, floor.later(hours=hours)) for hours in (0, 3, 9, 8)}

    # Noon, three in the afternoon, midnight, eight in the morning.
    assert [str(each).split()[0] for each in proposed.values()] == ["Day", "Swing", "Grave", "Day"]
