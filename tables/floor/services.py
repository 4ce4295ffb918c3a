"""Set up the floor: pits, tables, layouts and offers in force, floor supervisors."""

from datetime import datetime, timedelta

from django.db import transaction

from compliance.db.locking import locked
from compliance.errors import RuleViolation
from compliance.facilities.policies import Policy, policy
from compliance.journal.write import journal
from compliance.models import Facility, Staff
from games.engine import questions
from games.engine.questions import layout_approval
from games.engine.rulebook.play import LimitNotice
from tables.dealers.roster import dealer_at, floorperson_at, floorpersons_of
from tables.decks.changes import offer_of
from tables.devices.dealing_method import dealing_method_at
from tables.devices.services import tighten_clocks
from tables.findings.gates import span_exceeded, supervises_themselves
from tables.findings.layouts import (
    fits_positions,
    lacking_elements,
    notice_of_lower_limit,
    other_edition,
    other_positions,
    positions_text,
    signs_up,
    wrong_positions,
)
from tables.models import CoverCard, Layout, LayoutInForce, Offer, OfferInForce, Pit, Supervision, Table
from tables.signs.services import end_signs, record_signs

from .queries import running_notice


@transaction.atomic
def add_pit(facility: Facility, *, code: str, name: str, by: Staff, at: datetime) -> Pit:
    """Add a pit to the floor."""
    if Pit.objects.filter(facility=facility, code=code).exists():
        raise RuleViolation("pit_exists", f"Pit {code} already exists. Enter another code.")
    pit = Pit.objects.create(facility=facility, code=code, name=name)
    journal("pit.added", pit, on=facility, by=by, at=at, code=code, name=name)
    return pit


@transaction.atomic
def add_table(pit: Pit, *, number: int, positions: int, by: Staff, at: datetime) -> Table:
    """Add a closed table to a pit."""
    facility = pit.facility
    _check_positions(facility, positions)
    if Table.objects.filter(facility=facility, number=number).exists():
        raise RuleViolation("table_exists", f"Table {number} already exists. Enter another number.")
    table = Table.objects.create(
        facility=facility,
        pit=pit,
        number=number,
        code=f"{facility.code}-{number:02d}",
        positions=positions,
        state_since=at,
        created_at=at,
    )
    journal("table.added", table, on=table, by=by, at=at, pit=pit.code, positions=positions)
    return table


def _check_positions(facility: Facility, positions: int) -> None:
    wrong = wrong_positions(facility, positions)
    if wrong:
        raise wrong


@transaction.atomic
def set_positions(table: Table, *, positions: int, by: Staff, at: datetime) -> Table:
    """Correct the number of betting positions of a closed table."""
    table = locked(table)
    if table.is_live:
        raise RuleViolation("table_not_closed", "Close the table before you set its positions.", remedy="table.close")
    _check_positions(table.facility, positions)
    before, table.positions = table.positions, positions
    table.save(update_fields=["positions"])
    journal("table.positions_set", table, on=table, by=by, at=at, positions=positions, was=before)
    return table


@transaction.atomic
def put_cover_card(table: Table, *, cover_card: CoverCard, by: Staff, at: datetime) -> Table:
    """Record which approved cover card a table uses."""
    table = locked(table)
    if cover_card.facility_id != table.facility_id:
        raise RuleViolation("cover_card_elsewhere", f"The {cover_card} is approved for another facility.")
    table.cover_card = cover_card
    table.save(update_fields=["cover_card"])
    offer = table.offer_at(at)
    journal(
        "cover_card.placed",
        table,
        on=table,
        by=by,
        at=at,
        cover_card=str(cover_card),
        reference=cover_card.reference,
        cite=questions.cover_card(offer.book).cite if offer else None,
    )
    return table


@transaction.atomic
def put_layout(table: Table, *, layout: Layout, by: Staff, at: datetime) -> Table:
    """Put an approved layout on a closed table."""
    table, layout = locked(table), locked(layout)
    if table.is_live:
        raise RuleViolation("table_not_closed", "Close the table before you change its layout.", remedy="table.close")
    if not layout.in_force(at):
        raise RuleViolation(
            "layout_not_in_force",
            f"{layout} is {layout.standing(at)}. Choose an approved layout.",
            layout_approval(layout.book).cite,
        )
    offer = table.offer_at(at)
    if offer and layout.edition != offer.edition:
        raise other_edition(table, layout, offer).refusal()
    if not fits_positions(layout, table):
        raise other_positions(table, layout).refusal()
    for element in lacking_elements(layout, offer) if offer else ():
        raise RuleViolation(
            "layout_does_not_match",
            f"{layout} does not show what {offer} needs: {element.value.shows}. Choose another layout.",
            element.cite,
        )
    LayoutInForce.objects.create(table=table, layout=layout, from_at=at, placed_by=by, placed_at=at)
    end_signs(table, signs_up(table), by=by, at=at)
    journal("layout.placed", layout, on=table, by=by, at=at, layout=str(layout), cite=layout_approval(layout.book).cite)
    return table


@transaction.atomic
def put_offer(
    table: Table,
    *,
    offer: Offer,
    sign: bool = False,
    announced: bool = False,
    notice: str = "",
    by: Staff,
    at: datetime,
) -> Table:
    """Put an offer in force at a table: at once if nobody is playing, else new limits after notice.

    `notice` says how notice of a lower payout limit was given, which the layout does not show.
    """
    table, offer = locked(table), locked(offer)
    rule = policy("limit_notice", table.facility.jurisdiction)
    if running_notice(table, at):
        raise RuleViolation(
            "notice_running",
            "A notice of new limits is already running at this table. Withdraw it first.",
            rule.cite,
            remedy="table.withdraw-notice",
        )
    played = table.state == Table.State.OPEN
    if played:
        _check_is_limit_change(table, offer, at)
        _check_announced(rule, sign=sign, announced=announced)
    lower = _check_notice_given(table, offer, notice, at)
    from_at = at + timedelta(minutes=rule.value) if played else at
    _check_fits(table, offer, from_at)
    _place(table, offer, from_at, lower.cite if lower else "", notice if lower else "", by=by, at=at)
    if played:
        record_signs(table, offer, by=by, at=at)
    else:
        end_signs(table, signs_up(table), by=by, at=at)
        tighten_clocks(table, offer, dealing_method_at(table), by=by, at=at)
    return table


def _check_announced(rule: Policy, *, sign: bool, announced: bool) -> None:
    """Refuse new limits during play without a sign and an announcement."""
    if not (sign and announced):
        raise RuleViolation(
            "notice_needs_sign_and_announcement",
            f"The table has players: new limits need {rule.value} minutes' notice. Post the sign, announce the "
            "limits, and confirm both.",
            rule.cite,
        )


def _check_notice_given(table: Table, offer: Offer, notice: str, at: datetime) -> questions.Answer[LimitNotice] | None:
    """Refuse a lower payout limit that the layout does not show until somebody records how notice was given."""
    rule = notice_of_lower_limit(table, offer, at)
    if rule and not notice.strip():
        raise RuleViolation(
            "decrease_needs_notice",
            f"{offer} lowers the payout limit, which the layout does not show. Give notice first, and record how.",
            rule.cite,
            remedy="table.put-offer",
        )
    return rule


def _place(table: Table, offer: Offer, from_at: datetime, cite: str, notice: str, *, by: Staff, at: datetime) -> None:
    """Record that an offer is in force from a moment on; `cite` is the paragraph of its notice, if it needs one."""
    limits, approval = (policy(name, table.facility.jurisdiction).cite for name in ("limit_notice", "offer_approved"))
    OfferInForce.objects.create(table=table, offer=offer, from_at=from_at, placed_by=by, placed_at=at, notice=notice)
    announced = from_at > at
    journal(
        "limits.announced" if announced else "offer.placed",
        offer,
        on=table,
        by=by,
        at=at,
        offer=str(offer),
        from_at=from_at,
        sign=announced,
        announced=announced,
        notice=notice or None,
        cite="; ".join(filter(None, (limits if announced else approval, cite))),
    )


def _check_fits(table: Table, offer: Offer, from_at: datetime) -> None:
    """Refuse an offer that is not in force by then, or whose rules do not allow the table's positions."""
    if not offer.in_force(from_at):
        raise RuleViolation(
            "offer_not_in_force",
            f"{offer} is {offer.standing(from_at)}. Choose an approved offer that is in effect.",
            policy("offer_approved", table.facility.jurisdiction).cite,
        )
    allowed = questions.positions(offer.book)
    # A table that plays such an offer already may have been added before the exact number was enforced.
    exempt = table.offer_at(from_at) is not None and table.positions < allowed.value.start
    if table.positions not in allowed.value and not exempt:
        too_many = table.positions > allowed.value[-1]
        raise RuleViolation(
            "too_many_positions" if too_many else "too_few_positions",
            f"The table has {table.positions} positions; the rules allow {positions_text(allowed.value)}.",
            allowed.cite,
            remedy="table.set-positions",
        )


def _check_is_limit_change(table: Table, offer: Offer, at: datetime) -> None:
    """Refuse anything but a change of limits during play."""
    current = table.offer_at(at)
    if current is None or current.edition != offer.edition or _but_limits(current) != _but_limits(offer):
        raise RuleViolation(
            "more_than_limits",
            "During play, only limits may change. This offer changes more. Close the table first.",
            policy("limit_notice", table.facility.jurisdiction).cite,
            remedy="table.close",
        )


def _but_limits(offer: Offer) -> dict[str, object]:
    return {name: value for name, value in offer.document.items() if name not in ("limits", "payout_limit")}


@transaction.atomic
def withdraw_notice(table: Table, *, by: Staff, at: datetime) -> Table:
    """Withdraw announced limits before they take effect."""
    table = locked(table)
    notice = running_notice(table, at)
    if notice is None:
        raise RuleViolation("no_notice", "No notice of new limits is running at this table.")
    notice.cancelled_at = at
    notice.save(update_fields=["cancelled_at"])
    journal("limits.withdrawn", notice.offer, on=table, by=by, at=at, offer=str(notice.offer))
    end_signs(table, [each for each in signs_up(table) if each.offer == notice.offer], by=by, at=at)
    return table


@transaction.atomic
def supervise(table: Table, *, floorperson: Staff, by: Staff, at: datetime) -> Table:
    """Assign a floor supervisor to a table."""
    table = locked(table)
    locked(floorperson)  # their other tables are counted below
    if not floorpersons_of(table.facility).filter(pk=floorperson.pk).exists():
        raise RuleViolation("not_a_floorperson", f"{floorperson} is not a floorperson here. Choose someone else.")
    if floorperson_at(table) == floorperson:
        raise RuleViolation("already_supervises", f"{floorperson} already supervises {table}.")
    if dealer_at(table) == floorperson:
        raise supervises_themselves(floorperson, table, offer_of(table, at)).refusal()
    if table.is_live or table.state == Table.State.OPENING:
        exceeded = span_exceeded(floorperson, table)
        if exceeded:
            raise exceeded.refusal()
    relieved = floorperson_at(table)
    table.supervisions.filter(ended_at=None).update(ended_at=at)
    Supervision.objects.create(facility=table.facility, table=table, staff=floorperson, started_at=at)
    journal(
        "table.supervised",
        table,
        on=table,
        by=by,
        at=at,
        floorperson=floorperson,
        relieved=relieved,
        cite=policy("floorperson_span", table.facility.jurisdiction).cite,
    )
    return table
