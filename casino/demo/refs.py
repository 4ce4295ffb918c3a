"""Naming what an act needs when it is told; it is found when the act happens: `table(2)`, `staff("2201")`."""

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
    """Something of the facility that is found when the act happens that needs it."""

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
    """The next deck of a colour in a pit's reserve."""
    return Ref(lambda place: place.reserve(code, colour, sealed=sealed))


def in_play(number: int, position: str = "A") -> Ref:
    return Ref(lambda place: Deck.objects.get(table=place.table(number), position=position))


def signed(signing: Signing, badge: str) -> Ref:
    """A second person's signature."""
    return Ref(lambda place: place.confirmation(signing, badge))
