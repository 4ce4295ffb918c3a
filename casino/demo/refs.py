"""References to what an act needs, resolved when the act happens: `table(2)`, `staff("2201")`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from compliance.signatures.services import Signing
from compliance.staff.roles import Role
from tables.models import Deck, Device, Layout, Offer, Pit

if TYPE_CHECKING:
    from .place import Place


@dataclass(frozen=True)
class Ref:
    """Something at the facility, looked up when the act that needs it happens."""

    find: Callable[["Place"], Any]


def staff(badge: str) -> Ref:
    return Ref(lambda place: place.who(badge))


def dealer(number: str) -> Ref:
    return Ref(lambda place: place.posting(number, Role.DEALER))


def table(number: int) -> Ref:
    return Ref(lambda place: place.table(number))


def pit(code: str) -> Ref:
    return Ref(lambda place: Pit.objects.get(facility=place.facility, code=code))


def device(serial: str) -> Ref:
    return Ref(lambda place: Device.objects.get(facility=place.facility, serial=serial))


def layout(name: str) -> Ref:
    return Ref(lambda place: Layout.objects.filter(facility=place.facility, name=name).latest("version"))


def offer(name: str) -> Ref:
    return Ref(lambda place: Offer.objects.filter(facility=place.facility, name=name).latest("version"))


def reserve(code: str, colour: str, *, sealed: bool = False) -> Ref:
    """Refer to the next deck of a color in a pit's reserve."""
    return Ref(lambda place: place.reserve(code, colour, sealed=sealed))


def in_play(number: int, position: str = "A") -> Ref:
    return Ref(lambda place: Deck.objects.get(table=place.table(number), position=position))


def signed(signing: Signing, badge: str) -> Ref:
    """Refer to a second person's signature."""
    return Ref(lambda place: place.confirmation(signing, badge))
