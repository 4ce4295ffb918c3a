"""Signing a report freezes its figures and their hash; later changes are listed as adjustments."""

import json
from datetime import timedelta
from io import BytesIO, StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client
from pypdf import PdfReader

from casino.reports.document import digest
from casino.reports.models import SignedReport
from casino.reports.shift.adjustments import add_up, adjustments
from casino.reports.shift.report_copy import copy_of
from casino.reports.verify import is_unaltered
from compliance.journal import triggers
from compliance.journal.verify import find_misfits
from compliance.models import Entry
from games.models import HourlyTotal, Round
from tables.models import Shift
from tables.shifts import services as shifts
from tests.floor import Floor, refused
from tests.games import acts
from tests.games.sample_rounds import a_round, counted, log

from .shifts import only, play, report_of, reported, sign

pytestmark = pytest.mark.django_db


def an_ended_shift(floor: Floor, rounds: int = 3) -> Shift:
    table = floor.open_table()
    shift = floor.begin_shift()
    play(floor, table, rounds)
    return shifts.end_shift(shift, by=floor.shift_manager, at=floor.at)


def round_of(shift: Shift, number: int) -> Round:
    return Round.objects.get(shift=shift, number=number)


def test_the_figures_are_kept_with_their_hash_in_the_journal() -> None:
    floor = Floor("md")
    shift = an_ended_shift(floor)

    sign(floor, shift, remark="A quiet shift")

    signed, entry = SignedReport.objects.get(), Entry.objects.get(action="report.signed")
    assert signed.digest == digest(signed.document) == entry.facts["digest"]
    assert (entry.subject, entry.actor, entry.facts["rounds"]) == (shift.subject_key, floor.shift_manager, 3)
    assert entry.facts["win_cents"] == only(report_of(shift, floor.at), "summary", span="This shift")["win"]
    assert entry.facts["remark"] == signed.remark == "A quiet shift"
    assert list(find_misfits([])) == []


def test_a_signed_report_never_changes() -> None:
    floor = Floor("md")
    shift = an_ended_shift(floor)
    sign(floor, shift)
    before = copy_of(reported(shift), floor.at).report

    floor.later(hours=1)
    acts.void(floor, round_of(shift, 2))

    assert copy_of(reported(shift), floor.at).report == before


def test_later_voids_and_corrections_are_adjustments_that_add_up_to_the_cent() -> None:
    floor = Floor("md")
    shift = an_ended_shift(floor)
    sign(floor, shift)
    wrong = round_of(shift, 2)
    floor.later(minutes=30)
    acts.void(floor, wrong)
    right = log(floor, wrong.table, a_round(seed=9, replaces=wrong.pk))

    issued = copy_of(reported(shift), floor.at)

    added = next(sheet for sheet in issued.after if sheet.key == "adjustments")
    struck, logged = added.records()
    assert (struck["what"], struck["round"], struck["win"]) == ("Voided", "2", -wrong.house_net_cents)
    assert (logged["what"], logged["why"], logged["win"]) == ("Logged", "Replaces round 2", right.house_net_cents)
    then, change, now = next(sheet for sheet in issued.after if sheet.key == "adjusted").records()
    assert added.total is not None
    total = dict(zip((column.key for column in added.columns), added.total.cells, strict=True))
    for name in ("rounds", "seats", "staked", "paid", "returned", "win"):
        assert total[name] == change[name]
        assert int(then[name] or 0) + int(change[name] or 0) == now[name]
    assert then["win"] == only(issued.report, "summary", span="This shift")["win"]
    totals = HourlyTotal.objects.filter(shift=shift.pk, wager="")
    assert now["staked"] == sum(total.staked_cents for total in totals)
    assert now["struck"] == 1


def test_a_round_voided_before_signing_is_no_adjustment() -> None:
    floor = Floor("md")
    shift = an_ended_shift(floor)
    acts.void(floor, round_of(shift, 1))

    sign(floor, shift, second=floor.compliance_officer)

    assert copy_of(reported(shift), floor.at).after == ()
    assert only(copy_of(reported(shift), floor.at).report, "struck")["round"] == "1"


# ── By whom


def test_a_shift_on_duty_is_not_signed() -> None:
    floor = Floor("md")
    floor.open_table()
    shift = floor.begin_shift()

    with refused("shift_on_duty"):
        sign(floor, shift)


def test_a_report_is_signed_once() -> None:
    floor = Floor("md")
    shift = an_ended_shift(floor)
    sign(floor, shift)

    with refused("signed_already"):
        sign(floor, shift)


@pytest.mark.parametrize("why", ("struck", "breach", "wrong_count"))
def test_a_report_with_voids_breaches_or_wrong_counts_needs_a_second_signature(why: str) -> None:
    floor = Floor("md")
    table = floor.open_table()
    shift = floor.begin_shift()
    play(floor, table, 2)
    if why == "struck":
        acts.void(floor, table.rounds.get(number=1))
    elif why == "breach":
        acts.fail(floor, table.devices.get())
        acts.in_breach(floor, table)
    else:
        log(floor, table, counted(a_round(seed=3), off_by=1))
    shifts.end_shift(shift, by=floor.shift_manager, at=floor.at)

    with refused("signature_missing"):
        sign(floor, shift)
    sign(floor, shift, second=floor.compliance_officer)

    signed = SignedReport.objects.get()
    assert signed.signature is not None
    assert signed.signature.signer == floor.compliance_officer
    assert [line.what for line in copy_of(reported(shift), floor.at).signatures] == [
        "Shift manager",
        "Second signature",
    ]


def test_nobody_is_the_second_to_themselves() -> None:
    floor = Floor("md")
    shift = an_ended_shift(floor)

    with refused("same_person"):
        sign(floor, shift, second=floor.shift_manager)


# ── For ever


@pytest.mark.both_databases("triggers")
def test_the_database_refuses_to_alter_what_was_signed() -> None:
    floor = Floor("md")
    sign(floor, an_ended_shift(floor))

    for change in (lambda: SignedReport.objects.update(remark="x"), SignedReport.objects.all().delete):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


@pytest.mark.parametrize("thorough", (False, True), ids=("the document", "and its hash beside it"))
def test_an_altered_document_is_detected(client: Client, thorough: bool) -> None:
    floor = Floor("md")
    shift = an_ended_shift(floor)
    sign(floor, shift)
    said = StringIO()
    call_command("check_reports", stdout=said)
    document = json.loads(SignedReport.objects.get().document)
    document["facts"][0][1] = "Elsewhere"
    altered = json.dumps(document)
    triggers.remove(connection)
    SignedReport.objects.update(document=altered)
    if thorough:
        SignedReport.objects.update(digest=digest(altered))
    triggers.install(connection)
    client.force_login(floor.auditor)

    assert "1 signed reports and 0 handovers match what was signed; adjustments add up" in said.getvalue()
    assert not is_unaltered(SignedReport.objects.get())
    with pytest.raises(CommandError, match="Problems found: 1"):
        call_command("check_reports", stderr=StringIO())
    page = client.get(f"/reports/{shift.pk}/").content.decode()
    assert "altered after signing" in page
    assert "Altered: Day" in page
    found = client.get(f"/api/v1/reports/{shift.pk}/").json()
    assert (found["state"], found["signatures"]) == ("altered", [])
    assert "Altered" in words_of_pdf(client, shift)


def words_of_pdf(client: Client, shift: Shift) -> str:
    """Return the words of the PDF's first page."""
    pdf = client.get(f"/reports/{shift.pk}/report-a4.pdf").content
    return PdfReader(BytesIO(pdf)).pages[0].extract_text()


def test_an_unreadable_document_is_reported_as_altered(client: Client) -> None:
    floor = Floor("md")
    shift = an_ended_shift(floor)
    sign(floor, shift)
    triggers.remove(connection)
    SignedReport.objects.update(document="{")
    Entry.objects.filter(action="report.signed").delete()
    triggers.install(connection)
    client.force_login(floor.auditor)

    assert "altered after signing" in client.get(f"/reports/{shift.pk}/").content.decode()
    assert client.get(f"/reports/{shift.pk}/report.xlsx").status_code == 200


def test_a_round_that_was_sent_before_the_end_and_logged_after_the_signature_is_an_adjustment() -> None:
    floor = Floor("md")
    shift = an_ended_shift(floor)
    wrong = round_of(shift, 2)
    ended = floor.at
    floor.later(minutes=1)
    sign(floor, shift)
    floor.at = ended - timedelta(seconds=10)  # when the request began
    acts.void(floor, wrong)
    log(floor, wrong.table, a_round(seed=9, replaces=wrong.pk))

    signed = SignedReport.objects.get()

    assert [row["what"] for row in adjustments(signed).records()] == ["Voided", "Logged"]
    assert add_up(signed, adjustments(signed))
    call_command("check_reports", stdout=StringIO())


def test_adjustments_that_do_not_add_up_are_found() -> None:
    floor = Floor("md")
    shift = an_ended_shift(floor)
    sign(floor, shift)
    HourlyTotal.objects.filter(wager="").update(staked_cents=1)

    with pytest.raises(CommandError, match="Problems found: 1"):
        call_command("check_reports", stderr=StringIO())
    assert [sheet.key for sheet in copy_of(reported(shift), floor.at).after] == ["adjusted", "adjustments"]


def test_the_report_of_a_shift_names_the_usual_of_those_signed_before() -> None:
    floor = Floor("md")
    for day in range(2):
        table = floor.open_table(dealer=floor.new_dealer())
        shift = floor.begin_shift()
        play(floor, table, 2 + 2 * day)
        shifts.end_shift(shift, by=floor.shift_manager, at=floor.at)
        sign(floor, shift)
        floor.later(hours=24)
    last = floor.begin_shift()

    usual = only(report_of(last, floor.at), "summary", span="Average for this shift")

    # One table open for four minutes, then two for eight: six rounds in twenty minutes.
    assert (usual["rounds"], usual["pace"]) == (3, 180)
