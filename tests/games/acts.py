"""Do what the floor does around rounds through the services, at the floor's time."""

from datetime import datetime
from typing import Any

import pytest

from compliance.errors import RuleViolation, RuleViolations
from compliance.models import Staff
from compliance.signatures.services import Confirmation
from compliance.staff.roles import Role
from games.models import Round
from games.rounds import void as voids
from tables.dealers import services as dealers
from tables.decks import changes as deck_changes
from tables.devices import services as devices
from tables.models import Deck, Device, Table
from tables.openings import services as opening
from tests.floor import Floor, fresh, signed_by
from tests.games.sample_rounds import a_round, log


def iso(at: datetime) -> str:
    return at.isoformat()


def gates_of(floor: Floor, table: Table, body: dict[str, Any] | None = None) -> list[RuleViolation]:
    """Return every gate that stands in the way of a round."""
    with pytest.raises(RuleViolations) as caught:
        log(floor, table, body)
    return list(caught.value.found)


def codes_of(floor: Floor, table: Table, body: dict[str, Any] | None = None) -> list[str]:
    return [gate.code for gate in gates_of(floor, table, body)]


def play(floor: Floor, table: Table, rounds: int, **more: Any) -> list[Round]:
    """Play and log so many rounds without a count, a minute apart."""
    found = []
    for seed in range(rounds):
        found.append(log(floor, table, a_round(floor.edition, seed=seed, **more)))
        floor.later(minutes=1)
    return found


def in_breach(floor: Floor, table: Table, body: dict[str, Any] | None = None, **more: Any) -> Round:
    """Record a round that was played against a gate, signed by the pit boss."""
    body = a_round(floor.edition) if body is None else body
    signature = {"breach_reason": "The players were waiting", "second_badge": floor.pit_boss.badge, "second_pin": "-"}
    return log(floor, table, body | signature | more, second=signed_by(floor.pit_boss, Role.PIT_BOSS))


def decided(floor: Floor, body: dict[str, Any]) -> dict[str, Any]:
    """Return a round with the pit boss's explanation of why it is void."""
    signature = {"second_badge": floor.pit_boss.badge, "second_pin": "-"}
    return body | {"void_explanation": "A fire alarm"} | signature


def pit_boss(floor: Floor) -> Confirmation:
    return signed_by(floor.pit_boss, Role.PIT_BOSS)


def void(floor: Floor, round_: Round, *, by: Staff | None = None, signer: Staff | None = None) -> Round:
    """Strike out a round, by default signed by the shift manager."""
    signer = signer or floor.shift_manager
    return voids.void_round(
        round_,
        reason="Seat 2 had folded",
        by=by or floor.floorperson,
        at=floor.at,
        second=signed_by(signer, min(signer.roles_at(floor.facility))),
    )


def change(floor: Floor, deck: Deck, *, reason: str = Deck.Reason.SCHEDULED, dealer: Staff | None = None) -> Deck:
    table = fresh(deck).table
    assert table is not None
    assigned = table.supervisions.filter(ended_at=None).first()
    return deck_changes.change_deck(
        deck,
        replacement=floor.deck(deck.back_colour),
        reason=reason,
        by=assigned.staff if assigned else floor.floorperson,
        at=floor.at,
        second=signed_by(dealer or floor.dealer),
    )


def remove(floor: Floor, deck: Deck) -> Deck:
    return deck_changes.remove_deck(
        deck, reason=Deck.Reason.NOT_NEEDED, by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer)
    )


def rotate(floor: Floor, table: Table) -> Staff:
    """Relieve the dealer by another one."""
    dealer = floor.new_dealer()
    dealers.assign_dealer(table, dealer=dealer, by=floor.floorperson, at=floor.at)
    return dealer


def spread(floor: Floor, table: Table) -> Table:
    return opening.spread_cards(table, by=floor.floorperson, at=floor.at)


def close(floor: Floor, table: Table) -> Table:
    return opening.close_table(table, by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer))


def close_for_cause(floor: Floor, table: Table) -> Table:
    return opening.close_for_cause(
        table, cause="A torn layout", by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer)
    )


def open_again(floor: Floor, table: Table) -> Table:
    """Open a closed table with a new deck and the same people."""
    deck = floor.deck()
    floor.staffed(table)
    floor.begin(table, deck)
    floor.do_steps(deck)
    return fresh(floor.open(table))


def come_back(floor: Floor, table: Table) -> Table:
    """Let the first player come back to an idle table."""
    opening.resume_table(table, by=floor.floorperson, at=floor.at)
    for deck in table.decks.filter(state__in=Deck.AT_TABLE):
        floor.do_steps(deck)
    return fresh(floor.open(table))


def fail(floor: Floor, device: Device) -> Device:
    return devices.fail_device(fresh(device), fault="Jams", by=floor.floorperson, at=floor.at)


def handle(floor: Floor, device: Device, handling: str) -> Device:
    return devices.handle_device(fresh(device), handling=handling, by=floor.floorperson, at=floor.at)


def repair(floor: Floor, device: Device, table: Table) -> Device:
    """Repair a device and put it back, inspected."""
    repaired = devices.repair_device(fresh(device), report="Cleaned", by=floor.floorperson, at=floor.at)
    if repaired.table_id is None:
        devices.place_device(table, device=repaired, by=floor.floorperson, at=floor.at)
    devices.inspect_device(fresh(device), by=floor.floorperson, at=floor.at)
    return fresh(device)


def open_with(floor: Floor, method: str, shuffler: str = "none") -> Table:
    """Return an open table that deals by this method with this shuffler: none, automated or counting."""
    table = floor.new_table()
    floor.furnish(table)
    if method != "hand":
        floor.place(table, method)
    if shuffler != "none":
        floor.place(table, Device.Kind.SHUFFLER, counts=shuffler == "counting")
    floor.staffed(table)
    two = floor.book.second_deck.required and shuffler != "none"
    brought = [floor.deck(colour) for colour in ("red", "blue")[: 1 + two]]
    floor.begin(table, *brought)
    for deck in brought:
        floor.do_steps(deck)
    return fresh(floor.open(table))
