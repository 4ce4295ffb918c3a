"""`updated_since` finds every change, whatever subject the journal records it under."""

from datetime import time, timedelta
from typing import Any

import pytest

from compliance.alerts import services as alerts
from compliance.alerts.scan import scan
from compliance.api_keys import services as keys
from compliance.models import Alert
from compliance.staff import services as people
from compliance.staff.roles import Role
from games.models import Violation
from games.violations.services import close_violation
from tables.dealers import services as dealers
from tables.decks import changes as deck_changes
from tables.decks import services as decks
from tables.devices import services as devices
from tables.floor import services as tables
from tables.models import Deck, Device, Layout, Offer
from tables.openings import services as opening
from tables.shifts import services as shifts
from tables.submissions import services as submissions
from tests.casino.reports.shifts import sign
from tests.floor import Floor, deck_at, fresh, signed_by
from tests.games.acts import change, close, fail, in_breach, remove, rotate, spread, void
from tests.games.sample_rounds import a_round, counted, log

from .caller import Caller
from .watch import Watch

pytestmark = pytest.mark.both_databases("the feed's order and times")


@pytest.fixture
def watch(floor: Floor) -> Watch:
    return Watch(floor.manned())


def test_changes_of_facilities_pits_and_shifts_are_found(floor: Floor, watch: Watch) -> None:
    at: dict[str, Any] = {"by": floor.shift_manager}
    day, swing = (
        watch.sees(
            lambda name=name, starts=starts: shifts.add_template(  # type: ignore[misc]
                floor.facility, name=name, starts=time(starts), ends=time(starts + 6), at=floor.at, **at
            )
        )
        for name, starts in (("Day", 10), ("Swing", 16))
    )
    pit = watch.sees(floor.new_pit)
    watch.sees(lambda: floor.new_table(pit=pit))
    shift = watch.sees(lambda: shifts.begin_shift(floor.facility, template=day, at=floor.at, **at))
    watch.sees(lambda: shifts.give_pit(shift, pit=pit, pit_boss=floor.pit_boss, at=floor.at, **at))
    other = watch.sees(lambda: floor.hire(Role.PIT_BOSS))
    watch.sees(lambda: shifts.give_pit(shift, pit=pit, pit_boss=other, at=floor.at, **at))
    assert ("shift", shift.pk) in watch.changed
    watch.sees(lambda: shifts.begin_shift(floor.facility, template=swing, at=floor.at, **at), hours=4)
    assert ("pit", pit.pk) in watch.changed
    watch.sees(lambda: shifts.end_shift(shifts.on_duty(floor.facility), at=floor.at, **at))  # type: ignore[arg-type]
    watch.sees(lambda: shifts.retire_template(floor.facility, template=swing, at=floor.at, **at))


def test_changes_of_people_are_found(floor: Floor, watch: Watch) -> None:
    at: dict[str, Any] = {"by": floor.administrator}
    person = watch.sees(floor.new_dealer)
    watch.sees(lambda: floor.license(person))
    licence = person.licences.first()
    assert licence is not None
    posting = floor.posting(person)
    watch.sees(
        lambda: dealers.revoke_licence(posting, licence=licence, reason="Lost", by=floor.administrator, at=floor.at)
    )
    watch.sees(lambda: dealers.start_break(posting, at=floor.at, **at))
    watch.sees(lambda: dealers.end_break(posting, at=floor.at, **at))
    watch.sees(
        lambda: people.appoint(
            person, facility=floor.facility, role=Role.SECURITY, at=floor.at, **at, second=floor.officers_signature
        )
    )
    mine = watch.person.postings.get(role=Role.DEALER)
    watch.sees(lambda: people.end_posting(watch.person, posting=mine, at=floor.at, **at))
    watch.sees(lambda: people.disable(person, reason="Left", at=floor.at, **at))
    watch.sees(lambda: people.enable(person, at=floor.at, **at, second=floor.officers_signature))
    watch.sees(lambda: people.end_posting(person, posting=posting, at=floor.at, **at))
    assert ("dealer", posting.pk) in watch.changed, "who is no longer a dealer is told"
    watch.sees(
        lambda: people.set_pin(floor.hire(Role.AUDITOR), pin="4812", at=floor.at, **at, second=floor.officers_signature)
    )


def test_changes_through_a_decks_life_are_found(floor: Floor, watch: Watch) -> None:
    at: dict[str, Any] = {"by": floor.floorperson}
    security = signed_by(floor.security, Role.SECURITY)
    deck, other = watch.sees(lambda: floor.new_decks(2))
    watch.sees(lambda: floor.draw(deck, other))
    watch.sees(lambda: decks.return_deck(fresh(other), at=floor.at, second=security, **at))
    table = floor.ready_table()
    watch.sees(lambda: opening.begin_opening(table, at=floor.at, **at))
    watch.sees(lambda: deck_changes.bring_deck(table, deck=fresh(deck), at=floor.at, **at))
    watch.sees(lambda: floor.verify(deck))
    watch.sees(lambda: floor.do_steps(deck))
    watch.sees(lambda: floor.open(fresh(table)))
    watch.sees(lambda: spread(floor, table))
    watch.sees(lambda: opening.resume_table(fresh(table), at=floor.at, **at))
    assert ("deck", deck.pk) in watch.changed, "a deck has its next step again"
    watch.sees(lambda: floor.do_steps(deck))
    watch.sees(lambda: floor.open(fresh(table)))
    watch.sees(lambda: close(floor, table))
    watch.sees(lambda: decks.collect_decks(floor.facility, decks=[fresh(deck)], at=floor.at, second=security, **at))
    watch.sees(lambda: decks.examine_deck(fresh(deck), work_order="W1", discrepancy="Bent", at=floor.at, **at))
    watch.sees(lambda: decks.release_deck(fresh(deck), reference="R1", at=floor.at, **at))
    watch.sees(lambda: decks.destroy_deck(fresh(deck), how="Shredded", at=floor.at, second=security, **at))


def test_changes_of_decks_at_a_table_are_found(floor: Floor, watch: Watch) -> None:
    table = floor.open_table(shuffler=True)
    donor = floor.deck()
    replaced: dict[str, Any] = {"card": "As", "donor": donor, "backs_compared": True, "surveillance_told": True}
    watch.sees(
        lambda: deck_changes.replace_card(
            deck_at(table), by=floor.pit_boss, at=floor.at, second=signed_by(floor.dealer), **replaced
        )
    )
    blue = floor.deck("blue")
    watch.sees(
        lambda: deck_changes.add_deck(
            table, deck=blue, by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer)
        )
    )
    watch.sees(lambda: change(floor, deck_at(table)))
    watch.sees(lambda: remove(floor, fresh(blue)))
    # A deck that was verified for players who did not come is not, any more: only the table is told of.
    second = floor.deck("blue")
    spread(floor, fresh(table))
    opening.resume_table(fresh(table), by=floor.floorperson, at=floor.at)
    deck_changes.bring_deck(fresh(table), deck=second, by=floor.floorperson, at=floor.at)
    watch.sees(lambda: floor.verify(second))
    watch.sees(lambda: spread(floor, fresh(table)))
    assert fresh(second).state == Deck.State.TABLE
    assert ("deck", second.pk) in watch.changed


def test_changes_of_devices_and_people_at_a_table_are_found(floor: Floor, watch: Watch) -> None:
    at: dict[str, Any] = {"by": floor.pit_boss}
    table = floor.open_table(shuffler=True)
    device = watch.sees(lambda: floor.device(Device.Kind.SHUFFLER, approved=False))
    watch.sees(lambda: devices.approve_device(device, reference="L", approved_on=floor.at.date(), at=floor.at, **at))
    watch.sees(lambda: devices.retire_device(fresh(device), reason="Old", at=floor.at, **at))
    shuffler = table.devices.get(kind=Device.Kind.SHUFFLER)
    watch.sees(lambda: fail(floor, shuffler))
    watch.sees(lambda: devices.repair_device(fresh(shuffler), report="Belt", at=floor.at, **at))
    watch.sees(lambda: devices.inspect_device(fresh(shuffler), at=floor.at, **at))
    watch.sees(lambda: devices.take_device_away(fresh(shuffler), at=floor.at, **at))
    watch.sees(lambda: rotate(floor, fresh(table)))
    watch.sees(lambda: tables.supervise(fresh(table), floorperson=floor.hire(Role.FLOORPERSON), at=floor.at, **at))
    watch.sees(
        lambda: opening.close_for_cause(
            fresh(table), cause="Torn", at=floor.at, **at, second=signed_by(table.stints.get(ended_at=None).staff)
        )
    )
    watch.sees(
        lambda: opening.release_table(
            fresh(table), reason="Mended", at=floor.at, **at, second=signed_by(floor.shift_manager, Role.SHIFT_MANAGER)
        )
    )


@pytest.mark.parametrize("kind", ["offer", "layout"])
def test_changes_of_offers_and_layouts_are_found(floor: Floor, watch: Watch, kind: str) -> None:
    new: Any = {"offer": floor.new_offer, "layout": floor.new_layout}[kind]
    withdraw: Any = submissions.withdraw
    put: Any = {"offer": tables.put_offer, "layout": tables.put_layout}[kind]
    first: Offer | Layout = watch.sees(new)
    table = floor.new_table()
    watch.sees(lambda: put(table, by=floor.pit_boss, at=floor.at, **{kind: fresh(first)}))
    other = watch.sees(lambda: new(name="Other"))
    watch.sees(lambda: put(table, by=floor.pit_boss, at=floor.at, **{kind: other}))
    assert (kind, first.pk) in watch.changed, "no table uses it any more"

    second = watch.sees(lambda: new(effective_at=floor.at + timedelta(days=1)))
    assert (kind, first.pk) in watch.changed, "the first ends where the second begins"
    watch.sees(lambda: withdraw(fresh(second), reason="No", by=floor.compliance_officer, at=floor.at))
    assert (kind, first.pk) in watch.changed, "the first goes on"


def test_announced_limits_are_found(floor: Floor, watch: Watch) -> None:
    table = floor.open_table()
    other = floor.new_offer({"limits": {"ante": ["10.00", "100.00"]}, "wagers": []}, name="Higher")

    watch.sees(lambda: tables.put_offer(table, offer=other, sign=True, announced=True, by=floor.pit_boss, at=floor.at))
    watch.sees(lambda: tables.withdraw_notice(fresh(table), by=floor.pit_boss, at=floor.at))


def test_changes_of_rounds_violations_and_reports_are_found(floor: Floor, watch: Watch) -> None:
    table, shift = floor.open_table(), floor.begin_shift("Day", 10, 20)
    first = watch.sees(lambda: log(floor, table))
    assert {("round", first.pk), ("table", table.code), ("report", shift.pk)} <= watch.changed
    broken = watch.sees(lambda: in_breach(floor, table, a_round(seed=2)), hours=9)  # its deck is overdue
    violation = Violation.objects.get(round=broken)
    watch.sees(lambda: close_violation(violation, finding="Told", by=floor.compliance_officer, at=floor.at))
    assert ("round", broken.pk) in watch.changed
    watch.sees(lambda: change(floor, deck_at(table)))
    wrong = watch.sees(lambda: log(floor, table, counted(a_round(seed=3), off_by=1)))
    assert ("deck", wrong.deck_id) in watch.changed
    watch.sees(lambda: shifts.end_shift(fresh(shift), by=floor.shift_manager, at=floor.at))
    watch.sees(lambda: sign(floor, fresh(shift), second=floor.compliance_officer))

    watch.sees(lambda: void(floor, first, by=floor.pit_boss))
    assert ("report", shift.pk) in watch.changed, "a report that was signed is adjusted"
    watch.sees(lambda: log(floor, table, a_round(seed=4, replaces=first.pk)))
    assert ("round", first.pk) in watch.changed, "it says by which it was replaced"


def test_alert_changes_are_found_even_without_a_journal_entry(floor: Floor, watch: Watch) -> None:
    table = floor.open_table()
    scan(floor.at)
    watch.sees(lambda: scan(floor.at), hours=9)  # its deck is overdue
    alert = Alert.objects.get(check_name="deck_change")
    at: dict[str, Any] = {"by": floor.floorperson}
    watch.sees(lambda: alerts.acknowledge(alert, at=floor.at, **at))
    watch.sees(lambda: alerts.assign(alert, to=floor.pit_boss, at=floor.at, **at))
    watch.sees(lambda: alerts.escalate_now(alert, reason="Busy", at=floor.at, **at))
    watch.sees(
        lambda: (
            tables.supervise(table, floorperson=floor.hire(Role.FLOORPERSON), by=floor.pit_boss, at=floor.at),
            scan(floor.at),
        )
    )
    watch.sees(lambda: scan(floor.at), hours=2)
    watch.sees(lambda: (change(floor, deck_at(table)), scan(floor.at)))
    assert ("alert", alert.pk) in watch.changed, "it is gone"


def test_changes_of_keys_are_found(floor: Floor, watch: Watch) -> None:
    made: dict[str, Any] = {"name": "Slots", "facilities": [floor.facility], "scopes": ["rounds:read"], "valid_days": 9}
    key = watch.sees(lambda: keys.create_key(floor.facility, by=floor.administrator, at=floor.at, **made))
    watch.sees(lambda: keys.revoke_key(key, reason="Lost", by=floor.administrator, at=floor.at))


# ── What is not found


def test_what_has_not_changed_is_not_found(floor: Floor, watch: Watch) -> None:
    quiet, busy = floor.open_table(), floor.open_table(dealer=floor.new_dealer())

    watch.sees(lambda: change(floor, deck_at(busy), dealer=busy.stints.get().staff))

    assert watch.finds("table") == {busy.code}
    assert deck_at(quiet).pk not in watch.finds("deck")
    assert watch.finds("offer") == watch.finds("device") == set()


def test_changes_at_another_facility_are_not_found_here(floor: Floor, elsewhere: Floor, watch: Watch) -> None:
    person = floor.new_dealer()
    people.appoint(
        person,
        facility=elsewhere.facility,
        role=Role.DEALER,
        by=floor.administrator,
        at=floor.at,
        second=floor.officers_signature,
    )
    watch.sees(floor.new_pit)

    elsewhere.license(person)
    watch.sees(floor.new_pit)

    assert watch.finds("dealer") == set()


@pytest.mark.parametrize("moment", ["", "yesterday", "2026-03-02", "2026-03-02T17:00:00", "0001-01-01T00:00:00Z", "5"])
def test_an_invalid_time_is_refused(floor: Floor, moment: str) -> None:
    found = Caller(floor.auditor).refused(f"tables/?updated_since={moment}", 400)

    assert found["errors"][0]["path"] == "updated_since"
    assert found["errors"][0]["message"].startswith("Give a time")
