"""Set up the floor: pits, tables, layouts and offers in force, floor supervisors."""

from datetime import datetime, timedelta

from django.db import transaction

from compliance.db.locking import locked
from compliance.errors import RuleViolation
from compliance.facilities.policies import policy
from compliance.journal.write import journal
from compliance.models import Facility, Staff
from games.engine.questions import layout_approval
from tables.dealers.roster import dealer_at, floorperson_at, floorpersons_of
from tables.decks.changes import offer_of
from tables.devices.dealing_method import dealing_method_at
from tables.devices.services import tighten_clocks
from tables.findings.gates import lacking_elements, other_edition, span_exceeded, supervises_themselves
from tables.models import Layout, LayoutInForce, Offer, OfferInForce, Pit, Supervision, Table


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
    for element in lacking_elements(layout, offer) if offer else ():
        raise RuleViolation(
            "layout_does_not_match",
            f"{layout} does not show what {offer} needs: {element.value.shows}. Choose another layout.",
            element.cite,
        )
    LayoutInForce.objects.create(table=table, layout=layout, from_at=at, placed_by=by, placed_at=at)
    table.sign_posted = False
    table.save(update_fields=["sign_posted"])
    journal("layout.placed", layout, on=table, by=by, at=at, layout=str(layout), cite=layout_approval(layout.book).cite)
    return table


@transaction.atomic
def put_offer(
    table: Table, *, offer: Offer, sign: bool = False, announced: bool = False, by: Staff, at: datetime
) -> Table:
    """Put an offer in force at a table: at once if nobody is playing, else new limits after notice."""
    table, offer = locked(table), locked(offer)
    rule = policy("limit_notice", table.facility.jurisdiction)
    if running_notice(table, at):
        raise RuleViolation(
            "notice_running",
            "A notice of new limits is already running at this table. Withdraw it first.",
            rule.cite,
            remedy="table.withdraw-notice",
        )
    notice = table.state == Table.State.OPEN
    if notice:
        _check_is_limit_change(table, offer, at)
        if not (sign and announced):
            raise RuleViolation(
                "notice_needs_sign_and_announcement",
                f"The table has players: new limits need {rule.value} minutes' notice. Post the sign, announce the "
                "limits, and confirm both.",
                rule.cite,
            )
    from_at = at + timedelta(minutes=rule.value) if notice else at
    _check_fits(table, offer, from_at)
    OfferInForce.objects.create(table=table, offer=offer, from_at=from_at, placed_by=by, placed_at=at)
    action = "offer.placed" if from_at == at else "limits.announced"
    journal(
        action,
        offer,
        on=table,
        by=by,
        at=at,
        offer=str(offer),
        from_at=from_at,
        sign=sign,
        announced=announced,
        cite=rule.cite if from_at > at else policy("offer_approved", table.facility.jurisdiction).cite,
    )
    if from_at == at:
        tighten_clocks(table, offer, dealing_method_at(table), by=by, at=at)
    return table


def _check_fits(table: Table, offer: Offer, from_at: datetime) -> None:
    """Refuse an offer that is not in force by then, or whose rules allow fewer positions."""
    if not offer.in_force(from_at):
        raise RuleViolation(
            "offer_not_in_force",
            f"{offer} is {offer.standing(from_at)}. Choose an approved offer that is in effect.",
            policy("offer_approved", table.facility.jurisdiction).cite,
        )
    if offer.book.table.positions < table.positions:
        raise RuleViolation(
            "too_many_positions",
            f"The table has {table.positions} positions; the rules allow {offer.book.table.positions}.",
            offer.book.cite(offer.book.table),
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
    return {name: value for name, value in offer.document.items() if name != "limits"}


def running_notice(table: Table, at: datetime) -> OfferInForce | None:
    """Return the notice of new limits that is still running, if any."""
    rows = table.known("offers_in_force", from_at__gt=at, cancelled_at=None)
    return next((row for row in rows if row.from_at > at and row.cancelled_at is None), None)


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
    return table


@transaction.atomic
def post_sign(table: Table, *, by: Staff, at: datetime) -> Table:
    """Record that the sign with the odds is at the table."""
    table = locked(table)
    table.sign_posted = True
    table.save(update_fields=["sign_posted"])
    journal("sign.posted", table, on=table, by=by, at=at)
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
