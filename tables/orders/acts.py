"""One-tap acts at a table in play. They belong to the subject “table” (tables/floor/acts.py)."""

from collections.abc import Callable

from django.utils import timezone

from compliance.acts.registry import Act
from games.engine import questions
from tables.devices.dealing_method import dealing_method_at
from tables.models import Offer, Table

from . import services as orders

Rule = Callable[[Table, Offer], object | None]


def _offered(rule: Rule) -> Callable[[Table], bool]:
    """Tell whether a table is in play under rules that speak of this."""

    def when(table: Table) -> bool:
        offer = table.offer_at(timezone.now()) if table.state == Table.State.OPEN else None
        return offer is not None and rule(table, offer) is not None

    return when


def _recut_message(table: Table) -> str:
    return f"Recut recorded at {table}.{_cut_reminder(table)}"


def _reshuffle_message(table: Table) -> str:
    by_hand = dealing_method_at(table).shuffler == "none"
    reminder = _cut_reminder(table) if by_hand else " Cards shuffled by hand are cut."
    return f"Reshuffle recorded at {table}.{reminder}"


def _cut_reminder(table: Table) -> str:
    offer = table.offer_at(timezone.now())
    return f" The dealer cuts at least {questions.cut_depth(offer.book).value} cards." if offer else ""


ORDERS = (
    Act(
        "table.order-recut",
        "Order a recut",
        orders.order_recut,
        when=_offered(orders.recut_rule),
        explains="The cut was improper. The cards are cut again before any are dealt.",
        success_message=_recut_message,
        one_tap=True,
        personal=True,
    ),
    Act(
        "table.direct-reshuffle",
        "Direct a reshuffle",
        orders.direct_reshuffle,
        when=_offered(orders.reshuffle_rule),
        explains="The dealer shuffles the cards again.",
        success_message=_reshuffle_message,
        one_tap=True,
        personal=True,
    ),
    Act(
        "table.refuse-late-wager",
        "Refuse a late wager",
        orders.refuse_late_wager,
        when=_offered(orders.late_wager_rule),
        explains="A wager was made, increased or withdrawn after “no more bets”, and refused.",
        success_message=lambda table: f"Refused late wager recorded at {table}.",
        one_tap=True,
    ),
)
