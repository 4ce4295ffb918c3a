"""Devices as JSON."""

from compliance.api.fields import Boolean, Choice, Date, FacilityCode, Id, Moment, Text
from compliance.api.serializers import PersonSerializer, WithActs, WithAddress
from tables.models import Device


class DeviceSerializer(WithAddress):
    """A shuffler, a shoe, or Bonus Spin hardware."""

    KIND, EXAMPLE_URL = "device", "/api/v1/devices/7/"

    id = Id()
    facility = FacilityCode(source="facility.code")
    kind = Choice("Kind of device.", Device.Kind.choices, example="shuffler")
    model = Text("Manufacturer's model name.", example="Ace")
    serial = Text("The serial number.", example="CHP-R-017")
    counts = Boolean("Counts the deck after each shuffle.")
    reshuffles = Boolean("Reshuffles and counts the cards automatically.")
    approval_reference = Text(
        "Reference of the regulator's letter; empty until approval.", allow_blank=True, example="EQ-SH-114"
    )
    approved_on = Date("Date of the regulator's approval letter.", allow_null=True)
    approved_location = Text(
        "Approved location at the table; empty if none is recorded.",
        allow_blank=True,
        example="At the dealer's left, in front of the inventory container",
    )
    approved_procedures = Text(
        "Approved procedures for its use; empty if none are recorded.", allow_blank=True, example="ICS 4.12"
    )
    stacks = Choice(
        "How an automated shoe dispenses the cards; empty if not recorded.",
        Device.Stacks.choices,
        allow_blank=True,
        example="two",
    )
    table = Text(
        "The table's code; null if not at a table.",
        source="table.code",
        default=None,
        allow_null=True,
        example="CHP-04",
    )
    failed_at = Moment("Since when the device is out of order; null if it works.", allow_null=True)
    fault = Text("Description of the fault.", allow_blank=True, example="Jams on the second card")
    handling = Choice(
        "What was done with the device since it failed.", Device.Handling.choices, allow_blank=True, example="covered"
    )
    inspected_on = Date("Gaming day of the last inspection.", allow_null=True)
    inspected_by = PersonSerializer(allow_null=True, help_text="Who last inspected the device.")
    retired_at = Moment("When the device was retired; null if it was not.", allow_null=True)


class DeviceDetailSerializer(DeviceSerializer, WithActs):
    pass
