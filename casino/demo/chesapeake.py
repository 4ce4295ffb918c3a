"""Chesapeake Palace, Maryland: the largest of the four, with a table in every state."""

from datetime import time

from compliance.staff.roles import Role
from tables.dealers import services as dealers
from tables.decks import changes as deck_changes
from tables.decks import services as decks
from tables.devices import services as devices
from tables.floor import services as floor
from tables.models import Device
from tables.openings import services as opening
from tables.submissions import services as submissions

from .founding import DeviceSetup
from .refs import dealer, device, in_play, layout, offer, reserve, signed, table
from .scene import Scene
from .sittings import Sitting
from .story import DAY, HOUR, Story

NEW_YORK = "America/New_York"
Kind = Device.Kind

# The gaming days of history before today, and the tables that were open on each.
DAYS = 9
SITTINGS = (
    Sitting(2, "P1", time(10, 15), dealer="3103", floorperson="2203", until=16 * HOUR),
    Sitting(4, "P1", time(16, 5), dealer="3105", floorperson="2203", until=16 * HOUR),
    Sitting(5, "P2", time(18, 35), dealer="3106", floorperson="2202", until=32 * HOUR),
    Sitting(2, "P1", time(23, 10), dealer="3103", floorperson="2203", until=16 * HOUR),
)


def tell(story: Story) -> None:
    scene = Scene(story, "CHP")
    scene.founded(name="Chesapeake Palace", jurisdiction="Maryland", time_zone=NEW_YORK)
    scene.appointed("3111", Role.FLOORPERSON)
    scene.licensed(days_left={"3109": -12, "3106": 4}, untested=("3110",))
    scene.begins_shifts(
        {"P1": ("2102", "2101"), "P2": ("2101", "2102"), "P3": ("2101", "2102")},
        time_zone=NEW_YORK,
        managers=("2002", "2001"),
        days=DAYS,
        opened={"P3": 2 * DAY},
        leaves=True,
    )
    _papers(scene)
    _programs(scene)
    _floor(scene)
    _days_before(scene)
    _yesterday(scene)
    _evening(scene)


def _papers(scene: Scene) -> None:
    main = {"wagers": ["five_card_bonus"]}
    scene.submits_offer(120 * DAY, "Main floor", "md", {"limits": {"ante": ["5.00", "50.00"]}, **main})
    scene.approves(112 * DAY, offer("Main floor"), "MLC-26-0411")
    limits = {"ante": ["10.00", "100.00"], "five_card_bonus": ["1.00", "50.00"]}
    scene.submits_offer(60 * DAY, "Main floor", "md", {"limits": limits, **main})
    scene.approves(52 * DAY, offer("Main floor"), "MLC-26-0733")
    limits = {"ante": ["15.00", "200.00"], "five_card_bonus": ["5.00", "100.00"]}
    scene.submits_offer(50 * DAY, "Evening limits", "md", {"limits": limits, **main})
    scene.approves(45 * DAY, offer("Evening limits"), "MLC-26-0790")
    scene.submits_offer(115 * DAY, "Classic", "md-1.0", {"limits": {"ante": ["5.00", "50.00"]}, **main})
    scene.approves(110 * DAY, offer("Classic"), "MLC-26-0412")
    scene.submits_offer(8 * DAY, "High limit", "md", {"limits": {"ante": ["100.00", "1000.00"]}, **main}, by="2102")
    scene.approves(3 * DAY, offer("High limit"), "MLC-26-1120", takes_effect_in=3 * DAY)
    scene.submits_offer(70 * DAY, "Summer promotion", "md", {"limits": {"ante": ["5.00", "25.00"]}})
    scene.approves(65 * DAY, offer("Summer promotion"), "MLC-26-0655")
    scene.do(
        20 * DAY, submissions.withdraw_offer, offer("Summer promotion"), reason="The promotion has ended", by="1101"
    )
    scene.submits_offer(1 * DAY, "Weekend", "md", {"limits": {"ante": ["25.00", "250.00"]}, **main})

    scene.submits_layout(125 * DAY, "Palace felt", "md")
    scene.approves(118 * DAY, layout("Palace felt"), "MLC-26-0402")
    scene.submits_layout(58 * DAY, "Palace felt", "md")
    scene.approves(51 * DAY, layout("Palace felt"), "MLC-26-0741")
    scene.submits_layout(57 * DAY, "Palace felt, odds by sign", "md", sign=("odds",))
    scene.approves(51 * DAY, layout("Palace felt, odds by sign"), "MLC-26-0742")
    scene.submits_layout(116 * DAY, "Classic felt", "md-1.0", sign=("odds",))
    scene.approves(111 * DAY, layout("Classic felt"), "MLC-26-0413")
    scene.submits_layout(100 * DAY, "Harvest felt", "md")
    scene.approves(96 * DAY, layout("Harvest felt"), "MLC-26-0502")
    scene.do(40 * DAY, submissions.withdraw_layout, layout("Harvest felt"), reason="Worn out", by="1101")
    scene.submits_layout(2 * DAY, "Winter felt", "md", by="2102")


def _programs(scene: Scene) -> None:
    scene.gives_key(81 * DAY, "Player accounting", "tables:read", "rounds:read", "journal:read", valid_days=90)
    scene.uses_key("Player accounting", "10.20.4.17", days=3)
    scene.gives_key(150 * DAY, "Canteen wallboard", "tables:read", "alerts:read", valid_days=180)
    scene.revokes_key(60 * DAY, "Canteen wallboard", "The screen was taken down")


def _floor(scene: Scene) -> None:
    scene.adds_pit("P1", "Main pit")
    scene.adds_pit("P2", "Heron pit")
    scene.adds_pit("P3", "Lighthouse room")
    felt, main = layout("Palace felt"), offer("Main floor")
    for number, code in ((1, "P1"), (2, "P1"), (3, "P1"), (4, "P1"), (6, "P2")):
        scene.adds_table(number, code, layout=felt, offer=main)
    scene.adds_table(5, "P2", layout=layout("Classic felt"), offer=offer("Classic"))
    scene.adds_table(7, "P3", layout=layout("Palace felt, odds by sign"), offer=main, positions=5)
    scene.registers(DeviceSetup("SH-1041", Kind.SHUFFLER, "Quickstream 2"), at_table=1)
    scene.registers(DeviceSetup("SH-2207", Kind.SHUFFLER, "Quickstream 2C", counts=True), at_table=2)
    scene.registers(DeviceSetup("MS-0310", Kind.MANUAL_SHOE, "Clearline"), at_table=3)
    scene.registers(
        DeviceSetup("AS-7702", Kind.AUTOMATED_SHOE, "Dealright 5", counts=True),
        DeviceSetup("SH-1042", Kind.SHUFFLER, "Quickstream 2"),
        at_table=4,
    )
    scene.registers(DeviceSetup("SH-9001", Kind.SHUFFLER, "Everstream 9", counts=True, reshuffles=True), at_table=5)
    scene.registers(DeviceSetup("SH-1043", Kind.SHUFFLER, "Quickstream 2"), at_table=6)
    scene.registers(DeviceSetup("AS-7703", Kind.AUTOMATED_SHOE, "Dealright 5", counts=True), at_table=7)
    scene.registers(
        DeviceSetup("SH-1044", Kind.SHUFFLER, "Quickstream 2"), DeviceSetup("MS-0311", Kind.MANUAL_SHOE, "Clearline")
    )
    scene.registers(DeviceSetup("AS-7710", Kind.AUTOMATED_SHOE, "Dealright 6", counts=True), approved=False)
    scene.registers(DeviceSetup("SH-0877", Kind.SHUFFLER, "Quickstream 1"))
    scene.do(35 * DAY, devices.retire_device, device("SH-0877"), reason="Replaced by newer ones", by="2101")
    scene.do(28 * DAY, floor.post_sign, table(5), by="2202")
    scene.stocks("Tidewater 88", "TW", each_colour=20, pits={"P1": 8, "P2": 5, "P3": 3})


def _days_before(scene: Scene) -> None:
    scene.sat(SITTINGS, days=DAYS, time_zone=NEW_YORK, design="Tidewater 88", prefix="TW-R-H")
    scene.strikes_out_the_last(5, 6, time(21, 10), "Entered twice", time_zone=NEW_YORK, by="2202")
    # After the report was signed.
    scene.strikes_out_the_last(
        4, 3, time(23, 45), "A seat was entered, but nobody sat there", time_zone=NEW_YORK, by="2203", corrected=True
    )


def _yesterday(scene: Scene) -> None:
    p1 = {colour: reserve("P1", colour) for colour in ("red", "blue")}
    scene.opens(1, 30 * HOUR, dealer="3101", floorperson="2201", cards=[p1["red"], p1["blue"]])
    scene.changes(1, 26 * HOUR + 8, p1["red"], reason="scheduled")
    scene.changes(1, 26 * HOUR + 5, p1["blue"], position="B", reason="scheduled")
    scene.plays(1, 30 * HOUR - 2, 24 * HOUR + 1, every=6)
    scene.closes(1, 24 * HOUR)
    scene.opens(5, 29 * HOUR, dealer="3106", floorperson="2202", cards=[reserve("P2", "blue")])
    scene.changes(5, 27 * HOUR, reserve("P2", "blue"), reason="wrong_count", note="The device counted 51 cards twice")
    scene.plays(5, 29 * HOUR - 2, 25 * HOUR + 1, every=8)
    scene.closes(5, 25 * HOUR)
    scene.collects(23 * HOUR)
    scene.examines(21 * HOUR, "WO-5118", discrepancy="A bent corner on the queen of hearts")
    scene.destroys(5 * HOUR, 3)
    # Preshuffled before any table opened today: whoever does it must not supervise one.
    for number in (1, 2):
        scene.do(
            12 * HOUR - number * 10,
            decks.preshuffle_deck,
            reserve("P1", "red"),
            form_number=f"PF-088{number}",
            seal=f"PS-40017{number}",
            by="2203",
            second=signed(decks.PRESHUFFLE, "3104"),
        )


def _evening(scene: Scene) -> None:
    # 1: two decks and a shuffler; nine minutes are left before they must be changed.
    scene.opens(1, 231, dealer="3101", floorperson="2201", cards=[reserve("P1", "red"), reserve("P1", "blue")])
    scene.relieves(1, 142, dealer="3102")
    scene.do(122, dealers.end_break, dealer("3101"), by="2201")
    scene.relieves(1, 120, dealer="3101", to="off")
    scene.do(
        95,
        deck_changes.replace_card,
        in_play(1),
        card="9d",
        donor=reserve("P1", "red"),
        backs_compared=True,
        surveillance_told=True,
        by="2201",
        second=signed(deck_changes.CARD, "2101"),
    )
    scene.relieves(1, 24, dealer="3102")
    scene.plays(1, 229, 61)
    scene.deals_a_royal_flush(1, 150.5, ante="50.00", bet="150.00")
    scene.plays_in_breach(1, 60.5, "The red deck was dealt twice in a row; noticed after the bets were paid")
    scene.plays(1, 58, 1)
    # 2: opened a while ago with fresh cards; new limits were announced.
    scene.opens(2, 11 * HOUR, dealer="3103", floorperson="2203", cards=[reserve("P1", "blue")])
    scene.plays(2, 11 * HOUR - 2, 7 * HOUR + 5, every=6)
    scene.closes(2, 7 * HOUR + 4)
    scene.collects(6 * HOUR + 40)
    scene.opens(2, 36, dealer="3103", floorperson="2201", cards=[reserve("P1", "blue")])
    scene.plays(2, 34, 1)
    scene.voids_the_last(2, 14.5, "Seat 5 was entered, but nobody sat there")
    scene.do(18, floor.put_offer, table(2), offer=offer("Evening limits"), sign=True, announced=True, by="2101")
    # 3: a preshuffled deck from a manual shoe; the table is idle, the cards are spread.
    scene.opens(3, 290, dealer="3104", floorperson="2201", cards=[reserve("P1", "red", sealed=True)])
    scene.plays(3, 288, 21, every=4)
    scene.plays_once(3, 70.5, irregularities=["drawn_in_error"])
    scene.do(19, opening.spread_cards, table(3), by="2201")
    # 4: the automated shoe failed and is covered: dealt by hand now, so the deck must be changed sooner.
    scene.opens(4, 180, dealer="3105", floorperson="2203", cards=[reserve("P1", "blue")])
    scene.plays(4, 178, 42)
    scene.plays_once(4, 101.5, void="face_up_card")
    scene.plays(4, 35, 1)
    scene.do(40, devices.fail_device, device("AS-7702"), fault="Stops after the third card", by="2203")
    scene.do(37, devices.handle_device, device("AS-7702"), handling="covered", by="2203")
    # 5: the older edition with a device that reshuffles continuously; its deck change is overdue.
    scene.opens(5, 246, dealer="3106", floorperson="2202", cards=[reserve("P2", "red")])
    scene.plays(5, 244, 7)
    # 6: closed for cause after a wrong count; its decks wait to be collected.
    scene.opens(6, 205, dealer="3107", floorperson="2202", cards=[reserve("P2", "red"), reserve("P2", "blue")])
    scene.plays(6, 203, 52)
    scene.plays_once(6, 50, stub_off_by=1)
    scene.closes(6, 48, cause="Two eights of clubs in the red deck, found in a count of the stub")
    # 7: being opened; the shoe is not inspected and the sign not posted yet.
    scene.opens(7, -6, dealer="3108", floorperson="3111", cards=[reserve("P3", "red")], steps=2)
    scene.do(33, dealers.start_break, dealer("3107"), by="2202")
