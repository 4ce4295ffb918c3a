"""Settle a stored round again, from its input, under the edition and the offer of its time.

The result is compared with the stored one, field by field, and the stored content with its hash in the journal.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from compliance.models import Entry
from games.engine.money import signed_cents
from games.engine.problems import Refused
from games.engine.settle import settle
from games.models import Round
from games.rounds.log.services import digest
from games.rounds.log.situation import offer_document

AT_ONCE = 500

ABSENT = "–"


class SettlementDifference(NamedTuple):
    """One field that differs: its path, the stored value, and the value recalculated today."""

    path: str
    stored: str
    today: str

    def __str__(self) -> str:
        return f"{self.path} is stored as {self.stored}, but recalculates to {self.today}"


class ResettleResult(NamedTuple):
    """The result of settling a stored round again. `refused` says why it can no longer be settled, if so."""

    round: Round
    differences: list[SettlementDifference]
    refused: list[str]
    # Whether input and settlement match the hash in the journal.
    is_as_journaled: bool

    @property
    def matches(self) -> bool:
        return self.is_as_journaled and not self.differences and not self.refused

    def faults(self) -> list[str]:
        """Return all faults, as sentences."""
        found = [f"it can no longer be settled: {reason}" for reason in self.refused]
        found += [str(difference) for difference in self.differences]
        if not self.is_as_journaled:
            found.append("the stored round does not match its hash in the journal")
        return found


def resettle_all(looked_at: Callable[[int], None] = lambda rounds: None) -> Iterator[ResettleResult]:
    """Settle every round again and yield those that do not match. `looked_at` receives the number of rounds checked."""
    after = 0
    while some := resettle_chunk(after):
        yield from (check for check in some if not check.matches)
        looked_at(len(some))
        after = some[-1].round.pk


def resettle_chunk(after: int, *, most: int = AT_ONCE) -> list[ResettleResult]:
    """Settle the next rounds again, in primary key order."""
    rounds = Round.objects.filter(pk__gt=after).select_related("offer", "table", "facility").order_by("pk")[:most]
    digests = journaled(rounds)
    return [resettle_round(round_, digests.get(round_.subject_key)) for round_ in rounds]


def resettle_one(round_: Round) -> ResettleResult:
    return resettle_round(round_, journaled([round_]).get(round_.subject_key))


def journaled(rounds: Iterable[Round]) -> dict[str, str]:
    """Return the hash of each round's content in the journal."""
    subjects = [round_.subject_key for round_ in rounds]
    entries = Entry.objects.filter(subject__in=subjects, action="round.logged").values_list("subject", "facts")
    return {subject: str(facts.get("digest", "")) for subject, facts in entries}


def resettle_round(round_: Round, known: str | None) -> ResettleResult:
    """Settle a stored round again; `known` is the hash of its content in the journal."""
    is_as_journaled = known == digest(round_)
    try:
        settled = _settled_today(round_)
        today, stored = msgspec.json.decode(settled), round_.settled()
        is_same = settled == round_.settlement.encode()
    except Refused as refused:
        reasons = [f"{problem.path or 'round'}: {problem.message}" for problem in refused.problems]
        return ResettleResult(round_, [], reasons, is_as_journaled)
    except (msgspec.DecodeError, UnicodeError) as error:
        return ResettleResult(round_, [], [f"the stored round is not JSON: {error}"], is_as_journaled)
    # Compare field by field only if the bytes differ, which is rare.
    found = [*(() if is_same else _differences(stored, today)), *_of_columns(round_, today)]
    return ResettleResult(round_, found, [], is_as_journaled)


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


def _of_columns(round_: Round, today: dict[str, Any]) -> Iterator[SettlementDifference]:
    """Yield the columns of a round that disagree with its settlement."""
    totals, seats = today["totals"], today["seats"]
    expected: dict[str, object] = {
        "status": today["status"],
        "void_reason": today["void_reason"] or "",
        "deck_removed": today["deck_removed"],
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
