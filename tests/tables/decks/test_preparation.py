"""Who verifies a deck, whether it was shuffled by hand, and how deep it was cut."""

from typing import Any

import pytest

from compliance.models import Entry, Staff
from compliance.staff.roles import Role
from tables.decks import changes as deck_changes
from tables.devices import services as devices
from tables.floor import services as floor_services
from tables.models import Deck, DeckStep, Device, Table
from tables.openings import services as opening
from tests.floor import Floor, deck_at, fresh, refused, signed_by

pytestmark = pytest.mark.django_db

CITES = [("md", "MD Ch. 4 §A"), ("md-1.0", "MD 1.0 Ch. 4 §A"), ("ma", "MA §3(b)"), ("nj", "NJ 13:69F-40.4(b)")]


def brought(floor: Floor, method: str = "manual_shoe", *, shuffler: bool = False) -> tuple[Table, Deck]:
    """Return a table in its opening, and a deck there."""
    table, deck = floor.ready_table(method, shuffler=shuffler), floor.deck()
    floor.begin(table, deck)
    return table, fresh(deck)


def verify(floor: Floor, deck: Deck, by: Staff, reason: str = "") -> Deck:
    return opening.verify_deck(deck, verifier_reason=reason, by=by, at=floor.at, second=signed_by(floor.dealer))


# ── Who verifies


@pytest.mark.parametrize(("edition", "cite"), CITES)
def test_whoever_is_not_assigned_to_the_table_gives_a_reason_to_verify(edition: str, cite: str) -> None:
    floor = Floor(edition)
    _, deck = brought(floor)
    other = floor.hire(Role.FLOORPERSON)

    with refused("verifier_not_assigned", cite):
        verify(floor, deck, other)
    verify(floor, deck, other, "A dispute at the next table")

    assert DeckStep.objects.get(step="verify").done_by == other
    assert Entry.objects.get(action="deck.verified").facts["reason"] == "A dispute at the next table"


def test_the_assigned_floorperson_needs_no_reason_and_none_is_kept() -> None:
    floor = Floor("md")
    _, deck = brought(floor)

    verify(floor, deck, floor.floorperson, "Whatever")

    assert "reason" not in Entry.objects.get(action="deck.verified").facts


def test_a_text_that_does_not_ask_for_the_assigned_floorperson_needs_no_reason() -> None:
    floor = Floor("house")
    _, deck = brought(floor)

    verify(floor, deck, floor.hire(Role.FLOORPERSON))

    assert fresh(deck).state == Deck.State.VERIFIED


def test_at_a_table_that_nobody_supervises_a_reason_is_given_too() -> None:
    floor = Floor("md")
    table, deck = brought(floor)
    table.supervisions.update(ended_at=floor.at)

    with refused("verifier_not_assigned"):
        verify(floor, deck, floor.floorperson)


def test_a_preshuffled_deck_needs_no_verification_and_so_no_reason() -> None:
    floor = Floor("md")
    table, deck = floor.ready_table(), floor.deck(seal="S-1")
    floor.begin(table, deck)

    verify(floor, fresh(deck), floor.hire(Role.FLOORPERSON))

    assert [step.step for step in DeckStep.objects.all()] == ["receive"]


@pytest.mark.parametrize(("edition", "cite"), CITES)
def test_the_reason_is_given_at_a_deck_change_too(edition: str, cite: str) -> None:
    floor = Floor(edition)
    table = floor.open_table()
    other, deck, new = floor.hire(Role.FLOORPERSON), deck_at(table), floor.deck()
    how: Any = {
        "replacement": new,
        "reason": "scheduled",
        "by": other,
        "at": floor.at,
        "second": signed_by(floor.dealer),
    }

    with refused("verifier_not_assigned", cite):
        deck_changes.change_deck(deck, **how)
    deck_changes.change_deck(deck, verifier_reason="On a break", **how)

    assert Entry.objects.get(action="deck.in_play", subject=new.subject_key).facts["reason"] == "On a break"


def test_one_person_does_not_inspect_and_verify_a_deck_that_is_added() -> None:
    floor = Floor("ma")
    table = floor.open_table(shuffler=True)

    with refused("same_person", "MA §3(b)"):
        deck_changes.add_deck(
            table, deck=floor.deck("blue"), by=floor.dealer, at=floor.at, second=signed_by(floor.dealer)
        )


def test_the_verifier_is_whoever_is_assigned_now() -> None:
    floor = Floor("md")
    table, deck = brought(floor)
    other = floor.hire(Role.FLOORPERSON)
    floor_services.supervise(table, floorperson=other, by=floor.pit_boss, at=floor.at)

    verify(floor, deck, other)

    assert fresh(deck).state == Deck.State.VERIFIED


# ── Shuffled by hand, and cut


def up_to(floor: Floor, deck: Deck, last: str) -> None:
    """Do the steps of a deck before this one."""
    verify(floor, deck, floor.floorperson)
    for step in ("spread", "first_look", "wash", "stack", "shuffle"):
        if step == last:
            return
        opening.do_step(fresh(deck), step=step, by=floor.floorperson, at=floor.at)


@pytest.mark.parametrize("edition", ["md", "ma", "nj"])
def test_a_shuffle_by_hand_beside_a_shuffler_owes_a_cut(edition: str) -> None:
    floor = Floor(edition)
    table, deck = brought(floor, shuffler=True)
    up_to(floor, deck, "shuffle")

    opening.do_step(fresh(deck), step="shuffle", by_hand=True, by=floor.floorperson, at=floor.at)

    with refused("step_missing"):
        floor.open(table)
    assert floor.do_steps(deck) == ["cut"]
    assert Entry.objects.get(action="deck.shuffle").facts["by_hand"] is True


def test_a_shuffle_by_the_shuffler_owes_none_even_if_the_shuffler_leaves() -> None:
    floor = Floor("md")
    table, deck = brought(floor, shuffler=True)
    up_to(floor, deck, "")
    devices.take_device_away(table.devices.get(kind=Device.Kind.SHUFFLER), by=floor.floorperson, at=floor.at)

    assert floor.do_steps(deck) == []


def test_a_deck_change_records_a_shuffle_by_hand_with_its_cut() -> None:
    floor = Floor("md")
    table = floor.open_table(shuffler=True)
    new = floor.deck()

    deck_changes.change_deck(
        deck_at(table),
        replacement=new,
        reason="scheduled",
        by_hand=True,
        by=floor.floorperson,
        at=floor.at,
        second=signed_by(floor.dealer),
    )

    steps = DeckStep.objects.filter(deck=new)
    assert [step.step for step in steps][-2:] == ["shuffle", "cut"]
    assert steps.get(step="shuffle").by_hand


@pytest.mark.parametrize("depth", [1, 9, 52])
@pytest.mark.parametrize(
    ("edition", "cite"), [("md", "MD Ch. 5 §D; Ch. 5 §G; Ch. 5 §H"), ("ma", "MA §4(c)"), ("nj", "NJ 13:69F-40.5(c)")]
)
def test_a_cut_that_is_not_ten_cards_deep_is_refused(edition: str, cite: str, depth: int) -> None:
    floor = Floor(edition)
    _, deck = brought(floor)
    up_to(floor, deck, "")

    with refused("cut_too_shallow", cite):
        opening.do_step(fresh(deck), step="cut", depth=depth, by=floor.floorperson, at=floor.at)

    assert not DeckStep.objects.filter(step="cut").exists()


@pytest.mark.parametrize("depth", [None, 10, 51])
def test_the_depth_of_a_cut_is_kept_if_it_was_entered(depth: int | None) -> None:
    floor = Floor("md")
    _, deck = brought(floor)
    up_to(floor, deck, "")

    opening.do_step(fresh(deck), step="cut", depth=depth, by=floor.floorperson, at=floor.at)

    assert DeckStep.objects.get(step="cut").depth == depth
    assert Entry.objects.get(action="deck.cut").facts.get("depth") == depth
