"""Opening a table: the steps of every edition, and everything that may be missing."""

from datetime import timedelta
from itertools import product

import pytest
from django.db import IntegrityError, transaction

from compliance.alerts.inbox import table_findings
from compliance.errors import RuleViolation
from compliance.models import Entry
from compliance.staff import services as staff
from compliance.staff.roles import Role
from games.engine import questions
from tables.dealers import services as dealers
from tables.decks import changes as deck_changes
from tables.decks.services import move
from tables.devices import services as devices
from tables.floor import services as floor_services
from tables.models import Deck, DeckStep, Device, Layout, Offer, Opening, Table
from tables.openings import services as opening
from tables.signs import services as signs
from tables.submissions import services as submissions
from tests.floor import EDITIONS, METHODS, SPIN, Floor, actions, deck_at, fresh, gone, refused, signed_by

pytestmark = pytest.mark.django_db

INSPECTED = ["receive", "inspect", "verify", "spread", "first_look", "wash", "stack", "shuffle"]


def inspected(edition: str) -> list[str]:
    """Return the steps of a deck that is not preshuffled; sheets do not speak of a first look."""
    return [step for step in INSPECTED if edition not in ("house", "mi") or step != "first_look"]


COMAR = "COMAR 36.05.03"


# ── The sequence


# With a shuffler a card room uses two decks.
@pytest.mark.parametrize("edition,method", sorted(set(product(EDITIONS, METHODS)) - {("house", "hand")}))
def test_every_edition_opens_with_one_deck_in_every_way_of_dealing(edition: str, method: str) -> None:
    floor = Floor(edition)
    table = floor.ready_table(method)
    deck = floor.deck()
    floor.begin(table, deck)

    floor.do_steps(deck)
    floor.open(table)

    steps = [step.step for step in DeckStep.objects.filter(deck=deck)]
    assert steps == (inspected(edition) if method == "hand" else [*inspected(edition), "cut"])
    assert fresh(table).state == Table.State.OPEN
    assert fresh(deck).state == "in_play"


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_opens_with_two_decks_and_a_shuffler_each_deck_by_itself(edition: str, method: str) -> None:
    floor = Floor(edition)
    table = floor.ready_table(method, shuffler=True)
    red, blue = floor.deck("red"), floor.deck("blue")
    floor.begin(table, red, blue)
    floor.do_steps(red)
    with refused("step_missing"):
        floor.open(table)

    floor.do_steps(blue)
    floor.open(table)

    for deck in (red, blue):
        assert [step.step for step in DeckStep.objects.filter(deck=deck)] == inspected(edition)
    assert [deck_at(table, "A").pk, deck_at(table, "B").pk] == [red.pk, blue.pk]
    assert actions(table.stream_key)[-3:] == ["deck.in_play", "deck.in_play", "table.opened"]


@pytest.mark.parametrize("edition", ["md", "md-1.0", "ma"])
def test_a_preshuffled_deck_is_received_and_cut_where_the_text_knows_such_decks(edition: str) -> None:
    floor = Floor(edition)
    table = floor.ready_table("manual_shoe")
    deck = floor.deck(seal="S-1")
    floor.begin(table, deck)

    floor.do_steps(deck)
    floor.open(table)

    assert [step.step for step in DeckStep.objects.filter(deck=deck)] == ["receive", "cut"]


@pytest.mark.parametrize("edition", ["nj", "house"])
def test_a_sealed_deck_is_opened_as_any_other_where_the_text_does_not_speak_of_preshuffled_decks(edition: str) -> None:
    floor = Floor(edition)
    table = floor.ready_table("manual_shoe")
    deck = floor.deck(seal="S-1")
    floor.begin(table, deck)

    floor.do_steps(deck)
    floor.open(table)

    assert [step.step for step in DeckStep.objects.filter(deck=deck)] == [*inspected(edition), "cut"]


@pytest.mark.parametrize("edition", ["md", "md-1.0"])
def test_a_shoe_that_reshuffles_by_itself_needs_no_cut_in_maryland(edition: str) -> None:
    floor = Floor(edition)
    table = floor.new_table()
    floor.furnish(table)
    floor.place(table, Device.Kind.AUTOMATED_SHOE, reshuffles=True)
    floor.staffed(table)
    deck = floor.deck()
    floor.begin(table, deck)

    assert floor.do_steps(deck) == ["spread", "first_look", "wash", "stack", "shuffle"]


def test_who_did_a_step_and_under_which_paragraph_is_kept() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    deck = floor.deck()
    floor.begin(table, deck)

    floor.verify(deck)

    inspect, verify = DeckStep.objects.get(step="inspect"), DeckStep.objects.get(step="verify")
    assert (inspect.done_by, inspect.recorded_by) == (floor.dealer, floor.floorperson)
    assert (verify.done_by, verify.recorded_by) == (floor.floorperson, floor.floorperson)
    assert inspect.signature is not None
    assert inspect.signature.signer == floor.dealer
    assert inspect.cite.startswith("MD Ch. 4 ")


def test_a_step_out_of_order_is_refused_with_the_paragraph_of_the_one_that_is_next() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    deck = floor.deck()
    floor.begin(table, deck)
    floor.verify(deck)

    with refused("out_of_order", questions.opening_steps(floor.book, "manual_shuffle")[3].cite):
        opening.do_step(fresh(deck), step="shuffle", by=floor.floorperson, at=floor.at)


@pytest.mark.both_databases("constraints")
def test_no_step_is_done_twice_nor_after_the_last() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    deck = floor.deck()
    floor.begin(table, deck)
    floor.do_steps(deck)

    with refused("steps_done"):
        opening.do_step(fresh(deck), step="cut", by=floor.floorperson, at=floor.at)
    step = DeckStep.objects.get(step="cut")
    step.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        step.save()


def test_a_deck_is_inspected_and_verified_before_any_step() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    deck = floor.deck()
    floor.begin(table, deck)

    with refused("deck_not_there_yet"):
        opening.do_step(fresh(deck), step="spread", by=floor.floorperson, at=floor.at)


def test_a_deck_is_verified_once() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    deck = floor.deck()
    floor.begin(table, deck)
    floor.verify(deck)

    with refused("deck_not_there_yet"):
        floor.verify(deck)


@pytest.mark.parametrize(("decks", "cite"), [(1, "MD Ch. 4 §A"), (2, "MD Ch. 4 §E")])
def test_an_opened_table_cites_each_deck_separately_only_if_there_are_two(decks: int, cite: str) -> None:
    floor = Floor("md")
    table = floor.open_table(decks=decks, shuffler=True)

    assert Entry.objects.get(action="table.opened", subject=table.subject_key).cite == cite


# ── Two people


def test_the_floorperson_who_verifies_is_not_the_dealer_who_inspects() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    deck = floor.deck()
    floor.begin(table, deck)

    with refused("same_person", "MD Ch. 4 §A"):
        opening.verify_deck(fresh(deck), by=floor.dealer, at=floor.at, second=signed_by(floor.dealer))


@pytest.mark.both_databases("constraints")
def test_the_database_refuses_an_inspection_that_its_inspector_verified() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    deck = floor.deck()
    floor.begin(table, deck)

    with pytest.raises(IntegrityError), transaction.atomic():
        DeckStep.objects.create(
            deck=deck, step="inspect", done_by=floor.dealer, recorded_by=floor.dealer, done_at=floor.at, cite="x"
        )


def test_another_dealers_signature_is_not_that_of_the_dealer_at_the_table() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    deck = floor.deck()
    floor.begin(table, deck)

    with refused("not_the_dealer"):
        opening.verify_deck(fresh(deck), by=floor.floorperson, at=floor.at, second=signed_by(floor.hire(Role.DEALER)))


def test_nobody_supervises_the_table_at_which_they_deal() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    staff.appoint(
        floor.dealer,
        facility=floor.facility,
        role=Role.FLOORPERSON,
        by=floor.administrator,
        at=floor.at,
        second=floor.officers_signature,
    )

    with refused("dealer_is_floorperson", "MD Ch. 4 §A"):
        floor_services.supervise(table, floorperson=floor.dealer, by=floor.pit_boss, at=floor.at)


def test_nobody_deals_at_the_table_that_they_supervise() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    both = floor.new_dealer()
    staff.appoint(
        both,
        facility=floor.facility,
        role=Role.FLOORPERSON,
        by=floor.administrator,
        at=floor.at,
        second=floor.officers_signature,
    )
    floor_services.supervise(table, floorperson=both, by=floor.pit_boss, at=floor.at)

    with refused("dealer_is_floorperson"):
        dealers.assign_dealer(table, dealer=both, by=floor.pit_boss, at=floor.at)


# ── Every single missing thing


def almost_open(floor: Floor, table: Table) -> Table:
    deck = floor.deck()
    floor.begin(table, deck)
    floor.do_steps(deck)
    return fresh(table)


def test_an_opening_begins_only_with_an_offer() -> None:
    floor = Floor("md")
    table = floor.new_table()

    with refused("no_offer"):
        opening.begin_opening(table, by=floor.floorperson, at=floor.at)


@pytest.mark.parametrize("edition", EDITIONS)
def test_without_a_layout_no_table_opens(edition: str) -> None:
    floor = Floor(edition)
    table = floor.new_table()
    floor_services.put_offer(table, offer=floor.offer, by=floor.pit_boss, at=floor.at)
    floor.equip(table, "manual_shoe")
    floor.staffed(table)
    almost_open(floor, table)

    with refused("no_layout", questions.layout_approval(floor.book).cite):
        floor.open(table)


def test_with_a_layout_that_was_superseded_no_table_opens() -> None:
    floor = Floor("md")
    table = almost_open(floor, floor.ready_table())
    floor.later(minutes=1)
    floor.new_layout()

    with refused("layout_not_in_force", "MD Ch. 2 §B"):
        floor.open(table)


def test_with_an_offer_that_was_superseded_no_table_opens() -> None:
    floor = Floor("md")
    table = almost_open(floor, floor.ready_table())
    floor.later(minutes=1)
    floor.new_offer()

    with refused("offer_not_in_force", f"{COMAR}.19"):
        floor.open(table)


@pytest.mark.parametrize(
    ("edition", "wager", "cite"),
    [("md", "five_card_bonus", "MD Ch. 2 §B(4)"), ("ma", "three_card", "MA 205 CMR 146.33(2)(d); §6(d)")],
)
def test_a_layout_that_does_not_show_what_the_offer_needs_keeps_the_table_closed(
    edition: str, wager: str, cite: str
) -> None:
    floor = Floor(edition)
    plain = {name: how for name, how in floor.elements().items() if name != f"{wager}_area"}
    floor.layout = floor.new_layout(plain)
    table = almost_open(floor, floor.ready_table())
    bonus = floor.new_offer(
        {"limits": {"ante": ["5.00", "100.00"], wager: ["1.00", "50.00"]}, "wagers": [wager]}, name="With bonus"
    )
    floor_services.put_offer(table, offer=bonus, by=floor.pit_boss, at=floor.at)

    with refused("layout_does_not_match", cite):
        floor.open(table)


def test_a_layout_of_another_edition_keeps_the_table_closed() -> None:
    floor = Floor("md")
    table = almost_open(floor, floor.ready_table())
    older = submissions.submit_offer(
        floor.facility,
        name="Old",
        edition="md-1.0",
        document={"limits": {"ante": ["5.00", "100.00"]}, "wagers": []},
        by=floor.pit_boss,
        at=floor.at,
    )
    submissions.approve(
        older, reference="L", approved_on=floor.at.date(), effective_at=None, by=floor.compliance_officer, at=floor.at
    )
    floor_services.put_offer(table, offer=older, by=floor.pit_boss, at=floor.at)

    with refused("layout_of_another_edition", "MD 1.0 Ch. 2 §B"):
        floor.open(table)
    with refused("layout_of_another_edition"):
        floor_services.put_layout(table, layout=floor.layout, by=floor.pit_boss, at=floor.at)


def test_odds_left_to_a_sign_need_the_sign() -> None:
    floor = Floor("md")
    floor.layout = floor.new_layout(floor.elements() | {"odds": "sign"})
    table = almost_open(floor, floor.ready_table())
    with refused("sign_missing", "MD Ch. 2 §B(5)"):
        floor.open(table)

    signs.post_sign(table, by=floor.floorperson, at=floor.at)
    floor.open(table)

    assert fresh(table).state == Table.State.OPEN


@pytest.mark.parametrize(
    "edition,cite",
    [("md", "MD Ch. 9 §A(1)"), ("md-1.0", "MD 1.0 Ch. 9 §A(1)"), ("ma", "MA §8(b)(1)"), ("nj", "NJ 13:69F-40.8(b)1")],
)
def test_dealing_by_hand_without_a_shuffler_is_refused(edition: str, cite: str) -> None:
    floor = Floor(edition)
    table = floor.new_table()
    floor.furnish(table)
    floor.staffed(table)
    almost_open(floor, table)

    with refused("method_not_lawful", cite):
        floor.open(table)


def test_a_card_room_may_deal_by_hand_without_a_shuffler() -> None:
    floor = Floor("house")
    table = floor.new_table()
    floor.furnish(table)
    floor.staffed(table)
    almost_open(floor, table)

    floor.open(table)

    assert fresh(table).state == Table.State.OPEN


def test_a_card_room_with_a_shuffler_needs_the_second_deck() -> None:
    floor = Floor("house")
    table = almost_open(floor, floor.ready_table("hand"))

    with refused("second_deck_missing", "House Equipment"):
        floor.open(table)


@pytest.mark.parametrize(("decks", "code"), [(0, "no_deck"), (1, "second_deck_missing")])
def test_an_opening_is_refused_for_a_missing_deck_in_the_words_of_the_open_tables_finding(
    decks: int, code: str
) -> None:
    floor = Floor("house")
    opens, lacks = floor.ready_table("hand"), floor.open_table(decks=2, dealer=floor.new_dealer())
    floor.begin(opens, *[floor.deck() for _ in range(decks)])
    for deck in list(lacks.decks.filter(state="in_play"))[decks:]:
        move(deck, Deck.State.REMOVED, floor.at, table=None)

    (refusal,) = [each for each in opening.missing(fresh(opens), floor.at) if each.code == code]
    (finding,) = [each for each in table_findings([fresh(lacks)], floor.at, {})[lacks.code] if each.code == code]

    assert (refusal.message, refusal.cite) == (finding.text, finding.cite)
    assert (refusal.remedy, finding.remedy) == ("table.bring-deck", "table.add-deck")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_device_that_was_not_inspected_this_gaming_day_keeps_the_table_closed(edition: str) -> None:
    floor = Floor(edition)
    table = almost_open(floor, floor.ready_table())
    floor.later(hours=18)  # six in the morning: the gaming day turns

    cite = "COMAR 36.05.02.17 H" if edition.startswith("md") else "house policy, after COMAR 36.05.02.17 H"
    with refused("device_not_inspected", cite):
        floor.open(table)


def test_an_inspection_holds_until_the_gaming_day_turns() -> None:
    floor = Floor("md")
    table = almost_open(floor, floor.ready_table())
    floor.at += timedelta(hours=18, microseconds=-1)

    floor.open(table)

    assert fresh(table).state == Table.State.OPEN


def test_a_device_without_approval_keeps_the_table_closed() -> None:
    floor = Floor("md")
    table = almost_open(floor, floor.ready_table())
    Device.objects.update(approved_on=None)

    with refused("device_not_approved", "COMAR 36.05.02.17"):
        floor.open(table)


@pytest.mark.parametrize(("edition", "cite"), [("ma", "MA §9(a)"), ("nj", "NJ 13:69F-40.9(a)")])
def test_an_automated_shoe_is_approved_under_the_paragraph_that_asks_for_it(edition: str, cite: str) -> None:
    floor = Floor(edition)
    table = almost_open(floor, floor.ready_table("automated_shoe"))
    Device.objects.update(approved_on=None)

    with refused("device_not_approved", cite):
        floor.open(table)


@pytest.mark.parametrize(
    "edition,cite",
    [
        ("md", "MD Ch. 13 §E"),
        ("md-1.0", "MD 1.0 Ch. 13 §H"),
        ("ma", "MA §12(f)"),
        ("house", "house policy, after MD Ch. 13 §E"),
        ("nj", "house policy, after MD Ch. 13 §E"),
    ],
)
def test_a_failed_device_that_nobody_saw_to_keeps_the_table_closed(edition: str, cite: str) -> None:
    floor = Floor(edition)
    table = almost_open(floor, floor.ready_table("automated_shoe"))
    devices.fail_device(table.devices.get(), fault="jams", by=floor.floorperson, at=floor.at)

    with refused("device_neglected", cite):
        floor.open(table)


def test_bonus_spin_needs_its_hardware_at_the_table() -> None:
    floor = Floor("nj")
    floor.offer = floor.new_offer(SPIN)
    table = almost_open(floor, floor.ready_table())
    with refused("hardware_missing", "NJ 13:69E-1.13Z(e)"):
        floor.open(table)

    floor.place(table, Device.Kind.BONUS_SPIN)
    floor.open(table)

    assert fresh(table).state == Table.State.OPEN


def test_two_decks_without_a_shuffler_keep_the_table_closed() -> None:
    floor = Floor("md")
    table = floor.ready_table("manual_shoe", shuffler=True)
    red, blue = floor.deck("red"), floor.deck("blue")
    floor.begin(table, red, blue)
    floor.do_steps(red)
    floor.do_steps(blue)
    devices.take_device_away(table.devices.get(kind="shuffler"), by=floor.floorperson, at=floor.at)

    with refused("second_deck_without_shuffler", "MD Ch. 3 §B"):
        floor.open(table)


def test_without_a_dealer_no_table_opens() -> None:
    floor = Floor("md")
    table = almost_open(floor, floor.ready_table())
    dealers.release_dealer(table, by=floor.floorperson, at=floor.at)

    with refused("no_dealer", "house policy"):
        floor.open(table)


def test_without_a_floorperson_no_table_opens() -> None:
    floor = Floor("md")
    table = almost_open(floor, floor.ready_table())
    table.supervisions.update(ended_at=floor.at)

    with refused("no_floorperson", f"{COMAR}.01"):
        floor.open(table)


def test_a_dealer_whose_licence_was_revoked_keeps_the_table_closed() -> None:
    floor = Floor("md")
    table = almost_open(floor, floor.ready_table())
    dealers.revoke_licence(
        floor.posting(floor.dealer),
        licence=floor.dealer.licences.get(),
        reason="x",
        by=floor.compliance_officer,
        at=floor.at,
    )

    with refused("dealer_not_licensed"):
        floor.open(table)


@pytest.mark.parametrize("edition", EDITIONS)
def test_without_cards_no_table_opens(edition: str) -> None:
    floor = Floor(edition)
    table = floor.ready_table()
    floor.begin(table)

    with refused("no_deck", floor.book.cite(floor.book.deck)):
        floor.open(table)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_deck_with_any_step_left_keeps_the_table_closed(edition: str) -> None:
    floor = Floor(edition)
    table = floor.ready_table()
    deck = floor.deck()
    floor.begin(table, deck)
    floor.verify(deck)

    for step in questions.opening_steps(floor.book, "manual_shuffle")[3:]:
        with refused("step_missing", step.cite):
            floor.open(table)
        opening.do_step(fresh(deck), step=step.value.id, by=floor.floorperson, at=floor.at)
    floor.open(table)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_deck_that_nobody_inspected_keeps_the_table_closed(edition: str) -> None:
    floor = Floor(edition)
    table = floor.ready_table()
    floor.begin(table, floor.deck())

    with refused("step_missing", questions.opening_steps(floor.book, "manual_shuffle")[0].cite):
        floor.open(table)


# ── States


def test_a_table_is_opened_once() -> None:
    floor = Floor("md")
    table = floor.open_table()

    with refused("wrong_state"):
        opening.begin_opening(table, by=floor.floorperson, at=floor.at)
    with refused("table_not_opening"):
        floor.open(table)


def test_a_closed_table_has_no_decks_brought_to_it() -> None:
    floor = Floor("md")
    table = floor.ready_table()

    with refused("table_not_opening"):
        deck_changes.bring_deck(table, deck=floor.deck(), by=floor.floorperson, at=floor.at)


@pytest.mark.both_databases("constraints")
def test_the_database_knows_one_opening_at_a_time() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    floor.begin(table)

    with pytest.raises(IntegrityError), transaction.atomic():
        Opening.objects.create(table=table, started_by=floor.floorperson, started_at=floor.at)


def test_opening_starts_the_count_of_the_stub_anew() -> None:
    floor = Floor("md")
    table = almost_open(floor, floor.ready_table())
    Table.objects.filter(pk=table.pk).update(rounds_since_count=4)

    floor.open(table)

    assert fresh(table).rounds_since_count == 0


def test_a_refused_act_leaves_no_journal_entry() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    floor.begin(table)
    before = actions(table.stream_key)

    with refused("no_deck"):
        floor.open(table)

    assert actions(table.stream_key) == before
    assert (Offer.objects.count(), Layout.objects.count()) == (1, 1)


def test_a_step_that_needs_a_signature_is_never_recorded_without_one() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    deck = floor.deck()
    floor.begin(table, deck)
    Deck.objects.filter(pk=deck.pk).update(state=Deck.State.VERIFIED)

    with pytest.raises(RuleViolation) as caught:
        opening.do_step(deck, step="receive", by=floor.floorperson, at=floor.at)

    assert (caught.value.code, caught.value.remedy) == ("signature_missing", "deck.verify")
    assert not DeckStep.objects.exists()


def test_a_deck_whose_seal_is_no_longer_recognized_must_be_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    floor = Floor("md")
    table = floor.ready_table()
    deck = floor.deck(seal="S-1")
    floor.begin(table, deck)
    floor.verify(deck)
    with refused("deck_not_there_yet"):
        floor.verify(deck)
    monkeypatch.setattr(questions, "may_be_preshuffled", lambda book: questions.Answer(False, "x"))

    floor.verify(deck)

    assert [step.step for step in DeckStep.objects.filter(deck=deck)] == ["receive", "inspect", "verify"]
    assert not DeckStep.objects.filter(signature=None).exists()


@pytest.mark.parametrize("how", ["disabled", "not posted"])
def test_a_table_does_not_open_with_someone_who_no_longer_works_here(how: str) -> None:
    floor = Floor("md")
    table = floor.ready_table()
    deck = floor.deck()
    floor.begin(table, deck)
    floor.do_steps(deck)

    gone(floor, floor.dealer, how)
    with pytest.raises(RuleViolation) as caught:
        floor.open(table)
    assert (caught.value.code, caught.value.remedy) == ("dealer_not_posted", "table.relieve-dealer")

    dealers.assign_dealer(table, dealer=floor.new_dealer(), by=floor.floorperson, at=floor.at)
    gone(floor, floor.floorperson, how)
    with pytest.raises(RuleViolation) as caught:
        floor.open(table)
    assert (caught.value.code, caught.value.remedy) == ("floorperson_not_posted", "table.supervise")

    floor_services.supervise(table, floorperson=floor.shift_manager, by=floor.pit_boss, at=floor.at)
    floor.open(table)


def test_an_open_table_shows_staff_who_no_longer_work_here() -> None:
    floor = Floor("md")
    table = floor.open_table()

    for person in (floor.dealer, floor.floorperson):
        gone(floor, person, "disabled")

    assert [(found.status, found.remedy) for found in table_findings([fresh(table)], floor.at, {})[table.code]] == [
        ("blocked", "table.relieve-dealer"),
        ("due", "table.supervise"),
    ]
