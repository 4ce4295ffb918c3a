"""Handling an alert: acknowledge, note, assign, snooze within limits, escalate, resolve."""

from datetime import timedelta

import pytest

from compliance.alerts import services as work
from compliance.alerts.inbox import bell_state, ringing
from compliance.alerts.scan import scan
from compliance.models import Alert, Entry, Severity, Staff
from compliance.staff.roles import Role
from tables.dealers import services as dealers
from tables.devices import services as devices
from tables.models import Table
from tests.floor import Floor, deck_at, fresh, refused

from .inspections import alert, look, told

pytestmark = pytest.mark.django_db

LEAD = timedelta(minutes=15)


@pytest.fixture
def table(floor: Floor) -> Table:
    return floor.open_table()


@pytest.fixture
def warning(floor: Floor, table: Table) -> Alert:
    """A deck that is to be changed in a quarter of an hour."""
    due_at = deck_at(table).change_due_at
    assert due_at
    floor.at = due_at - LEAD
    dealers.assign_dealer(table, dealer=floor.new_dealer(), by=floor.floorperson, at=floor.at)
    scan(floor.at)
    return alert("deck_change")


@pytest.fixture
def due(floor: Floor, warning: Alert) -> Alert:
    """The same deck, a quarter of an hour later."""
    look(floor, minutes=15)
    return alert("deck_change")


def mine(floor: Floor, staff: Staff) -> list[Alert]:
    """Return the deck changes that ring for someone at the floor's time."""
    fresh_staff = Staff.objects.get(pk=staff.pk)
    return list(ringing(fresh_staff, floor.facility, floor.at).filter(check_name="deck_change"))


# ── Who hears of it


def test_a_floorperson_hears_of_their_own_tables_and_nobody_above_does(floor: Floor, warning: Alert) -> None:
    other = floor.hire(Role.FLOORPERSON)

    assert mine(floor, floor.floorperson) == [warning]
    for person in (other, floor.pit_boss, floor.shift_manager, floor.compliance_officer, floor.auditor):
        assert mine(floor, person) == []


def test_where_nobody_supervises_the_pit_boss_hears_of_it_first(floor: Floor, table: Table) -> None:
    table.supervisions.update(ended_at=floor.at)
    floor.at = (deck_at(table).change_due_at or floor.at) - LEAD
    scan(floor.at)

    assert alert("deck_change").level == Role.PIT_BOSS
    assert mine(floor, floor.pit_boss) == [alert("deck_change")]


def test_the_bell_counts_unacknowledged_alerts_and_the_worst(floor: Floor, due: Alert) -> None:
    def rung() -> tuple[int, Severity | None]:
        found = bell_state(Staff.objects.get(pk=floor.floorperson.pk), floor.facility, floor.at)
        return found.unacknowledged, found.worst

    before = rung()
    for each in ringing(floor.floorperson, floor.facility, floor.at):
        work.acknowledge(each, by=floor.floorperson, at=floor.at)

    assert before[0] >= 1
    assert before[1] == Severity.DUE
    assert rung() == (0, None)


# ── Escalation


def test_a_warning_does_not_escalate(warning: Alert) -> None:
    assert warning.escalate_at is None


def test_what_is_due_and_unacknowledged_goes_to_the_pit_boss_and_then_to_the_shift_manager(
    floor: Floor, due: Alert
) -> None:
    heard = []
    for minutes in (4, 1, 5, 30):
        look(floor, minutes=minutes)
        heard.append(fresh(due).level)

    assert heard == [Role.FLOORPERSON, Role.PIT_BOSS, Role.SHIFT_MANAGER, Role.SHIFT_MANAGER]
    assert told(due)[:4] == ["alert.opened", "alert.raised", "alert.escalated", "alert.escalated"]


def test_an_acknowledged_alert_escalates_only_if_still_open_after_a_while(floor: Floor, table: Table) -> None:
    devices.fail_device(table.devices.get(), fault="Jammed", by=floor.floorperson, at=floor.at)
    scan(floor.at)
    failed = alert("device_neglected")
    work.acknowledge(failed, by=floor.floorperson, at=floor.at)
    levels = []
    for minutes in (14, 1):
        look(floor, minutes=minutes)
        levels.append(fresh(failed).level)

    assert levels == [Role.FLOORPERSON, Role.PIT_BOSS]
    assert fresh(failed).acknowledged_at is None


def test_it_is_escalated_once_however_often_that_is_tried(floor: Floor, due: Alert) -> None:
    floor.later(minutes=5)
    for _ in range(3):
        scan(floor.at)

    assert told(due).count("alert.escalated") == 1


# ── Acts


def test_a_second_acknowledgment_is_refused_with_the_first_name(floor: Floor, due: Alert) -> None:
    work.acknowledge(due, by=floor.floorperson, at=floor.at)

    found = fresh(due)
    assert (found.acknowledged_by, found.acknowledged_at) == (floor.floorperson, floor.at)
    with refused("acknowledged_already"):
        work.acknowledge(due, by=floor.pit_boss, at=floor.at)


def test_a_note_stands_in_the_history_also_of_one_that_is_closed(floor: Floor, due: Alert) -> None:
    work.resolve(due, reason="Told the dealer", by=floor.compliance_officer, at=floor.at)

    work.add_note(due, note="Seen on camera 4", by=floor.pit_boss, at=floor.at)

    entry = Entry.objects.filter(subject=due.subject_key, action="alert.noted").get()
    assert entry.facts["note"] == "Seen on camera 4"


def test_an_assigned_alert_rings_for_that_person_only(floor: Floor, due: Alert) -> None:
    work.assign(due, to=floor.shift_manager, by=floor.pit_boss, at=floor.at)

    assert mine(floor, floor.shift_manager) == [fresh(due)]
    assert mine(floor, floor.floorperson) == []


@pytest.mark.parametrize(("minutes", "told_so"), [(30, None), (31, "too_long")])
def test_a_warning_is_snoozed_for_half_an_hour_at_most(
    floor: Floor, warning: Alert, minutes: int, told_so: str | None
) -> None:
    if told_so:
        with refused(told_so):
            work.snooze(warning, minutes=minutes, by=floor.floorperson, at=floor.at)
        return
    work.snooze(warning, minutes=minutes, by=floor.floorperson, at=floor.at)

    assert mine(floor, floor.floorperson) == []


def test_a_warning_is_never_snoozed_past_its_due_time(floor: Floor, warning: Alert) -> None:
    work.snooze(warning, minutes=30, by=floor.floorperson, at=floor.at)

    assert fresh(warning).snoozed_until == warning.due_at


def test_after_a_snooze_an_alert_rings_again_with_the_full_time_to_acknowledge(floor: Floor, due: Alert) -> None:
    work.snooze(due, minutes=8, by=floor.floorperson, at=floor.at)
    put_off = mine(floor, floor.floorperson)

    look(floor, minutes=8)
    again = mine(floor, floor.floorperson)
    look(floor, minutes=5)

    assert (put_off, again) == ([], [due])
    assert fresh(due).level == Role.PIT_BOSS


def test_an_alert_is_snoozed_three_times_at_most_and_a_critical_one_never(floor: Floor, due: Alert) -> None:
    for _ in range(3):
        work.snooze(due, minutes=1, by=floor.floorperson, at=floor.at)
    with refused("too_often"):
        work.snooze(due, minutes=1, by=floor.floorperson, at=floor.at)

    look(floor, minutes=15)
    with refused("critical"):
        work.snooze(due, minutes=1, by=floor.floorperson, at=floor.at)


def test_an_alert_is_escalated_with_a_note_up_to_the_top_level(floor: Floor, due: Alert) -> None:
    for role in (Role.PIT_BOSS, Role.SHIFT_MANAGER):
        assert work.escalate_now(due, reason="No spare deck", by=floor.floorperson, at=floor.at).level == role

    with refused("nobody_above"):
        work.escalate_now(due, reason="No spare deck", by=floor.shift_manager, at=floor.at)


def test_what_the_rules_demand_is_closed_with_a_reason_by_a_compliance_officer_only(floor: Floor, due: Alert) -> None:
    for person in (floor.floorperson, floor.pit_boss, floor.shift_manager):
        with refused("not_yours_to_close", due.cite):
            work.resolve(due, reason="I saw to it", by=person, at=floor.at)

    closed = work.resolve(due, reason="Letter 12 extends it", by=floor.compliance_officer, at=floor.at)

    assert (closed.closed_by, closed.reason) == (floor.compliance_officer, "Letter 12 extends it")
    assert closed.escalate_at is None


def test_what_is_house_policy_a_pit_boss_may_close(floor: Floor, table: Table) -> None:
    look(floor, minutes=91)

    work.resolve(alert("dealer_too_long"), reason="Relief on the way", by=floor.pit_boss, at=floor.at)

    assert alert_is_closed("dealer_too_long")


def alert_is_closed(check: str) -> bool:
    return not Alert.objects.filter(check_name=check, closed_at=None).exists()


def test_nothing_but_a_note_is_done_to_one_that_is_closed(floor: Floor, table: Table) -> None:
    device = table.devices.get()
    devices.fail_device(device, fault="Jammed", by=floor.floorperson, at=floor.at)
    scan(floor.at)
    found = alert("device_neglected")
    devices.handle_device(fresh(device), handling="covered", by=floor.floorperson, at=floor.later(minutes=1))
    scan(floor.at)

    with refused("closed_already"):
        work.acknowledge(found, by=floor.floorperson, at=floor.at)
    with refused("closed_already"):
        work.resolve(found, reason="Covered", by=floor.compliance_officer, at=floor.at)
