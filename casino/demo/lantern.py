"""Golden Lantern, a card room: the house's own edition with the 6 Card Bonus."""

from compliance.staff.roles import Role
from tables.dealers import services as dealers
from tables.decks import services as decks
from tables.models import Device
from tables.openings import services as opening

from .founding import DeviceSetup
from .refs import dealer, layout, offer, reserve, signed, table
from .scene import Scene
from .story import DAY, HOUR, Story

LOS_ANGELES = "America/Los_Angeles"
Kind = Device.Kind


def tell(story: Story) -> None:
    scene = Scene(story, "GLD")
    scene.founded(name="Golden Lantern", jurisdiction="card room", time_zone=LOS_ANGELES)
    scene.appointed("CHP-1201", Role.AUDITOR)
    scene.licensed(days_left={}, untested=("3104",))
    scene.begins_shifts(
        {"L": ("2101", "2101"), "G": ("2101", "2101")}, time_zone=LOS_ANGELES, managers=("2001", "2001")
    )
    scene.submits_offer(85 * DAY, "House", "house", {})
    scene.approves(80 * DAY, offer("House"), "GL-014")
    scene.submits_offer(84 * DAY, "Lunch", "house", {"limits": {"ante": ["2.00", "5.00"]}})
    scene.approves(80 * DAY, offer("Lunch"), "GL-015")
    scene.submits_layout(86 * DAY, "Lantern felt", "house")
    scene.approves(81 * DAY, layout("Lantern felt"), "GL-013")
    scene.adds_pit("L", "Lantern room")
    scene.adds_pit("G", "Garden room")
    scene.adds_table(1, "L", layout=layout("Lantern felt"), offer=offer("House"))
    scene.adds_table(2, "G", layout=layout("Lantern felt"), offer=offer("Lunch"))
    scene.registers(DeviceSetup("QC-0014", Kind.SHUFFLER, "Quickstream 2C", counts=True), at_table=1)
    scene.registers(DeviceSetup("CL-0033", Kind.MANUAL_SHOE, "Clearline"))
    scene.stocks("Paper Lantern 7", "PL", each_colour=10, pits={"L": 4, "G": 3})
    _evening(scene)


def _evening(scene: Scene) -> None:
    # 1: two decks, as the edition requires with a shuffler.
    scene.opens(1, 28 * HOUR, dealer="3103", floorperson="2201", cards=[reserve("L", "red"), reserve("L", "blue")])
    scene.plays(1, 28 * HOUR - 2, 25 * HOUR + 1, every=6)
    scene.closes(1, 25 * HOUR)
    scene.collects(23 * HOUR)
    scene.examines(22 * HOUR, "GL-77")
    scene.opens(1, 118, dealer="3101", floorperson="2201", cards=[reserve("L", "red"), reserve("L", "blue")])
    scene.relieves(1, 48, dealer="3103")
    scene.do(28, dealers.end_break, dealer("3101"), by="2201")
    scene.plays(1, 116, 1)
    # 2: dealt and shuffled by hand, which this edition allows; the table is idle.
    scene.do(
        10 * HOUR,
        decks.preshuffle_deck,
        reserve("G", "red"),
        form_number="PF-12",
        seal="GS-2001",
        by="2202",
        second=signed(decks.PRESHUFFLE, "3102"),
    )
    scene.opens(2, 160, dealer="3102", floorperson="2202", cards=[reserve("G", "blue")])
    scene.plays(2, 158, 35, every=4)
    scene.do(33, opening.spread_cards, table(2), by="2202")
