"""The compliance part of a shift report: deck changes, counts, devices, breaches, alerts, stints and exceptions."""

from datetime import timedelta

import pytest

from compliance.alerts.scan import scan
from compliance.alerts.services import acknowledge
from compliance.models import Alert
from tables.devices import services as devices
from tables.models import Device
from tables.openings import services as opening
from tables.shifts import services as shifts
from tests.floor import Floor, deck_at, signed_by
from tests.games import acts
from tests.games.sample_rounds import a_round, counted, log

from .shifts import only, play, report_of

pytestmark = pytest.mark.django_db


# ── Cards


def test_a_change_in_time_is_due_and_done_and_one_too_late_is_late() -> None:
    floor = Floor("md")
    table = floor.open_table("hand")  # to be changed after four hours
    first = deck_at(table)
    shift = floor.begin_shift()
    floor.later(hours=3, minutes=50)
    second = acts.change(floor, first)
    floor.later(hours=4, minutes=10)
    third = acts.change(floor, second)
    floor.later(minutes=10)

    report = report_of(shift, floor.at)

    changes = only(report, "deck_changes", table=table.code)
    assert (changes["due"], changes["done"], changes["late"]) == (2, 2, 1)
    lanes = {row["deck"]: row for row in report["decks"].records()}
    assert lanes[str(first)]["late"] is None
    assert (lanes[str(second)]["age"], lanes[str(second)]["limit"]) == (250 * 60, 240 * 60)
    assert lanes[str(second)]["late"] == 10 * 60
    assert (lanes[str(third)]["out"], lanes[str(third)]["age"]) == (None, 600)
    assert only(report, "attention", what="Late deck changes")["number"] == 1


def test_a_deck_that_is_overdue_is_due_and_not_done() -> None:
    floor = Floor("md")
    table = floor.open_table("hand")
    shift = floor.begin_shift()
    floor.later(hours=4, minutes=5)

    changes = only(report_of(shift, floor.at), "deck_changes", table=table.code)

    assert (changes["due"], changes["done"], changes["late"]) == (1, 0, 1)


def test_a_change_that_fell_due_before_the_shift_is_done_and_late_in_it_but_was_due_then() -> None:
    floor = Floor("md")
    table = floor.open_table("hand")
    day = floor.begin_shift()
    floor.later(hours=4, minutes=5)
    swing = floor.begin_shift("Swing", 14, 22)
    floor.later(minutes=5)
    acts.change(floor, deck_at(table))
    floor.later(minutes=5)

    told = [only(report_of(shift, floor.at), "deck_changes", table=table.code) for shift in (day, swing)]

    assert [(each["due"], each["done"], each["late"]) for each in told] == [(1, 0, 1), (0, 1, 1)]


def test_a_table_that_closes_before_its_deck_is_due_needs_no_change() -> None:
    floor = Floor("md")
    table = floor.open_table("hand")
    shift = floor.begin_shift()
    floor.later(hours=2)
    opening.close_table(table, by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer))
    floor.later(hours=4)

    report = report_of(shift, floor.at)

    assert only(report, "deck_changes", table=table.code)["due"] == 0
    assert only(report, "decks")["age"] == 2 * 3600
    assert [row["what"] for row in report["openings"].records()] == ["Closed"]
    assert only(report, "openings")["who"] == floor.floorperson.name


def test_what_is_changed_after_a_shift_is_not_done_in_it() -> None:
    floor = Floor("md")
    table = floor.open_table("hand")
    shift = floor.begin_shift()
    floor.later(hours=1)
    shifts.end_shift(shift, by=floor.shift_manager, at=floor.at)
    floor.later(hours=1)
    acts.change(floor, deck_at(table))

    report = report_of(shift, floor.at)

    changes = only(report, "deck_changes", table=table.code)
    assert (changes["due"], changes["done"]) == (0, 0)
    assert only(report, "decks")["out"] is None


def test_counts_due_done_missed_and_wrong() -> None:
    floor = Floor("md")
    table = floor.open_table()
    shift = floor.begin_shift()
    play(floor, table, 5)
    for seed in range(4):
        log(floor, table, a_round(seed=10 + seed))
        floor.later(minutes=1)
    acts.in_breach(floor, table)
    log(floor, table, counted(a_round(seed=20), off_by=1))

    counts = only(report_of(shift, floor.at), "counts", table=table.code)

    assert (counts["due"], counts["missed"], counts["wrong"]) == (3, 1, 1)
    assert counts["done"] == 2


# ── Devices, breaches and what stands out


def test_a_device_is_down_until_it_is_repaired() -> None:
    floor = Floor("md")
    table = floor.open_table("manual_shoe")
    spare = floor.device(Device.Kind.SHUFFLER)
    acts.fail(floor, spare)
    floor.later(hours=1)
    shift = floor.begin_shift()
    floor.later(minutes=30)
    devices.repair_device(spare, report="New belt", by=floor.pit_boss, at=floor.at)
    shoe = table.devices.get()
    acts.fail(floor, shoe)
    floor.later(minutes=10)
    devices.handle_device(shoe, handling="covered", by=floor.floorperson, at=floor.at)
    floor.later(minutes=10)

    report = report_of(shift, floor.at)

    mended, down = only(report, "devices", device=str(spare)), only(report, "devices", device=str(shoe))
    assert (mended["down"], mended["repaired"] is None) == (30 * 60, False)
    assert (down["down"], down["handled"], down["repaired"]) == (20 * 60, "covered", None)
    assert (down["table"], mended["table"]) == (table.code, "")
    assert only(report, "attention", what="Devices still down")["number"] == 1


def test_a_device_that_was_retired_is_down_no_longer() -> None:
    floor = Floor("md")
    floor.open_table()
    spare = floor.device(Device.Kind.SHUFFLER)
    acts.fail(floor, spare)
    first = floor.begin_shift()
    floor.later(minutes=30)
    devices.retire_device(spare, reason="Beyond repair", by=floor.pit_boss, at=floor.at)
    floor.later(minutes=30)
    second = floor.begin_shift("Swing", 13, 22)
    floor.later(minutes=30)

    down = only(report_of(first, floor.at), "devices")

    assert (down["handled"], down["down"]) == ("retired", 30 * 60)
    assert report_of(second, floor.at)["devices"].rows == ()


def test_breaches_irregularities_and_voids_are_told() -> None:
    floor = Floor("md")
    table = floor.open_table("manual_shoe")
    shift = floor.begin_shift()
    log(floor, table, a_round(seed=1, void="face_up_card"))
    log(floor, table, a_round(seed=2, irregularities=["drawn_in_error"]))
    acts.fail(floor, table.devices.get())
    breach = acts.in_breach(floor, table)

    report = report_of(shift, floor.at)

    assert only(report, "breaches")["round"] == str(breach.number)
    assert only(report, "breaches")["state"] == "open"
    kinds = {row["kind"]: row["number"] for row in report["irregularities"].records()}
    assert kinds == {"Drawn in error": 1, "Face up card: void": 1}
    assert only(report, "summary", span="This shift")["voids"] == 1


ROYAL = {"left": "Qs", "middle": "Js", "right": "Ts", "top": "9d", "bottom": "2c"}


def test_large_payouts_and_limits_are_told_with_their_paragraph() -> None:
    floor = Floor("md")
    table = floor.open_table()
    shift = floor.begin_shift()
    wagers = {"ante_across": "100.00", "ante_down": "100.00", "across": "300.00", "down": "100.00", "middle": "300.00"}
    round_ = log(floor, table, {"community": ROYAL, "seats": [{"seat": 1, "cards": ["As", "Ks"], "wagers": wagers}]})

    report = report_of(shift, floor.at)

    payout = only(report, "payouts")
    assert (payout["round"], payout["paid"]) == ("1", round_.largest_pays_cents)
    assert (only(report, "limits")["cut"], report["limits"].cite) == (round_.limit_cut_cents, "MD Ch. 12 §B (R7, R20)")
    wagered = sum(int(value or 0) for value in report["wagers"].values("paid"))
    assert wagered == only(report, "summary", span="This shift")["paid"] == round_.pays_cents


# ── People and alerts


def test_stints_and_pace_of_dealers() -> None:
    floor = Floor("md")
    table = floor.open_table()
    shift = floor.begin_shift()
    play(floor, table, 6, every=5)
    first, second = floor.dealer, acts.rotate(floor, table)
    play(floor, table, 3, every=20)

    report = report_of(shift, floor.at)

    assert only(report, "dealers", badge=first.badge)["pace"] == 120
    slower = only(report, "dealers", badge=second.badge)
    assert (slower["dealt"], slower["pace"]) == (3600, 30)
    stint = only(report, "stints", badge=second.badge)
    assert (stint["where"], stint["for"], stint["until"]) == (table.code, 3600, None)


def test_alerts_by_check_with_how_long_they_waited() -> None:
    floor = Floor("md")
    table = floor.open_table("manual_shoe")
    shift = floor.begin_shift()
    acts.fail(floor, table.devices.get())
    scan(floor.at)
    alert = Alert.objects.get(check_name="device_neglected")
    floor.later(minutes=1)
    acknowledge(alert, by=floor.floorperson, at=floor.at)
    floor.later(minutes=2)
    devices.handle_device(table.devices.get(), handling="covered", by=floor.floorperson, at=floor.at)
    scan(floor.at)

    told = only(report_of(shift, floor.at + timedelta(seconds=1)), "alerts", number=1, taken_on=1)

    assert (told["ack_median"], told["close_median"], told["open"], told["by_itself"]) == (60, 180, 0, 1)
