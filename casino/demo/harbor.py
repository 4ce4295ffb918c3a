"""Harbor Lights, Massachusetts: Double Cross Poker."""

from compliance.staff.roles import Role
from tables.dealers import services as dealers
from tables.decks import changes as deck_changes
from tables.devices import services as devices
from tables.floor import services as floor
from tables.models import Device

from .founding import DeviceSetup
from .refs import dealer, device, in_play, layout, offer, reserve, signed, table
from .scene import Scene
from .story import DAY, HOUR, Story

NEW_YORK = "America/New_York"
Kind = Device.Kind


def tell(story: Story) -> None:
    scene = Scene(story, "HBR")
    scene.founded(name="Harbor Lights", jurisdiction="Massachusetts", time_zone=NEW_YORK)
    scene.appointed("CHP-1201", Role.AUDITOR)
    scene.licensed(days_left={})
    scene.begins_shifts({"A": ("2101", "2101"), "B": ("2101", "2101")}, time_zone=NEW_YORK, managers=("2001", "2001"))
    _papers(scene)
    _floor(scene)
    _evening(scene)


def _papers(scene: Scene) -> None:
    limits = {"ante": ["10.00", "100.00"], "three_card": ["1.00", "50.00"]}
    scene.submits_offer(80 * DAY, "Double Cross", "ma", {"limits": limits})
    scene.approves(74 * DAY, offer("Double Cross"), "MGC-311")
    generous = {"limits": limits, "payout_limit": "75000.00", "odds": {"raise": {"two_pair": "2:1"}}}
    scene.submits_offer(79 * DAY, "Double Cross, two pair pays 2:1", "ma", generous)
    scene.approves(74 * DAY, offer("Double Cross, two pair pays 2:1"), "MGC-312")
    scene.submits_offer(2 * DAY, "Double Cross", "ma", {"limits": {"ante": ["15.00", "150.00"]}})
    scene.submits_layout(82 * DAY, "Harbor felt", "ma")
    scene.approves(75 * DAY, layout("Harbor felt"), "MGC-309")
    scene.submits_layout(81 * DAY, "Harbor felt, odds by sign", "ma", sign=("odds", "payout_limit"))
    scene.approves(75 * DAY, layout("Harbor felt, odds by sign"), "MGC-310")


def _floor(scene: Scene) -> None:
    scene.adds_pit("A", "Pier pit")
    scene.adds_pit("B", "Fort pit")
    scene.adds_table(1, "A", layout=layout("Harbor felt"), offer=offer("Double Cross"))
    scene.adds_table(2, "A", layout=layout("Harbor felt"), offer=offer("Double Cross, two pair pays 2:1"))
    scene.adds_table(3, "B", layout=layout("Harbor felt, odds by sign"), offer=offer("Double Cross"))
    scene.registers(DeviceSetup("SM-0061", Kind.SHUFFLER, "Quickstream 2"), at_table=1)
    scene.registers(DeviceSetup("MS-0150", Kind.MANUAL_SHOE, "Clearline"), at_table=2)
    scene.registers(DeviceSetup("MS-0151", Kind.MANUAL_SHOE, "Clearline"), at_table=3)
    scene.registers(DeviceSetup("SM-0062", Kind.SHUFFLER, "Quickstream 2C", counts=True))
    scene.registers(DeviceSetup("AS-0044", Kind.AUTOMATED_SHOE, "Dealright 5", counts=True), at_table=2)
    scene.stocks("Beacon 21", "BC", each_colour=12, pits={"A": 6, "B": 3})


def _evening(scene: Scene) -> None:
    # 1: a damaged card was replaced a while ago.
    scene.opens(1, 52, dealer="3101", floorperson="2201", cards=[reserve("A", "red"), reserve("A", "blue")])
    scene.do(
        26,
        deck_changes.replace_card,
        in_play(1, "B"),
        card="Kc",
        donor=reserve("A", "blue"),
        backs_compared=True,
        surveillance_told=True,
        by="2201",
        second=signed(deck_changes.CARD, "2101"),
    )
    scene.plays(1, 50, 1, every=2)
    # 2: the automated shoe failed and was removed, as this edition requires; dealt from the manual one. A moment ago a
    # stub count was one card short.
    scene.opens(2, 390, dealer="3102", floorperson="2201", cards=[reserve("A", "red")])
    scene.plays(2, 388, 202, every=5)
    scene.plays(2, 194, 4)
    scene.plays_once(2, 2, stub_off_by=-1)
    scene.do(200, devices.fail_device, device("AS-0044"), fault="The motor is hot", by="2201")
    scene.do(196, devices.handle_device, device("AS-0044"), handling="removed", by="2201")
    scene.relieves(2, 55, dealer="3104")
    scene.do(30, dealers.end_break, dealer("3102"), by="2201")
    # 3: closed; its deck waits to be collected.
    scene.do(31 * HOUR, floor.post_sign, table(3), by="2202")
    scene.opens(3, 30 * HOUR, dealer="3103", floorperson="2202", cards=[reserve("B", "red")])
    scene.plays(3, 30 * HOUR - 2, 27 * HOUR, every=6)
    scene.closes(3, 27 * HOUR - 2)
    scene.collects(22 * HOUR)
    scene.opens(3, 8 * HOUR, dealer="3103", floorperson="2202", cards=[reserve("B", "red")])
    scene.plays(3, 8 * HOUR - 2, 97, every=10)
    scene.closes(3, 95)
