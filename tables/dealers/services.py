"""Dealers: record licenses and table tests, assign and relieve dealers, manage breaks."""

from datetime import date, datetime

from django.db import transaction

from compliance.db.locking import all_locked, locked
from compliance.errors import RuleViolation
from compliance.facilities.gaming_day import gaming_day
from compliance.facilities.policies import policy
from compliance.formatting import format_date
from compliance.journal.write import journal
from compliance.models import Facility, Posting, Staff
from compliance.staff.roles import Role
from tables.decks.changes import offer_of
from tables.findings.gates import unfit_dealer
from tables.models import Licence, Stint, Table, TableTest

from .roster import people_at, stint_at


def _check_posted(dealer: Posting) -> None:
    if dealer.ended_at is not None:
        raise RuleViolation("no_dealer_any_more", f"{dealer.staff} is no longer a dealer here.")


def _check_here(stint: Stint, facility: Facility, cite: str | None = None) -> None:
    """Refuse a stint at another facility, without revealing where the dealer is."""
    if stint.facility_id != facility.pk:
        raise RuleViolation(
            "dealer_elsewhere",
            f"{stint.staff} is at another facility now. Have them released there first, or choose another dealer.",
            cite,
        )


@transaction.atomic
def record_licence(
    dealer: Posting, *, number: str, valid_from: date, expires_on: date, by: Staff, at: datetime
) -> Posting:
    """Record a dealer's license and its period of validity."""
    _check_posted(dealer)
    if expires_on < valid_from:
        raise RuleViolation("licence_dates", "A license cannot expire before it becomes valid. Correct the dates.")
    Licence.objects.create(
        facility=dealer.facility,
        staff=dealer.staff,
        number=number,
        valid_from=valid_from,
        expires_on=expires_on,
        recorded_by=by,
        recorded_at=at,
    )
    journal(
        "licence.recorded",
        dealer.staff,
        on=dealer.facility,
        by=by,
        at=at,
        number=number,
        valid_from=valid_from,
        expires_on=expires_on,
        cite=policy("dealer_licensed", dealer.facility.jurisdiction).cite,
    )
    return dealer


@transaction.atomic
def revoke_licence(dealer: Posting, *, licence: Licence, reason: str, by: Staff, at: datetime) -> Posting:
    """Revoke a dealer's license as of the current gaming day."""
    licence = locked(licence)
    if licence.revoked_on is not None:
        raise RuleViolation(
            "licence_revoked", f"License {licence.number} was revoked on {format_date(licence.revoked_on)}."
        )
    licence.revoked_on = gaming_day(dealer.facility, at)
    licence.save(update_fields=["revoked_on"])
    journal("licence.revoked", dealer.staff, on=dealer.facility, by=by, at=at, number=licence.number, reason=reason)
    return dealer


@transaction.atomic
def record_table_test(dealer: Posting, *, game: str, passed_on: date, by: Staff, at: datetime) -> Posting:
    """Record a passed table test; the pit boss or manager who records it is the examiner."""
    _check_posted(dealer)
    rule = policy("table_test", dealer.facility.jurisdiction)
    if dealer.staff_id == by.pk:
        raise RuleViolation("own_test", "You cannot examine yourself. Another pit boss must do it.", rule.cite)
    TableTest.objects.create(
        facility=dealer.facility, staff=dealer.staff, game=game, passed_on=passed_on, examiner=by, recorded_at=at
    )
    journal(
        "test.passed", dealer.staff, on=dealer.facility, by=by, at=at, game=game, passed_on=passed_on, cite=rule.cite
    )
    return dealer


@transaction.atomic
def assign_dealer(table: Table, *, dealer: Staff, relieved_to: str = "off", by: Staff, at: datetime) -> Table:
    """Assign a dealer to a table. A relieved dealer goes on a break or off the floor."""
    table = locked(table)
    current = stint_at(table)
    # Lock both people, so that nobody sends the dealer to another table at the same moment.
    all_locked({dealer, current.staff} if current else {dealer})
    rule = policy("one_place", table.facility.jurisdiction)
    if not people_at(table.facility, frozenset({Role.DEALER})).filter(pk=dealer.pk).exists():
        raise RuleViolation("not_a_dealer", f"{dealer} is not a dealer here. Choose someone else.", rule.cite)
    if current and current.staff_id == dealer.pk:
        raise RuleViolation("already_here", f"{dealer} already deals at {table}.", rule.cite)
    elsewhere = dealer.stints.filter(ended_at=None).select_related("table").first()
    if elsewhere:
        _check_here(elsewhere, table.facility, rule.cite)
    if elsewhere and elsewhere.table:
        raise RuleViolation(
            "dealer_elsewhere",
            f"{dealer} deals at {elsewhere.table}. Relieve them there first, or choose another dealer.",
            rule.cite,
            remedy="table.relieve-dealer",
            remedy_on=elsewhere.table,
        )
    for problem in unfit_dealer(dealer, table, offer_of(table, at), at):
        recording = {"dealer_not_licensed": "dealer.record-licence", "dealer_not_tested": "dealer.record-test"}
        if problem.code in recording:
            posting = dealer.postings.get(facility=table.facility, role=Role.DEALER, ended_at=None)
            raise problem._replace(remedy=recording[problem.code], remedy_on=posting).refusal()
        raise problem.refusal()
    if current:
        end_stint(current, relieved_to, by=by, at=at)
    if elsewhere:
        _end_break(elsewhere, by=by, at=at)
    Stint.objects.create(facility=table.facility, staff=dealer, table=table, started_at=at)
    journal(
        "dealer.assigned",
        dealer,
        on=table,
        by=by,
        at=at,
        dealer=dealer,
        relieved=current.staff if current else None,
        cite=rule.cite,
    )
    return table


@transaction.atomic
def release_dealer(table: Table, *, relieved_to: str = "off", by: Staff, at: datetime) -> Table:
    """Release the dealer from a table without a replacement."""
    table = locked(table)
    current = stint_at(table)
    if current is None:
        raise RuleViolation("no_dealer", "No dealer is at this table.", remedy="table.assign-dealer")
    if table.state == Table.State.OPEN:
        raise RuleViolation(
            "table_open",
            f"{table} is open. Relieve {current.staff} with another dealer, or mark the table idle first.",
            policy("one_place", table.facility.jurisdiction).cite,
            remedy="table.assign-dealer",
        )
    locked(current.staff)
    end_stint(current, relieved_to, by=by, at=at)
    return table


@transaction.atomic
def end_break(dealer: Posting, *, by: Staff, at: datetime) -> Posting:
    """End a dealer's break, so that they are free for a table."""
    locked(dealer.staff)
    stint = dealer.staff.stints.filter(ended_at=None, table=None).first()
    if stint is None:
        raise RuleViolation("no_break", f"{dealer.staff} is not on a break.")
    _check_here(stint, dealer.facility)
    _end_break(stint, by=by, at=at)
    return dealer


@transaction.atomic
def start_break(dealer: Posting, *, by: Staff, at: datetime) -> Posting:
    """Start a break for a free dealer."""
    _check_posted(dealer)
    locked(dealer.staff)
    stint = dealer.staff.stints.filter(ended_at=None).select_related("table").first()
    if stint:
        _check_here(stint, dealer.facility)
        where = f"deals at {stint.table}. Relieve them there" if stint.table else "is already on a break"
        raise RuleViolation("not_free", f"{dealer.staff} {where}.")
    _begin_break(dealer.staff, dealer, by=by, at=at)
    return dealer


def end_stint(stint: Stint, relieved_to: str, *, by: Staff, at: datetime) -> None:
    """End a dealer's stint at a table. The caller has locked the dealer."""
    assert stint.table is not None
    _finish(stint, at)
    journal(
        "dealer.relieved",
        stint.staff,
        on=stint.table,
        by=by,
        at=at,
        dealer=stint.staff,
        to=relieved_to,
        since=stint.started_at,
    )
    if relieved_to == "break":
        _begin_break(stint.staff, stint, by=by, at=at)


def _begin_break(dealer: Staff, where: Posting | Stint, *, by: Staff, at: datetime) -> None:
    Stint.objects.create(facility=where.facility, staff=dealer, table=None, started_at=at)
    journal("break.began", dealer, on=where.facility, by=by, at=at, dealer=dealer)


def _end_break(stint: Stint, *, by: Staff, at: datetime) -> None:
    _finish(stint, at)
    journal("break.ended", stint.staff, on=stint.facility, by=by, at=at, dealer=stint.staff, since=stint.started_at)


def _finish(stint: Stint, at: datetime) -> None:
    stint.ended_at = at
    stint.save(update_fields=["ended_at"])
