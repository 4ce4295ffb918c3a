"""Changing, adding and removing decks at a table, and replacing a damaged card."""

from datetime import timedelta
from html import unescape

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from compliance.models import Entry, Signature
from compliance.staff.roles import Role
from games.engine import questions
from tables.decks import changes as deck_changes
from tables.devices import services as devices
from tables.models import CardReplacement, Deck, DeckStep, Device, Table
from tables.openings import services as opening
from tests.floor import EDITIONS, Floor, deck_at, fresh, refused, signed_by

pytestmark = pytest.mark.django_db


def change(floor: Floor, deck: Deck, replacement: Deck, reason: str = Deck.Reason.SCHEDULED) -> Deck:
    return deck_changes.change_deck(
        deck,
        replacement=replacement,
        reason=reason,
        note="",
        by=floor.floorperson,
        at=floor.at,
        second=signed_by(floor.dealer),
    )


def add(floor: Floor, table: Table, deck: Deck) -> Table:
    return deck_changes.add_deck(table, deck=deck, by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer))


# ── Changing


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_new_deck_takes_the_place_and_starts_its_clock_and_the_old_one_is_labelled(edition: str) -> None:
    floor = Floor(edition)
    table = floor.open_table()
    old, new = deck_at(table), floor.deck()
    floor.later(hours=7)

    change(floor, old, new)

    old, new = fresh(old), fresh(new)
    assert (new.state, new.table, new.position) == (Deck.State.IN_PLAY, table, "A")
    assert (new.in_play_at, new.change_due_at) == (floor.at, floor.at + timedelta(hours=8))
    assert (old.state, old.position, old.table) == (Deck.State.REMOVED, "", table)
    assert (old.removed_at, old.removed_reason) == (floor.at, "scheduled")


@pytest.mark.parametrize("position", ["A", "B"])
def test_of_two_decks_the_new_one_keeps_the_place_of_the_old(position: str) -> None:
    floor = Floor("md")
    table = floor.open_table(decks=2)
    old = deck_at(table, position)

    new = change(floor, old, floor.deck(old.back_colour))

    assert deck_at(table, position).pk == new.pk
    brought = Entry.objects.get(action="deck.brought", subject=new.subject_key)
    assert brought.facts["position"] == position


def test_a_deck_alone_in_the_second_place_is_changed_in_that_place() -> None:
    floor = Floor("md")
    table = floor.open_table(decks=2)
    deck_changes.remove_deck(
        deck_at(table, "A"),
        reason=Deck.Reason.NOT_NEEDED,
        by=floor.floorperson,
        at=floor.at,
        second=signed_by(floor.dealer),
    )

    new = change(floor, deck_at(table, "B"), floor.deck("blue"))

    assert fresh(new).position == "B"
    assert Entry.objects.get(action="deck.brought", subject=new.subject_key).facts["position"] == "B"


def test_dealer_and_floorperson_sign_and_every_step_of_the_new_deck_is_kept() -> None:
    floor = Floor("md")
    table = floor.open_table()

    new = change(floor, deck_at(table), floor.deck())

    signature = Signature.objects.get(act="deck.changed")
    assert (signature.signer, signature.requested_by) == (floor.dealer, floor.floorperson)
    steps = DeckStep.objects.filter(deck=new, opening=None)
    assert [step.step for step in steps] == [
        "receive",
        "inspect",
        "verify",
        "spread",
        "first_look",
        "wash",
        "stack",
        "shuffle",
        "cut",
    ]
    assert {step.signature for step in steps} == {signature}
    last = list(Entry.objects.filter(stream__key=table.stream_key).order_by("sequence"))[-3:]
    assert [entry.action for entry in last] == ["deck.removed", "deck.brought", "deck.in_play"]
    assert (last[0].signature, last[2].signature) == (signature, signature)


def test_a_preshuffled_deck_is_received_and_cut() -> None:
    floor = Floor("md")
    table = floor.open_table()

    new = change(floor, deck_at(table), floor.deck(seal="S1"))

    assert [step.step for step in DeckStep.objects.filter(deck=new)] == ["receive", "cut"]


def test_the_second_signature_is_that_of_the_dealer_at_the_table() -> None:
    floor = Floor("md")
    table = floor.open_table()
    deck, new = deck_at(table), floor.deck()

    with refused("not_the_dealer"):
        deck_changes.change_deck(
            deck,
            replacement=new,
            reason="scheduled",
            by=floor.floorperson,
            at=floor.at,
            second=signed_by(floor.new_dealer()),
        )
    with refused("same_person"):
        deck_changes.change_deck(
            deck, replacement=new, reason="scheduled", by=floor.dealer, at=floor.at, second=signed_by(floor.dealer)
        )


def test_a_deck_is_not_changed_for_itself() -> None:
    floor = Floor("md")
    table = floor.open_table()

    with refused("deck_not_there_yet"):
        change(floor, deck_at(table), deck_at(table))


def test_a_deck_of_another_pits_reserve_is_refused() -> None:
    floor = Floor("md")
    table = floor.open_table()
    elsewhere = floor.deck(pit=floor.new_pit())

    with refused("deck_of_another_pit"):
        change(floor, deck_at(table), elsewhere)

    assert deck_at(table).state == Deck.State.IN_PLAY


def test_a_deck_that_was_changed_already_is_not_changed_again() -> None:
    floor = Floor("md")
    table = floor.open_table()
    old = deck_at(table)
    change(floor, old, floor.deck())

    with refused("deck_not_there_yet"):
        change(floor, old, floor.deck())


def test_at_a_table_to_which_players_come_back_a_deck_is_changed_and_none_added() -> None:
    floor = Floor("md")
    table = floor.open_table(shuffler=True)
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    opening.resume_table(table, by=floor.floorperson, at=floor.at)

    new = change(floor, deck_at(table), floor.deck())
    with refused("table_not_open"):
        deck_changes.add_deck(
            table, deck=floor.deck("blue"), by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer)
        )

    assert fresh(new).state == Deck.State.IN_PLAY


def test_a_deck_that_went_to_another_table_meanwhile_is_not_taken_for_one_here() -> None:
    floor = Floor("md")
    here, there = floor.ready_table(), floor.ready_table(dealer=floor.new_dealer())
    deck = floor.deck()
    floor.begin(here, deck)
    seen_here = fresh(deck)
    assert seen_here.table == here
    opening.close_table(here, by=floor.floorperson, at=floor.at)
    floor.begin(there, deck)

    with refused("deck_moved"):
        opening.verify_deck(seen_here, by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer))


# ── A second deck


def test_a_second_deck_comes_into_play_with_a_shuffler() -> None:
    floor = Floor("md")
    table = floor.open_table("manual_shoe", shuffler=True)

    add(floor, table, floor.deck("blue"))

    assert deck_at(table, "B").back_colour == "blue"
    assert deck_at(table, "B").change_due_at == floor.at + timedelta(hours=8)


@pytest.mark.parametrize(
    "edition,cite",
    [
        ("md", "MD Ch. 3 §B"),
        ("md-1.0", "MD 1.0 Ch. 3 §B"),
        ("house", "House Equipment"),
        ("ma", "MA §2(b)"),
        ("nj", "NJ 13:69F-40.2(a)"),
    ],
)
def test_a_second_deck_without_a_shuffler_is_refused(edition: str, cite: str) -> None:
    floor = Floor(edition)
    table = floor.open_table("manual_shoe")

    with refused("second_deck_without_shuffler", cite):
        add(floor, table, floor.deck("blue"))


def test_two_decks_have_backs_of_two_colours() -> None:
    floor = Floor("nj")
    table = floor.open_table("manual_shoe", shuffler=True)

    with refused("same_colour", "NJ 13:69F-40.2(a)2"):
        add(floor, table, floor.deck("Red"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_decks_may_be_of_different_designs(edition: str) -> None:
    floor = Floor(edition)
    table = floor.open_table("manual_shoe", shuffler=True, decks=2)

    new = change(floor, deck_at(table, "B"), floor.deck("blue", design="Bicycle"))

    assert (fresh(new).state, deck_at(table, "A").design) == (Deck.State.IN_PLAY, "Bee 92")


def test_a_changed_deck_must_fit_beside_the_one_that_stays() -> None:
    floor = Floor("md")
    table = floor.open_table(decks=2)

    with refused("same_colour"):
        change(floor, deck_at(table, "A"), floor.deck("blue"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_table_page_says_what_the_rules_ask_of_two_decks(edition: str, client: Client) -> None:
    floor = Floor(edition)
    table = floor.open_table(decks=2)
    client.force_login(floor.floorperson)

    page = unescape(client.get(f"/tables/{table.code}/").text)

    rules = questions.second_deck_requirements(floor.book)
    assert rules
    for rule in rules:
        assert rule.value.text[1:] in page
        assert rule.cite in page


def test_a_third_deck_is_refused() -> None:
    floor = Floor("md")
    table = floor.open_table(decks=2)

    with refused("two_decks_already"):
        add(floor, table, floor.deck("green"))


def test_a_deck_is_added_to_an_open_table_only() -> None:
    floor = Floor("md")
    table = floor.ready_table("manual_shoe", shuffler=True)

    with refused("table_not_open"):
        add(floor, table, floor.deck())


def test_no_deck_comes_into_play_where_cards_may_not_be_dealt() -> None:
    floor = Floor("md")
    table = floor.open_table("hand")
    devices.take_device_away(table.devices.get(), by=floor.floorperson, at=floor.at)

    with refused("method_not_lawful", "MD Ch. 9 §A(1)"):
        change(floor, deck_at(table), floor.deck())


@pytest.mark.both_databases("constraints")
def test_the_database_has_one_deck_in_each_place_of_a_table() -> None:
    floor = Floor("md")
    table = floor.open_table()
    deck = floor.deck()

    with pytest.raises(IntegrityError), transaction.atomic():
        Deck.objects.filter(pk=deck.pk).update(table=table, position="A")


@pytest.mark.both_databases("constraints")
def test_the_database_has_no_deck_in_play_without_its_clock() -> None:
    floor = Floor("md")
    deck = floor.deck()

    with pytest.raises(IntegrityError), transaction.atomic():
        Deck.objects.filter(pk=deck.pk).update(state=Deck.State.IN_PLAY)


# ── Removing


def test_a_deck_with_a_wrong_count_leaves_the_table() -> None:
    floor = Floor("md")
    table = floor.open_table()
    deck = deck_at(table)

    deck_changes.remove_deck(
        deck,
        reason=Deck.Reason.WRONG_COUNT,
        note="51 cards",
        by=floor.floorperson,
        at=floor.at,
        second=signed_by(floor.dealer),
    )

    assert (fresh(deck).state, fresh(deck).removed_reason) == (Deck.State.REMOVED, "wrong_count")
    entry = Entry.objects.get(action="deck.removed")
    assert (entry.cite, entry.facts["note"]) == ("COMAR 36.05.02.16 J", "51 cards")
    assert entry.facts["position"] == "A"


def test_in_massachusetts_a_removed_deck_is_journaled_with_the_paragraph_on_cards() -> None:
    floor = Floor("ma")
    table = floor.open_table()

    deck_changes.remove_deck(
        deck_at(table),
        reason=Deck.Reason.WRONG_COUNT,
        by=floor.floorperson,
        at=floor.at,
        second=signed_by(floor.dealer),
    )

    assert Entry.objects.get(action="deck.removed").cite == "205 CMR 146.49"


# ── A damaged card


def replace(
    floor: Floor, deck: Deck, donor: Deck, card: str = "As", *, compared: bool = True, told: bool = True
) -> Deck:
    return deck_changes.replace_card(
        deck,
        card=card,
        donor=donor,
        backs_compared=compared,
        surveillance_told=told,
        by=floor.floorperson,
        at=floor.at,
        second=signed_by(floor.pit_boss, Role.PIT_BOSS),
    )


def test_a_damaged_card_is_replaced_and_the_donor_broken_up() -> None:
    floor = Floor("md")
    table = floor.open_table()
    deck, donor = deck_at(table), floor.deck()

    replace(floor, deck, donor)

    assert fresh(donor).state == Deck.State.DONOR
    assert fresh(deck).state == Deck.State.IN_PLAY
    entry = Entry.objects.get(action="card.replaced")
    assert (entry.facts["card"], entry.cite) == ("As", "COMAR 36.05.02.16 I")
    assert entry.stream.key == table.stream_key


def test_a_donor_gives_several_cards_but_each_once() -> None:
    floor = Floor("md")
    table = floor.open_table()
    deck, donor = deck_at(table), floor.deck()
    replace(floor, deck, donor, "As")

    replace(floor, deck, donor, "Kd")
    with refused("card_given"):
        replace(floor, deck, donor, "As")

    assert CardReplacement.objects.count() == 2


@pytest.mark.both_databases("constraints")
def test_the_database_lets_a_donor_give_each_card_once() -> None:
    floor = Floor("md")
    table = floor.open_table()
    replace(floor, deck_at(table), floor.deck())
    given = CardReplacement.objects.get()
    given.pk = None

    with pytest.raises(IntegrityError), transaction.atomic():
        given.save()


def test_the_backs_must_be_alike_and_compared_and_surveillance_told() -> None:
    floor = Floor("md")
    table = floor.open_table()
    deck, donor = deck_at(table), floor.deck()

    with refused("backs_differ", "COMAR 36.05.02.16 I"):
        replace(floor, deck, floor.deck("blue"))
    with refused("card_not_checked"):
        replace(floor, deck, donor, compared=False)
    with refused("card_not_checked"):
        replace(floor, deck, donor, told=False)

    assert fresh(donor).state == Deck.State.PIT


def test_one_of_the_two_who_replace_a_card_is_a_pit_boss() -> None:
    floor = Floor("md")
    table = floor.open_table()
    deck, donor = deck_at(table), floor.deck()

    with refused("no_pit_boss", "COMAR 36.05.02.16 I"):
        deck_changes.replace_card(
            deck,
            card="As",
            donor=donor,
            backs_compared=True,
            surveillance_told=True,
            by=floor.floorperson,
            at=floor.at,
            second=signed_by(floor.dealer),
        )
    deck_changes.replace_card(
        deck,
        card="As",
        donor=donor,
        backs_compared=True,
        surveillance_told=True,
        by=floor.pit_boss,
        at=floor.at,
        second=signed_by(floor.dealer),
    )

    assert fresh(donor).state == Deck.State.DONOR


def test_who_replaces_a_card_does_not_sign_for_the_pit_boss() -> None:
    floor = Floor("md")
    table = floor.open_table()

    with refused("same_person"):
        deck_changes.replace_card(
            deck_at(table),
            card="As",
            donor=floor.deck(),
            backs_compared=True,
            surveillance_told=True,
            by=floor.pit_boss,
            at=floor.at,
            second=signed_by(floor.pit_boss, Role.PIT_BOSS),
        )


def test_a_table_may_take_a_second_deck_again_after_a_shuffler_comes_back() -> None:
    floor = Floor("md")
    table = floor.open_table("manual_shoe")
    floor.place(table, Device.Kind.SHUFFLER)

    add(floor, table, floor.deck("blue"))

    assert table.decks.filter(state=Deck.State.IN_PLAY).count() == 2
