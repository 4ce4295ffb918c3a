"""Gates for cards and devices: each refuses a round with its paragraph and remedy."""

from datetime import timedelta

import pytest

from games.engine.problems import Refused
from tables.decks import changes as deck_changes
from tables.models import Device, Table
from tests.floor import EDITIONS, SPIN, Floor, deck_at, refused, signed_by
from tests.games import acts
from tests.games.acts import codes_of, gates_of
from tests.games.sample_rounds import a_round, counted, log

pytestmark = pytest.mark.django_db

CITES = {"md": "MD ", "md-1.0": "MD 1.0 ", "house": "House ", "ma": "MA ", "nj": "NJ ", "mi": "house policy"}


# ── The cards


@pytest.mark.parametrize(("method", "hours"), [("hand", 4), ("manual_shoe", 8), ("automated_shoe", 8)])
@pytest.mark.parametrize("edition", ["md", "md-1.0", "ma"])
def test_a_deck_is_overdue_at_the_very_second_and_not_before(edition: str, method: str, hours: int) -> None:
    floor = Floor(edition)
    table = floor.open_table(method)
    deck, due = deck_at(table), floor.at + timedelta(hours=hours)
    floor.at = due - timedelta(seconds=1)
    log(floor, table, counted(a_round(edition), edition))
    floor.at = due

    (gate,) = gates_of(floor, table, counted(a_round(edition), edition))
    acts.change(floor, deck)

    assert (gate.code, gate.cite) == ("deck_change", deck.change_cite)
    assert (gate.remedy, gate.remedy_on) == ("deck.change", deck)
    assert log(floor, table, counted(a_round(edition), edition)).number == 2


def test_without_a_deck_nothing_is_dealt() -> None:
    floor = Floor("md")
    table = floor.open_table()
    acts.remove(floor, deck_at(table))

    (gate,) = gates_of(floor, table)

    assert (gate.code, gate.remedy) == ("no_deck", "table.add-deck")


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_decks_alternate_every_round(edition: str) -> None:
    floor = Floor(edition)
    table = floor.open_table(decks=2)
    red, blue = deck_at(table, "A"), deck_at(table, "B")
    body = counted(a_round(edition), edition)

    first = log(floor, table, body | {"deck": blue.pk})
    (gate,) = gates_of(floor, table, body | {"deck": blue.pk})
    others = [log(floor, table, body) for _ in range(3)]

    assert gate.code == "deck_out_of_turn"
    assert gate.cite is not None
    assert gate.cite.startswith(CITES[edition])
    assert [round_.deck for round_ in (first, *others)] == [blue, red, blue, red]


def test_the_deck_in_turn_after_a_change_is_the_one_that_did_not_deal() -> None:
    floor = Floor("md")
    table = floor.open_table(decks=2)
    log(floor, table)
    new = acts.change(floor, deck_at(table, "A"))

    assert codes_of(floor, table, a_round(deck=new.pk)) == ["deck_out_of_turn"]
    assert log(floor, table).deck == deck_at(table, "B")
    assert log(floor, table).deck == new


def test_a_deck_that_is_not_in_play_deals_no_round() -> None:
    floor = Floor("md")
    table, other = floor.open_table(), floor.open_table(dealer=floor.new_dealer())
    old = deck_at(table)
    acts.change(floor, old)

    assert codes_of(floor, table, a_round(deck=old.pk)) == ["deck_not_in_play"]
    assert other.decks.get().pk != old.pk


def test_where_the_edition_demands_two_decks_one_is_not_enough() -> None:
    floor = Floor("house")
    table = floor.open_table(decks=2)
    log(floor, table)
    acts.remove(floor, deck_at(table, "A"))

    (gate,) = gates_of(floor, table)

    assert (gate.code, gate.cite) == ("second_deck_missing", "House Equipment")
    assert gate.remedy == "table.add-deck"


# ── Devices


@pytest.mark.parametrize(
    ("edition", "cite"),
    [("md", "MD Ch. 9 §A(1)"), ("md-1.0", "MD 1.0 Ch. 9 §A(1)"), ("ma", "MA §8(b)(1)"), ("nj", "NJ 13:69F-40.8(b)1")],
)
def test_nobody_deals_by_hand_without_a_shuffler(edition: str, cite: str) -> None:
    floor = Floor(edition)
    table = floor.open_table("hand")
    device = table.devices.get()
    acts.fail(floor, device)
    acts.handle(floor, device, "removed")

    with refused("method_not_lawful", cite):
        log(floor, table)


@pytest.mark.parametrize(
    ("edition", "handling", "cite"),
    [
        ("md", "covered", "MD Ch. 13 §E"),
        ("md-1.0", "marked", "MD 1.0 Ch. 13 §H"),
        ("ma", "removed", "MA §12(f)"),
        ("nj", "covered", "house policy, after MD Ch. 13 §E"),
        ("house", "marked", "house policy, after MD Ch. 13 §E"),
    ],
)
def test_a_device_that_failed_is_handled_before_play_goes_on(edition: str, handling: str, cite: str) -> None:
    floor = Floor(edition)
    table = floor.open_table("automated_shoe")
    shoe = table.devices.get()
    floor.place(table, Device.Kind.MANUAL_SHOE)
    acts.fail(floor, shoe)

    (gate,) = gates_of(floor, table)
    acts.handle(floor, shoe, handling)
    round_ = log(floor, table)

    assert (gate.code, gate.cite) == ("device_neglected", cite)
    assert (gate.remedy, gate.remedy_on) == ("device.handle", shoe)
    assert round_.method == "manual_shoe"


def test_bonus_spin_needs_its_hardware() -> None:
    floor = Floor("nj")
    floor.offer = floor.new_offer(SPIN)
    table = floor.new_table()
    floor.furnish(table)
    floor.equip(table)
    hardware = floor.place(table, Device.Kind.BONUS_SPIN)
    floor.staffed(table)
    deck = floor.deck()
    floor.begin(table, deck)
    floor.do_steps(deck)
    floor.open(table)
    acts.fail(floor, hardware)
    acts.handle(floor, hardware, "covered")

    with refused("hardware_missing", "NJ 13:69E-1.13Z(e)"):
        log(floor, table)


def test_a_round_between_a_wrong_count_and_the_change_of_its_deck_is_refused_though_it_is_logged_later() -> None:
    floor = Floor("md")
    table = floor.open_table("hand", decks=2)
    log(floor, table, counted(a_round(seed=1), off_by=-1))
    between = floor.later(minutes=1)
    floor.later(minutes=1)
    pulled = deck_at(table, "A")
    deck_changes.change_deck(
        pulled,
        replacement=floor.deck(),
        reason="wrong_count",
        note="51 cards",
        by=floor.floorperson,
        at=floor.at,
        second=signed_by(floor.dealer),
    )
    floor.later(minutes=1)

    with refused("deck_not_whole"):
        log(floor, table, a_round(seed=2, played_at=between.isoformat()))

    assert log(floor, table, a_round(seed=3)).number == 2


def test_no_seat_is_entered_that_the_table_does_not_have() -> None:
    floor = Floor("md")
    table = floor.open_table()
    Table.objects.filter(pk=table.pk).update(positions=5)

    with pytest.raises(Refused) as caught:
        log(floor, table, a_round(seats=6))

    assert [(problem.code, problem.path) for problem in caught.value.problems] == [("unknown_seat", "seats[5].seat")]
