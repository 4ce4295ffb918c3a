"""The round page when a round is not as planned: what is asked, what is shown, and what is sent."""

from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Round
from tables.models import Deck, Device, Layout, Table
from tests.browser.axe import violations
from tests.browser.test_pages import SHOW_THEME, THEMES, TOO_FINE, TOO_SMALL
from tests.browser.test_round_entry import (
    LINES,
    OUT_OF_SIGHT,
    PARTS,
    SignIn,
    floor_of,
    open_page,
    open_table,
    save_and_wait,
    tap,
    write,
)
from tests.floor import PIN, Floor, deck_at, fresh
from tests.games import acts
from tests.games.sample_rounds import a_round, counted, log

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BROKEN_OFF = "x qsjsts9s8s 1 asks 5 111"
SEVEN_SEATS = "x qsjsts9s8s d ahkd 1 asks 5 v b5e 2 2c3c 5 h 3 2d3d 100 h 4- 5 f 5 4c5c 5 v 6- 5 b5n f 7 6c7c 5 h"


@pytest.fixture
def table(floor: Floor) -> Table:
    return floor.open_table("manual_shoe")


def state_irregularity(page: "Page", name: str) -> None:
    page.locator("#irregularity-open").click()
    page.locator(f'[name=irregularity][value="{name}"]').check()
    page.locator("#irregularities").get_by_role("button", name="Confirm").click()


# ── The cards really dealt


@pytest.mark.parametrize(("on_table", "removed", "said"), [("8", False, "whole deck"), ("9", True, "not whole")])
def test_a_misdeal_is_judged_by_the_cards_really_on_the_table(
    on_table: str, removed: bool, said: str, page: "Page", floor: Floor, table: Table, sign_in: SignIn
) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, BROKEN_OFF)
    page.locator("#stub").fill("44")
    expect(page.locator("#dealt")).to_be_hidden()

    page.locator("#misdealt").get_by_role("button", name="Yes").click()
    expect(page.locator("#said")).to_have_text("To enter: the cards on the table")
    page.locator("#save").click()
    expect(page.locator("#dealt")).to_be_focused()
    page.keyboard.type(on_table)
    expect(page.locator("#sums")).to_contain_text(f"44 + {on_table} = {44 + int(on_table)}: {said}.")
    round_ = save_and_wait(page)

    assert (round_.status, round_.misdealt, round_.deck_removed) == (Round.Status.VOID, True, removed)
    assert round_.entered()["dealt"] == int(on_table)
    assert deck_at(table).state == (Deck.State.PULLED if removed else Deck.State.IN_PLAY)


def test_a_stub_counted_in_a_round_that_broke_off_needs_the_cards_on_the_table(
    page: "Page", floor: Floor, table: Table, sign_in: SignIn
) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, "x qsjs 1 as 5")
    state_irregularity(page, "wrong_card_count")
    page.locator("#stub").fill("49")
    expect(page.locator("#misdealt")).to_be_hidden()

    page.locator("#dealt").fill("3")

    expect(page.locator("#stub-said")).to_have_text("49 + 3 = 52: whole deck.")
    round_ = save_and_wait(page)
    assert (round_.void_reason, round_.deck_removed, round_.stub) == ("wrong_card_count", False, 49)
    assert round_.entered()["dealt"] == 3


def test_the_stub_is_counted_blind(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)

    write(page, BROKEN_OFF)
    expect(page.locator("#said")).to_have_text("Ready to save.")
    expect(page.locator("#stub-said")).to_have_text("")
    page.locator("#stub").fill("45")

    expect(page.locator("#stub-said")).to_have_text("Expected 45.")


def test_no_count_is_asked_for_in_a_void_round_and_the_next_one_owes_it(
    page: "Page", floor: Floor, table: Table, sign_in: SignIn
) -> None:
    acts.play(floor, table, 4)
    Table.objects.update(last_played_at=timezone.now())
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, BROKEN_OFF)
    expect(page.locator("#said")).to_have_text("To enter: the stub's count")

    state_irregularity(page, "face_up_card")
    expect(page.locator("#stub-said")).to_contain_text("No count is owed in a void round")
    expect(page.locator(".round-bar .count-due")).to_be_hidden()
    expect(page.locator("#said")).to_have_text("Ready to save.")
    round_ = save_and_wait(page)

    expect(page.locator("#paid")).to_contain_text("the next complete round owes it")
    assert round_.passes_count_on
    page.keyboard.press("Enter")
    expect(page.locator(".round-bar .count-due")).to_be_visible()


# ── A card set aside, hands not shown, bonus cards, seven seats


def test_the_card_set_aside_is_tapped_into_its_own_slot(page: "Page", transactional_db: None, sign_in: SignIn) -> None:
    floor = floor_of("ma")
    table = open_table(floor)
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, LINES["ma"])
    expect(page.locator("#said")).to_have_text("Ready to save.")

    page.locator('[data-slot="set_aside.0"]').click()
    page.locator('[data-slot="set_aside.0"]').click()
    expect(page.locator("#said")).to_have_text("Ready to save.")
    page.locator('[data-slot="set_aside.0"]').click()
    expect(page.locator("#said")).to_contain_text("the card set aside")
    tap(page, "7c")
    expect(page.locator("#line")).to_have_value(
        f"{LINES['ma'].replace(' d', '  d')}  !one_face_up_card 7c".replace(" 1 ", "  1 ").replace(" 4 ", "  4 ")
    )
    page.locator("#stub").fill("40")
    expect(page.locator("#stub-said")).to_have_text("Expected 40, with 1 set aside.")
    round_ = save_and_wait(page)

    assert (round_.status, round_.irregularities) == (Round.Status.SETTLED, ["one_face_up_card"])
    assert round_.entered()["set_aside"] == ["7c"]


def test_a_folded_hand_may_stay_unknown(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)
    tap(page, "Qs", "Js", "Ts", "9s", "8s")
    page.locator('[data-choose="4"]').click()
    expect(page.locator('[data-slot="seat.4.0"]')).to_have_attribute("data-next", "")

    page.get_by_role("button", name="Fold at across").click()

    expect(page.locator('[data-slot="seat.4.0"]')).to_have_attribute("aria-label", "Seat 4 card 1: not shown")
    expect(page.locator("#line")).to_have_value("x qsjsts9s8s  4 - 5 f")
    expect(page.locator("#said")).to_have_text("Ready to save.")
    round_ = save_and_wait(page)
    expect(page.locator("#paid")).to_contain_text("hand not shown")
    page.goto(f"/rounds/{round_.pk}/")
    expect(page.locator(".street-seats").nth(1)).to_contain_text("Hand not shown")
    assert "cards" not in round_.entered()["seats"][0]


def test_one_card_of_a_folded_hand_asks_for_the_other(
    page: "Page", floor: Floor, table: Table, sign_in: SignIn
) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, "x qsjsts9s8s 4- 5 f")

    page.locator('[data-slot="seat.4.1"]').click()
    tap(page, "6h")

    expect(page.locator("#said")).to_have_text("To enter: seat 4: 1 card")
    expect(page.locator('[data-slot="seat.4.0"]')).to_have_attribute("data-next", "")


@pytest.mark.parametrize(
    ("edition", "line", "said"),
    [
        ("house", "x qsjsts9s8s y 2c3c4d5h 4- 2 bb2 f", "seat 4: 2 cards for its six card bonus"),
        ("ma", "x qsjsts9s8s d ahkd 4- 5 b5e f", "seat 4: 2 cards for its three card"),
    ],
)
def test_a_folded_hand_with_a_live_wager_is_asked_for(
    edition: str, line: str, said: str, page: "Page", transactional_db: None, sign_in: SignIn
) -> None:
    floor = floor_of(edition)
    sign_in(floor.floorperson)
    open_page(page, open_table(floor))

    write(page, line)

    expect(page.locator("#said")).to_have_text(f"To enter: {said}")


def test_bonus_cards_are_entered_only_if_someone_wagered_on_them(
    page: "Page", transactional_db: None, sign_in: SignIn
) -> None:
    floor = floor_of("house")
    table = open_table(floor)
    sign_in(floor.floorperson)
    open_page(page, table)

    tap(page, "Qs", "Js", "Ts", "9s", "8s")
    page.locator('[data-choose="1"]').click()
    expect(page.locator('[data-slot="seat.1.0"]')).to_have_attribute("data-next", "")
    tap(page, "As", "Ks")
    page.get_by_role("button", name="All 1×").click()
    expect(page.locator("#said")).to_have_text("Ready to save.")
    page.get_by_role("button", name="Six card bonus").click()
    expect(page.locator("#said")).to_have_text("To enter: bonus cards: 4 cards")
    page.get_by_role("button", name="Six card bonus").click()
    round_ = save_and_wait(page)

    assert "six_card" not in round_.entered()


def seven_seats() -> tuple[Floor, Table]:
    """Return an open table with seven positions."""
    floor = floor_of("ma")
    table = floor.ready_table("manual_shoe")
    Layout.objects.filter(pk=floor.layout.pk).update(positions=7)
    Table.objects.filter(pk=table.pk).update(positions=7)
    deck = floor.deck()
    floor.begin(fresh(table), deck)
    floor.do_steps(deck)
    return floor, fresh(floor.open(fresh(table)))


def test_seven_seats_are_on_one_screen_and_losing_wagers_are_collected_first(
    page: "Page", transactional_db: None, sign_in: SignIn
) -> None:
    floor, table = seven_seats()
    sign_in(floor.floorperson)
    wrong: list[str] = []

    for size in ((1180, 820), (1440, 900), (820, 1180)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        open_page(page, table)
        write(page, f"{SEVEN_SEATS} !one 7h s30")
        expect(page.locator("#said")).to_have_text("Ready to save.")
        for theme in THEMES:
            page.evaluate(SHOW_THEME, theme)
            at = f"{theme} {size}: "
            wrong += [f"{at}{each} is out of sight" for each in page.evaluate(OUT_OF_SIGHT, PARTS)]
            wrong += [f"{at}too small to touch: {each}" for each in page.evaluate(TOO_SMALL)]
            wrong += [f"{at}too fine to read: {each}" for each in page.evaluate(TOO_FINE)]
            wrong += [f"{at}{each}" for each in violations(page)]
    round_ = save_and_wait(page)
    titles = page.locator("#paid .pass-title b").all_text_contents()

    assert wrong == []
    assert [seat["seat"] for seat in round_.entered()["seats"]] == [1, 2, 3, 4, 5, 6, 7]
    assert titles[:3] == ["Three card: losing wagers are collected", "Three card: winning wagers are paid", "Seat 7"]


def test_the_count_of_a_misdeal_is_in_one_row_and_in_sight(
    page: "Page", floor: Floor, table: Table, sign_in: SignIn
) -> None:
    acts.play(floor, table, 4)
    Table.objects.update(last_played_at=timezone.now())
    sign_in(floor.floorperson)
    wrong: list[str] = []

    for size in ((1180, 820), (1440, 900), (820, 1180)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        open_page(page, table)
        write(page, BROKEN_OFF)
        before = top_of_cards(page)
        write(page, f"{BROKEN_OFF} s44m+8")
        expect(page.locator("#said")).to_have_text("Ready to save.")
        parts = ("#stub", "#misdealt", "#dealt", "#save")
        wrong += [f"{size}: {each} is out of sight" for each in page.evaluate(OUT_OF_SIGHT, parts)]
        wrong += [f"{size}: too small to touch: {each}" for each in page.evaluate(TOO_SMALL)]
        wrong += [f"{size}: the cards moved"] * (abs(top_of_cards(page) - before) > 1)
        covered = page.evaluate(COVERED, parts)
        wrong += [f"{size}: {each} is covered" for each in covered]

    assert wrong == []


def top_of_cards(page: "Page") -> float:
    box = page.locator("#picker").bounding_box()
    assert box is not None
    return box["y"]


COVERED = """(parts) => parts.filter((part) => {
  const box = document.querySelector(part).getBoundingClientRect();
  const corners = [[box.left + 9, box.top + 9], [box.right - 9, box.bottom - 9]];
  return corners.some(([x, y]) => !document.elementFromPoint(x, y)?.closest(part));
})"""


# ── Void rounds


def test_a_shoe_failure_names_its_device_and_fails_it(
    page: "Page", floor: Floor, table: Table, sign_in: SignIn
) -> None:
    shoe = floor.place(table, Device.Kind.AUTOMATED_SHOE)
    other = floor.place(table, Device.Kind.AUTOMATED_SHOE)
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, f"{BROKEN_OFF} !shoe")
    expect(page.locator("#said")).to_have_text("To enter: which device failed")

    page.locator("#save").click()
    dialog = page.get_by_role("dialog", name="Irregularity")
    expect(dialog).to_contain_text("Choose the device that failed.")
    dialog.get_by_role("button", name="Confirm").click()
    expect(dialog).to_be_visible()
    options = dialog.locator("#failed-device option:not([hidden])").all_text_contents()
    dialog.get_by_role("combobox").select_option(str(shoe.pk))
    dialog.get_by_role("button", name="Confirm").click()
    expect(page.locator("#sums")).to_contain_text(f"{shoe} is out of order.")
    round_ = save_and_wait(page)

    assert options == [str(shoe), str(other)]
    assert (round_.void_reason, round_.failed_device) == ("shoe_failure", shoe)
    assert (fresh(shoe).in_order, fresh(other).in_order) == (False, True)


def test_the_only_device_that_can_have_failed_is_named_by_itself(page: "Page", floor: Floor, sign_in: SignIn) -> None:
    table = floor.open_table("automated_shoe")
    shoe = table.devices.get()
    sign_in(floor.floorperson)
    open_page(page, table)

    write(page, f"{BROKEN_OFF} !shoe")

    expect(page.locator("#sums")).to_contain_text(f"{shoe} is out of order.")
    assert save_and_wait(page).failed_device == shoe


def test_a_device_does_not_fail_once_its_irregularity_is_taken_back(
    page: "Page", floor: Floor, table: Table, sign_in: SignIn
) -> None:
    device = table.devices.get()
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, BROKEN_OFF)
    page.locator("#irregularity-open").click()
    page.locator('[value="device_out_of_use"]').check()
    page.locator("#failed-device").select_option(str(device.pk))
    page.locator("#irregularities").get_by_role("button", name="Confirm").click()

    write(page, BROKEN_OFF)
    round_ = save_and_wait(page)

    assert round_.failed_device is None
    assert fresh(device).in_order


def test_a_failure_of_a_device_that_the_table_does_not_have_cannot_be_chosen(
    page: "Page", floor: Floor, table: Table, sign_in: SignIn
) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)

    page.locator("#irregularity-open").click()

    expect(page.locator('[value="shoe_failure"]')).to_be_disabled()
    expect(page.locator("#irregularities")).to_contain_text(f"There is no such device at {table.code}.")


def test_another_void_reason_is_explained_and_signed(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, BROKEN_OFF)
    state_irregularity(page, "other")
    dialog = page.get_by_role("dialog", name="Irregularity")
    expect(dialog).to_contain_text("Enter why the round is void.")
    dialog.get_by_label("Why is the round void?").fill("Fire alarm")
    dialog.get_by_role("button", name="Confirm").click()
    expect(page.locator("#said")).to_have_text("Ready to save.")

    page.locator("#save").click()
    signing = page.get_by_role("dialog", name="Sign for the void round")
    expect(signing).to_contain_text("Fire alarm")
    signing.get_by_label("Badge").fill(floor.pit_boss.badge)
    page.locator("#voiding_second_pin").fill("0000")
    signing.get_by_role("button", name="Sign and save").click()
    signing.get_by_text("Badge and PIN do not match").wait_for()
    assert Round.objects.count() == 0
    page.locator("#voiding_second_pin").fill(PIN)
    round_ = save_and_wait(page, signing.get_by_role("button", name="Sign and save").click)

    assert (round_.void_reason, round_.void_explanation) == ("other", "Fire alarm")
    assert round_.signature is not None
    assert round_.signature.signer == floor.pit_boss
    page.goto(f"/rounds/{round_.pk}/")
    expect(page.locator(".replay-said")).to_contain_text(f"Void: Fire alarm. Signed by {floor.pit_boss.name}.")


# ── Forfeits


def test_a_forfeit_names_the_clause_and_who_decided(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, f"{BROKEN_OFF} !con")
    expect(page.locator("#said")).to_have_text("To enter: seat 1: what the player did")

    page.locator("#save").click()
    dialog = page.get_by_role("dialog", name="Seat 1: forfeit")
    dialog.get_by_role("button", name="Confirm").click()
    expect(dialog).to_contain_text("Choose what the player did")
    dialog.get_by_label("touched the cards").check()
    dialog.get_by_label("Who decided").select_option(floor.pit_boss.badge)
    dialog.get_by_role("button", name="Confirm").click()
    round_ = save_and_wait(page)

    (forfeit,) = round_.forfeits
    assert (forfeit["clause"], forfeit["decided_by"]) == ("cards_touched", floor.pit_boss.badge)
    page.goto(f"/rounds/{round_.pk}/")
    expect(page.locator(".replay-facts")).to_contain_text(f"{floor.pit_boss.badge} decided")


def test_only_an_edition_with_forfeits_offers_them(page: "Page", transactional_db: None, sign_in: SignIn) -> None:
    floor = floor_of("ma")
    sign_in(floor.floorperson)
    open_page(page, open_table(floor))

    write(page, LINES["ma"])

    expect(page.locator("#said")).to_have_text("Ready to save.")
    expect(page.get_by_role("button", name="Forfeit")).to_have_count(0)


# ── Corrections and dialogs


def test_a_correction_begins_with_everything_that_was_stated(
    page: "Page", floor: Floor, table: Table, sign_in: SignIn
) -> None:
    seat = a_round("md", seats=1)["seats"][0] | {"forfeit": "conduct"}
    told = [{"seat": 1, "clause": "hand_told", "decided_by": floor.pit_boss.badge}]
    body = counted(a_round("md", seats=1)) | {"seats": [seat], "forfeits": told, "misdeal": True, "dealt": 7}
    wrong = log(floor, table, body)
    acts.void(floor, wrong)
    sign_in(floor.floorperson)

    open_page(page, table, f"?replaces={wrong.pk}")
    expect(page.locator("#dealt")).to_have_value("7")
    right = save_and_wait(page)

    assert right.entered() == wrong.entered()
    assert right.forfeits == wrong.forfeits


def test_the_dialogs_have_no_violation(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    floor.place(table, Device.Kind.AUTOMATED_SHOE)
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, f"{BROKEN_OFF} !other")
    wrong: list[str] = []

    def look(what: str) -> None:
        for theme in THEMES:
            page.evaluate(SHOW_THEME, theme)
            wrong.extend(f"{what}, {theme}: {each}" for each in violations(page))
            wrong.extend(f"{what}, {theme}: too small to touch: {each}" for each in page.evaluate(TOO_SMALL))
            wrong.extend(f"{what}, {theme}: too fine to read: {each}" for each in page.evaluate(TOO_FINE))

    page.locator("#save").click()
    look("an explanation that is missing")
    page.locator("#void-explanation").fill("Fire alarm")
    page.locator("#irregularities").get_by_role("button", name="Confirm").click()
    page.locator("#save").click()
    look("the signature")
    page.keyboard.press("Escape")
    page.locator('[data-choose="1"]').click()
    page.get_by_role("button", name="Forfeit").click()
    look("a forfeit")

    assert wrong == []
