"""Two people do the same thing at once: one is refused, and the data stays correct.

Each race runs twice: without the lock, to prove that it happens, and with it. Two threads meet at a barrier after
reading and before writing. With the lock the second cannot get there, and the first goes on after a moment. On SQLite
transactions do not overlap (BEGIN IMMEDIATE), so the race never happens; the end of this file shows that it would
without that setting.
"""

from collections.abc import Callable
from datetime import time
from threading import Barrier
from typing import Any, NamedTuple

import pytest
from django.db import OperationalError, connection, transaction
from django.db.models import Model, QuerySet

from casino.ops.databases.sqlite3.base import WriterQueue
from compliance.db import locking
from compliance.facilities.policies import policy
from compliance.journal import write as journal_module
from compliance.journal.verify import find_misfits
from compliance.journal.write import journal
from compliance.models import Facility, Posting, Staff, Stream
from compliance.staff import services as staff
from compliance.staff.roles import Role
from tables.dealers import services as dealers
from tables.decks import changes as deck_changes
from tables.decks import services as decks
from tables.devices import services as devices
from tables.findings import gates
from tables.floor import services as floor_services
from tables.models import Deck, Device, Layout, Licence, Offer, Pit, Shift, Table
from tables.openings import services as opening
from tables.shifts import services as shifts
from tables.signs import services as signs
from tables.submissions import services as submissions
from tests.floor import NOON, Floor, deck_at, fresh, signed_by
from tests.races import PATIENCE_S, SURELY_S, WRITE, Act, Meeting, run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases("locks")]


class Race(NamedTuple):
    """What two people do, the rows that are locked for it, and what the second is told; nothing: both may.

    They meet when the last of these rows is read; or, where they decide by what they read after it, before they write:
    at the first statement that begins with one of these words.
    """

    acts: tuple[Act, Act]
    locks: tuple[type[Model], ...]
    told: str | None
    before: tuple[str, ...] = ()


# ── The races


def open_the_same_table(floor: Floor) -> Race:
    table = almost_open(floor)
    return Race((lambda: floor.open(table), lambda: floor.open(table)), (Table,), "table_not_opening", WRITE)


def begin_the_same_opening(floor: Floor) -> Race:
    table = floor.ready_table()

    def begin() -> object:
        return opening.begin_opening(table, by=floor.floorperson, at=floor.at)

    return Race((begin, begin), (Table,), "wrong_state")


def take_one_deck_to_two_tables(floor: Floor) -> Race:
    deck, tables = floor.deck(), [floor.begin(floor.ready_table(dealer=floor.new_dealer())) for _ in range(2)]

    def bring(table: Table) -> Act:
        return lambda: deck_changes.bring_deck(table, deck=deck, by=floor.floorperson, at=floor.at)

    return Race((bring(tables[0]), bring(tables[1])), (Deck,), "deck_not_there_yet")


def draw_one_deck_into_two_pits(floor: Floor) -> Race:
    (deck,), pits = floor.new_decks(), (floor.pit, floor.new_pit())
    return Race(
        (lambda: floor.draw(deck, pit=pits[0]), lambda: floor.draw(deck, pit=pits[1])), (Deck,), "deck_not_there_yet"
    )


def change_the_same_deck(floor: Floor) -> Race:
    deck = deck_at(floor.open_table())

    def change(replacement: Deck) -> Act:
        return lambda: deck_changes.change_deck(
            deck,
            replacement=replacement,
            reason="scheduled",
            by=floor.floorperson,
            at=floor.at,
            second=signed_by(floor.dealer),
        )

    return Race((change(floor.deck()), change(floor.deck())), (Table, Deck), "deck_not_there_yet")


def collect_the_same_deck(floor: Floor) -> Race:
    deck = deck_at(floor.open_table())
    deck_changes.remove_deck(
        deck, reason="damaged_card", by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer)
    )
    second = signed_by(floor.security, Role.SECURITY)

    def collect() -> object:
        return decks.collect_decks(floor.facility, decks=[deck], by=floor.floorperson, at=floor.at, second=second)

    return Race((collect, collect), (Deck,), "deck_not_there_yet")


def take_one_dealer_to_two_tables(floor: Floor) -> Race:
    dealer, tables = floor.dealer, [floor.new_table() for _ in range(2)]
    for table in tables:
        floor.furnish(table)

    def assign(table: Table) -> Act:
        return lambda: dealers.assign_dealer(table, dealer=dealer, by=floor.floorperson, at=floor.at)

    return Race((assign(tables[0]), assign(tables[1])), (Staff,), "dealer_elsewhere", WRITE)


def take_two_dealers_to_one_table(floor: Floor) -> Race:
    table = floor.new_table()
    floor.furnish(table)

    def assign(dealer: Staff) -> Act:
        return lambda: dealers.assign_dealer(table, dealer=dealer, by=floor.floorperson, at=floor.at)

    # Both may: the second relieves the first.
    return Race((assign(floor.new_dealer()), assign(floor.new_dealer())), (Table,), None, WRITE)


def open_one_table_more_than_a_floorperson_may_have(floor: Floor) -> Race:
    tables = [almost_open(floor) for _ in range(2)]  # of a span of one, below
    return Race((lambda: floor.open(tables[0]), lambda: floor.open(tables[1])), (Staff,), "span_exceeded", WRITE)


def take_over_one_table_more_than_a_floorperson_may_have(floor: Floor) -> Race:
    tables = [floor.open_table(dealer=floor.new_dealer(), floorperson=floor.hire(Role.PIT_BOSS)) for _ in range(2)]

    def supervise(table: Table) -> Act:
        return lambda: floor_services.supervise(table, floorperson=floor.floorperson, by=floor.pit_boss, at=floor.at)

    return Race((supervise(tables[0]), supervise(tables[1])), (Staff,), "span_exceeded", WRITE)


def approve_the_same_offer(floor: Floor) -> Race:
    offer, officers = floor.submit_offer(), (floor.compliance_officer, floor.hire(Role.COMPLIANCE_OFFICER))

    def approve(officer: Staff) -> Act:
        return lambda: submissions.approve(
            offer, reference="L", approved_on=NOON.date(), effective_at=None, by=officer, at=floor.at
        )

    return Race((approve(officers[0]), approve(officers[1])), (Facility, Offer), "not_submitted")


def approve_two_versions(floor: Floor) -> Race:
    older, newer = floor.submit_layout(), floor.submit_layout()

    def approve(layout: Layout, officer: Staff) -> Act:
        return lambda: submissions.approve(
            layout, reference="L", approved_on=NOON.date(), effective_at=None, by=officer, at=floor.at
        )

    # Whichever comes first: the newer supersedes the older, or the older comes too late. Never are both in force.
    return Race(
        (approve(older, floor.compliance_officer), approve(newer, floor.compliance_officer)),
        (Facility,),
        "newer_approved",
    )


def submit_the_same_name(floor: Floor) -> Race:
    return Race((floor.submit_offer, floor.submit_offer), (Facility,), None, WRITE)


def announce_two_limits(floor: Floor) -> Race:
    table = floor.open_table()
    offers = [
        floor.new_offer({"limits": {"ante": [f"{least}.00", "200.00"]}, "wagers": []}, name=f"O{least}")
        for least in (10, 20)
    ]

    def put(offer: Offer) -> Act:
        return lambda: floor_services.put_offer(
            table, offer=offer, sign=True, announced=True, by=floor.pit_boss, at=floor.at
        )

    return Race((put(offers[0]), put(offers[1])), (Table,), "notice_running", WRITE)


def begin_the_same_shift(floor: Floor) -> Race:
    template = shifts.add_template(
        floor.facility, name="Day", starts=time(8), ends=time(16), by=floor.shift_manager, at=floor.at
    )

    def begin() -> object:
        return shifts.begin_shift(floor.facility, template=template, by=floor.shift_manager, at=floor.at)

    return Race((begin, begin), (Facility,), "shift_begun", WRITE)


def end_the_same_shift(floor: Floor) -> Race:
    template = shifts.add_template(
        floor.facility, name="Day", starts=time(8), ends=time(16), by=floor.shift_manager, at=floor.at
    )
    shift = shifts.begin_shift(floor.facility, template=template, by=floor.shift_manager, at=floor.at)

    def end() -> object:
        return shifts.end_shift(shift, by=floor.shift_manager, at=floor.at)

    return Race((end, end), (Shift,), "shift_ended")


def give_one_pit_to_two(floor: Floor) -> Race:
    template = shifts.add_template(
        floor.facility, name="Day", starts=time(8), ends=time(16), by=floor.shift_manager, at=floor.at
    )
    shift = shifts.begin_shift(floor.facility, template=template, by=floor.shift_manager, at=floor.at)

    def give(pit_boss: Staff) -> Act:
        return lambda: shifts.give_pit(shift, pit=floor.pit, pit_boss=pit_boss, by=floor.shift_manager, at=floor.at)

    return Race((give(floor.pit_boss), give(floor.pit_boss)), (Shift, Pit), "has_pit", WRITE)


def take_one_device_to_two_tables(floor: Floor) -> Race:
    device, tables = floor.device(Device.Kind.SHUFFLER), [floor.new_table() for _ in range(2)]

    def place(table: Table) -> Act:
        return lambda: devices.place_device(table, device=device, by=floor.floorperson, at=floor.at)

    return Race((place(tables[0]), place(tables[1])), (Device,), "device_elsewhere")


def revoke_the_same_licence(floor: Floor) -> Race:
    posting, licence = floor.posting(floor.dealer), floor.dealer.licences.get()

    def revoke() -> object:
        return dealers.revoke_licence(posting, licence=licence, reason="x", by=floor.compliance_officer, at=floor.at)

    return Race((revoke, revoke), (Licence,), "licence_revoked")


def give_the_same_role(floor: Floor) -> Race:
    person, administrator, second = floor.auditor, floor.administrator, floor.officers_signature

    def appoint() -> object:
        return staff.appoint(
            person, facility=floor.facility, role=Role.SECURITY, by=administrator, at=floor.at, second=second
        )

    return Race((appoint, appoint), (Staff,), "posted", WRITE)


def end_the_same_posting(floor: Floor) -> Race:
    posting, administrator = floor.posting(floor.auditor), floor.administrator

    def end() -> object:
        return staff.end_posting(floor.auditor, posting=posting, by=administrator, at=floor.at)

    return Race((end, end), (Facility, Posting), "posting_ended")


def give_the_same_card_twice(floor: Floor) -> Race:
    donor, in_play = floor.deck(), [deck_at(floor.open_table(dealer=floor.new_dealer())) for _ in range(2)]

    def replace(deck: Deck) -> Act:
        return lambda: deck_changes.replace_card(
            deck,
            card="As",
            donor=donor,
            backs_compared=True,
            surveillance_told=True,
            by=floor.floorperson,
            at=floor.at,
            second=signed_by(floor.pit_boss, Role.PIT_BOSS),
        )

    return Race((replace(in_play[0]), replace(in_play[1])), (Deck,), "card_given", WRITE)


def twice(act: Act, told: str, *locks: type[Model], before: tuple[str, ...] = ()) -> Race:
    return Race((act, act), locks, told, before)


def spread_twice(floor: Floor) -> Race:
    table = floor.open_table()
    return twice(lambda: opening.spread_cards(table, by=floor.floorperson, at=floor.at), "wrong_state", Table)


def resume_twice(floor: Floor) -> Race:
    table = floor.open_table()
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    return twice(lambda: opening.resume_table(table, by=floor.floorperson, at=floor.at), "wrong_state", Table)


def close_twice(floor: Floor) -> Race:
    table, second = floor.open_table(), signed_by(floor.dealer)
    return twice(
        lambda: opening.close_table(table, by=floor.floorperson, at=floor.at, second=second), "wrong_state", Table, Deck
    )


def close_for_cause_twice(floor: Floor) -> Race:
    table, by = floor.new_table(), floor.floorperson
    return twice(lambda: opening.close_for_cause(table, cause="x", by=by, at=floor.at), "closed_for_cause", Table)


def lift_a_closure_twice(floor: Floor) -> Race:
    table, by, second = floor.new_table(), floor.pit_boss, signed_by(floor.shift_manager, Role.SHIFT_MANAGER)
    opening.close_for_cause(table, cause="x", by=by, at=floor.at)
    return twice(
        lambda: opening.release_table(table, reason="x", by=by, at=floor.at, second=second), "wrong_state", Table
    )


def verify_twice(floor: Floor) -> Race:
    deck = floor.deck()
    floor.begin(floor.ready_table(), deck)
    return twice(lambda: floor.verify(deck), "deck_not_there_yet", Table, Deck)


def do_the_last_step_twice(floor: Floor) -> Race:
    deck = floor.deck(seal=f"S{floor.facility.code}")
    floor.begin(floor.ready_table(), deck)
    floor.verify(deck)
    return twice(
        lambda: opening.do_step(fresh(deck), step="cut", by=floor.floorperson, at=floor.at),
        "steps_done",
        Table,
        Deck,
        before=WRITE,
    )


def remove_twice(floor: Floor) -> Race:
    deck, second = deck_at(floor.open_table()), signed_by(floor.dealer)
    return twice(
        lambda: deck_changes.remove_deck(deck, reason="tampering", by=floor.floorperson, at=floor.at, second=second),
        "deck_not_there_yet",
        Table,
        Deck,
    )


def reject_twice(floor: Floor) -> Race:
    deck, second = floor.deck(), signed_by(floor.dealer)
    floor.begin(floor.ready_table(), deck)
    return twice(
        lambda: deck_changes.reject_deck(deck, note="x", by=floor.floorperson, at=floor.at, second=second),
        "deck_not_there_yet",
        Table,
        Deck,
    )


def add_two_decks_where_one_has_room(floor: Floor) -> Race:
    table, second = floor.open_table(shuffler=True), signed_by(floor.dealer)

    def add(deck: Deck) -> Act:
        return lambda: deck_changes.add_deck(table, deck=deck, by=floor.floorperson, at=floor.at, second=second)

    return Race((add(floor.deck("blue")), add(floor.deck("blue"))), (Table,), "two_decks_already", ("UPDATE",))


def return_twice(floor: Floor) -> Race:
    deck, by, second = floor.deck(), floor.floorperson, signed_by(floor.security, Role.SECURITY)
    return twice(lambda: decks.return_deck(deck, by=by, at=floor.at, second=second), "deck_not_there_yet", Deck)


def preshuffle_twice(floor: Floor) -> Race:
    deck, by, second = floor.deck(), floor.pit_boss, signed_by(floor.hire(Role.DEALER))
    return twice(
        lambda: decks.preshuffle_deck(deck, form_number="F", seal="S", by=by, at=floor.at, second=second),
        "sealed",
        Deck,
    )


def used(floor: Floor, *, discrepancy: str | None = None) -> Deck:
    """Return a deck that was collected, and examined if it is said how."""
    deck, second = floor.deck(), signed_by(floor.hire(Role.DEALER))
    floor.begin(floor.ready_table(), deck)
    deck_changes.reject_deck(deck, note="x", by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer))
    second = signed_by(floor.security, Role.SECURITY)
    decks.collect_decks(floor.facility, decks=[deck], by=floor.floorperson, at=floor.at, second=second)
    if discrepancy is not None:
        decks.examine_deck(deck, work_order="W", discrepancy=discrepancy, by=floor.security, at=floor.at)
    return fresh(deck)


def examine_twice(floor: Floor) -> Race:
    deck, by = used(floor), floor.security
    return twice(
        lambda: decks.examine_deck(deck, work_order="W", discrepancy="", by=by, at=floor.at), "deck_not_there_yet", Deck
    )


def release_a_deck_twice(floor: Floor) -> Race:
    deck, by = used(floor, discrepancy="crimped"), floor.compliance_officer
    return twice(lambda: decks.release_deck(deck, reference="R", by=by, at=floor.at), "deck_not_there_yet", Deck)


def destroy_twice(floor: Floor) -> Race:
    deck, by, second = used(floor, discrepancy=""), floor.pit_boss, signed_by(floor.security, Role.SECURITY)
    return twice(
        lambda: decks.destroy_deck(deck, how="shredded", by=by, at=floor.at, second=second), "deck_not_there_yet", Deck
    )


def fail_twice(floor: Floor) -> Race:
    device, by = floor.device(Device.Kind.SHUFFLER), floor.floorperson
    return twice(lambda: devices.fail_device(device, fault="x", by=by, at=floor.at), "already_out_of_order", Device)


def remove_a_failed_device_twice(floor: Floor) -> Race:
    device, by = floor.place(floor.new_table(), Device.Kind.SHUFFLER), floor.floorperson
    device = devices.fail_device(device, fault="x", by=by, at=floor.at)
    return twice(
        lambda: devices.handle_device(device, handling="removed", by=by, at=floor.at),
        "nothing_to_handle",
        Table,
        Device,
    )


def repair_twice(floor: Floor) -> Race:
    device, by = floor.device(Device.Kind.SHUFFLER), floor.pit_boss
    devices.fail_device(device, fault="x", by=by, at=floor.at)
    return twice(lambda: devices.repair_device(device, report="x", by=by, at=floor.at), "in_order_already", Device)


def take_away_twice(floor: Floor) -> Race:
    device, by = floor.place(floor.new_table(), Device.Kind.SHUFFLER), floor.floorperson
    return twice(lambda: devices.take_device_away(device, by=by, at=floor.at), "at_no_table", Table, Device)


def retire_twice(floor: Floor) -> Race:
    device, by = floor.device(Device.Kind.SHUFFLER), floor.pit_boss
    return twice(lambda: devices.retire_device(device, reason="x", by=by, at=floor.at), "device_retired", Device)


def withdraw_an_offer_twice(floor: Floor) -> Race:
    offer, by = floor.submit_offer(), floor.compliance_officer
    return twice(lambda: submissions.withdraw(offer, reason="x", by=by, at=floor.at), "withdrawn", Facility, Offer)


def withdraw_a_notice_twice(floor: Floor) -> Race:
    table = floor.open_table()
    offer = floor.new_offer({"limits": {"ante": ["10.00", "200.00"]}, "wagers": []}, name="High")
    floor_services.put_offer(table, offer=offer, sign=True, announced=True, by=floor.pit_boss, at=floor.at)
    return twice(
        lambda: floor_services.withdraw_notice(table, by=floor.pit_boss, at=floor.at), "no_notice", Table, before=WRITE
    )


def take_a_sign_down_twice(floor: Floor) -> Race:
    table = floor.ready_table()
    signs.post_sign(table, by=floor.floorperson, at=floor.at)
    up = list(table.signs.all())
    return twice(
        lambda: signs.take_down_sign(table, signs=up, by=floor.floorperson, at=floor.at),
        "sign_not_up",
        Table,
        before=WRITE,
    )


def record_a_cover_card_twice(floor: Floor) -> Race:
    card: dict[str, Any] = {"colour": "green", "model": "x", "reference": "L", "approved_on": floor.at.date()}
    return twice(
        lambda: decks.record_cover_card(floor.facility, **card, by=floor.compliance_officer, at=floor.at),
        "cover_card_exists",
        Facility,
        before=WRITE,
    )


def put_one_floorperson_in_charge_twice(floor: Floor) -> Race:
    table, floorperson, by = floor.new_table(), floor.floorperson, floor.pit_boss
    return twice(
        lambda: floor_services.supervise(table, floorperson=floorperson, by=by, at=floor.at),
        "already_supervises",
        Table,
        Staff,
        before=WRITE,
    )


def release_a_dealer_twice(floor: Floor) -> Race:
    table = floor.ready_table()
    return twice(
        lambda: dealers.release_dealer(table, by=floor.floorperson, at=floor.at),
        "no_dealer",
        Table,
        Staff,
        before=WRITE,
    )


def start_a_break_twice(floor: Floor) -> Race:
    posting, by = floor.posting(floor.dealer), floor.floorperson
    return twice(lambda: dealers.start_break(posting, by=by, at=floor.at), "not_free", Staff, before=WRITE)


def end_a_break_twice(floor: Floor) -> Race:
    posting, by = floor.posting(floor.dealer), floor.floorperson
    dealers.start_break(posting, by=by, at=floor.at)
    return twice(lambda: dealers.end_break(posting, by=by, at=floor.at), "no_break", Staff, before=WRITE)


def disable_twice(floor: Floor) -> Race:
    person, by = floor.auditor, floor.administrator
    return twice(lambda: staff.disable(person, reason="x", by=by, at=floor.at), "nothing_to_do", Staff)


def take_the_last_two_administrators_roles_from_each_other(floor: Floor) -> Race:
    one, other = floor.administrator, floor.hire(Role.ADMINISTRATOR)

    def end(person: Staff, by: Staff) -> Act:
        return lambda: staff.end_posting(person, posting=floor.posting(person), by=by, at=floor.at)

    return Race((end(one, other), end(other, one)), (Facility,), "last_administrator", WRITE)


def disable_each_others_accounts(floor: Floor) -> Race:
    one, other = floor.administrator, floor.hire(Role.ADMINISTRATOR)

    def disable(person: Staff, by: Staff) -> Act:
        return lambda: staff.disable(person, reason="x", by=by, at=floor.at)

    # They meet before they lock the journal's stream, in which each waits for the other.
    before = (f'SELECT "{Stream._meta.db_table}"',)
    return Race((disable(one, other), disable(other, one)), (Facility,), "last_administrator", before)


def append_to_the_same_stream(floor: Floor) -> Race:
    @transaction.atomic
    def append() -> object:
        return journal("test.made", floor.facility, on=floor.facility, by=None, at=floor.at)

    return Race((append, append), (Stream,), None)


RACES = [
    open_the_same_table,
    begin_the_same_opening,
    take_one_deck_to_two_tables,
    draw_one_deck_into_two_pits,
    change_the_same_deck,
    collect_the_same_deck,
    take_one_dealer_to_two_tables,
    take_two_dealers_to_one_table,
    open_one_table_more_than_a_floorperson_may_have,
    take_over_one_table_more_than_a_floorperson_may_have,
    approve_the_same_offer,
    submit_the_same_name,
    announce_two_limits,
    begin_the_same_shift,
    end_the_same_shift,
    give_one_pit_to_two,
    take_one_device_to_two_tables,
    revoke_the_same_licence,
    give_the_same_role,
    end_the_same_posting,
    take_the_last_two_administrators_roles_from_each_other,
    append_to_the_same_stream,
    disable_each_others_accounts,
    give_the_same_card_twice,
    spread_twice,
    resume_twice,
    close_twice,
    close_for_cause_twice,
    lift_a_closure_twice,
    verify_twice,
    do_the_last_step_twice,
    remove_twice,
    reject_twice,
    add_two_decks_where_one_has_room,
    return_twice,
    preshuffle_twice,
    examine_twice,
    release_a_deck_twice,
    destroy_twice,
    fail_twice,
    remove_a_failed_device_twice,
    repair_twice,
    take_away_twice,
    retire_twice,
    withdraw_an_offer_twice,
    withdraw_a_notice_twice,
    take_a_sign_down_twice,
    record_a_cover_card_twice,
    put_one_floorperson_in_charge_twice,
    release_a_dealer_twice,
    start_a_break_twice,
    end_a_break_twice,
    disable_twice,
]


# ── How they are run


def almost_open(floor: Floor) -> Table:
    table = floor.ready_table(dealer=floor.new_dealer())
    deck = floor.deck()
    floor.begin(table, deck)
    floor.do_steps(deck)
    return fresh(table)


@pytest.fixture(autouse=True)
def a_span_of_one(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """A floorperson may have one open table where that is the race, so that two tables are enough for it."""
    if "more_than_a_floorperson_may_have" in request.node.name:
        monkeypatch.setattr(gates, "policy", lambda name, jurisdiction: policy(name, jurisdiction)._replace(value=1))


def meet(monkeypatch: pytest.MonkeyPatch, race: Race, *, locks: bool) -> list[Act]:
    """Return the acts such that both meet when they have read what they decide by, with the lock or without it."""
    meeting_point, real = Meeting(), locking.get_locked
    patience = SURELY_S if connection.vendor == "postgresql" and not locks else PATIENCE_S

    def get_locked(rows: QuerySet[Any], **lookup: object) -> Any:
        found = rows.get(**lookup) if rows.model in race.locks and not locks else real(rows, **lookup)
        if rows.model is race.locks[-1] and not race.before:
            meeting_point.wait(patience)
        return found

    def meeting(act: Act) -> Act:
        came: list[str] = []

        def execute(run: Callable[..., Any], sql: str, *rest: Any) -> Any:
            if sql.startswith(race.before) and not came:
                came.append(sql)
                meeting_point.wait(patience)
            return run(sql, *rest)

        def act_and_meet() -> object:
            with connection.execute_wrapper(execute):
                return act()

        return act_and_meet

    monkeypatch.setattr(locking, "get_locked", get_locked)
    monkeypatch.setattr(journal_module, "get_locked", get_locked)
    return [meeting(act) for act in race.acts] if race.before else list(race.acts)


def entries_of(floor: Floor) -> int:
    return sum(Stream.objects.values_list("length", flat=True))


@pytest.mark.parametrize("make", RACES, ids=lambda make: make.__name__)
def test_the_race_happens_without_the_lock_and_with_it_one_act_is_refused(
    make: Callable[[Floor], Race], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Everyone is there already: nobody is to be hired in the middle of a race.
    unguarded, guarded = make(Floor("md", code="MD1").manned()), make(Floor("md", code="MD2").manned())
    right = sorted([None, guarded.told], key=str)

    with monkeypatch.context() as patch:
        without = run(*meet(patch, unguarded, locks=False))
    outcomes = run(*meet(monkeypatch, guarded, locks=True))

    assert outcomes == right
    # SQLite has one writer, so that there is nothing to lock.
    assert (without == right) is (connection.vendor == "sqlite")


# ── What they leave behind


def test_two_versions_approved_at_once_are_never_both_in_force(monkeypatch: pytest.MonkeyPatch) -> None:
    floor = Floor("md")
    race = approve_two_versions(floor)

    run(*meet(monkeypatch, race, locks=True))

    assert len([layout for layout in Layout.objects.all() if layout.in_force(NOON)]) == 1


def test_entries_written_side_by_side_leave_no_gap() -> None:
    floor = Floor("md")
    before = entries_of(floor)
    together = Barrier(6)

    def write() -> None:
        together.wait()
        for number in range(10):
            with transaction.atomic():
                journal("test.made", floor.facility, on=floor.facility, by=None, at=floor.at, number=number)

    outcomes = run(*[write] * 6)

    assert outcomes == [None] * 6
    assert entries_of(floor) == before + 60
    assert list(find_misfits([])) == []


def test_verification_finds_no_misfit_while_the_journal_is_written() -> None:
    floor = Floor("md")
    seen: list[object] = []
    together = Barrier(2)

    def write() -> None:
        together.wait()
        for _ in range(40):
            with transaction.atomic():
                journal("test.made", floor.facility, on=floor.facility, by=None, at=floor.at)

    def look() -> None:
        together.wait()
        for _ in range(15):
            seen.extend(find_misfits([]))

    assert run(write, look) == [None, None]
    assert seen == []


# ── Locks that let others refer


def waiting_for_each_other(floor: Floor, monkeypatch: pytest.MonkeyPatch, *, no_key: bool) -> list[str | None]:
    """One holds the facility and wants its stream; the other holds the stream, and its entry refers to the facility."""
    both_hold_theirs = Meeting()
    template = shifts.add_template(
        floor.facility, name="Day", starts=time(8), ends=time(16), by=floor.shift_manager, at=floor.at
    )
    person, administrator = floor.auditor, floor.administrator
    met: set[type[Model]] = set()

    def get_locked(rows: QuerySet[Any], **lookup: object) -> Any:
        if rows.model is Stream and Facility in met and Stream in met:
            return rows.select_for_update(of=("self",), no_key=no_key).get(**lookup)
        found = rows.select_for_update(of=("self",), no_key=no_key).get(**lookup)
        if rows.model in (Facility, Stream) and rows.model not in met:
            met.add(rows.model)
            both_hold_theirs.wait(SURELY_S if connection.vendor == "postgresql" else PATIENCE_S)
        return found

    monkeypatch.setattr(locking, "get_locked", get_locked)
    monkeypatch.setattr(journal_module, "get_locked", get_locked)
    return run(
        lambda: shifts.begin_shift(floor.facility, template=template, by=floor.shift_manager, at=floor.at),
        lambda: staff.unlock_account(person, by=administrator, at=floor.at),
    )


def test_locking_a_facility_does_not_block_writers_of_its_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert waiting_for_each_other(Floor("md"), monkeypatch, no_key=True) == [None, None]


def test_a_key_lock_on_the_facility_deadlocks_with_journal_writers(monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes = waiting_for_each_other(Floor("md"), monkeypatch, no_key=False)

    # PostgreSQL finds the deadlock and ends one of them; SQLite has no such lock.
    assert outcomes == ([None, "OperationalError"] if connection.vendor == "postgresql" else [None, None])


def test_without_begin_immediate_two_writers_would_fail_on_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both read in a transaction and then write: SQLite refuses the second at once, however long it would wait."""
    floor = Floor("md")
    both_have_read = Barrier(2)
    pit = floor.pit
    monkeypatch.setattr(WriterQueue, "enter", lambda line, seconds: True)
    monkeypatch.setattr(WriterQueue, "leave", lambda line: None)

    def rename() -> None:
        if connection.vendor == "sqlite":
            connection.ensure_connection()
            connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
        with transaction.atomic():
            found = Pit.objects.get(pk=pit.pk)
            both_have_read.wait(SURELY_S)
            found.name = "Renamed"
            found.save()

    outcomes = run(rename, rename)

    assert outcomes == ([None, OperationalError.__name__] if connection.vendor == "sqlite" else [None, None])
