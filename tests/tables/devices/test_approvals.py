"""What the rules require with a device's approval, and the cover card: recorded before a table opens."""

import pytest

from compliance.models import Entry
from tables.decks import services as decks
from tables.devices import services as devices
from tables.findings.gates import obstacles
from tables.floor import services as floor_services
from tables.models import Device, Table
from tests.floor import SPIN, Floor, fresh, refused
from tests.games.sample_rounds import log

pytestmark = pytest.mark.django_db

Kind = Device.Kind


def almost_open(floor: Floor, method: str) -> Table:
    table, deck = floor.ready_table(method), floor.deck()
    floor.begin(table, deck)
    floor.do_steps(deck)
    return fresh(table)


def without(table: Table, **recorded: str) -> Device:
    """Change what is recorded of the table's device, as if it was approved before more had to be recorded."""
    table.devices.update(**recorded)
    return table.devices.get()


def approve(floor: Floor, device: Device, **recorded: str) -> Device:
    recorded = floor.approval(device.kind) | recorded
    return devices.approve_device(
        device, approved_on=floor.at.date(), by=floor.compliance_officer, at=floor.at, **recorded
    )


@pytest.mark.parametrize(
    ("edition", "method", "field", "cite"),
    [
        ("md", "manual_shoe", "approved_location", "MD Ch. 8 §A"),
        ("md-1.0", "manual_shoe", "approved_location", "MD 1.0 Ch. 8 §A"),
        ("ma", "manual_shoe", "approved_location", "MA §7(a)"),
        ("nj", "manual_shoe", "approved_location", "NJ 13:69F-40.7(a)"),
        ("md", "automated_shoe", "stacks", "MD Ch. 10 §A; Ch. 10 §B(2)"),
        ("ma", "automated_shoe", "approved_location", "MA §9(a)"),
        ("ma", "automated_shoe", "approved_procedures", "MA §9(a)"),
        ("ma", "automated_shoe", "stacks", "MA §9(a)"),
        ("nj", "automated_shoe", "approved_procedures", "NJ 13:69F-40.9(a)"),
        ("nj", "automated_shoe", "stacks", "NJ 13:69F-40.9(a)"),
    ],
)
def test_a_table_does_not_open_until_its_shoe_is_approved_as_the_rules_require(
    edition: str, method: str, field: str, cite: str
) -> None:
    floor = Floor(edition)
    table = almost_open(floor, method)
    shoe = without(table, **{field: ""})
    with refused("approval_incomplete", cite):
        floor.open(table)

    approve(floor, shoe)
    floor.open(table)

    assert fresh(table).state == Table.State.OPEN


def test_a_card_room_requires_nothing_with_the_approval_of_a_shoe() -> None:
    floor = Floor("house")
    table = almost_open(floor, "automated_shoe")
    without(table, approved_location="", approved_procedures="", stacks="")

    floor.open(table)

    assert fresh(table).state == Table.State.OPEN


def test_a_missing_record_of_an_approval_does_not_stop_play() -> None:
    floor = Floor("ma")
    table = floor.open_table()

    without(table, approved_location="")

    log(floor, table)
    (found,) = [each for each in obstacles(fresh(table), floor.at) if each.code == "approval_incomplete"]
    assert not found.blocks_play


@pytest.mark.parametrize(
    ("edition", "other", "cite"), [("ma", "five_then_two", "MA §9(a)"), ("nj", "two", "NJ 13:69F-40.9(a)")]
)
def test_a_shoe_that_dispenses_other_stacks_may_not_be_used(edition: str, other: str, cite: str) -> None:
    floor = Floor(edition)
    table = almost_open(floor, "automated_shoe")
    without(table, stacks=other)

    with refused("shoe_stacks", cite):
        floor.open(table)


def test_an_approval_is_completed_once_and_then_stays() -> None:
    floor = Floor("ma")
    device = floor.device(Kind.MANUAL_SHOE, approved=False)
    approve(floor, device, approved_location="")

    approve(floor, fresh(device), approved_location="At the dealer's right")

    assert fresh(device).approved_location == "At the dealer's right"
    assert Entry.objects.filter(action="device.approved").latest("pk").facts["location"] == "At the dealer's right"
    with refused("device_approved_already"):
        approve(floor, fresh(device))


# ── Bonus Spin hardware


def test_nj_113ze_the_hardware_is_approved_under_the_number_that_the_rules_name() -> None:
    floor = Floor("nj")
    device = floor.device(Kind.BONUS_SPIN, approved=False)

    with refused("other_approval_number", "NJ 13:69E-1.13Z(e)"):
        approve(floor, device, reference="MO-381-17-020-DGE")
    approve(floor, device, reference="MO-381-17-019-DGE")

    assert fresh(device).approval_reference == "MO-381-17-019-DGE"


def test_hardware_recorded_under_another_number_keeps_the_table_closed() -> None:
    floor = Floor("nj")
    floor.offer = floor.new_offer(SPIN)
    table = floor.ready_table()
    floor.place(table, Kind.BONUS_SPIN)
    deck = floor.deck()
    floor.begin(table, deck)
    floor.do_steps(deck)
    table.devices.filter(kind=Kind.BONUS_SPIN).update(approval_reference="Letter 3")

    with refused("approval_incomplete", "NJ 13:69E-1.13Z(e)"):
        floor.open(table)


# ── Cover card


@pytest.mark.parametrize(
    ("edition", "cite"),
    [
        ("md", "MD Ch. 3 §A(2)"),
        ("md-1.0", "MD 1.0 Ch. 3 §A(2)"),
        ("house", "House Dealing procedures"),
        ("ma", "MA §2(a)"),
        ("nj", "NJ 13:69F-40.2; 13:69F-40.2(b)"),
    ],
)
def test_a_table_does_not_open_without_an_approved_cover_card(edition: str, cite: str) -> None:
    floor = Floor(edition)
    table = almost_open(floor, "manual_shoe")
    Table.objects.filter(pk=table.pk).update(cover_card=None)
    with refused("cover_card_missing", cite):
        floor.open(table)

    floor_services.put_cover_card(table, cover_card=floor.cover_card, by=floor.floorperson, at=floor.at)
    floor.open(table)

    entry = Entry.objects.filter(action="cover_card.placed").latest("pk")
    assert (entry.facts["reference"], entry.cite) == ("Letter 4", cite)


def test_ma_2a_the_cover_card_has_another_color_than_the_backs() -> None:
    floor = Floor("ma")
    table = almost_open(floor, "manual_shoe")
    red = floor.new_cover_card("red")
    floor_services.put_cover_card(table, cover_card=red, by=floor.floorperson, at=floor.at)

    with refused("cover_card_like_backs", "MA §2(a)"):
        floor.open(table)


def test_a_cover_card_is_recorded_once_with_its_approval() -> None:
    floor = Floor("md")
    card = floor.cover_card

    assert (card.reference, card.approved_on, card.recorded_by) == (
        "Letter 4",
        floor.at.date(),
        floor.compliance_officer,
    )
    with refused("cover_card_exists"):
        decks.record_cover_card(
            floor.facility,
            colour="yellow",
            model="Cut card",
            reference="Letter 4",
            approved_on=floor.at.date(),
            by=floor.compliance_officer,
            at=floor.at,
        )


def test_a_table_uses_only_cover_cards_of_its_own_facility() -> None:
    floor, other = Floor("md"), Floor("nj")

    with refused("cover_card_elsewhere"):
        floor_services.put_cover_card(floor.new_table(), cover_card=other.cover_card, by=floor.floorperson, at=floor.at)
