"""Devices: registered, approved, placed, inspected; what is done about one that fails."""

import pytest

from compliance.models import Entry
from tables.devices import services as devices
from tables.devices.dealing_method import dealing_method_at
from tables.models import Device
from tests.floor import EDITIONS, Floor, fresh, refused

pytestmark = pytest.mark.django_db

Kind = Device.Kind


def failed(floor: Floor, kind: str = Kind.AUTOMATED_SHOE) -> Device:
    """A device that failed at an open table."""
    table = floor.open_table("automated_shoe", shuffler=True, decks=2)
    device = table.devices.get(kind=kind)
    return devices.fail_device(device, fault="jams", by=floor.floorperson, at=floor.at)


@pytest.mark.parametrize("edition", ["md", "md-1.0", "house", "nj"])
def test_covering_marking_or_removing_is_enough_outside_massachusetts(edition: str) -> None:
    floor = Floor(edition)
    device = failed(floor)
    table = device.table
    assert table is not None

    for handling in ("covered", "marked", "removed"):
        devices.handle_device(fresh(device), handling=handling, by=floor.floorperson, at=floor.at)

        assert fresh(device).handling == handling
        assert dealing_method_at(table).method == "hand"
    assert fresh(device).table is None


def test_in_massachusetts_a_failed_device_is_removed_and_nothing_less() -> None:
    floor = Floor("ma")
    device = failed(floor)

    for handling in ("covered", "marked"):
        with refused("handling_not_lawful", "MA §12(f)"):
            devices.handle_device(device, handling=handling, by=floor.floorperson, at=floor.at)
    devices.handle_device(device, handling="removed", by=floor.floorperson, at=floor.at)

    assert fresh(device).table is None


def test_in_massachusetts_a_device_that_is_not_automated_may_be_covered_too() -> None:
    floor = Floor("ma")
    table = floor.ready_table("manual_shoe")
    shoe = devices.fail_device(table.devices.get(), fault="Cracked", by=floor.floorperson, at=floor.at)

    devices.handle_device(shoe, handling="covered", by=floor.floorperson, at=floor.at)

    assert Entry.objects.get(action="device.covered").cite == "house policy, after MD Ch. 13 §E"


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_failed_device_is_the_method_until_it_is_seen_to(edition: str) -> None:
    floor = Floor(edition)

    device = failed(floor)

    assert device.table is not None
    assert dealing_method_at(device.table).method == "automated_shoe"


def test_the_paragraph_of_what_was_done_is_journalled() -> None:
    floor = Floor("md")
    device = failed(floor)

    devices.handle_device(device, handling="covered", by=floor.floorperson, at=floor.at)

    assert Entry.objects.get(action="device.covered").cite == "MD Ch. 13 §E"


def test_there_is_nothing_to_see_to_at_a_device_in_order() -> None:
    floor = Floor("md")
    table = floor.open_table("automated_shoe")

    with refused("nothing_to_handle"):
        devices.handle_device(table.devices.get(), handling="covered", by=floor.floorperson, at=floor.at)


def test_a_failure_is_recorded_once() -> None:
    floor = Floor("md")
    device = failed(floor)

    with refused("already_out_of_order"):
        devices.fail_device(device, fault="again", by=floor.floorperson, at=floor.at)


def test_a_device_that_failed_in_the_store_needs_nothing_more_at_a_table() -> None:
    floor = Floor("md")
    device = floor.device(Kind.SHUFFLER)

    devices.fail_device(device, fault="dropped", by=floor.pit_boss, at=floor.at)

    assert not fresh(device).neglected
    with refused("device_out_of_order"):
        devices.place_device(floor.new_table(), device=device, by=floor.floorperson, at=floor.at)


def test_a_repaired_device_is_inspected_before_a_card_goes_in() -> None:
    floor = Floor("md")
    device = failed(floor)
    with refused("device_out_of_order"):
        devices.inspect_device(device, by=floor.floorperson, at=floor.at)

    devices.repair_device(device, report="cleaned", by=floor.pit_boss, at=floor.at)

    assert fresh(device).in_order
    assert fresh(device).inspected_on is None


def test_what_is_in_order_is_not_repaired() -> None:
    floor = Floor("md")

    with refused("in_order_already"):
        devices.repair_device(floor.device(Kind.SHUFFLER), report="x", by=floor.pit_boss, at=floor.at)


# ── Placing


def test_a_device_without_approval_comes_to_no_table() -> None:
    floor = Floor("md")

    with refused("device_not_approved", "COMAR 36.05.02.17"):
        devices.place_device(
            floor.new_table(), device=floor.device(Kind.SHUFFLER, approved=False), by=floor.floorperson, at=floor.at
        )


def test_a_device_stands_at_one_table() -> None:
    floor = Floor("md")
    device = floor.place(floor.new_table(), Kind.SHUFFLER)

    with refused("device_elsewhere"):
        devices.place_device(floor.new_table(), device=device, by=floor.floorperson, at=floor.at)


def test_a_device_that_comes_to_a_table_is_inspected_there() -> None:
    floor = Floor("md")
    device = floor.place(floor.new_table(), Kind.SHUFFLER)
    devices.take_device_away(device, by=floor.floorperson, at=floor.at)

    devices.place_device(floor.new_table(), device=device, by=floor.floorperson, at=floor.at)

    assert fresh(device).inspected_on is None


def test_a_retired_device_comes_to_no_table_and_is_retired_once() -> None:
    floor = Floor("md")
    device = floor.device(Kind.SHUFFLER)
    devices.retire_device(device, reason="worn", by=floor.pit_boss, at=floor.at)

    with refused("device_retired"):
        devices.place_device(floor.new_table(), device=device, by=floor.floorperson, at=floor.at)
    with refused("device_retired"):
        devices.retire_device(device, reason="worn", by=floor.pit_boss, at=floor.at)


def test_a_device_at_a_table_is_not_retired() -> None:
    floor = Floor("md")
    device = floor.place(floor.new_table(), Kind.SHUFFLER)

    with refused("device_at_table"):
        devices.retire_device(device, reason="worn", by=floor.pit_boss, at=floor.at)


def test_a_device_at_no_table_is_not_taken_away() -> None:
    floor = Floor("md")

    with refused("at_no_table"):
        devices.take_device_away(floor.device(Kind.SHUFFLER), by=floor.floorperson, at=floor.at)


# ── Registering


@pytest.mark.parametrize("kind", [Kind.MANUAL_SHOE, Kind.BONUS_SPIN])
def test_only_a_shuffler_or_an_automated_shoe_counts_or_reshuffles(kind: str) -> None:
    floor = Floor("nj")

    with refused("cannot_count"):
        floor.device(kind, counts=True)
    with refused("cannot_count"):
        floor.device(kind, reshuffles=True)


def test_a_serial_number_is_registered_once_at_a_facility() -> None:
    floor, other = Floor("md"), Floor("ma")
    device = floor.device(Kind.SHUFFLER)

    with refused("device_exists"):
        devices.register_device(
            floor.facility,
            kind=Kind.SHUFFLER,
            model="M",
            serial=device.serial,
            counts=False,
            reshuffles=False,
            by=floor.pit_boss,
            at=floor.at,
        )
    devices.register_device(
        other.facility,
        kind=Kind.SHUFFLER,
        model="M",
        serial=device.serial,
        counts=False,
        reshuffles=False,
        by=other.pit_boss,
        at=other.at,
    )


# ── What follows from the devices


@pytest.mark.parametrize(
    "kinds,method,shuffler",
    [
        ((), "hand", "none"),
        ((Kind.SHUFFLER,), "hand", "automated"),
        ((Kind.MANUAL_SHOE,), "manual_shoe", "none"),
        ((Kind.MANUAL_SHOE, Kind.SHUFFLER), "manual_shoe", "automated"),
        ((Kind.AUTOMATED_SHOE,), "automated_shoe", "none"),
        ((Kind.AUTOMATED_SHOE, Kind.MANUAL_SHOE), "automated_shoe", "none"),
        ((Kind.BONUS_SPIN,), "hand", "none"),
    ],
)
def test_how_a_table_deals_follows_from_its_devices(kinds: tuple[str, ...], method: str, shuffler: str) -> None:
    floor = Floor("nj")
    table = floor.new_table()
    for kind in kinds:
        floor.place(table, kind)

    dealing = dealing_method_at(table)

    assert (dealing.method, dealing.shuffler) == (method, shuffler)
    assert dealing.bonus_spin == (Kind.BONUS_SPIN in kinds)


def test_a_counting_shuffler_beside_another_counts() -> None:
    floor = Floor("md")
    table = floor.new_table()
    floor.place(table, Kind.SHUFFLER)
    floor.place(table, Kind.SHUFFLER, counts=True)

    assert dealing_method_at(table).shuffler == "counting"


def test_nothing_is_recorded_of_a_retired_device_any_more() -> None:
    floor = Floor("md")
    sound, broken, unapproved = (
        floor.device(Kind.SHUFFLER),
        floor.device(Kind.SHUFFLER),
        floor.device(Kind.SHUFFLER, approved=False),
    )
    devices.fail_device(broken, fault="Jams", by=floor.floorperson, at=floor.at)
    for device in (sound, broken, unapproved):
        devices.retire_device(device, reason="Worn", by=floor.pit_boss, at=floor.at)

    with refused("device_retired"):
        devices.inspect_device(sound, by=floor.floorperson, at=floor.at)
    with refused("device_retired"):
        devices.fail_device(sound, fault="Jams", by=floor.floorperson, at=floor.at)
    with refused("device_retired"):
        devices.repair_device(broken, report="Oiled", by=floor.pit_boss, at=floor.at)
    with refused("device_retired"):
        devices.approve_device(
            unapproved, reference="Letter 4", approved_on=floor.at.date(), by=floor.compliance_officer, at=floor.at
        )


def test_an_approval_is_recorded_once() -> None:
    floor = Floor("md")
    device = floor.device(Kind.SHUFFLER)

    with refused("device_approved_already"):
        devices.approve_device(
            device, reference="Letter 4", approved_on=floor.at.date(), by=floor.compliance_officer, at=floor.at
        )

    assert fresh(device).approval_reference == "Letter 3"
