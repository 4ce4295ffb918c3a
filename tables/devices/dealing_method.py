"""The dealing method and shuffler of a table, derived from its devices."""

from collections.abc import Iterable
from typing import NamedTuple

from games.engine.questions import Shuffler
from games.engine.rulebook.base import Method
from tables.models import Device, Table

METHOD_LABELS: dict[Method, str] = {
    "hand": "dealt by hand",
    "manual_shoe": "dealt from a manual shoe",
    "automated_shoe": "dealt from an automated shoe",
}


class DealingMethod(NamedTuple):
    """`reshuffles`: a device in use reshuffles and counts the cards automatically."""

    method: Method
    shuffler: Shuffler
    reshuffles: bool
    bonus_spin: bool

    @property
    def label(self) -> str:
        return METHOD_LABELS[self.method]


def dealing_method_of(devices: Iterable[Device]) -> DealingMethod:
    """Return the dealing method for these devices.

    A failed device still counts until it is covered, marked, or removed; until then no other method may be used.
    """
    used = [device for device in devices if device.in_order or device.neglected]
    kinds = {device.kind for device in used}
    shufflers = [device for device in used if device.kind == Device.Kind.SHUFFLER]
    method: Method = "hand"
    if Device.Kind.AUTOMATED_SHOE in kinds:
        method = "automated_shoe"
    elif Device.Kind.MANUAL_SHOE in kinds:
        method = "manual_shoe"
    shuffler: Shuffler = "none"
    if shufflers:
        shuffler = "counting" if any(device.counts for device in shufflers) else "automated"
    return DealingMethod(method, shuffler, any(device.reshuffles for device in used), Device.Kind.BONUS_SPIN in kinds)


def dealing_method_at(table: Table) -> DealingMethod:
    return table.memoize("dealing", lambda: dealing_method_of(table.known("devices")))
