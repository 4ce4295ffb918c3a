"""The floor of a run: two facilities with one of everything in the states that it can be in, and everyone who asks."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from chaos.floor import in_an_empty_database, new_dealer

if TYPE_CHECKING:
    from compliance.models import Facility, Staff
    from tables.models import Deck, Table
    from tests.floor import Floor

RATE = 60_000
EDITIONS = ("nj", "md")  # of the facility at which everyone works who asks, and of the other one


@dataclass(frozen=True)
class Who:
    """Someone who asks: a member of staff by badge, or a program by the token of its key."""

    name: str
    badge: str = ""
    token: str = ""


def lay_out() -> list[Who]:
    """Make the floor by the product's own services, in an empty database. Return everyone who will ask."""
    return in_an_empty_database(_lay_out)


def _lay_out() -> list[Who]:
    from django.utils import timezone

    from compliance.roles import Role
    from tests.floor import Floor

    at = timezone.now() - timedelta(minutes=30)
    here, there = (Floor(edition, at=at) for edition in EDITIONS)
    for floor in (here, there):
        _furnish(floor)
    people = [Who(str(role), badge=here.hire(role).badge) for role in Role]
    stranger = Who("stranger", badge=there.hire(Role.PIT_BOSS).badge)
    return [*people, stranger, *_keys(here, there)]


def _keys(here: "Floor", there: "Floor") -> list[Who]:
    from compliance.key_scopes import SCOPES

    reads = [scope for scope in SCOPES if scope.endswith(":read")]
    both = [here.facility, there.facility]
    return [
        Who("key, all scopes", token=_key(here, "Everything", both, SCOPES)),
        Who("key, reading", token=_key(here, "Reading", both[:1], reads)),
    ]


def _key(floor: "Floor", name: str, facilities: "list[Facility]", scopes: Iterable[str]) -> str:
    from compliance.services.keys import create_key

    key = create_key(
        floor.facility, name=name, facilities=facilities, scopes=scopes, valid_days=2, rate=RATE,
        by=floor.administrator, at=floor.at,
    )  # fmt: skip
    return key.token or ""


def _furnish(floor: "Floor") -> None:
    """Give a facility one of everything in several states."""
    floor.manned()
    _shifts(floor)
    _play(floor)
    _other_tables(floor)
    _cards(floor)
    _devices(floor)
    floor.submit_layout(name="Submitted")
    floor.new_layout(name="Approved")
    floor.submit_offer(name="Submitted")
    floor.new_offer(name="Approved")
    floor.new_dealer(licensed=False, tested=False)
    floor.new_pit()
    _alerts(floor)
    _old_key(floor)


def _shifts(floor: "Floor") -> None:
    """Have a shift that has ended and one that is on duty; and more that could be begun, whatever the hour is."""
    from tables.services.shifts import add_template

    hour = (floor.at.astimezone(ZoneInfo(floor.facility.time_zone)) - timedelta(hours=1)).hour
    hours = hour, (hour + 20) % 24
    for name in ("First", "Second"):
        floor.later(minutes=1)
        floor.begin_shift(name, *hours)
    for name in ("Third", "Fourth", "Fifth", "Sixth"):
        starts, ends = (time(each) for each in hours)
        add_template(floor.facility, name=name, starts=starts, ends=ends, by=floor.shift_manager, at=floor.at)


def _open(floor: "Floor", decks: int = 2) -> "tuple[Table, Staff]":
    dealer = new_dealer(floor)
    return floor.open_table("hand", decks=decks, dealer=dealer), dealer


def _play(floor: "Floor") -> None:
    """Open a table, and play at it: a few rounds, one in breach, one that is struck out."""
    from tests.games.acts import in_breach, void
    from tests.games.rounds import a_round, log

    table, _ = _open(floor)
    for seed in range(3):
        floor.later(minutes=1)
        last = log(floor, table, a_round(floor.edition, seed=seed))
    in_breach(floor, table, a_round(floor.edition, seed=9), deck=last.deck_id)
    void(floor, last)


def _other_tables(floor: "Floor") -> None:
    """Have tables in every other state."""
    from tables.services.opening import close_for_cause, spread_cards
    from tests.floor import deck_at, signed_by

    idle, _ = _open(floor)
    spread_cards(idle, by=floor.floorperson, at=floor.at)
    closed, dealer = _open(floor, decks=1)
    closing = {"by": floor.floorperson, "at": floor.at, "second": signed_by(dealer)}
    close_for_cause(closed, cause="A card was found on the floor", **closing)
    _open(floor, decks=1)
    begun = floor.begin(floor.ready_table("hand", dealer=new_dealer(floor)), floor.deck("red"))
    floor.verify(deck_at(begun))
    floor.begin(floor.ready_table("manual_shoe", dealer=new_dealer(floor)), floor.deck("red"))
    floor.ready_table("manual_shoe", dealer=new_dealer(floor))
    floor.new_table()


def _cards(floor: "Floor") -> None:
    """Have decks in every state in which they can be away from a table."""
    from tables.services import decks

    floor.new_decks(6)
    floor.new_decks(6, colour="blue")
    for colour in ("red", "blue") * 4:
        floor.deck(colour)
    floor.deck("red", seal="PS-1")
    collected = _removed(floor, 8)[:6]
    decks.collect_decks(floor.facility, decks=collected, **_signed(floor))
    for deck in collected[:4]:
        decks.examine_deck(deck, work_order="W-1", discrepancy="", by=floor.security, at=floor.at)


def _removed(floor: "Floor", how_many: int) -> "list[Deck]":
    """Change the deck of a table so many times, and return those that were removed."""
    from tests.floor import deck_at, fresh
    from tests.games.acts import change

    table, dealer = _open(floor, decks=1)
    return [fresh(change(floor, deck_at(table), dealer=dealer)) for _ in range(how_many)]


def _signed(floor: "Floor") -> dict[str, object]:
    from compliance.roles import Role
    from tests.floor import signed_by

    return {"by": floor.floorperson, "at": floor.at, "second": signed_by(floor.security, Role.SECURITY)}


def _devices(floor: "Floor") -> None:
    from tables.models import Device
    from tables.services.devices import fail_device, retire_device

    floor.device(Device.Kind.SHUFFLER, approved=False)
    floor.device(Device.Kind.MANUAL_SHOE)
    fail_device(floor.device(Device.Kind.AUTOMATED_SHOE), fault="Jammed", by=floor.floorperson, at=floor.at)
    retire_device(floor.device(Device.Kind.SHUFFLER), reason="Worn", by=floor.pit_boss, at=floor.at)
    floor.place(floor.new_table(), Device.Kind.AUTOMATED_SHOE, inspected=False)


def _alerts(floor: "Floor") -> None:
    from compliance.alerting import tell
    from compliance.checks import Finding
    from compliance.models import Severity

    about = floor.facility.subject_key
    for number, severity in enumerate(list(Severity) * 3):
        found = Finding("scheduler_silent", about, severity, "Silent", occurrence=str(number))
        tell(floor.facility, found, at=_moment(floor.at, number))


def _moment(at: datetime, number: int) -> datetime:
    return at + timedelta(seconds=number)


def _old_key(floor: "Floor") -> None:
    """Make a key that is revoked, and one that may be."""
    from compliance.models import Key
    from compliance.services.keys import revoke_key

    for name in ("Old", "Current", "Spare"):
        _key(floor, name, [floor.facility], ["tables:read"])
    old = Key.objects.get(facility=floor.facility, name="Old")
    revoke_key(old, reason="Out of service", by=floor.administrator, at=floor.at)
