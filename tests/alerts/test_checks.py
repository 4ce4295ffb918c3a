"""What each check finds, brought about by the real services where they let it happen."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Concat

from compliance.canary import beat
from compliance.journal import journal
from compliance.models import Severity
from compliance.roles import Role
from compliance.scanning import scan
from compliance.services import staff as people
from games.models import HourlyTotal, Round
from games.services import rounds
from games.services.violations import close_violation
from games.totals import hour_of
from tables.models import Deck, DeckStep, Offer, Table
from tables.services import dealers, deck_changes, devices
from tables.services import floor as floors
from tests.alerts.looks import alert, alerts, look, open_checks
from tests.floor import Floor, deck_at, fresh, signed_by
from tests.games.acts import change, in_breach, play, spread
from tests.games.rounds import a_round, counted, log

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    return Floor("md")


@pytest.fixture
def table(floor: Floor) -> Table:
    found = floor.open_table()
    scan(floor.at)
    return found


def since_opening(floor: Floor) -> set[str]:
    look(floor, seconds=5)
    return open_checks(floor)


# ── Cards


def test_a_deck_that_was_found_not_whole_is_to_leave_at_once(floor: Floor, table: Table) -> None:
    log(floor, table, counted(a_round("md"), off_by=-1))

    look(floor, seconds=1)

    found = alert("deck_not_whole")
    assert (found.severity, found.act) == (Severity.CRITICAL, "deck.change")
    change(floor, deck_at(table), reason=Deck.Reason.WRONG_COUNT)
    assert "deck_not_whole" not in since_opening(floor)


def test_a_table_without_a_deck_is_told_of_after_the_time_it_takes_to_bring_one(floor: Floor, table: Table) -> None:
    deck_changes.remove_deck(deck_at(table), reason=Deck.Reason.SCHEDULED, by=floor.floorperson,
                             at=floor.later(minutes=20), second=signed_by(floor.dealer))  # fmt: skip

    look(floor, minutes=4)
    assert "no_deck" not in open_checks(floor)
    look(floor, minutes=1)

    found = alert("no_deck")
    assert (found.act, found.since) == ("table.add-deck", floor.at - timedelta(minutes=5))


@pytest.mark.parametrize("check", ["no_deck", "no_dealer"])
def test_what_else_happens_at_a_table_does_not_put_off_that_something_is_missing(
    check: str, floor: Floor, table: Table
) -> None:
    floor.later(minutes=20)
    if check == "no_deck":
        deck_changes.remove_deck(deck_at(table), reason=Deck.Reason.SCHEDULED, by=floor.floorperson, at=floor.at,
                                 second=signed_by(floor.dealer))  # fmt: skip
    else:
        with transaction.atomic():
            dealers.end_stint(table.stints.get(), "off", by=floor.floorperson, at=floor.at)
    floors.post_sign(table, by=floor.floorperson, at=floor.later(minutes=4))

    look(floor, minutes=1)
    first = alert(check)
    floors.post_sign(table, by=floor.floorperson, at=floor.later(minutes=1))
    look(floor)

    assert alert(check) == first


def test_two_decks_of_one_colour_are_one_too_many(floor: Floor) -> None:
    table = floor.open_table("hand", decks=2)
    Deck.objects.filter(table=table).update(back_colour="red")

    look(floor, seconds=1)

    assert alert("second_deck_same_colour").cite == "MD Ch. 3 §B(2)"


def test_the_count_that_is_due_next_is_a_notice_and_the_one_that_was_missed_rings(floor: Floor, table: Table) -> None:
    play(floor, table, 4)
    look(floor)
    notice = alert("stub_count")
    Table.objects.filter(pk=table.pk).update(rounds_since_count=5, round_number=5)
    floors.post_sign(table, by=floor.floorperson, at=floor.at)
    look(floor)
    missed = alert("stub_count")

    assert notice.severity == Severity.NOTICE
    assert (missed.pk, missed.severity) == (notice.pk, Severity.DUE)
    assert missed.cite.startswith("MD Ch. 8 §E")


def test_a_count_ends_the_notice_of_it(floor: Floor, table: Table) -> None:
    play(floor, table, 4)
    look(floor)

    log(floor, fresh(table), counted(a_round("md", seed=9)))
    look(floor, seconds=1)

    assert not alerts("stub_count")


def test_no_count_is_due_where_a_shuffler_counts(floor: Floor) -> None:
    table = floor.ready_table("manual_shoe", shuffler=False)
    floor.place(table, "shuffler", counts=True)
    deck = floor.deck()
    floor.begin(table, deck)
    floor.do_steps(deck)
    table = fresh(floor.open(table))
    play(floor, table, 6)

    look(floor)

    assert not alerts("stub_count")


def test_cards_that_lie_at_a_table_unverified_are_told_of_after_a_quarter_of_an_hour(floor: Floor) -> None:
    table = floor.ready_table()
    deck = floor.deck()
    floor.begin(table, deck)
    look(floor, minutes=14)
    assert "opening_unverified" not in open_checks(floor)

    look(floor, minutes=1)

    found = alert("opening_unverified")
    assert (found.act, found.severity) == ("deck.verify", Severity.WARNING)
    floor.verify(deck)
    assert "opening_unverified" not in since_opening(floor)


def test_a_deck_that_is_in_play_though_nobody_verified_it_is_critical(floor: Floor, table: Table) -> None:
    DeckStep.objects.filter(deck=deck_at(table)).update(step=Concat(Value("un"), "step"))
    floors.post_sign(table, by=floor.floorperson, at=floor.at)

    look(floor)

    assert alert("opening_unverified").severity == Severity.CRITICAL


# ── Papers


def test_an_offer_that_is_withdrawn_is_told_of_at_every_open_table_that_deals_it(floor: Floor, table: Table) -> None:
    other = floor.open_table(dealer=floor.new_dealer())
    scan(floor.at)
    withdraw(floor)

    scan(floor.at)

    found = alerts("offer_not_in_force")
    assert {each.place for each in found} == {table.code, other.code}
    assert {each.level for each in found} == {Role.PIT_BOSS}


def withdraw(floor: Floor) -> None:
    """Take an offer out of force though tables deal it, which its service refuses."""
    Offer.objects.filter(pk=floor.offer.pk).update(withdrawn_at=floor.at)
    with transaction.atomic():
        journal("offer.withdrawn", floor.offer, on=floor.facility, by=floor.compliance_officer, at=floor.at)


def test_a_layout_is_told_of_at_the_moment_at_which_it_is_superseded(floor: Floor, table: Table) -> None:
    moment = floor.at + timedelta(hours=1)
    floor.new_layout(effective_at=moment)
    scan(floor.at)
    scan(moment - timedelta(seconds=1))
    assert not alerts("layout_not_in_force")

    scan(moment)

    assert alert("layout_not_in_force").act == "table.put-layout"


def test_a_sign_that_the_layout_leaves_the_odds_to_is_to_be_posted(floor: Floor) -> None:
    elements = floor.elements()
    by_sign = next(each.id for each in floor.book.layout.elements if each.or_sign)
    floor.__dict__["layout"] = floor.new_layout(elements | {by_sign: "sign"}, name="With a sign")
    table = floor.ready_table()
    floors.post_sign(table, by=floor.floorperson, at=floor.at)
    deck = floor.deck()
    floor.begin(table, deck)
    floor.do_steps(deck)
    floor.open(table)
    Table.objects.filter(pk=table.pk).update(sign_posted=False)

    look(floor, seconds=1)

    assert alert("sign_missing").act == "table.post-sign"
    floors.post_sign(table, by=floor.floorperson, at=floor.at)
    assert "sign_missing" not in since_opening(floor)


def test_a_notice_of_new_limits_is_a_notice_until_they_take_effect(floor: Floor, table: Table) -> None:
    higher = floor.new_offer({"limits": {"ante": ["10.00", "200.00"]}, "wagers": []}, name="Higher")
    floors.put_offer(table, offer=higher, sign=True, announced=True, by=floor.pit_boss, at=floor.at)
    look(floor, seconds=1)
    notice = alert("limit_notice")

    scan(notice.due_at)  # type: ignore[arg-type]

    assert (notice.severity, notice.cite) == (Severity.NOTICE, "COMAR 36.05.03.21")
    assert not alerts("limit_notice")


# ── Devices


def test_a_failed_device_is_to_be_covered_marked_or_removed(floor: Floor, table: Table) -> None:
    device = table.devices.get()
    devices.fail_device(device, fault="Jammed", by=floor.floorperson, at=floor.at)

    look(floor, seconds=1)

    found = alert("device_neglected")
    assert (found.severity, found.act, found.act_on) == (Severity.CRITICAL, "device.handle", str(device.pk))


def test_dealing_by_hand_without_a_working_shuffler_is_told_of(floor: Floor) -> None:
    table = floor.open_table("hand")
    shuffler = table.devices.get()
    devices.fail_device(shuffler, fault="Jammed", by=floor.floorperson, at=floor.at)
    devices.handle_device(fresh(shuffler), handling="covered", by=floor.floorperson, at=floor.at)

    look(floor, seconds=1)

    assert alert("method_not_lawful").cite == "MD Ch. 9 §A(1)"


def test_a_second_deck_without_a_shuffler_is_told_of(floor: Floor) -> None:
    table = floor.open_table("manual_shoe", decks=2)
    shuffler = table.devices.get(kind="shuffler")
    devices.fail_device(shuffler, fault="Jammed", by=floor.floorperson, at=floor.at)
    devices.handle_device(fresh(shuffler), handling="marked", by=floor.floorperson, at=floor.at)

    look(floor, seconds=1)

    assert "second_deck_without_shuffler" in open_checks(floor)


def test_devices_of_a_table_that_stays_open_are_to_be_inspected_when_the_day_turns(floor: Floor) -> None:
    floor.open_table("manual_shoe", shuffler=True)
    turn = floor.at.replace(hour=11) + timedelta(days=1)  # six in New York
    scan(turn - timedelta(seconds=1))
    before = alerts("device_not_inspected")
    scan(turn)
    warned = alert("device_not_inspected")
    scan(turn + timedelta(hours=1))

    assert before == []
    assert (warned.severity, warned.occurrence) == (Severity.WARNING, "2026-03-03")
    assert "And 1 more" in warned.text
    assert alert("device_not_inspected").severity == Severity.DUE


# ── People


def test_a_table_whose_dealer_left_is_told_of_after_a_handover(floor: Floor, table: Table) -> None:
    table.stints.filter(ended_at=None).update(ended_at=floor.at)
    floors.post_sign(table, by=floor.floorperson, at=floor.at)
    look(floor, minutes=4)
    assert "no_dealer" not in open_checks(floor)

    look(floor, minutes=1)

    assert alert("no_dealer").act == "table.assign-dealer"


def test_a_licence_that_is_revoked_while_its_holder_deals_is_told_of(floor: Floor, table: Table) -> None:
    licence = floor.dealer.licences.get()
    dealers.revoke_licence(floor.posting(floor.dealer), licence=licence, reason="Theft", by=floor.compliance_officer,
                           at=floor.later(minutes=1))  # fmt: skip

    scan(floor.at)

    assert alert("dealer_not_licensed").act == "table.relieve-dealer"


def test_a_dealer_without_a_table_test_is_told_of(floor: Floor, table: Table) -> None:
    floor.dealer.table_tests.update(game="Another game")
    floors.post_sign(table, by=floor.floorperson, at=floor.at)

    look(floor)

    assert "dealer_not_tested" in open_checks(floor)


def test_a_dealer_is_to_be_relieved_after_ninety_minutes(floor: Floor, table: Table) -> None:
    look(floor, minutes=89)
    early = alerts("dealer_too_long")
    look(floor, minutes=1)
    warned = alert("dealer_too_long").severity
    look(floor, minutes=30)
    late = alert("dealer_too_long")

    dealers.assign_dealer(table, dealer=floor.new_dealer(), by=floor.floorperson, at=floor.at)
    look(floor, seconds=1)

    assert (early, warned, late.severity) == ([], Severity.WARNING, Severity.DUE)
    assert not alerts("dealer_too_long")


def test_a_licence_that_runs_out_is_announced_a_month_before_to_the_compliance_officer(floor: Floor) -> None:
    dealer = floor.new_dealer(licensed=False)
    floor.license(dealer, expires_on=date(2026, 4, 1))
    scan(floor.at)
    found = alert("licence_expiring")

    floor.license(dealer, expires_on=date(2028, 4, 1))
    look(floor, seconds=1)

    assert (found.level, found.text) == (Role.COMPLIANCE_OFFICER, f"The licence of {dealer} runs out on 01 Apr 2026")
    assert not alerts("licence_expiring")


def test_a_dealer_of_two_facilities_is_told_of_at_both(floor: Floor) -> None:
    dealer = floor.new_dealer(licensed=False)
    floor.license(dealer, expires_on=date(2026, 4, 1))
    other = Floor("md", code="MDTWO")
    people.appoint(dealer, facility=other.facility, role=Role.DEALER, by=other.administrator, at=other.at)
    other.license(dealer, expires_on=date(2026, 4, 1))

    scan(floor.at)

    assert {each.facility for each in alerts("licence_expiring")} == {floor.facility, other.facility}


def test_of_the_tables_of_a_floorperson_with_too_many_the_last_one_is_told_of(floor: Floor) -> None:
    tables = [floor.open_table(dealer=floor.new_dealer()) for _ in range(6)]
    seventh = floor.open_table(dealer=floor.new_dealer(), floorperson=floor.hire(Role.FLOORPERSON))
    floor.later(minutes=1)
    seventh.supervisions.filter(ended_at=None).update(staff=floor.floorperson, started_at=floor.at)
    floors.post_sign(seventh, by=floor.floorperson, at=floor.at)

    look(floor, seconds=1)
    found = alert("floorperson_span")
    tables[0].supervisions.update(ended_at=floor.at)
    look(floor, minutes=1)

    assert (found.place, found.level) == (seventh.code, Role.PIT_BOSS)
    assert not alerts("floorperson_span")


# ── Facilities


def test_decks_that_were_removed_are_collected_before_the_gaming_day_ends(floor: Floor, table: Table) -> None:
    floor.later(hours=1)
    change(floor, deck_at(table))
    scan(floor.at)
    turn = floor.at.replace(hour=11, minute=0) + timedelta(days=1)
    before = alerts("decks_uncollected")

    scan(turn)

    found = alert("decks_uncollected")
    assert before == []
    assert (found.act, found.cite) == ("facility.collect-decks", "COMAR 36.05.02.16 M")


def test_silence_of_the_scheduler_is_told_of_when_it_is_over(floor: Floor) -> None:
    beat("scan", floor.at)
    beat("scan", floor.later(seconds=5))
    assert not alerts("scheduler_silent")

    beat("scan", floor.later(minutes=4))
    beat("scan", floor.later(seconds=5))

    found = alert("scheduler_silent")
    assert "for 4 min" in found.text
    assert found.level == Role.SHIFT_MANAGER


# ── Rounds


def test_a_round_in_breach_is_one_alert_until_its_violations_are_closed(floor: Floor, table: Table) -> None:
    floor.at = deck_at(table).change_due_at or floor.at
    round_ = in_breach(floor, table)
    look(floor, seconds=1)
    found = alert("round_in_breach")

    for violation in round_.violations.all():
        close_violation(violation, finding="The dealer was told", by=floor.compliance_officer, at=floor.at)
    look(floor, seconds=1)

    assert (found.level, found.act) == (Role.COMPLIANCE_OFFICER, "violation.close")
    assert not alerts("round_in_breach")


def test_a_count_that_was_missed_in_a_round_names_that_as_its_breach(floor: Floor, table: Table) -> None:
    play(floor, table, 4)
    in_breach(floor, table, a_round("md", seed=8))

    look(floor, seconds=1)

    assert alert("stub_count_missed").text.startswith("Round 5 was played in breach")


@pytest.mark.parametrize(
    ("paid", "severity"),
    [(24_999_99, None), (25_000_00, Severity.DUE), (49_999_99, Severity.DUE), (50_000_00, Severity.CRITICAL)],
)
def test_a_large_payout_is_told_of_by_what_it_asks_for(
    floor: Floor, table: Table, monkeypatch: pytest.MonkeyPatch, paid: int, severity: Severity | None
) -> None:
    pays(monkeypatch, largest_pays_cents=paid)
    log(floor, table, a_round("md"))

    look(floor, seconds=1)

    assert [each.severity for each in alerts("large_payout")] == ([severity] if severity else [])


def test_the_payout_limit_is_told_of_where_it_was_applied(
    floor: Floor, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    pays(monkeypatch, limit_cut_cents=1_250_00)
    log(floor, table, a_round("md"))

    look(floor, seconds=1)

    found = alert("payout_limit")
    assert "$1,250.00" in found.text
    assert found.cite.startswith("MD Ch. 12 §B")


def pays(monkeypatch: pytest.MonkeyPatch, **columns: int) -> None:
    """Let rounds have paid so much, as their columns tell it."""
    made = rounds._round

    def richer(*given: Any, **named: Any) -> Round:
        round_ = made(*given, **named)
        for name, value in columns.items():
            setattr(round_, name, value)
        return round_

    monkeypatch.setattr(rounds, "_round", richer)


@pytest.fixture
def usual(floor: Floor, table: Table) -> Callable[..., None]:
    """What was played in an hour: forty rounds and one void in each of the last thirty; in the last one, as given."""

    def played(*, dealt: int, voids: int) -> None:
        last = hour_of(floor.facility, floor.at)
        for back in range(31):
            hour = last - timedelta(hours=back)
            figures = {"rounds": dealt, "voids": voids} if back == 0 else {"rounds": 40, "voids": 1}
            HourlyTotal.objects.create(
                facility=floor.facility, table=table, hour=hour, gaming_day=hour.date(), dealer=floor.dealer,
                edition="md", **figures,
            )  # fmt: skip

    return played


@pytest.mark.parametrize(
    ("dealt", "voids", "found"),
    [(40, 1, set()), (40, 5, set()), (40, 6, {"void_rate"}), (65, 1, set()), (66, 1, {"round_pace"})],
)
def test_an_hour_is_out_of_the_ordinary_by_four_deviations(
    floor: Floor, usual: Callable[..., None], dealt: int, voids: int, found: set[str]
) -> None:
    usual(dealt=dealt, voids=voids)

    look(floor, hours=1, minutes=2)

    assert open_checks(floor) & {"void_rate", "round_pace"} == found


def test_an_open_table_without_rounds_is_told_of_after_an_hour_and_a_round_ends_it(floor: Floor, table: Table) -> None:
    look(floor, minutes=60)
    found = alerts("no_rounds")
    log(floor, table, a_round("md"))

    look(floor, minutes=1)

    assert len(found) == 1
    assert not alerts("no_rounds")


def test_nobody_misses_rounds_at_a_table_whose_cards_are_spread(floor: Floor, table: Table) -> None:
    spread(floor, table)

    look(floor, hours=2)

    assert not alerts("no_rounds")
