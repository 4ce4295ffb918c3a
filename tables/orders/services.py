"""What the supervisor of a table orders or refuses during play: a recut, a reshuffle, a late wager.

Each is one tap and one journal entry, and changes nothing else. A table offers only what its rules speak of.
"""

from datetime import datetime
from typing import TypeVar

from django.db import transaction

from compliance.db.locking import locked
from compliance.errors import RuleViolation
from compliance.journal.write import journal
from compliance.models import Staff
from games.engine import questions
from games.engine.questions import Answer
from games.engine.rulebook.floor import DirectedReshuffle, LateWagers, Recut
from tables.decks.changes import offer_of
from tables.devices.dealing_method import dealing_method_at
from tables.models import Offer, Table

R = TypeVar("R")


def recut_rule(table: Table, offer: Offer) -> Answer[Recut] | None:
    """Return who may order a recut here; None if the rules do not say, or spare the table the cut."""
    rule = questions.recut(offer.book)
    if rule and questions.is_exempt(rule.value, reshuffles=dealing_method_at(table).reshuffles):
        return None
    return rule


def reshuffle_rule(table: Table, offer: Offer) -> Answer[DirectedReshuffle] | None:
    return questions.directed_reshuffle(offer.book)


def late_wager_rule(table: Table, offer: Offer) -> Answer[LateWagers] | None:
    return questions.late_wagers(offer.book)


@transaction.atomic
def order_recut(table: Table, *, by: Staff, at: datetime) -> Table:
    """Order that the cards are cut again before any are dealt."""
    table = locked(table)
    offer = _offer_in_play(table, at)
    rule = _stated(table, recut_rule(table, offer), "a recut")
    least = questions.cut_depth(offer.book).value
    journal(
        "cards.recut",
        table,
        on=table,
        by=by,
        at=at,
        cite=rule.cite,
        changes_floor=False,
        authority=offer.book.words.of(rule.value.by),
        until=rule.value.until,
        at_least_cards=least,
    )
    return table


@transaction.atomic
def direct_reshuffle(table: Table, *, by: Staff, at: datetime) -> Table:
    """Direct that the cards are shuffled again."""
    table = locked(table)
    offer = _offer_in_play(table, at)
    rule = _stated(table, reshuffle_rule(table, offer), "a directed reshuffle")
    authority = offer.book.words.of(rule.value.by)
    journal(
        "cards.reshuffle_directed",
        table,
        on=table,
        by=by,
        at=at,
        cite=rule.cite,
        changes_floor=False,
        authority=authority,
    )
    return table


@transaction.atomic
def refuse_late_wager(table: Table, *, by: Staff, at: datetime) -> Table:
    """Record that a wager was made, increased or withdrawn too late and refused."""
    table = locked(table)
    rule = _stated(table, late_wager_rule(table, _offer_in_play(table, at)), "late wagers")
    journal(
        "wager.refused",
        table,
        on=table,
        by=by,
        at=at,
        cite=rule.cite,
        changes_floor=False,
        after=rule.value.after,
        barred=list(rule.value.barred),
    )
    return table


def _offer_in_play(table: Table, at: datetime) -> Offer:
    if table.state != Table.State.OPEN:
        raise RuleViolation("table_not_open", f"{table} is {table.get_state_display().lower()}. Nobody is playing.")
    return offer_of(table, at)


def _stated(table: Table, rule: Answer[R] | None, what: str) -> Answer[R]:
    if rule is None:
        raise RuleViolation("not_in_these_rules", f"The rules at {table} do not speak of {what}.")
    return rule
