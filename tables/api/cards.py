"""Decks and devices."""

from compliance.api.filters import Choice, Flag, OfFacility, Reference, Text
from compliance.api.readings import Reading, register

from ..models import Deck, Device, Table
from ..serializers import DeckDetailSerializer, DeckSerializer, DeviceDetailSerializer, DeviceSerializer
from .floor import PIT

TABLE = Reference("table", "The code of a table.", lambda: Table.objects.all(), key="code")
SERIAL = Text("serial", "With this serial number.")

register(
    Reading(
        "deck",
        DeckSerializer,
        DeckDetailSerializer,
        says="Decks, from the supplier to the shredder.",
        key="The deck's number.",
        name_of_list="decks",
        filters=(OfFacility(), PIT, TABLE, Choice("state", tuple(Deck.State.values), "In this state."), SERIAL),
    )
)

register(
    Reading(
        "device",
        DeviceSerializer,
        DeviceDetailSerializer,
        says="Shufflers, shoes and Bonus Spin hardware.",
        key="The device's number.",
        name_of_list="devices",
        filters=(
            OfFacility(),
            TABLE,
            Choice("kind", tuple(Device.Kind.values), "Of this kind."),
            SERIAL,
            Flag("retired", "Whether it was taken out of use for good.", "retired_at__isnull", negated=True),
        ),
    )
)
