"""Acts on pits and tables."""

from collections.abc import Callable, Iterator

from django.utils import timezone

from compliance.acts.registry import Act, Step, Subject
from compliance.formatting import format_time
from games.engine import questions
from tables.dealers import services as dealers
from tables.dealers.roster import stint_at
from tables.decks import changes as deck_changes
from tables.devices import services as devices
from tables.devices.dealing_method import dealing_method_at
from tables.findings.layouts import signs_up
from tables.models import Deck, Pit, Table
from tables.openings import services as opening
from tables.openings.sequence import done_word, opening_of, steps_for
from tables.orders.acts import ORDERS
from tables.signs import services as signs
from tables.signs.forms import PostSignForm, TakeDownSignForm

from . import forms
from . import services as floor
from .queries import running_notice

State = Table.State


def in_state(*states: Table.State) -> Callable[[Table], bool]:
    return lambda table: table.state in states


def _adding(table: Table) -> Iterator[Step]:
    """Yield the steps that the dealer and floorperson confirm when they add a deck at an open table."""
    offer = table.offer_at(timezone.now())
    if offer:
        for step in steps_for(Deck(), offer.book, dealing_method_at(table)):
            yield Step(f"The {step.value.by} {step.value.does}", step.cite, done_word(step))


def _offer_message(table: Table) -> str:
    notice = running_notice(table, timezone.now())
    if notice is None:
        return f"{table.offer_at(timezone.now())} is in force at {table}."
    return f"{notice.offer} takes effect at {format_time(notice.from_at)}."


def _idle(table: Table) -> Iterator[Step]:
    offer = table.offer_at(timezone.now())
    if offer:
        rule = questions.idle_table(offer.book)
        if questions.is_exempt(rule.value, reshuffles=dealing_method_at(table).reshuffles):
            yield Step(f"The cards stay in the device: it {rule.value.unless_device}", rule.cite)
        else:
            yield Step(f"The cards are {rule.value.cards}", rule.cite)


def _resuming(table: Table) -> Iterator[Step]:
    """Yield what is confirmed when the first player comes back to an idle table."""
    offer = table.offer_at(timezone.now())
    rule = questions.idle_table(offer.book) if offer else None
    if rule and not questions.is_exempt(rule.value, reshuffles=dealing_method_at(table).reshuffles):
        yield Step("The first player was given the opportunity to look at the cards, face up", rule.cite)


def _is_reopening(table: Table) -> bool:
    opening = opening_of(table) if table.state == State.OPENING else None
    return opening is not None and bool(opening.from_step)


def _may_post_sign(table: Table) -> bool:
    at = timezone.now()
    return bool(signs.needed_signs(table, signs.offer_to_show(table, at), at))


def _has_room(table: Table) -> bool:
    """Return whether the table can take another deck: it has none, or one and a shuffler."""
    decks = deck_changes.decks_at(table)
    return not decks or (len(decks) == 1 and dealing_method_at(table).shuffler != "none")


PIT = Subject(
    "pit",
    lambda: Pit.objects.select_related("facility"),
    (Act("pit.add-table", "Add a table", floor.add_table, forms.AddTableForm, creates=True),),
)

TABLE = Subject(
    "table",
    lambda: Table.objects.select_related("facility", "pit"),
    (
        Act(
            "table.begin-opening",
            "Begin opening",
            opening.begin_opening,
            primary=True,
            when=in_state(State.CLOSED),
            explains="The page guides you through layout, devices, people, and cards.",
        ),
        Act(
            "table.open",
            "Open the table",
            opening.open_table,
            primary=True,
            when=in_state(State.OPENING),
            explains="The decks go into play and their clocks start.",
            success_message=lambda table: f"{table} is open.",
        ),
        Act(
            "table.bring-deck",
            "Bring a deck",
            deck_changes.bring_deck,
            forms.BringDeckForm,
            when=lambda table: table.state == State.OPENING and _has_room(table),
        ),
        Act(
            "table.resume",
            "Reopen for first player",
            opening.resume_table,
            primary=True,
            when=in_state(State.IDLE),
            steps=_resuming,
            success_message=lambda table: f"{table} is open." if table.is_live else f"Reopening {table}.",
        ),
        Act(
            "table.add-deck",
            "Bring a deck into play",
            deck_changes.add_deck,
            forms.AddDeckForm,
            when=lambda table: table.is_live and _has_room(table),
            steps=_adding,
            signing=deck_changes.ADDITION,
        ),
        Act(
            "table.assign-dealer",
            "Assign a dealer",
            dealers.assign_dealer,
            forms.AssignDealerForm,
            policy="one_place",
            overwrites=True,
            when=lambda table: table.state != State.CLOSED_FOR_CAUSE and stint_at(table) is None,
        ),
        Act(
            "table.relieve-dealer",
            "Relieve the dealer",
            dealers.assign_dealer,
            forms.AssignDealerForm,
            policy="one_place",
            overwrites=True,
            when=lambda table: stint_at(table) is not None,
        ),
        Act(
            "table.release-dealer",
            "Release the dealer",
            dealers.release_dealer,
            forms.ReleaseDealerForm,
            when=lambda table: table.state != State.OPEN and stint_at(table) is not None,
        ),
        Act(
            "table.supervise",
            "Assign floor supervisor",
            floor.supervise,
            forms.SuperviseForm,
            policy="floorperson_span",
            overwrites=True,
            success_message=lambda table: f"Floor supervisor assigned to {table}.",
        ),
        Act(
            "table.place-device",
            "Place a device",
            devices.place_device,
            forms.PlaceDeviceForm,
            explains="The devices determine the dealing method and how long a deck may stay in play.",
        ),
        Act(
            "table.post-sign",
            "Confirm sign posted",
            signs.post_sign,
            PostSignForm,
            when=_may_post_sign,
            explains="What the layout does not show is on a sign at the table. Every offer needs its own signs.",
        ),
        Act(
            "table.take-down-sign",
            "Take down a sign",
            signs.take_down_sign,
            TakeDownSignForm,
            when=lambda table: bool(signs_up(table)),
            explains="While a needed sign is missing, no round may be dealt.",
        ),
        Act(
            "table.put-cover-card",
            "Choose the cover card",
            floor.put_cover_card,
            forms.PutCoverCardForm,
            explains="The table uses a cover card that the regulator approved.",
        ),
        Act(
            "table.set-positions",
            "Correct the positions",
            floor.set_positions,
            forms.SetPositionsForm,
            when=lambda table: not table.is_live,
            overwrites=True,
        ),
        Act(
            "table.put-offer",
            "Change the offer",
            floor.put_offer,
            forms.PutOfferForm,
            policy="limit_notice",
            success_message=_offer_message,
            overwrites=True,
            explains="Takes effect at once without players. During play, only limits may change, after notice.",
        ),
        Act(
            "table.withdraw-notice",
            "Withdraw the notice",
            floor.withdraw_notice,
            when=lambda table: running_notice(table, timezone.now()) is not None,
            explains="The announced limits do not take effect.",
        ),
        Act(
            "table.put-layout",
            "Change the layout",
            floor.put_layout,
            forms.PutLayoutForm,
            when=lambda table: not table.is_live,
            overwrites=True,
        ),
        Act(
            "table.spread",
            "Mark table idle",
            opening.spread_cards,
            when=in_state(State.OPEN),
            steps=_idle,
            success_message=lambda table: "Table is idle.",
        ),
        Act(
            "table.spread-again",
            "Player left: mark table idle",
            opening.spread_cards,
            steps=_idle,
            when=_is_reopening,
            success_message=lambda table: "Table is idle.",
        ),
        *ORDERS,
        Act(
            "table.close",
            "Close the table",
            opening.close_table,
            danger=True,
            signing=opening.CLOSING,
            when=in_state(State.OPEN, State.IDLE, State.OPENING),
            explains="Its decks are removed, sealed, and labeled. Its dealer is released.",
            success_message=lambda table: f"{table} is closed.",
        ),
        Act(
            "table.close-for-cause",
            "Close for cause",
            opening.close_for_cause,
            forms.CauseForm,
            danger=True,
            signing=opening.CLOSING,
            when=lambda table: table.state != State.CLOSED_FOR_CAUSE,
            explains="Use this when something is wrong. The table stays closed until a pit boss clears it.",
        ),
        Act(
            "table.release",
            "Clear for reopening",
            opening.release_table,
            forms.ReasonForm,
            primary=True,
            signing=opening.RELEASE,
            when=in_state(State.CLOSED_FOR_CAUSE),
            success_message=lambda table: f"{table} is cleared for reopening.",
        ),
    ),
    lookup="code",
)
