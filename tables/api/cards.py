"""Decks and devices."""

from typing import Any

from django.db.models import QuerySet

from compliance.api.lists.filters import Choice, Filters, Flag, OfFacility, Reference, Text
from compliance.api.lists.updated_since import Since, of_itself
from compliance.api.resources import Reading, register

from ..models import Deck, Device
from ..serializers import DeckDetailSerializer, DeckSerializer, DeviceDetailSerializer, DeviceSerializer


def _at_tables(since: Since) -> QuerySet[Any]:
    """What happens at a table may change what comes next for the decks there, and takes a verified one back."""
    return Deck.objects.filter(state__in=Deck.AT_TABLE, table__code__in=since.tables()).values_list("pk")


class DeckFilters(Filters):
    facility = OfFacility()
    pit = Reference("pit", "The number of a pit: in its reserve, or drawn from it.", example=3)
    table = Reference("table", "The code of the table where it is, or was last.", example="CHP-04")
    state = Choice("In this state.", Deck.State.values, example=Deck.State.IN_PLAY.value)
    serial = Text("With this serial number.", example="D0412")


register(
    Reading(
        "deck",
        DeckSerializer,
        DeckDetailSerializer,
        says="Decks, from the supplier to the shredder.",
        key="The deck's number.",
        name_of_list="decks",
        changed=(of_itself("deck"), _at_tables),
        filters=DeckFilters,
    )
)


class DeviceFilters(Filters):
    facility = OfFacility()
    table = Reference("table", "The code of the table at which it stands.", example="CHP-04")
    kind = Choice("Of this kind.", Device.Kind.values, example=Device.Kind.SHUFFLER.value)
    serial = Text("With this serial number.", example="S0107")
    out_of_order = Flag("Whether it has failed and was not repaired yet.", "failed_at__isnull", negated=True)
    retired = Flag("Whether it was taken out of use for good.", "retired_at__isnull", negated=True)


register(
    Reading(
        "device",
        DeviceSerializer,
        DeviceDetailSerializer,
        says="Shufflers, shoes and Bonus Spin hardware.",
        key="The device's number.",
        name_of_list="devices",
        changed=(of_itself("device"),),
        filters=DeviceFilters,
        fetch=lambda devices, at: devices.select_related("inspected_by"),
    )
)
