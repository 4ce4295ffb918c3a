"""The circumstances of a round: now, or at a past moment for which the table's state is restored."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Exists, Q, QuerySet

from compliance.models import Entry, Facility, Staff
from compliance.staff.roles import Role
from games.engine.money import dollars
from games.engine.problems import Problem, Refused
from games.engine.settle import settle
from games.engine.settlement.result import Settlement
from games.models import Round
from games.rounds.gates import Situation, deck_in_turn, decks_in_play
from games.rounds.stub_tally import kept_tally, tally_at
from tables.dealers.roster import dealer_at
from tables.devices.dealing_method import dealing_method_at
from tables.floor.table_history import table_as_of
from tables.models import Deck, Device, Offer, Table

from .input import RoundEntry

# How far other systems' clocks may be ahead of ours.
AHEAD = timedelta(seconds=5)
# How far back to look for rounds with a failed device that were logged late.
LATELY = timedelta(days=1)


class Named(NamedTuple):
    """What an entry names by number or badge, looked up; None where it leaves the choice to the table."""

    deck: Deck | None
    dealer: Staff | None
    failed_device: Device | None
    replaces: Round | None


def find_named(table: Table, entry: RoundEntry, at: datetime) -> tuple[Named, list[Problem]]:
    """Look up what an entry names; anything missing, or of another table, is a problem at its field."""
    problems: list[Problem] = []

    def found(name: str, value: object, things: Callable[[], Any], message: str) -> Any:
        if value is None:
            return None
        thing = things().first()
        if thing is None:
            problems.append(Problem("malformed", name, message))
        return thing

    deck = found(
        "deck",
        entry.deck,
        lambda: Deck.objects.filter(pk=entry.deck or 0, table=table),
        "This table has no such deck. Leave it out to use the deck whose turn it is.",
    )
    dealer = found(
        "dealt_by",
        entry.dealt_by,
        lambda: _who_dealt_here(table.facility).filter(badge=entry.dealt_by),
        "No dealer at this facility has this badge.",
    )
    device = found(
        "failed_device",
        entry.failed_device,
        lambda: _devices_at_table(table, entry.failed_device or 0),
        "This table has no such device.",
    )
    replaces = found(
        "replaces",
        entry.replaces,
        lambda: Round.objects.filter(pk=entry.replaces or 0, table=table).select_related(
            "deck", "dealer", "shift", "voiding"
        ),
        "This table has no such round.",
    )
    if replaces is not None and (problem := _unreplaceable(replaces)):
        problems.append(Problem("malformed", "replaces", problem))
    if entry.played_at is not None and entry.played_at > at + AHEAD:
        problems.append(Problem("malformed", "played_at", "This is in the future. Enter the time of play, or nothing."))
    return Named(deck, dealer, device, replaces), problems


def _who_dealt_here(facility: Facility) -> QuerySet[Staff]:
    """Return the present and past dealers of a facility: a round may be logged after its dealer has left."""
    return Staff.objects.filter(postings__facility=facility, postings__role=Role.DEALER).distinct()


def _devices_at_table(table: Table, pk: int) -> QuerySet[Device]:
    """Return a device that is or was at a table: a round may be logged after its device was removed."""
    placed = Entry.objects.filter(stream__key=table.stream_key, subject=f"device:{pk}", action="device.placed")
    return Device.objects.filter(Q(table=table) | Exists(placed), pk=pk)


def _unreplaceable(replaced: Round) -> str | None:
    if not replaced.is_voided:
        return f"Void round {replaced.number} first; then log the corrected round."
    if hasattr(replaced, "replaced_by"):
        return f"Round {replaced.number} was already replaced by round {replaced.replaced_by.number}."
    return None


def _before(table: Table, at: datetime, replaced: Round | None) -> Table:
    """Return a table as it was. Effects of earlier rounds count from when they were played, not logged: a deck that
    failed the count had left play by then, and a failed device was out of use."""
    then = table_as_of(table, at)
    played = Round.objects.filter(table=table, voiding=None, played_at__lte=at, logged_at__gt=at)
    decks = played.filter(deck__in=[deck.pk for deck in then.decks.all()], deck_removed=True)
    pulled = set(decks.values_list("deck_id", flat=True))
    for deck in then.decks.all():
        if deck.pk in pulled:
            deck.state = Deck.State.PULLED
    lately = played.filter(played_at__gt=at - LATELY, failed_device__isnull=False)
    failed = dict(lately.values_list("failed_device", "played_at"))
    for device in then.devices.all():
        if device.pk in failed and device.in_order:
            device.failed_at = failed[device.pk]
    if replaced:
        _take_back(then, at, replaced)
    return then


def _take_back(then: Table, at: datetime, replaced: Round) -> None:
    """Undo the effects of the round to be corrected at its own moment: its deck pulled, its device failed."""
    for deck in then.decks.all():
        if deck.pk == replaced.deck_id and deck.removed_at == at:
            deck.state = Deck.State.IN_PLAY
    for device in then.devices.all():
        if device.failed_at == at:
            device.failed_at, device.handling = None, Device.Handling.NONE


def situate(table: Table, entry: RoundEntry, named: Named, at: datetime, *, late: bool) -> Situation:
    """Return the circumstances of a round. `late`: the table has changed since, or a later round was played."""
    then = _before(table, at, named.replaces) if late else table
    tally = tally_at(table, at) if late else kept_tally(table)
    replaced = named.replaces
    in_play = decks_in_play(then)
    deck = named.deck or (replaced.deck if replaced else deck_in_turn(in_play, tally.last_position))
    # The deck as it was in play then, if it was, with its position and change time.
    deck = next((each for each in in_play if deck and each.pk == deck.pk), deck)
    dealer = named.dealer or (replaced.dealer if replaced else dealer_at(then))
    return Situation(then, then.offer_at(at), dealing_method_at(then), deck, dealer, tally, at, replaced)


# ── Settling the round


def offer_document(offer: Offer, jackpot_cents: int | None) -> dict[str, Any]:
    """Return an offer for the engine, with the value of the jackpot."""
    document: dict[str, Any] = offer.document
    wheel = document.get("bonus_spin")
    if jackpot_cents is None or not wheel:
        return document
    return document | {"bonus_spin": wheel | {"top_prize": dollars(jackpot_cents)}}


def settled(offer: Offer, entry: RoundEntry, problems: list[Problem]) -> Settlement:
    """Settle a round under an offer; Refused carries every problem, including those around the round."""
    try:
        found = settle(offer.edition, offer_document(offer, entry.jackpot_cents), entry.round)
    except Refused as refused:
        # If the offer states no top prize, it is asked for as the jackpot.
        others = [problem for problem in refused.problems if problem.path != "offer.bonus_spin.top_prize"]
        raise Refused([*problems, *others]) from None
    if problems:
        raise Refused(problems)
    return found
