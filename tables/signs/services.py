"""Signs at a table: what its layout does not show, for the offer in force or announced."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from compliance.db.locking import locked
from compliance.errors import RuleViolation
from compliance.journal.write import journal
from compliance.models import Staff
from games.engine import questions
from tables.findings.gates import no_offer
from tables.findings.layouts import Element, missing_signs, sign_elements, signs_up
from tables.floor.queries import running_notice
from tables.models import Offer, Sign, Table


def elements_for_signs(offer: Offer) -> list[Element]:
    """Return what a sign may show under an offer."""
    return [element for element in questions.layout_elements(offer.terms) if element.value.or_sign]


def offer_to_show(table: Table, at: datetime) -> Offer | None:
    """Return the offer that the next sign shows: the one in force, or an announced one if the former has its signs."""
    current, notice = table.offer_at(at), running_notice(table, at)
    if notice is None or needed_signs(table, current, at):
        return current
    return notice.offer


def needed_signs(table: Table, offer: Offer | None, at: datetime) -> list[Element]:
    """Return what the table's layout leaves to signs and no sign shows."""
    layout = table.layout_at(at)
    return missing_signs(table, layout, offer) if layout and offer else []


@transaction.atomic
def post_sign(table: Table, *, signs: Collection[str] = (), by: Staff, at: datetime) -> Table:
    """Record that signs are at the table: these, or all that its layout needs.

    They show the offer in force, or one that was announced if no sign for the former is missing. A sign replaces an
    earlier one of the same kind that shows neither of the two.
    """
    table = locked(table)
    current, offer = table.offer_at(at), offer_to_show(table, at)
    if offer is None:
        raise no_offer(table).refusal()
    allowed = {element.value.id: element for element in elements_for_signs(offer)}
    unknown = sorted(set(signs) - allowed.keys())
    if unknown or not allowed:
        raise RuleViolation(
            "no_such_sign",
            f"{offer} has no sign for {', '.join(unknown) or 'anything'}. Choose from: {', '.join(allowed) or 'none'}.",
            questions.layout_approval(offer.book).cite,
        )
    up, needed = signs_up(table), [element.value.id for element in needed_signs(table, offer, at)]
    shown = {sign.element for sign in up if sign.offer_id == offer.pk}
    posted = [name for name in signs or needed or allowed if name not in shown]
    if not posted:
        raise RuleViolation("sign_up", f"The signs for {offer} are already posted at {table}.")
    for name in posted:
        _record(table, name, offer, allowed[name].cite, by=by, at=at)
    outdated = [each for each in up if each.element in posted and each.offer not in (current, offer)]
    end_signs(table, outdated, by=by, at=at)
    return table


def record_signs(table: Table, offer: Offer, *, by: Staff, at: datetime) -> None:
    """Record that the signs that the table's layout needs show this offer."""
    layout = table.layout_at(at)
    for element in sign_elements(layout, offer) if layout else ():
        if not any(each.element == element.value.id and each.offer_id == offer.pk for each in signs_up(table)):
            _record(table, element.value.id, offer, element.cite, by=by, at=at)


def _record(table: Table, element: str, offer: Offer, cite: str, *, by: Staff, at: datetime) -> None:
    sign = Sign.objects.create(table=table, element=element, offer=offer, posted_by=by, posted_at=at)
    journal("sign.posted", table, on=table, by=by, at=at, sign=sign.label, offer=str(offer), cite=cite)


@transaction.atomic
def take_down_sign(table: Table, *, signs: Collection[Sign], by: Staff, at: datetime) -> Table:
    """Record that signs were taken down. Play stops if one is needed."""
    table = locked(table)
    up = {sign.pk: sign for sign in signs_up(table)}
    if not signs or any(sign.pk not in up for sign in signs):
        raise RuleViolation("sign_not_up", f"Choose signs that are posted at {table}.")
    end_signs(table, [up[sign.pk] for sign in signs], by=by, at=at)
    return table


def end_signs(table: Table, signs: Collection[Sign], *, by: Staff, at: datetime) -> None:
    """Record that these signs came down."""
    for sign in signs:
        sign.taken_down_by, sign.taken_down_at = by, at
        sign.save(update_fields=["taken_down_by", "taken_down_at"])
        journal("sign.taken_down", table, on=table, by=by, at=at, sign=sign.label, offer=str(sign.offer))
