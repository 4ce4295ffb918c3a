"""Settle a stored round again, from its input, under the edition and the offer of its time.

The result is compared with the stored one, field by field, and the stored content with its hash in the journal. A round
of another revision of the rulebook keeps its settlement: if today's rules settle it differently, that is no fault.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from compliance.models import Entry
from games.engine.money import format_money, signed_cents
from games.engine.problems import Refused
from games.engine.settle import settle
from games.models import Round
from games.rounds.log.services import digest
from games.rounds.log.situation import offer_document
from tables.models import Offer

AT_ONCE = 500

ABSENT = "–"

# The revision of rounds that were logged before rounds stored one.
FIRST_REVISION = 1


class SettlementDifference(NamedTuple):
    """One field that differs: its path, the stored value, and the value recalculated today."""

    path: str
    stored: str
    today: str

    def __str__(self) -> str:
        return f"{self.path} is stored as {self.stored}, but recalculates to {self.today}"


class UnderTodaysRules(NamedTuple):
    """How today's rules would settle a round of another revision differently, or why they would refuse it."""

    revision: int
    differences: list[SettlementDifference]
    refused: list[str]

    def __str__(self) -> str:
        """Say it after "today's rules"."""
        if self.refused:
            return f"would refuse it: {self.refused[0]}"
        paid = next((each for each in self.differences if each.path == "totals.pays"), None)
        if paid:
            was, would_be = (format_money(signed_cents(each)) for each in (paid.stored, paid.today))
            return f"would pay {would_be} instead of {was}"
        first = self.differences[0]
        return f"would set {first.path} to {first.today} instead of {first.stored}"


class ResettleResult(NamedTuple):
    """The result of settling a stored round again. `refused` says why it can no longer be settled, if so.

    `today` is set if the round is of another revision of the rulebook, and today's rules settle it differently. Then
    `differences` are only columns that contradict the stored settlement.
    """

    round: Round
    differences: list[SettlementDifference]
    refused: list[str]
    # Whether input, settlement and revision are those in the journal.
    is_as_journaled: bool
    today: UnderTodaysRules | None = None

    @property
    def matches(self) -> bool:
        """Whether the round is what was recorded when it was logged, and recalculates to it under the same rules."""
        return self.is_as_journaled and not self.differences and not self.refused

    @property
    def is_of_other_rules(self) -> bool:
        """Whether nothing is wrong with the round, but today's rules settle it differently."""
        return self.matches and self.today is not None

    def faults(self) -> list[str]:
        """Return all faults, as sentences."""
        found = [f"it can no longer be settled: {reason}" for reason in self.refused]
        found += [str(difference) for difference in self.differences]
        if not self.is_as_journaled:
            found.append("the stored round does not match its hash or its revision in the journal")
        return found


class JournaledRound(NamedTuple):
    """What the journal has of a round: the hash of its content, and the revision it was settled under."""

    digest: str
    revision: int


def resettle_all(looked_at: Callable[[int], None] = lambda rounds: None) -> Iterator[ResettleResult]:
    """Settle every round again and yield those that do not match, or that today's rules settle differently.

    `looked_at` receives the number of rounds checked.
    """
    after = 0
    while some := resettle_chunk(after):
        yield from (check for check in some if not check.matches or check.today)
        looked_at(len(some))
        after = some[-1].round.pk


def resettle_chunk(after: int, *, most: int = AT_ONCE) -> list[ResettleResult]:
    """Settle the next rounds again, in primary key order."""
    rounds = Round.objects.filter(pk__gt=after).select_related("offer", "table", "facility").order_by("pk")[:most]
    known = journaled(rounds)
    return [resettle_round(round_, known.get(round_.subject_key)) for round_ in rounds]


def resettle_one(round_: Round) -> ResettleResult:
    return resettle_round(round_, journaled([round_]).get(round_.subject_key))


def journaled(rounds: Iterable[Round]) -> dict[str, JournaledRound]:
    """Return what the journal has of each round."""
    subjects = [round_.subject_key for round_ in rounds]
    entries = Entry.objects.filter(subject__in=subjects, action="round.logged").values_list("subject", "facts")
    return {
        subject: JournaledRound(str(facts.get("digest", "")), facts.get("revision", FIRST_REVISION))
        for subject, facts in entries
    }


def resettle_round(round_: Round, known: JournaledRound | None) -> ResettleResult:
    """Settle a stored round again; `known` is what the journal has of it."""
    is_as_journaled = known == JournaledRound(digest(round_), round_.revision)
    revision = round_.offer.book.revision
    found, refused, today = _compared(round_)
    # Only a round that is what was logged, under an offer that is what was submitted, is excused by its revision.
    if is_as_journaled and round_.revision != revision:
        differs = bool(found or refused)
        if not differs or _is_as_submitted(round_.offer):
            under_todays = UnderTodaysRules(revision, found, refused) if differs else None
            return ResettleResult(round_, list(_of_columns(round_, round_.settled())), [], True, under_todays)
    return ResettleResult(round_, [*found, *(_of_columns(round_, today) if today else ())], refused, is_as_journaled)


def _compared(round_: Round) -> tuple[list[SettlementDifference], list[str], dict[str, Any] | None]:
    """Return where the stored settlement differs from today's, why it can not be settled, and today's settlement."""
    try:
        settled = _settled_today(round_)
        today, stored = msgspec.json.decode(settled), round_.settled()
        is_same = settled == round_.settlement.encode()
    except Refused as refused:
        return [], [f"{problem.path or 'round'}: {problem.message}" for problem in refused.problems], None
    except (msgspec.DecodeError, UnicodeError) as error:
        return [], [f"the stored round is not JSON: {error}"], None
    # Compare field by field only if the bytes differ, which is rare.
    return [] if is_same else list(_differences(stored, today)), [], today


def _is_as_submitted(offer: Offer) -> bool:
    """Tell whether an offer is what the journal says was submitted."""
    submitted = Entry.objects.filter(subject=offer.subject_key, action="offer.submitted").values_list(
        "facts", flat=True
    )
    return any((facts.get("edition"), facts.get("document")) == (offer.edition, offer.document) for facts in submitted)


def _settled_today(round_: Round) -> bytes:
    document = offer_document(round_.offer, round_.jackpot_cents)
    return settle(round_.edition, document, round_.entered()).encode()


def _differences(stored: object, today: object) -> Iterator[SettlementDifference]:
    """Yield the fields in which two settlements differ."""
    then, now = dict(_flat(stored)), dict(_flat(today))
    for path in then | now:
        if then.get(path, ABSENT) != now.get(path, ABSENT):
            yield SettlementDifference(path, then.get(path, ABSENT), now.get(path, ABSENT))


def _flat(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every value inside a settlement with its path: seats[1].wagers.across.pays."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _flat(each, f"{path}.{name}" if path else str(name))
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from _flat(each, f"{path}[{place}]")
    else:
        yield path, "none" if value is None else str(value)


def _of_columns(round_: Round, settlement: dict[str, Any]) -> Iterator[SettlementDifference]:
    """Yield the columns of a round that disagree with its settlement, its input or its offer."""
    totals, seats, entered = settlement["totals"], settlement["seats"], round_.entered()
    expected: dict[str, object] = {
        "edition": round_.offer.edition,
        "stub": entered.get("stub"),
        "misdealt": bool(entered.get("misdeal")),
        "status": settlement["status"],
        "void_reason": settlement["void_reason"] or "",
        "deck_removed": settlement["deck_removed"],
        "seats": len(seats),
        "staked_cents": signed_cents(totals["staked"]),
        "pays_cents": signed_cents(totals["pays"]),
        "returned_cents": signed_cents(totals["returned"]),
        "limit_cut_cents": sum(signed_cents(seat["limit_cut"]) for seat in seats),
        "largest_pays_cents": max(signed_cents(seat["pays"]) for seat in seats),
    }
    for name, value in expected.items():
        stored = getattr(round_, name)
        if stored != value:
            yield SettlementDifference(f"column {name}", str(stored), str(value))
