"""Boardwalk Royal, New Jersey: Bonus Spin with both kinds of wheels."""

from compliance.staff.roles import Role
from tables.dealers import services as dealers
from tables.devices import services as devices
from tables.models import Device

from .founding import DeviceSetup
from .papers import photograph, rendering
from .refs import dealer, device, layout, offer, reserve
from .scene import Scene
from .story import DAY, HOUR, Story

NEW_YORK = "America/New_York"
Kind = Device.Kind


def tell(story: Story) -> None:
    scene = Scene(story, "BWK")
    scene.founded(name="Boardwalk Royal", jurisdiction="New Jersey", time_zone=NEW_YORK)
    scene.appointed("CHP-1201", Role.AUDITOR)
    scene.appointed("CHP-2102", Role.PIT_BOSS)
    scene.licensed(days_left={"3106": 17})
    scene.begins_shifts(
        {"N": ("2101", "2101"), "S": ("CHP-2102", "CHP-2102")}, time_zone=NEW_YORK, managers=("2001", "2001")
    )
    _papers(scene)
    _floor(scene)
    _evening(scene)


def _papers(scene: Scene) -> None:
    both = ["five_card_bonus", "bonus_spin"]
    limits = {"ante": ["5.00", "100.00"], "five_card_bonus": ["1.00", "25.00"]}
    wheel = {"wheel": "five-dollar", "top_prize": "25000.00"}
    scene.submits_offer(100 * DAY, "Five-dollar wheel", "nj", {"limits": limits, "wagers": both, "bonus_spin": wheel})
    scene.approves(94 * DAY, offer("Five-dollar wheel"), "DGE-2026-118")
    wheel = {"wheel": "one-dollar-progressive"}
    scene.submits_offer(99 * DAY, "Dollar progressive", "nj", {"limits": limits, "wagers": both, "bonus_spin": wheel})
    scene.approves(94 * DAY, offer("Dollar progressive"), "DGE-2026-119")
    scene.submits_offer(98 * DAY, "No wheel", "nj", {"limits": limits, "wagers": ["five_card_bonus"]})
    scene.approves(94 * DAY, offer("No wheel"), "DGE-2026-120")
    wheel = {"wheel": "one-dollar-fixed", "top_prize": "5000.00"}
    scene.submits_offer(4 * DAY, "Dollar wheel", "nj", {"limits": limits, "wagers": both, "bonus_spin": wheel})
    for ago, name in ((102 * DAY, "Royal felt"), (60 * DAY, "Royal felt"), (DAY, "Royal felt, holiday")):
        papers = {"rendering_to_scale": rendering(name), "colour_photograph": photograph()}
        scene.submits_layout(ago, name, "nj", documents=papers)
    scene.approves(95 * DAY, layout("Royal felt"), "DGE-2026-117")
    scene.approves(55 * DAY, layout("Royal felt"), "DGE-2026-174")


def _floor(scene: Scene) -> None:
    scene.adds_pit("N", "North pit")
    scene.adds_pit("S", "South pit")
    felt = layout("Royal felt")
    scene.adds_table(1, "N", layout=felt, offer=offer("Five-dollar wheel"))
    scene.adds_table(2, "N", layout=felt, offer=offer("Dollar progressive"))
    scene.adds_table(3, "S", layout=felt, offer=offer("No wheel"))
    scene.adds_table(4, "S", layout=felt, offer=offer("No wheel"), positions=5)
    scene.registers(
        DeviceSetup("QS-3301", Kind.SHUFFLER, "Quickstream 2"),
        DeviceSetup("BS-0501", Kind.BONUS_SPIN, "Carousel 20"),
        at_table=1,
    )
    scene.registers(
        DeviceSetup("QS-4410", Kind.SHUFFLER, "Quickstream 2C", counts=True),
        DeviceSetup("BS-0102", Kind.BONUS_SPIN, "Carousel 20"),
        at_table=2,
    )
    scene.registers(DeviceSetup("QS-3302", Kind.SHUFFLER, "Quickstream 2"), at_table=3)
    scene.registers(DeviceSetup("DR-8800", Kind.AUTOMATED_SHOE, "Dealright 5", counts=True), at_table=4)
    scene.registers(
        DeviceSetup("BS-0103", Kind.BONUS_SPIN, "Carousel 20"), DeviceSetup("CL-0920", Kind.MANUAL_SHOE, "Clearline")
    )
    scene.stocks("Promenade 9", "PR", each_colour=14, pits={"N": 6, "S": 5})


def _evening(scene: Scene) -> None:
    # 1: the five-dollar wheel with a fixed prize; the decks must be changed soon.
    scene.opens(1, 29 * HOUR, dealer="3101", floorperson="2201", cards=[reserve("N", "red"), reserve("N", "blue")])
    scene.plays(1, 29 * HOUR - 2, 26 * HOUR + 1, every=6)
    scene.closes(1, 26 * HOUR)
    scene.collects(24 * HOUR)
    scene.examines(22 * HOUR, "BR-0917")
    scene.destroys(6 * HOUR, 1)
    scene.opens(1, 216, dealer="3101", floorperson="2201", cards=[reserve("N", "red"), reserve("N", "blue")])
    scene.relieves(1, 100, dealer="3104")
    scene.do(80, dealers.end_break, dealer("3101"), by="2201")
    scene.relieves(1, 41, dealer="3101")
    scene.do(20, dealers.end_break, dealer("3104"), by="2201")
    scene.plays(1, 214, 1)
    # 2: the dollar wheel with a jackpot; its hardware failed a moment ago and is still at the table.
    scene.opens(2, 75, dealer="3102", floorperson="2201", cards=[reserve("N", "blue")])
    scene.plays(2, 73, 9)
    scene.hits_the_jackpot(2, 33.5, "18342.75")
    scene.do(7, devices.fail_device, device("BS-0102"), fault="The wheel's display stays dark", by="2201")
    # 3: being opened: one deck is verified, the other not yet.
    scene.opens(3, -7, dealer="3103", floorperson="2202", cards=[reserve("S", "red"), reserve("S", "blue")], steps=1)
    # 4: an automated shoe; its deck was changed in time.
    scene.opens(4, 560, dealer="3105", floorperson="2202", cards=[reserve("S", "red")])
    scene.plays(4, 558, 87, every=6)
    scene.changes(4, 85, reserve("S", "red"), reason="scheduled")
    scene.plays(4, 83, 1)
    scene.relieves(4, 15, dealer="3106", by="2202")
