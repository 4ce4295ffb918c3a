"""The demo floor shows every state, role and method, and its journal verifies."""

import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import wraps
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from casino import demo
from casino.access import ACTS
from casino.demo.history import shifts_until_now
from casino.demo.runner import Runner, Timeline
from casino.demo.scenario import PASSWORD, PIN, scenarios
from casino.reports.document import digest
from casino.reports.models import Handover, ReportedShift, SignedReport
from casino.reports.shift import shift_report
from casino.reports.shift.adjustments import adjustments
from compliance.acts.registry import REGISTERED, SUBJECTS, Act
from compliance.facilities.gaming_day import gaming_day
from compliance.journal.verify import find_misfits
from compliance.models import Alert, Entry, Facility, Posting, Staff
from compliance.staff.roles import Role
from games.models import Round
from games.totals.recount import journal_differences
from games.totals.services import differences
from tables.devices.dealing_method import dealing_method_at
from tables.findings.gates import obstacles
from tables.findings.layouts import signs_up
from tables.floor.queries import running_notice
from tables.models import Deck, Device, Document, Layout, Licence, Offer, PitDuty, Shift, Stint, Table, TableTest

NEW_YORK = ZoneInfo("America/New_York")


pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow,
    pytest.mark.one_database("a transaction around all of them keeps the demo"),
]

# What was done while the floor was loaded: the act, where, and by whom.
Deed = tuple[str, Facility, Staff]


@pytest.fixture(scope="module")
def deeds() -> list[Deed]:
    return []


@pytest.fixture(scope="module")
def story(django_db_setup: None, django_db_blocker: DjangoDbBlocker, deeds: list[Deed]) -> Iterator[Timeline]:
    """The demo floor, loaded once for all tests that only look at it.

    It is loaded at an awkward hour, soon after the gaming day has turned; whatever holds then holds at other hours, at
    which tests/casino/demo/test_hours.py and tests/casino/ops/test_run.py load it.
    """
    now = timezone.now().astimezone(NEW_YORK).replace(hour=6, minute=16).astimezone(UTC)
    with django_db_blocker.unblock(), transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "MEDIA_ROOT", settings.VAR_DIR / "media" / Path(__file__).stem)
        for kind, subject in SUBJECTS.items():
            noted = {act: noting(act, deeds) for act in subject.acts}
            acts = tuple(replace(act, run=service) for act, service in noted.items())
            patch.setitem(SUBJECTS, kind, replace(subject, acts=acts))
            for act in acts:
                patch.setitem(REGISTERED, act.name, act)
            for act, service in noted.items():  # acts that are done without the registry
                patch.setattr(sys.modules[act.run.__module__], act.run.__name__, service)
        yield demo.load(now)
        transaction.set_rollback(True)


def noting(act: Act, deeds: list[Deed]) -> Callable[..., Any]:
    @wraps(act.run)
    def service(subject: Any, *, by: Staff | None, **arguments: Any) -> Any:
        if by is not None:  # the first administrator of a facility is added by nobody
            deeds.append((act.name, arguments.get("facility", subject.facility), by))
        return act.run(subject, by=by, **arguments)

    return service


def open_tables() -> list[Table]:
    return list(Table.objects.filter(state=Table.State.OPEN))


def minutes_left(story: Timeline, code: str) -> set[float]:
    decks = Deck.objects.filter(table__code=code, state=Deck.State.IN_PLAY)
    return {(deck.change_due_at - story.now) / timedelta(minutes=1) for deck in decks if deck.change_due_at}


def test_the_demo_journal_verifies(story: Timeline) -> None:
    assert list(find_misfits([])) == []
    assert Entry.objects.filter(action="demo.loaded").count() == Facility.objects.count() == 5


def test_its_journal_goes_forward_in_time(story: Timeline) -> None:
    for facility in Facility.objects.all():
        times = list(Entry.objects.filter(facility=facility).order_by("pk").values_list("at", flat=True))

        assert times == sorted(times)
        assert times[-1] <= story.now


def test_every_role_works_at_every_facility(story: Timeline) -> None:
    codes = {scenario.code for scenario in scenarios()}

    posted = Posting.objects.filter(ended_at=None).values_list("facility__code", "role")

    assert set(posted) == {(code, role.value) for code in codes for role in Role}


def test_some_people_hold_more_than_one_post(story: Timeline) -> None:
    posts = Counter(Posting.objects.filter(ended_at=None).values_list("staff__badge", flat=True))

    assert {badge: number for badge, number in posts.items() if number > 1} == {
        "CHP-1201": 5,  # the auditor of all
        "CHP-2102": 2,  # a pit boss at two facilities
        "CHP-3111": 2,  # a dealer who is a floorperson too
    }


def test_whoever_tries_it_can_sign_in_and_sign(story: Timeline) -> None:
    rows = list(demo.sign_ins())

    assert {row.role for row in rows} == {role.label for role in Role if role != Role.DEALER}
    assert {row.facility for row in rows} == {facility.name for facility in Facility.objects.all()}
    for row in rows:
        person = Staff.objects.get(badge=row.badge)
        assert person.check_password(row.password)
        assert person.check_pin(row.pin)
    assert all(person.check_pin(PIN) for person in Staff.objects.all()[:3])


def test_a_changed_password_is_not_told(story: Timeline) -> None:
    with transaction.atomic():
        person = Staff.objects.get(badge="CHP-2101")
        person.set_password("something quite else")
        person.save()

        assert "CHP-2101" not in {row.badge for row in demo.sign_ins()}
        assert PASSWORD in {row.password for row in demo.sign_ins()}
        transaction.set_rollback(True)


def test_tables_are_in_every_state_in_every_edition(story: Timeline) -> None:
    offers = [table.offer_at(story.now) for table in Table.objects.all()]

    assert {table.state for table in Table.objects.all()} == set(Table.State.values)
    assert {offer.edition for offer in offers if offer} == {"md", "md-1.0", "nj", "ma", "house", "mi"}
    assert {offer.terms.offer.wheel for offer in offers if offer} == {None, "five-dollar", "one-dollar-progressive"}


def test_open_tables_deal_in_every_way(story: Timeline) -> None:
    ways = {(dealing.method, dealing.shuffler) for dealing in map(dealing_method_at, open_tables())}

    assert ways >= {("hand", "automated"), ("hand", "counting"), ("manual_shoe", "none"), ("automated_shoe", "none")}
    assert any(dealing_method_at(table).reshuffles for table in open_tables())
    # One deck, two, and none where the only one was found not whole.
    assert {table.decks.filter(state=Deck.State.IN_PLAY).count() for table in open_tables()} == {0, 1, 2}


def test_deck_clocks_are_fresh_due_and_overdue(story: Timeline) -> None:
    assert minutes_left(story, "CHP-01") == {9}
    assert minutes_left(story, "BWK-01") == {24}
    assert minutes_left(story, "CHP-05") == {-6}
    assert minutes_left(story, "CHP-02") == {204}
    assert minutes_left(story, "CHP-04") == {60}  # sooner than when it was opened: the shoe failed


def test_decks_are_in_every_state_and_enough_wait_for_a_change(story: Timeline) -> None:
    assert set(Deck.objects.values_list("state", flat=True)) == set(Deck.State.values)
    assert Deck.objects.filter(state=Deck.State.PIT).exclude(seal="").exists()
    for deck in Deck.objects.filter(state=Deck.State.IN_PLAY):
        alike = Deck.objects.filter(pit=deck.pit, state=Deck.State.PIT, design=deck.design)
        assert alike.filter(back_colour=deck.back_colour).exists(), deck


def test_devices_are_neglected_covered_removed_and_not_inspected(story: Timeline) -> None:
    neglected = [device for device in Device.objects.all() if device.neglected]

    assert [device.table and device.table.state for device in neglected] == [Table.State.OPEN]
    assert Device.objects.filter(handling=Device.Handling.COVERED, table__isnull=False).exists()
    assert Device.objects.filter(handling=Device.Handling.REMOVED).exists()
    assert Device.objects.filter(approved_on=None).exists()
    assert Device.objects.exclude(retired_at=None).exists()


def test_devices_are_inspected_again_if_the_gaming_day_has_turned_since_their_tables_opened(story: Timeline) -> None:
    # A table is open since 6:04; its shuffler was inspected at 5:50, which was still yesterday.
    for device in Device.objects.filter(table__state__in=("open", "idle"), failed_at=None):
        assert device.inspected_on == gaming_day(device.facility, story.now)


def test_the_half_opened_table_lacks_what_its_page_lists(story: Timeline) -> None:
    found = {problem.code for problem in obstacles(Table.objects.get(code="CHP-07"), story.now)}

    assert found == {"device_not_inspected", "sign_missing"}


def test_nothing_else_stands_in_the_way_of_an_open_table(story: Timeline) -> None:
    found = {table.code: {problem.code for problem in obstacles(table, story.now)} for table in open_tables()}

    # The wheel that failed is the one thing wrong.
    assert {code: problems for code, problems in found.items() if problems} == {"BWK-02": {"device_neglected"}}


def test_a_notice_of_new_limits_runs(story: Timeline) -> None:
    notice = running_notice(Table.objects.get(code="CHP-02"), story.now)

    assert notice is not None
    assert notice.from_at - story.now == timedelta(minutes=12)


def test_layouts_and_offers_are_in_every_standing(story: Timeline) -> None:
    everything = {"submitted", "in force", "superseded", "withdrawn"}

    assert {layout.standing(story.now) for layout in Layout.objects.all()} >= everything
    assert {offer.standing(story.now) for offer in Offer.objects.all()} == everything | {"approved"}


def test_a_sign_is_posted_at_one_table_that_needs_it_and_not_at_another(story: Timeline) -> None:
    layouts = {table: table.layout_at(story.now) for table in Table.objects.all()}

    assert {bool(signs_up(table)) for table, layout in layouts.items() if layout and layout.needs_sign} == {True, False}


def test_papers_of_new_jersey_are_real_files(story: Timeline) -> None:
    documents = list(Document.objects.filter(layout__facility__code="BWK"))

    assert len(documents) == 6
    for document in documents:
        with document.file.open() as file:
            content = file.read()
        if document.kind == "colour_photograph":
            assert content.startswith(b"\x89PNG")
            length = int.from_bytes(content[33:37])
            assert len(zlib.decompress(content[41 : 41 + length])) == 200 * (1 + 3 * 320)
        else:
            place = int(content.split()[-2])
            assert content.startswith(b"%PDF-1.4")
            assert content[place:].startswith(b"xref")


def test_a_licence_has_expired_one_expires_soon_and_a_dealer_has_no_test(story: Timeline) -> None:
    today = gaming_day(Facility.objects.get(code="CHP"), story.now)
    left = {licence.staff.badge: (licence.expires_on - today).days for licence in Licence.objects.all()}
    tested = set(TableTest.objects.values_list("staff__badge", flat=True))

    assert left["CHP-3109"] == -12
    assert left["CHP-3106"] == 4
    assert {badge for badge in left if badge not in tested} == {"CHP-3110", "GLD-3104"}


def test_a_shift_is_on_duty_with_a_pit_boss_in_every_pit(story: Timeline) -> None:
    assert Shift.objects.filter(ended_at=None).count() == 5
    ended = Counter(Shift.objects.exclude(ended_at=None).values_list("facility__code", flat=True))
    assert ended.pop("CHP") in range(27, 30)
    assert ended == {"BWK": 4, "HBR": 4, "GLD": 4, "STR": 4}
    assert PitDuty.objects.filter(ended_at=None).count() == 10
    assert Stint.objects.filter(ended_at=None, table=None).count() >= 3  # on a break


def chesapeakes() -> list[ReportedShift]:
    """Return the shifts of Chesapeake Palace, the one on duty first."""
    return list(ReportedShift.objects.filter(facility__code="CHP").order_by("-began_at"))


def test_every_report_but_the_last_is_signed_and_is_what_was_signed(story: Timeline) -> None:
    on_duty, last, *before = chesapeakes()

    assert (on_duty.ended_at, on_duty.signed, last.signed) == (None, None, None)
    told = {entry.facts["digest"] for entry in Entry.objects.filter(action="report.signed")}
    for shift in before:
        assert shift.signed is not None
        assert shift.signed.digest == digest(shift.signed.document)
        assert shift.signed.digest in told
    # One person may not sign alone for what was struck out.
    assert {bool(shift.signed.signature) for shift in before if shift.signed} == {True, False}


def test_pits_were_handed_over_from_one_to_another(story: Timeline) -> None:
    on_duty, last, *before = chesapeakes()

    assert [shift.handovers.count() for shift in (on_duty, last)] == [0, 2]
    assert {shift.handovers.count() for shift in before} == {2, 3}
    for handover in Handover.objects.select_related("signature"):
        assert handover.digest == digest(handover.items)
        assert handover.handed_by_id != handover.signature.signer_id


def test_a_signed_report_was_adjusted(story: Timeline) -> None:
    found = {signed.pk: adjustments(signed).values("what") for signed in SignedReport.objects.all()}

    assert [list(what) for what in found.values() if what] == [["Voided", "Logged"]]


def test_the_report_of_the_shift_on_duty_has_what_to_compare_it_with(story: Timeline) -> None:
    on_duty, last, *_ = chesapeakes()

    for shift in (on_duty, last):
        report = shift_report(shift, story.now).report
        spans = ["This shift", "Same shift a week ago", "Change in a week", "Average for this shift", "Month to date"]
        assert report["summary"].values("span") == [*spans, "Year to date"]
        assert report["summary"].values("rounds")[1]
        dealt = [row for sheet in ("tables", "games") for row in report[sheet].records() if row["staked"]]
        assert all(row["expected_low"] is not None for row in dealt)


def test_every_round_is_of_a_shift_and_in_the_totals(story: Timeline) -> None:
    assert not Round.objects.filter(shift=None).exists()
    assert list(differences()) == []
    assert list(journal_differences()) == []


def test_a_card_was_set_aside_a_hand_was_not_shown_and_a_misdeal_was_counted(story: Timeline) -> None:
    aside = Round.objects.get(input__contains='"set_aside"')
    misdealt = Round.objects.get(misdealt=True)
    entered = misdealt.entered()
    seats = [seat for round_ in Round.objects.all() for seat in round_.entered()["seats"]]

    assert (aside.status, aside.irregularities) == (Round.Status.SETTLED, ["one_face_up_card"])
    assert any(seat.get("fold") and "cards" not in seat for seat in seats)
    assert (entered["stub"] + entered["dealt"], misdealt.deck_removed) == (52, False)


def test_earlier_days_have_no_open_alerts_or_uncollected_decks(story: Timeline) -> None:
    days_before = story.now - timedelta(days=1)

    assert not Alert.objects.filter(closed_at=None, since__lt=days_before).exists()
    assert not Deck.objects.filter(state=Deck.State.REMOVED, removed_at__lt=days_before).exists()


def test_everyone_did_only_what_their_role_lets_them_do(story: Timeline, deeds: list[Deed]) -> None:
    refused = {f"{by.badge} {name}" for name, facility, by in deeds if not by.roles_at(facility) & ACTS[name]}

    assert len(deeds) > 500
    assert refused == set()


@pytest.mark.parametrize(
    "local, name, began",
    [
        ("2026-07-01T05:59", "Grave", "2026-06-30T22:00"),
        ("2026-07-01T06:00", "Day", "2026-07-01T06:00"),
        ("2026-07-01T13:59", "Day", "2026-07-01T06:00"),
        ("2026-07-01T21:00", "Swing", "2026-07-01T14:00"),
        ("2026-07-01T23:00", "Grave", "2026-07-01T22:00"),
        ("2026-11-01T05:00", "Grave", "2026-10-31T22:00"),  # the clocks went back in between
    ],
)
def test_the_shift_on_duty_is_that_of_the_hour(local: str, name: str, began: str) -> None:
    now = datetime.fromisoformat(local).replace(tzinfo=NEW_YORK).astimezone(ZoneInfo("UTC"))

    *_, (found, since) = shifts_until_now(Runner(Timeline(now), scenarios()[0]), days=1)

    assert (found, since) == (name, datetime.fromisoformat(began).replace(tzinfo=NEW_YORK))
