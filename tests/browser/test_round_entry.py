"""The round page: enter by tap or keyboard, settle while typing, save once, lose nothing."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from playwright.sync_api import expect

from compliance.models import Staff
from games.models import Round, Violation
from tables.models import Deck, Table
from tests.browser.axe import violations
from tests.browser.test_pages import SHOW_THEME, THEMES, TOO_FINE, TOO_SMALL
from tests.floor import EDITIONS, LIMITS, PIN, POSTED, Floor, deck_at, fresh
from tests.games import acts
from tests.games.sample_rounds import a_round, log

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SignIn = Callable[[Staff], None]

RICH: dict[str, dict[str, Any]] = {
    "md": {"limits": LIMITS, "wagers": ["five_card_bonus"]},
    "md-1.0": {"limits": LIMITS, "wagers": ["five_card_bonus"]},
    "house": {},
    "ma": {"limits": LIMITS, "wagers": ["three_card"]},
    "nj": {
        "limits": LIMITS,
        "wagers": ["five_card_bonus", "bonus_spin"],
        "bonus_spin": {"wheel": "one-dollar-progressive"},
    },
    "mi": {
        "limits": LIMITS,
        "wagers": ["five_card_bonus"],
        "paytables": {"main": POSTED, "five_card_bonus": POSTED | {"pair_6s_to_10s": "1:1"}},
    },
}
# Two seats of a round that stands, as each game writes it.
LINES = {
    "md": "x qsjsts9s8s 1 asks 5 311 b5 4 6h6d 5 f",
    "md-1.0": "x qsjsts9s8s 1 asks 5 311 b5 4 6h6d 5 f",
    "house": "x qsjsts9s8s y 2c3c4d5h 1 asks 2 311 bb2 4 6h6d 2 f",
    "ma": "x qsjsts9s8s d ahkd 1 asks 5 v b5e 4 6h6d 5 f",
    "nj": "x qsjsts9s8s 1 asks 5 311 b5 4 6h6d 5 111 w3",
    "mi": "x qsjsts9s8s 1 asks 5 311 b5 4 6h6d 5 f",
}
SIX_SEATS = " 1asks 111 2ahkh 222 3adkd f 4ackc 1f 5 2c2d 321 6 3c3d 111"


def floor_of(edition: str) -> Floor:
    floor = Floor(edition, at=timezone.now())
    floor.offer = floor.new_offer(RICH[edition])
    return floor


def open_table(floor: Floor) -> Table:
    """Return an open table that deals from a manual shoe, with a wheel where it offers one."""
    table = floor.ready_table("manual_shoe")
    if "bonus_spin" in floor.offer.document.get("wagers", ()):
        floor.place(table, "bonus_spin")
    deck = floor.deck()
    floor.begin(table, deck)
    floor.do_steps(deck)
    return fresh(floor.open(table))


@pytest.fixture
def table(floor: Floor) -> Table:
    return floor.open_table("manual_shoe")


def open_page(page: "Page", table: Table, query: str = "") -> None:
    page.goto(f"/tables/{table.code}/round/{query}")


def tap(page: "Page", *cards: str) -> None:
    for card in cards:
        page.locator(f'.key[data-card="{card}"]').click()


def write(page: "Page", line: str) -> None:
    page.locator("#line").fill(line)


def save_and_wait(page: "Page", how: Callable[[], None] | None = None) -> Round:
    """Save, and return the round whose pay sheet is shown."""
    how = how or page.locator("#save").click
    how()
    page.locator("#paid").wait_for()
    return Round.objects.latest("pk")


# ── Entering


@pytest.mark.both_databases("end to end: a round is logged")
def test_a_round_is_tapped_and_saved(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)
    expect(page.locator('[data-slot="community.left"]')).to_have_attribute("data-next", "")

    tap(page, "Qs", "Js", "Ts", "9s", "8s")
    page.locator('[data-choose="4"]').click()
    page.locator('[data-choose="1"]').click()
    tap(page, "6h", "6d")
    page.get_by_role("button", name="Fold at across").click()
    tap(page, "As", "Ks")
    page.get_by_role("button", name="Across 3 times the ante").click()
    page.get_by_role("button", name="Down 1 times the ante").click()
    page.get_by_role("button", name="Middle 1 times the ante").click()
    expect(page.locator("#said")).to_have_text("Ready to save.")
    expect(page.locator("#sums")).to_contain_text("4 −$10.00 · 1 +$")
    round_ = save_and_wait(page)

    assert round_.entered()["seats"] == [
        {
            "seat": 1,
            "cards": ["As", "Ks"],
            "wagers": {"ante_across": "5.00", "ante_down": "5.00", "across": "15.00", "down": "5.00", "middle": "5.00"},
        },
        {"seat": 4, "cards": ["6h", "6d"], "wagers": {"ante_across": "5.00", "ante_down": "5.00"}, "fold": "across"},
    ]
    expect(page.locator("#paid")).to_contain_text("Round 1 is saved")
    expect(page.locator("#paid .pass-title").first).to_contain_text("Seat 4")
    page.keyboard.press("Enter")
    expect(page.locator("#paid")).to_be_hidden()
    expect(page.locator("h1")).to_have_text("Round 2")
    expect(page.locator('[data-slot="community.left"]')).to_have_attribute("data-next", "")


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_is_entered_in_one_line(
    edition: str, page: "Page", transactional_db: None, sign_in: SignIn
) -> None:
    floor = floor_of(edition)
    table = open_table(floor)
    sign_in(floor.floorperson)
    open_page(page, table)

    write(page, LINES[edition])
    expect(page.locator("#said")).to_have_text("Ready to save.")
    round_ = save_and_wait(page, lambda: page.locator("#line").press("Enter"))

    assert [seat["seat"] for seat in round_.entered()["seats"]] == [1, 4]
    assert round_.status == Round.Status.SETTLED


def test_six_seats_take_few_keys_or_taps(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    log(floor, table, a_round("md", seats=6))
    sign_in(floor.floorperson)
    open_page(page, table)

    line = "=qsjsts9s8s" + SIX_SEATS
    page.locator("#line").press_sequentially(line)
    expect(page.locator("#said")).to_have_text("Ready to save.")
    assert len(line) + 1 <= 75
    save_and_wait(page, lambda: page.locator("#line").press("Enter"))
    page.keyboard.press("Enter")

    page.evaluate("window.taps = 0; addEventListener('click', () => { window.taps += 1; }, true)")
    page.get_by_role("button", name="Same seats again").click()
    tap(page, "Qs", "Js", "Ts", "9s", "8s")
    for cards in (("As", "Ks"), ("Ah", "Kh"), ("Ad", "Kd"), ("Ac", "Kc"), ("2c", "2d"), ("3c", "3d")):
        tap(page, *cards)
        for decision in ("Across", "Down", "Middle"):
            page.get_by_role("button", name=f"{decision} 1 times the ante").click()
    expect(page.locator("#said")).to_have_text("Ready to save.")
    assert page.evaluate("window.taps") + 1 <= 40
    round_ = save_and_wait(page)

    assert round_.seats == 6
    assert Round.objects.count() == 3


def test_cards_are_typed_into_the_next_slot(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)

    page.keyboard.type("qsjs10s9s")

    expect(page.locator('[data-slot="community.right"]')).to_have_attribute("aria-label", "Right: 10 of spades")
    expect(page.locator('[data-slot="community.bottom"]')).to_have_attribute("data-next", "")
    expect(page.locator('.key[data-card="Ts"]')).to_be_disabled()
    assert page.locator("#line").input_value() == "x qsjsts9s"

    page.keyboard.press("Backspace")
    page.locator('[data-slot="community.middle"]').click()

    expect(page.locator('[data-slot="community.middle"]')).to_have_attribute("data-next", "")
    assert page.locator("#line").input_value() == "x qs-ts"
    tap(page, "Jd")
    assert page.locator("#line").input_value() == "x qsjdts"


def test_the_pay_sheet_closes_for_the_next_card(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, LINES["md"].replace(" b5", ""))
    save_and_wait(page)

    page.keyboard.type("kd")

    expect(page.locator("#paid")).to_be_hidden()
    expect(page.locator('[data-slot="community.left"]')).to_have_attribute("data-card", "Kd")
    page.wait_for_url("**/round/")


def test_a_bet_between_the_multiples_can_be_typed(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, "x qsjsts9s8s 1 asks 5 1")

    page.get_by_role("textbox", name="Down in dollars").fill("12.50")
    page.get_by_role("button", name="Middle 2 times the ante").click()

    expect(page.locator("#line")).to_have_value("x qsjsts9s8s  1 asks 5 1 $12.50 2")
    expect(page.locator("#said")).to_have_text("Ready to save.")


def test_double_cross_is_tapped(page: "Page", transactional_db: None, sign_in: SignIn) -> None:
    floor = floor_of("ma")
    table = open_table(floor)
    sign_in(floor.floorperson)
    open_page(page, table)

    tap(page, "Qs", "Js", "Ts", "9s", "8s", "Ah", "Kd")
    page.locator('[data-choose="2"]').click()
    tap(page, "6h", "6d")
    page.get_by_role("button", name="Three card: more").click()
    page.get_by_role("button", name="Not exposed").click()
    page.get_by_role("button", name="Horizontal").click()
    expect(page.locator("#said")).to_have_text("Ready to save.")
    round_ = save_and_wait(page)

    entered = round_.entered()
    assert entered["dealer"] == ["Ah", "Kd"]
    assert entered["seats"][0]["wagers"] == {
        "ante": "5.00",
        "three_card": "1.00",
        "first_raise": "5.00",
        "second_raise": "5.00",
    }
    assert (entered["seats"][0]["axis"], entered["seats"][0]["exposed"]) == ("horizontal", False)


def test_a_pair_spins_the_wheel_and_a_jackpot_asks_its_value(
    page: "Page", transactional_db: None, sign_in: SignIn
) -> None:
    floor = floor_of("nj")
    table = open_table(floor)
    sign_in(floor.floorperson)
    open_page(page, table)
    wheel = page.get_by_role("combobox", name="Where the wheel stopped")

    write(page, "x qsjsts9s8s 1 9h8d 5 111")
    page.get_by_role("button", name="Bonus spin").click()
    expect(wheel).to_be_disabled()
    write(page, "x qsjsts9s8s 1 9h9d 5 111 w")
    expect(page.locator("#said")).to_contain_text("where the wheel stopped")
    wheel.select_option("0")
    expect(page.locator("#said")).to_contain_text("the top prize")
    page.get_by_label("Top prize $").fill("31234.56")
    expect(page.locator("#said")).to_have_text("Ready to save.")
    round_ = save_and_wait(page)

    assert round_.jackpot_cents == 31234_56
    expect(page.locator("#paid")).to_contain_text("$31,234.56")


# ── Nothing lost


def test_a_reload_keeps_what_was_typed(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)
    tap(page, "Qs", "Js")
    page.locator('[data-choose="3"]').click()
    page.locator("#stub").fill("45")

    page.reload()

    expect(page.locator("#line")).to_have_value("x qsjs  3 -- 5  s45")
    expect(page.locator('[data-slot="community.middle"]')).to_have_attribute("data-card", "Js")
    expect(page.locator("#stub")).to_have_value("45")
    other = floor.open_table("manual_shoe", dealer=floor.new_dealer())
    open_page(page, other)
    expect(page.locator("#line")).to_have_value("")


def test_a_draft_is_cleared_and_comes_back(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, "x qsjsts9s8s 1 asks 5 311")

    page.get_by_role("button", name="Clear", exact=True).click()
    expect(page.locator("#line")).to_have_value("")
    expect(page.locator('[data-slot="community.left"]')).to_have_attribute("data-card", "")
    page.get_by_role("button", name="Undo", exact=True).click()

    expect(page.locator("#line")).to_have_value("x qsjsts9s8s 1 asks 5 311")
    expect(page.locator("#said")).to_have_text("Ready to save.")


def test_an_answer_that_is_lost_makes_no_second_round(
    page: "Page", floor: Floor, table: Table, sign_in: SignIn
) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, "x qsjsts9s8s 1 asks 5 311")
    lost: list[int] = []

    def lose(route: "Route") -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    page.route("**/api/v1/tables/*/rounds/", lose)
    page.locator("#save").click()
    page.get_by_text("Not saved yet.").wait_for()
    page.locator("#paid").wait_for()

    assert lost == [201]
    assert Round.objects.count() == 1


def test_a_refusal_after_a_lost_answer_makes_no_second_round_either(
    page: "Page", floor: Floor, table: Table, sign_in: SignIn
) -> None:
    """A key that was refused may have been answered before: it stays the round's."""
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, "x qsjsts9s8s 1 asks 5 311")
    asked: list[str] = []

    def lose_then_refuse(route: "Route") -> None:
        asked.append(route.request.headers["idempotency-key"])
        if len(asked) == 1:
            route.fetch()
            route.abort()
        elif len(asked) == 2:
            body = json.dumps({"status": 403, "code": "csrf_failed", "detail": "Send the token."})
            route.fulfill(status=403, content_type="application/problem+json", body=body)
        else:
            route.continue_()

    page.route("**/api/v1/tables/*/rounds/", lose_then_refuse)
    page.locator("#save").click()
    page.get_by_text("Not saved. ").first.wait_for()
    page.locator("#save").click()
    page.locator("#paid").wait_for()

    assert (len(asked), len(set(asked))) == (3, 1)
    assert Round.objects.count() == 1


def test_an_answer_that_is_lost_is_asked_for_again_after_a_reload(
    page: "Page", floor: Floor, table: Table, sign_in: SignIn
) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, "x qsjsts9s8s 1 asks 5 311")
    page.route("**/api/v1/tables/*/rounds/", lambda route: (route.fetch(), route.abort()))
    page.locator("#save").click()
    page.get_by_text("Not saved yet.").wait_for()
    page.unroute_all()

    page.reload()
    page.locator("#paid").wait_for()

    assert Round.objects.count() == 1
    page.keyboard.press("Enter")
    expect(page.locator("#line")).to_have_value("")


def test_without_a_connection_it_waits_and_is_saved_later(
    page: "Page", floor: Floor, table: Table, sign_in: SignIn
) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, "x qsjsts9s8s 1 asks 5 311")

    page.context.set_offline(True)
    page.locator("#save").click()
    page.get_by_text("Not saved yet.").wait_for()
    page.context.set_offline(False)
    page.locator("#paid").wait_for()

    assert Round.objects.count() == 1


def test_an_ended_session_keeps_the_draft_and_leads_to_sign_in(
    page: "Page", floor: Floor, table: Table, sign_in: SignIn
) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, "x qsjsts9s8s 1 asks 5 311")
    expect(page.locator("#said")).to_have_text("Ready to save.")
    Session.objects.all().delete()

    page.locator("#save").click()
    page.get_by_text("your session has ended").wait_for()
    page.locator("#sent").get_by_role("link", name="Sign in").click()
    page.get_by_label("Badge").fill(floor.floorperson.badge)
    page.get_by_label("Password").fill("correct-horse-battery")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/round/")

    assert Round.objects.count() == 0
    expect(page.locator("#line")).to_have_value("x qsjsts9s8s 1 asks 5 311")
    save_and_wait(page)


def test_an_old_answer_never_replaces_a_newer_one(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)
    page.wait_for_load_state("networkidle")
    held: list[Route] = []

    def hold_first(route: "Route") -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/round/preview/", hold_first)
    write(page, "x qsjsts9s8s 1 asks 5 111")
    page.wait_for_timeout(300)
    write(page, "x qsjsts9s8s 1 2c3d 5 111")
    expect(page.locator("#sums")).to_contain_text("1 −$25.00")
    held[0].continue_()
    page.wait_for_timeout(300)

    expect(page.locator("#sums")).to_contain_text("1 −$25.00")


# ── What is wrong, and what stands in the way


def test_what_is_not_entered_yet_is_not_called_wrong(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)

    write(page, "x qsjs 1 asks 5 1")
    expect(page.locator("#said")).to_contain_text("To enter: community: 3 cards · seat 1: down, middle")
    assert page.locator("#said.wrong").count() == 0
    page.locator("#save").click()

    expect(page.locator("#said")).to_have_class("said quiet wrong")
    expect(page.locator('[data-slot="community.right"]')).to_have_attribute("data-next", "")
    assert Round.objects.count() == 0


def test_a_mistake_is_shown_at_its_field(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)

    write(page, "x qsjsts9s8s 1 asks 2 111")

    expect(page.locator("#said")).to_contain_text("Seat 1 · ante across: Wager from $5.00 to $100.00 here.")
    expect(page.locator('[data-field="ante_across"]')).to_have_attribute("data-wrong", "")
    expect(page.locator('.seat[data-seat="1"]')).to_have_attribute("data-wrong", "")


def test_a_line_that_is_not_understood_is_not_saved(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, "x qsjsts9s8s 1 asks 5 111 hello")
    expect(page.locator("#line-said")).to_contain_text("“hello” is not understood")

    page.locator("#line").press("Enter")

    expect(page.locator("#line")).to_be_focused()
    assert Round.objects.count() == 0
    page.get_by_role("button", name="Middle 2 times the ante").click()
    expect(page.locator("#line")).to_have_value("x qsjsts9s8s  1 asks 5 112  hello")


def test_a_wrong_count_asks_whether_it_was_misdealt(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, "x qsjsts9s8s 1 asks 5 111")

    page.locator("#stub").fill("44")
    expect(page.locator("#stub-said")).to_have_text("Expected 45.")
    expect(page.locator("#said")).to_contain_text("whether it was misdealt")
    page.locator("#misdealt").get_by_role("button", name="No").click()
    expect(page.locator("#sums")).to_contain_text("leaves the table")
    round_ = save_and_wait(page)

    assert (round_.status, round_.misdealt, round_.deck_removed) == (Round.Status.VOID, False, True)
    assert deck_at(table).state == Deck.State.PULLED


def test_a_count_that_is_due_is_asked_for(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    acts.play(floor, table, 4)
    floor.at = timezone.now()
    Table.objects.update(last_played_at=timezone.now())
    sign_in(floor.floorperson)
    open_page(page, table)
    expect(page.locator(".round-bar")).to_contain_text("count the stub")
    write(page, "x qsjsts9s8s 1 asks 5 111")
    expect(page.locator("#said")).to_have_text("To enter: the stub's count")
    assert page.locator("#refusals .refusal:visible").count() == 0

    page.locator("#save").click()

    expect(page.locator("#stub")).to_be_focused()
    expect(page.locator("#refusals .refusal")).to_be_visible()
    page.keyboard.type("45")
    expect(page.locator("#refusals .refusal")).to_have_count(0)
    assert save_and_wait(page).stub == 45


def test_an_irregularity_voids_the_round(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, "x qsjsts9s 1 asks 5")

    page.locator("#irregularity-open").click()
    dialog = page.get_by_role("dialog", name="Irregularity")
    expect(dialog).to_contain_text("The round is void and every wager is returned; the deck stays and is reshuffled.")
    dialog.get_by_label("Drawn in error").check()
    dialog.get_by_label("Face up card").check()
    dialog.get_by_label("Wrong card count").check()
    expect(dialog.get_by_label("Face up card")).not_to_be_checked()
    dialog.get_by_role("button", name="Confirm").click()
    expect(page.locator("#sums")).to_contain_text("The round is void and every wager is returned")
    round_ = save_and_wait(page)

    assert (round_.void_reason, round_.irregularities) == ("wrong_card_count", ["drawn_in_error"])


def test_a_forfeit_loses_every_wager_of_its_seat(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    sign_in(floor.floorperson)
    open_page(page, table)
    write(page, "x qsjsts9s8s 1 asks 5 1")

    page.get_by_role("button", name="Forfeit").click()
    dialog = page.get_by_role("dialog", name="Seat 1: forfeit")
    dialog.get_by_label("out of the dealer's full view").check()
    dialog.get_by_role("button", name="Confirm").click()

    expect(page.locator("#sums")).to_contain_text("1 −$15.00")
    assert save_and_wait(page).entered()["seats"][0]["forfeit"] == "conduct"


# What the page writes onto the tablet from now on, so that it can be read on the next page too.
KEEP_WHAT_IS_KEPT = """() => {
  const set = Storage.prototype.setItem;
  Storage.prototype.setItem = function (name, value) {
    set.call(sessionStorage, "kept", (sessionStorage.getItem("kept") ?? "") + value);
    set.call(this, name, value);
  };
}"""


def test_a_refusal_shows_its_remedy_and_the_round_can_be_logged_anyway(
    page: "Page", floor: Floor, table: Table, sign_in: SignIn
) -> None:
    Deck.objects.filter(table=table).update(change_due_at=timezone.now() - timedelta(minutes=4))
    floor.deck()
    sign_in(floor.floorperson)
    open_page(page, table)
    refusal = page.locator("#refusals .refusal")
    expect(refusal).to_contain_text("is due for a change")
    expect(refusal.get_by_role("button", name="MD Ch. 3 §C(2)")).to_be_visible()
    refusal.get_by_role("link", name="Change deck").click()
    page.locator("#panel").get_by_role("heading").wait_for()
    page.keyboard.press("Escape")
    write(page, "x qsjsts9s8s 1 asks 5 111")

    page.locator("#save").click()
    expect(page.locator("#said")).to_contain_text("Not saved.")
    refusal.get_by_role("button", name="Log anyway (violation)").click()
    breach = page.locator("#breach")
    breach.get_by_label("Why it was played anyway").fill("Players waited")
    breach.get_by_label("Badge").fill(floor.pit_boss.badge)
    page.locator("#breach_second_pin").fill("0000")
    breach.get_by_role("button", name="Log with violation").click()
    breach.get_by_text("Badge and PIN do not match").wait_for()
    assert breach.get_by_label("Why it was played anyway").input_value() == "Players waited"
    page.locator("#breach_second_pin").fill(PIN)
    page.evaluate(KEEP_WHAT_IS_KEPT)
    round_ = save_and_wait(page, breach.get_by_role("button", name="Log with violation").click)

    assert round_.breach_reason == "Players waited"
    assert Violation.objects.get(round=round_).code == "deck_change"
    assert "Players waited" in page.evaluate("sessionStorage.kept")
    assert PIN not in page.evaluate("sessionStorage.kept")


def test_a_correction_begins_with_what_was_entered(page: "Page", floor: Floor, table: Table, sign_in: SignIn) -> None:
    wrong = log(floor, table, a_round("md", seats=2, stub=43))
    acts.void(floor, wrong)
    sign_in(floor.floorperson)
    open_page(page, table, f"?replaces={wrong.pk}")
    expect(page.locator("h1")).to_have_text("Correct round 1")
    expect(page.locator("#stub")).to_have_value("43")

    page.locator('[data-choose="2"]').click()
    page.get_by_role("button", name="Fold at down").click()
    expect(page.locator("#said")).to_have_text("Ready to save.")
    right = save_and_wait(page)

    assert right.replaces == wrong
    assert right.entered()["seats"][0] == wrong.entered()["seats"][0]
    assert right.entered()["seats"][1]["fold"] == "down"


def test_the_other_deck_can_be_chosen(page: "Page", floor: Floor, sign_in: SignIn) -> None:
    table = floor.open_table("hand", decks=2)
    sign_in(floor.floorperson)
    open_page(page, table)

    page.locator("#deck").select_option(str(deck_at(table, "B").pk))
    write(page, "x qsjsts9s8s 1 asks 5 111")
    round_ = save_and_wait(page)

    assert round_.deck == deck_at(table, "B")
    page.keyboard.press("Enter")
    expect(page.locator("#deck option:checked")).to_contain_text("A red · its turn")


# ── How it looks

PARTS = ("#save", "#line", "#stub", ".cross", "#keypad", ".seats", "#picker", "#irregularity-open")
OUT_OF_SIGHT = """(parts) => parts.filter((part) => {
  const box = document.querySelector(part).getBoundingClientRect();
  const bottom = part === "#save" ? innerHeight : document.querySelector("#foot").getBoundingClientRect().top;
  return box.width === 0 || box.top < 0 || box.left < 0 || box.bottom > bottom + 1 || box.right > innerWidth;
})"""


@pytest.mark.parametrize("edition", ["md", "house", "ma", "nj"])
def test_all_of_it_is_on_one_screen_and_easy_to_read_and_to_touch(
    edition: str, page: "Page", transactional_db: None, sign_in: SignIn
) -> None:
    floor = floor_of(edition)
    table = open_table(floor)
    sign_in(floor.floorperson)
    wrong: list[str] = []

    for size in ((1180, 820), (1440, 900), (820, 1180)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        open_page(page, table)
        for line in ("x qsjs 6 9h", LINES[edition]):
            write(page, line)
            page.wait_for_timeout(300)
            for theme in THEMES:
                page.evaluate(SHOW_THEME, theme)
                at = f"{theme} {size} {line}: "
                wrong += [f"{at}{each} is out of sight" for each in page.evaluate(OUT_OF_SIGHT, PARTS)]
                wrong += [f"{at}too small to touch: {each}" for each in page.evaluate(TOO_SMALL)]
                wrong += [f"{at}too fine to read: {each}" for each in page.evaluate(TOO_FINE)]
                wrong += ["scrolls sideways"] * page.evaluate("document.documentElement.scrollWidth > innerWidth")
    for theme in THEMES:
        page.evaluate(SHOW_THEME, theme)
        wrong += [f"{theme}: {each}" for each in violations(page)]

    assert wrong == []


def test_the_pay_sheet_and_the_dialogs_have_no_violation(
    page: "Page", floor: Floor, table: Table, sign_in: SignIn
) -> None:
    round_ = log(floor, table, a_round("md", seats=3))
    sign_in(floor.floorperson)
    wrong: list[str] = []

    def look(what: str) -> None:
        for theme in THEMES:
            page.evaluate(SHOW_THEME, theme)
            wrong.extend(f"{what}, {theme}: {each}" for each in violations(page))
            wrong.extend(f"{what}, {theme}: too small to touch: {each}" for each in page.evaluate(TOO_SMALL))

    open_page(page, table, f"?paid={round_.pk}")
    look("the pay sheet")
    page.keyboard.press("Escape")
    for opener in ("#help-open", "#irregularity-open"):
        page.locator(opener).click()
        look(opener)
        page.keyboard.press("Escape")

    assert wrong == []


def test_a_table_without_an_offer_says_so(page: "Page", floor: Floor, sign_in: SignIn) -> None:
    table = floor.new_table()
    sign_in(floor.floorperson)

    open_page(page, table)

    page.get_by_text("No round can be logged here").wait_for()
    assert fresh(table).round_number == 0
