"""A round is judged by the state at its time of play, not by later changes."""

from collections.abc import Callable
from typing import Any

import pytest

from compliance.staff import services as people
from compliance.staff.roles import Role
from games.totals.services import differences
from tables.dealers import services as dealers
from tables.decks import services as decks
from tables.devices import services as devices
from tables.floor import services as floor_services
from tables.models import Deck, Device, Table
from tables.openings import services as opening
from tables.signs import services as signs
from tests.floor import Floor, deck_at, fresh, signed_by
from tests.games import acts
from tests.games.acts import codes_of, iso
from tests.games.sample_rounds import a_round, counted, log

pytestmark = pytest.mark.django_db


# ── What may have happened since


def overdue(floor: Floor, table: Table) -> None:
    floor.later(hours=9)


def changed_deck(floor: Floor, table: Table) -> None:
    acts.change(floor, deck_at(table))


def collected_deck(floor: Floor, table: Table) -> None:
    old = deck_at(table)
    acts.change(floor, old)
    second = signed_by(floor.security, Role.SECURITY)
    decks.collect_decks(floor.facility, decks=[fresh(old)], by=floor.floorperson, at=floor.at, second=second)


def disabled_dealer(floor: Floor, table: Table) -> None:
    people.disable(floor.dealer, reason="Left", by=floor.administrator, at=floor.at)


def ended_posting(floor: Floor, table: Table) -> None:
    people.end_posting(floor.dealer, posting=floor.posting(floor.dealer), by=floor.administrator, at=floor.at)


def revoked_licence(floor: Floor, table: Table) -> None:
    dealers.revoke_licence(
        floor.posting(floor.dealer),
        licence=floor.dealer.licences.get(),
        reason="Lapsed",
        by=floor.compliance_officer,
        at=floor.at,
    )


def failed_device(floor: Floor, table: Table) -> None:
    acts.fail(floor, table.devices.get())


def covered_device(floor: Floor, table: Table) -> None:
    acts.handle(floor, acts.fail(floor, table.devices.get()), "covered")


def removed_device(floor: Floor, table: Table) -> None:
    acts.handle(floor, acts.fail(floor, table.devices.get()), "removed")


def repaired_device(floor: Floor, table: Table) -> None:
    device = acts.fail(floor, table.devices.get())
    floor.later(minutes=1)
    devices.repair_device(device, report="Belt replaced", by=floor.pit_boss, at=floor.at)


def device_failed_elsewhere(floor: Floor, table: Table) -> None:
    device = devices.take_device_away(table.devices.get(), by=floor.floorperson, at=floor.at)
    devices.place_device(floor.new_table(), device=device, by=floor.floorperson, at=floor.at)
    floor.later(minutes=1)
    acts.fail(floor, device)


def another_device(floor: Floor, table: Table) -> None:
    floor.place(table, Device.Kind.AUTOMATED_SHOE)


def closed_for_cause_and_released(floor: Floor, table: Table) -> None:
    acts.close_for_cause(floor, table)
    opening.release_table(
        table,
        reason="Mended",
        by=floor.pit_boss,
        at=floor.at,
        second=signed_by(floor.shift_manager, Role.SHIFT_MANAGER),
    )


def reopened(floor: Floor, table: Table) -> None:
    acts.close(floor, table)
    floor.later(minutes=1)
    acts.open_again(floor, table)


def other_layout(floor: Floor, table: Table) -> None:
    acts.close(floor, table)
    layout = floor.new_layout(floor.elements() | {"odds": "sign"}, name="Other felt")
    floor_services.put_layout(table, layout=layout, by=floor.pit_boss, at=floor.at)


SINCE: list[Callable[[Floor, Table], Any]] = [
    overdue,
    changed_deck,
    collected_deck,
    acts.close,
    acts.spread,
    acts.close_for_cause,
    acts.rotate,
    disabled_dealer,
    ended_posting,
    revoked_licence,
    failed_device,
    covered_device,
    removed_device,
    repaired_device,
    device_failed_elsewhere,
    another_device,
    closed_for_cause_and_released,
    reopened,
    other_layout,
]


@pytest.mark.parametrize("since", SINCE, ids=lambda each: each.__name__)
def test_a_round_played_before_a_change_is_accepted_after_it(since: Callable[[Floor, Table], Any]) -> None:
    floor = Floor("md")
    table = floor.open_table()
    deck, dealer, played_at = deck_at(table), floor.dealer, floor.later(minutes=10)
    floor.later(minutes=1)
    since(floor, table)
    floor.later(minutes=1)

    round_ = log(floor, table, a_round(played_at=iso(played_at)))

    assert (round_.played_at, round_.logged_at) == (played_at, floor.at)
    assert (round_.deck, round_.position, round_.dealer, round_.method) == (deck, "A", dealer, "manual_shoe")
    assert not round_.in_breach
    assert list(differences()) == []


def test_a_deck_that_failed_the_count_deals_no_later_round_whenever_logged() -> None:
    floor = Floor("md")
    table = floor.open_table()
    before, wrong, after = (floor.later(minutes=1) for _ in range(3))
    floor.later(minutes=1)
    log(floor, table, a_round(seed=1, played_at=iso(before)))
    log(floor, table, counted(a_round(seed=2, played_at=iso(wrong)), off_by=-1))
    floor.later(minutes=1)
    acts.change(floor, Deck.objects.get(state=Deck.State.PULLED))
    floor.later(minutes=1)

    assert codes_of(floor, table, a_round(seed=3, played_at=iso(after))) == ["deck_not_whole"]
    assert log(floor, table, a_round(seed=3)).number == 3


def test_a_round_played_before_its_deck_failed_the_count_is_still_recorded() -> None:
    floor = Floor("md")
    table = floor.open_table()
    deck, forgotten = deck_at(table), floor.later(minutes=1)
    floor.later(minutes=1)
    log(floor, table, counted(a_round(seed=2), off_by=-1))
    floor.later(minutes=1)

    round_ = acts.in_breach(floor, table, a_round(seed=1, played_at=iso(forgotten)))

    assert round_.deck == deck
    assert [violation.code for violation in round_.violations.all()] == ["out_of_order"]


def test_a_sign_counts_if_it_stood_there_then() -> None:
    floor = Floor("md")
    floor.layout = floor.new_layout(floor.elements() | {"odds": "sign"})
    table = floor.ready_table()
    deck = floor.deck()
    signs.post_sign(table, by=floor.floorperson, at=floor.at)
    floor.begin(table, deck)
    floor.do_steps(deck)
    floor.open(table)
    played_at = floor.later(minutes=1)
    floor.later(minutes=1)
    acts.close(floor, table)
    floor_services.put_layout(table, layout=floor.new_layout(name="Felt"), by=floor.pit_boss, at=floor.at)
    floor.later(minutes=1)

    round_ = log(floor, table, a_round(played_at=iso(played_at)))

    assert round_.number == 1


# ── What was then is held against it all the same


@pytest.mark.parametrize(
    ("then", "after", "code"),
    [
        (acts.close, acts.open_again, "table_not_open"),
        (acts.spread, acts.come_back, "table_not_open"),
        (failed_device, lambda floor, table: acts.handle(floor, table.devices.get(), "covered"), "device_neglected"),
        (
            failed_device,
            lambda floor, table: devices.repair_device(
                table.devices.get(), report="Belt", by=floor.pit_boss, at=floor.at
            ),
            "device_neglected",
        ),
        (covered_device, lambda floor, table: another_device(floor, table), "method_not_lawful"),
        (revoked_licence, acts.rotate, "dealer_not_licensed"),
        (ended_posting, acts.rotate, "dealer_not_posted"),
        (disabled_dealer, acts.rotate, "dealer_not_posted"),
        (overdue, changed_deck, "deck_change"),
    ],
    ids=range(9),
)
def test_a_gate_at_the_time_of_play_still_holds_for_a_late_round(
    then: Callable[[Floor, Table], Any], after: Callable[[Floor, Table], Any], code: str
) -> None:
    floor = Floor("md")
    table = floor.open_table()
    floor.later(minutes=1)
    then(floor, table)
    played_at = floor.later(minutes=1)
    floor.later(minutes=1)
    after(floor, fresh(table))
    floor.later(minutes=1)

    assert code in codes_of(floor, table, a_round(played_at=iso(played_at)))


# ── What is named may have left since


@pytest.mark.parametrize("since", [disabled_dealer, ended_posting])
def test_a_dealer_who_has_left_since_is_named_all_the_same(since: Callable[[Floor, Table], Any]) -> None:
    floor = Floor("md")
    table = floor.open_table()
    played_at, dealer = floor.later(minutes=1), floor.dealer
    floor.later(minutes=1)
    since(floor, table)
    acts.rotate(floor, table)
    floor.later(minutes=1)

    round_ = log(floor, table, a_round(played_at=iso(played_at), dealt_by=dealer.badge))

    assert round_.dealer == dealer


@pytest.mark.parametrize("since", [removed_device, repaired_device, device_failed_elsewhere])
def test_a_device_that_failed_in_the_round_is_named_whatever_became_of_it(since: Callable[[Floor, Table], Any]) -> None:
    floor = Floor("md")
    table = floor.open_table()
    played_at, shoe = floor.later(minutes=1), table.devices.get()
    floor.later(minutes=1)
    since(floor, table)
    floor.later(minutes=1)
    before = fresh(shoe)

    round_ = log(floor, table, a_round(played_at=iso(played_at), failed_device=shoe.pk))

    assert round_.failed_device == shoe
    assert (fresh(shoe).failed_at, fresh(shoe).table) == (before.failed_at, before.table)
