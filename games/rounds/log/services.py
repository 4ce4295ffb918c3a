"""Log a round: gates, settlement, round, totals, journal and receipt, in one transaction."""

from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from django.db import IntegrityError, connection, transaction

from compliance.api.idempotency import Request, StoredResponse, again, receipt
from compliance.db.write_batch import WriteBatch, takes_guarded_statements
from compliance.errors import RuleViolation, RuleViolations
from compliance.facilities.policies import policy
from compliance.journal.write import append, next_entry
from compliance.models import Entry, Facility, Receipt, Signature, Staff
from compliance.signatures.services import Confirmation, Signing, sign
from compliance.staff.roles import PIT
from games.engine.problems import Problem, Refused
from games.engine.settlement.result import Settlement
from games.models import Round, Violation
from games.rounds.findings import is_first_for_long, is_notable
from games.rounds.gates import UNBREACHABLE, Situation, gates
from games.rounds.stub_tally import recount, uncounted_after
from games.totals import services as totals
from tables.decks.changes import pull_deck
from tables.decks.stub_count import stub_count
from tables.devices.services import fail_device
from tables.findings.open_tables import cached_obstacles
from tables.floor.table_cache import COUNTERS
from tables.models import Deck, Device, Shift, Table
from tables.shifts.services import on_duty, shift_at

from .build import build_round
from .context import LoggingContext, lock_context, read_context, unchanged
from .facts import check_facts
from .forfeits import ForfeitRecord
from .input import RoundEntry
from .response import answer_of
from .situation import Named, find_named, settled, situate

BREACH = Signing("round_in_breach", PIT)
VOID_DECISION = Signing("round_void_decided", PIT)


def signing_of(entry: RoundEntry) -> Signing:
    """Return which second signature a round needs: for its violation, or for a void that the rules do not name."""
    return BREACH if entry.breach_reason else VOID_DECISION


def log_round(
    code: str,
    *,
    entry: RoundEntry,
    request: Request,
    by: Staff,
    at: datetime,
    second: Confirmation | None = None,
    seen: Callable[[Table | None], object] = lambda table: None,
) -> StoredResponse:
    """Settle and log a round of play; a repeated key gets the original response.

    RuleViolations holds every gate that refuses the round, Refused every problem with it. `seen` receives the table
    before anything about it is revealed, and refuses those who may not see it.
    """
    if takes_guarded_statements() and not entry.is_signed:
        answer = _log_optimistically(code, entry=entry, request=request, by=by, at=at, seen=seen)
        if answer is not None:
            return answer
    with transaction.atomic():
        here = lock_context(code, at, request.key)
        seen(here and here.table)
        assert here is not None
        if here.receipt is not None:
            return again(Receipt.objects.get(pk=here.receipt), request)
        checked = check_round(here, entry=entry, by=by, at=at, second=second)
        checked.round.pk = here.new_key
        answers: list[StoredResponse] = []

        def receipts(after: LoggingContext) -> list[Receipt]:
            answers.append(answer_of(checked.round, after, at))
            return [receipt(after.table.facility, request, answers[0], at=at)]

        record(here, [checked], receipts, by=by, at=at)
        return answers[0]


def _log_optimistically(
    code: str, *, entry: RoundEntry, request: Request, by: Staff, at: datetime, seen: Callable[[Table | None], object]
) -> StoredResponse | None:
    """Log a round that no gate refuses and that has no side effects, as almost all are.

    Takes no lock: one statement writes it if the table has not changed since it was read. Otherwise nothing is
    written, and the round is decided again under the lock.
    """
    here = read_context(code, request.key)
    if here is None or here.receipt is not None:
        return None
    seen(here.table)
    guard = unchanged(here)
    try:
        checked = check_round(here, entry=entry, by=by, at=at)
    except (Refused, RuleViolation):
        return None
    if not checked.has_no_side_effects:
        return None
    checked.round.pk = here.new_key
    answer = answer_of(checked.round, here, at)
    batch = _written(here, [checked], by=by, at=at)
    batch.update(here.table, *COUNTERS)
    batch.insert(receipt(here.table.facility, request, answer, at=at))
    try:
        with transaction.atomic() if connection.in_atomic_block else nullcontext():
            return answer if batch.send_if(guard) else None
    except IntegrityError:  # the key is being used for another table
        return None


class CheckedRound(NamedTuple):
    """A settled round, ready to be written; `found` are the gates it violates."""

    round: Round
    settlement: Settlement
    found: list[RuleViolation]
    # Whether the table has changed since the round was played, or a later round was logged.
    late: bool
    # Whether alert checks must look at the table: because of a payout, a void, or the stub count.
    needs_scan: bool

    @property
    def has_no_side_effects(self) -> bool:
        """Whether logging it changes nothing but rounds, totals and counters."""
        return not (self.late or self.found or self.round.deck_removed or self.round.failed_device_id)


def check_round(
    here: LoggingContext, *, entry: RoundEntry, by: Staff, at: datetime, second: Confirmation | None = None
) -> CheckedRound:
    """Check and settle a round, and update the locked table's row in memory. Writes at most a signature."""
    named, problems = find_named(here.table, entry, at)
    if problems:
        raise Refused(problems)
    played_at, late = _when(here, entry, named, at)
    situation = situate(here.table, entry, named, played_at, late=late)
    known = cached_obstacles(situation.table, played_at)
    found = gates(situation, known, counted=entry.owes_no_count)
    settlement, forfeits = _settlement(situation, entry, named, found, by=by)
    signature = _signature(situation, entry, found, by=by, at=at, second=second)
    shift = _shift(here.table, named, played_at, late=late)
    round_ = build_round(situation, entry, settlement, named, forfeits, by=by, at=at, shift=shift, signature=signature)
    first = is_first_for_long(here.table, round_.played_at)
    here.table.round_number = round_.number
    if not late:
        here.table.rounds_since_count = uncounted_after(round_, here.table.rounds_since_count)
        here.table.last_position, here.table.last_played_at = round_.position, round_.played_at
    needs_scan = first or _needs_scan(situation, round_, here.table.rounds_since_count)
    return CheckedRound(round_, settlement, found, late, needs_scan)


def _needs_scan(situation: Situation, round_: Round, uncounted: int) -> bool:
    """Tell whether a check's result may change with this round (findings.py, tables/findings/)."""
    if round_.status == Round.Status.VOID or round_.count_due or is_notable(round_):
        return True
    assert situation.offer is not None
    count = stub_count(situation.offer.book, situation.dealing, uncounted)
    return count is not None and count.is_due


def record(
    here: LoggingContext,
    several: list[CheckedRound],
    receipts: Callable[[LoggingContext], list[Receipt]],
    *,
    by: Staff,
    at: datetime,
) -> LoggingContext:
    """Write checked rounds in order, with their side effects and the table's new state.

    `receipts` builds the receipts of their responses, once the table is in its new state.
    """
    batch = _written(here, several, by=by, at=at)
    if not all(checked.has_no_side_effects for checked in several):
        batch.send()
        for checked in several:
            _follow(here, checked, by=by, at=at)
        here = here.reloaded(at)
        batch = WriteBatch()
    batch.update(here.table, *COUNTERS)
    batch.insert(*receipts(here))
    batch.send()
    return here


def _written(here: LoggingContext, several: list[CheckedRound], *, by: Staff, at: datetime) -> WriteBatch:
    """Return the batch that writes rounds, which have their primary keys, with their entries and totals."""
    batch = WriteBatch()
    batch.insert(*[checked.round for checked in several])
    append(batch, here.stream, [_journal_facts(here, checked, by=by, at=at) for checked in several])
    totals.add(batch, totals.merged(_deltas(here.table.facility, checked) for checked in several))
    return batch


def _deltas(facility: Facility, checked: CheckedRound) -> totals.Deltas:
    return totals.deltas_of(checked.round, checked.settlement, totals.hour_of(facility, checked.round.played_at))


def _when(here: LoggingContext, entry: RoundEntry, named: Named, at: datetime) -> tuple[datetime, bool]:
    """Return when a round was played, and whether the table has changed since.

    The default is now, but not before anything that was done while this request waited for the table.
    """
    moments = [each for each in (here.table.last_played_at, here.version.changed_at) if each is not None]
    given = entry.played_at or (named.replaces.played_at if named.replaces else None)
    if given is None:
        return max(at, *moments) if moments else at, False
    return given, named.replaces is not None or any(given < moment for moment in moments)


def _settlement(
    situation: Situation, entry: RoundEntry, named: Named, found: list[RuleViolation], *, by: Staff
) -> tuple[Settlement, list[ForfeitRecord]]:
    """Settle the round; refuse it if an offer, a deck or a dealer is missing. Also return who forfeited, and why."""
    if situation.offer is None or (not entry.breach_reason and found and situation.deck is None):
        raise RuleViolations(found)
    problems = []
    if situation.deck is None and entry.breach_reason:
        problems.append(Problem("malformed", "deck", "Enter the deck that the round was dealt from."))
    if situation.dealer is None and entry.breach_reason:
        problems.append(Problem("malformed", "dealt_by", "Enter the badge of the dealer."))
    facts = check_facts(situation, entry, named, by=by)
    return settled(situation.offer, entry, [*problems, *facts.problems]), facts.forfeits


def _signature(
    situation: Situation,
    entry: RoundEntry,
    found: list[RuleViolation],
    *,
    by: Staff,
    at: datetime,
    second: Confirmation | None,
) -> Signature | None:
    """Refuse a round that violates a gate, unless it was played anyway and a second person signs for it."""
    facility = situation.table.facility
    if entry.breach_reason and not found:
        cite = policy(BREACH.policy, facility.jurisdiction).cite
        raise RuleViolation("not_in_breach", "This round has no violation. Log it without a reason.", cite)
    if found and (not entry.breach_reason or any(each.code in UNBREACHABLE for each in found)):
        raise RuleViolations(found)
    if not entry.is_signed:
        return None
    signing = signing_of(entry)
    if second is None:
        cite = policy(signing.policy, facility.jurisdiction).cite
        raise RuleViolation("signature_missing", "A second person must sign for this round.", cite)
    return sign(signing, second, "round.logged", facility=facility, by=by, at=at)


def _shift(table: Table, named: Named, played_at: datetime, *, late: bool) -> Shift | None:
    """Return the shift of a round. A correction of the same moment takes the shift of the round it replaces."""
    if named.replaces and named.replaces.played_at == played_at:
        same: Shift | None = named.replaces.shift
        return same
    if late:
        return shift_at(table.facility, played_at)
    return table.memoize("shift", lambda: on_duty(table.facility))


def _journal_facts(here: LoggingContext, checked: CheckedRound, *, by: Staff, at: datetime) -> Entry:
    """Return the journal entry of a round."""
    round_, signature = checked.round, checked.round.signature
    return next_entry(
        here.stream,
        "round.logged",
        round_,
        on=here.table,
        by=by,
        at=at,
        signature=signature,
        changes_floor=False,
        needs_scan=checked.needs_scan or not checked.has_no_side_effects,
        number=round_.number,
        played_at=round_.played_at,
        deck=str(round_.deck),
        position=round_.position,
        dealer=round_.dealer,
        revision=round_.revision,
        seats=round_.seats,
        status=round_.status,
        void_reason=round_.void_reason or None,
        stub=round_.stub,
        staked_cents=round_.staked_cents,
        pays_cents=round_.pays_cents,
        returned_cents=round_.returned_cents,
        irregularities=list(round_.irregularities) or None,
        void_explanation=round_.void_explanation or None,
        forfeits=round_.forfeits or None,
        breach=[each.code for each in checked.found] or None,
        reason=round_.breach_reason or None,
        replaces=round_.replaces.number if round_.replaces else None,
        digest=digest(round_),
    )


def digest(round_: Round) -> str:
    """Return the hash of a round's content for the journal, so that the hash chain covers it."""
    return sha256(f"{round_.input}\n{round_.settlement}".encode()).hexdigest()


def _follow(here: LoggingContext, checked: CheckedRound, *, by: Staff, at: datetime) -> None:
    """Apply a round's side effects to table, deck and device, and open a violation for each violated gate."""
    table, round_ = here.table, checked.round
    if checked.late:
        recount(table)
    if round_.deck_removed and round_.deck in Deck.objects.filter(table=table, state=Deck.State.IN_PLAY):
        book = round_.offer.book
        outcome = book.count.outcome(whole=False, misdealt=round_.misdealt)
        pull_deck(
            table,
            round_.deck,
            cite=book.cite(getattr(book.count, outcome)),
            by=by,
            at=at,
            round_number=round_.number,
            stream=here.stream,
        )
    if round_.failed_device is not None and _fails_now(round_.failed_device, round_):
        fault = f"Failed in round {round_.number}"
        fail_device(round_.failed_device, fault=fault, by=by, at=at, stream=here.stream)
    for each in checked.found:
        Violation.objects.create(
            facility=table.facility,
            round=round_,
            code=each.code,
            message=each.fact[:300],
            cite=each.cite or "",
            opened_at=at,
        )


def _fails_now(device: Device, round_: Round) -> bool:
    """Tell whether a device that failed in a round is still in use here. If the round is logged late, the failure may
    be known already, or the device repaired or moved."""
    if not device.in_order or device.table_id != round_.table_id:
        return False
    told = Entry.objects.filter(subject=device.subject_key, action="device.failed", at__gte=round_.played_at)
    return not told.exists()
