"""Create one of everything in each possible state, through the product's services."""

from datetime import time, timedelta
from typing import TYPE_CHECKING
from uuid import uuid4
from zoneinfo import ZoneInfo

from trials.chaos.floor import new_dealer

if TYPE_CHECKING:
    from compliance.models import Staff
    from tables.models import Deck, Table
    from tests.floor import Floor


def furnish(floor: "Floor") -> None:
    """Create what a facility has once, and then the rest."""
    floor.manned()
    _shifts(floor)
    floor.new_layout(name="Approved")
    floor.new_offer(name="Approved")
    floor.new_pit()
    supply(floor)


def supply(floor: "Floor") -> None:
    """Create more of what is used up: everything in a state that an act can start from."""
    from compliance.staff.roles import Role

    _on_duty(floor)
    _play(floor)
    _other_tables(floor)
    _cards(floor)
    _devices(floor)
    floor.submit_layout(name="Submitted")
    floor.submit_offer(name="Submitted")
    floor.new_dealer(licensed=False, tested=False)
    for role in Role:
        floor.hire(role)
    _alerts(floor)
    _spare_keys(floor)


def _shifts(floor: "Floor") -> None:
    """Create an ended shift and one on duty, and more that can begin now."""
    from tables.shifts.services import add_template

    hours = _hours(floor)
    for name in ("First", "Second"):
        floor.later(minutes=1)
        floor.begin_shift(name, *hours)
    for name in ("Third", "Fourth", "Fifth", "Sixth"):
        starts, ends = (time(each) for each in hours)
        add_template(floor.facility, name=name, starts=starts, ends=ends, by=floor.shift_manager, at=floor.at)


def _on_duty(floor: "Floor") -> None:
    """Begin a shift if the last one was ended: pit bosses need one to be assigned to a pit."""
    from tables.shifts.services import on_duty

    if on_duty(floor.facility) is None:
        floor.begin_shift(f"Shift {uuid4().hex[:8]}", *_hours(floor))


def _hours(floor: "Floor") -> tuple[int, int]:
    """Return start and end times of a shift that can begin now."""
    hour = (floor.at.astimezone(ZoneInfo(floor.facility.time_zone)) - timedelta(hours=1)).hour
    return hour, (hour + 20) % 24


def _open(floor: "Floor", decks: int = 2) -> "tuple[Table, Staff]":
    dealer = new_dealer(floor)
    return floor.open_table("hand", decks=decks, dealer=dealer, floorperson=_floorperson(floor)), dealer


def _floorperson(floor: "Floor") -> "Staff":
    """Hire a floorperson for one table, because each may supervise only a few."""
    from compliance.staff.roles import Role

    return floor.hire(Role.FLOORPERSON)


def _ready(floor: "Floor", method: str = "hand") -> "Table":
    return floor.ready_table(method, dealer=new_dealer(floor), floorperson=_floorperson(floor))


def _play(floor: "Floor") -> None:
    """Open a table and play a few rounds there: one in breach, one voided."""
    from tests.games.acts import in_breach, void
    from tests.games.sample_rounds import a_round, log

    table, _ = _open(floor)
    for seed in range(3):
        floor.later(minutes=1)
        last = log(floor, table, a_round(floor.edition, seed=seed))
    in_breach(floor, table, a_round(floor.edition, seed=9), deck=last.deck_id)
    void(floor, last)


def _other_tables(floor: "Floor") -> None:
    """Create tables in every other state."""
    from tables.openings.services import close_for_cause, spread_cards
    from tests.floor import deck_at, signed_by

    idle, _ = _open(floor)
    spread_cards(idle, by=floor.floorperson, at=floor.at)
    closed, dealer = _open(floor, decks=1)
    cause = "A card was found on the floor"
    close_for_cause(closed, cause=cause, by=floor.floorperson, at=floor.at, second=signed_by(dealer))
    _open(floor, decks=1)
    floor.verify(deck_at(floor.begin(_ready(floor), floor.deck("red"))))
    floor.do_steps(deck_at(floor.begin(_ready(floor), floor.deck("red"))))
    floor.begin(_ready(floor, "manual_shoe"), floor.deck("red"))
    _ready(floor, "manual_shoe")
    floor.new_table()


def _cards(floor: "Floor") -> None:
    """Create decks in every state away from a table."""
    from compliance.staff.roles import Role
    from tables.decks import services as decks
    from tests.floor import signed_by

    floor.new_decks(6)
    floor.new_decks(6, colour="blue")
    for colour in ("red", "blue") * 4:
        floor.deck(colour)
    floor.deck("red", seal=f"PS-{uuid4().hex[:8]}")
    collected = _removed(floor, 8)[:6]
    decks.collect_decks(
        floor.facility,
        decks=collected,
        by=floor.floorperson,
        at=floor.at,
        second=signed_by(floor.security, Role.SECURITY),
    )
    for deck in collected[:4]:
        decks.examine_deck(deck, work_order="W-1", discrepancy="", by=floor.security, at=floor.at)


def _removed(floor: "Floor", how_many: int) -> "list[Deck]":
    """Change the deck of a table this many times, and return the removed decks."""
    from tests.floor import deck_at, fresh
    from tests.games.acts import change

    table, dealer = _open(floor, decks=1)
    return [fresh(change(floor, deck_at(table), dealer=dealer)) for _ in range(how_many)]


def _devices(floor: "Floor") -> None:
    from tables.devices.services import fail_device, retire_device
    from tables.models import Device

    floor.device(Device.Kind.SHUFFLER, approved=False)
    floor.device(Device.Kind.MANUAL_SHOE)
    fail_device(floor.device(Device.Kind.AUTOMATED_SHOE), fault="Jammed", by=floor.floorperson, at=floor.at)
    retire_device(floor.device(Device.Kind.SHUFFLER), reason="Worn", by=floor.pit_boss, at=floor.at)
    floor.place(floor.new_table(), Device.Kind.AUTOMATED_SHOE, inspected=False)


def _alerts(floor: "Floor") -> None:
    from compliance.alerts.lifecycle import open_alert
    from compliance.findings import Finding
    from compliance.models import Severity

    about = floor.facility.subject_key
    for severity in list(Severity) * 2:
        found = Finding("scheduler_silent", about, severity, "Silent", occurrence=uuid4().hex)
        open_alert(floor.facility, found, at=floor.at)


def _spare_keys(floor: "Floor") -> None:
    """Create one revoked API key, and one that can be revoked."""
    from compliance.api_keys.services import create_key, revoke_key

    old, _ = (
        create_key(
            floor.facility,
            name=name,
            facilities=[floor.facility],
            scopes=["tables:read"],
            valid_days=2,
            by=floor.administrator,
            at=floor.at,
        )
        for name in ("Old", "Spare")
    )
    revoke_key(old, reason="Out of service", by=floor.administrator, at=floor.at)
