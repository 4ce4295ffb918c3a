"""Check what an entry states around its round: seats, irregularities, void reason, device, jackpot, forfeits."""

from typing import NamedTuple

from compliance.models import Staff
from games.engine.problems import Problem
from games.engine.rulebook import Rulebook
from games.engine.vocabulary import FAILING_DEVICES
from games.rounds.gates import Situation
from tables.models import Device, Offer, Table

from .forfeits import ForfeitRecord, decided_forfeits
from .input import RoundEntry
from .situation import Named


class Facts(NamedTuple):
    """What is recorded around a round, and everything wrong with it."""

    forfeits: list[ForfeitRecord]
    problems: list[Problem]


def check_facts(situation: Situation, entry: RoundEntry, named: Named, *, by: Staff) -> Facts:
    """Check what is stated around a round under the offer in force then."""
    offer, table = situation.offer, situation.table
    assert offer is not None
    forfeits, problems = decided_forfeits(offer.book, table.facility, entry, by=by)
    return Facts(
        forfeits,
        [
            *_of_positions(offer.book, table, entry),
            *_of_irregularities(offer.book, entry),
            *_of_void(offer.book, entry),
            *_of_device(offer.book, table, entry, named.failed_device),
            *_of_jackpot(offer, entry),
            *problems,
        ],
    )


def needs_explanation(book: Rulebook, reason: object) -> bool:
    """Tell whether the rules do not name a void reason: then someone explains it and another person signs.

    A device failure is explained by the device.
    """
    if not isinstance(reason, str) or reason == "stub_count" or reason in FAILING_DEVICES:
        return False
    rule = book.irregularities.get(reason)
    return rule is None or rule.round != "void"


def _of_void(book: Rulebook, entry: RoundEntry) -> list[Problem]:
    """A reason that the rules do not name is explained and signed; a void by the count has its count."""
    reason = entry.round.get("void")
    if reason == "stub_count" and entry.round.get("stub") is None:
        message = "A count voids a round by its result: give the count as stub."
        return [Problem("bad_stub", "stub", message, book.cite(book.count.misdealt, book.count.not_whole))]
    if needs_explanation(book, reason) == bool(entry.void_explanation):
        return []
    if entry.void_explanation:
        message = "Only a void for a reason that the rules do not name is explained. Remove this."
    else:
        message = "The rules do not name this reason. Explain why the round is void; a second person must sign."
    return [Problem("malformed", "void_explanation", message, book.cite(book.void))]


def _of_device(book: Rulebook, table: Table, entry: RoundEntry, device: Device | None) -> list[Problem]:
    """A failure of a shoe or a shuffler is that of a device at the table."""
    for path, name in _failures(book, entry):
        rule = book.irregularities.get(name, book.void)
        label = Device.Kind(FAILING_DEVICES[name]).label.lower()
        there = [each for each in table.known("devices") if may_fail(each, name)]
        if device is not None and not may_fail(device, name):
            message = f"{device} is not an {label}. Name the device that failed."
        elif device is not None or entry.failed_device is not None:
            continue
        elif there:
            message = f"Name the device that failed: {', '.join(f'{each} ({each.pk})' for each in there)}."
        else:
            return [Problem("malformed", path, f"{table} has no {label}. Give another reason.", book.cite(rule))]
        return [Problem("malformed", "failed_device", message, book.cite(rule))]
    return []


def _failures(book: Rulebook, entry: RoundEntry) -> list[tuple[str, str]]:
    """Return the device failures that an entry states, each with its path."""
    stated = [("void", entry.round.get("void"))]
    stated += [
        (f"irregularities[{place}]", name)
        for place, name in enumerate(entry.irregularities)
        if name in book.irregularities and book.irregularities[name].round == "goes_on"
    ]
    return [(path, name) for path, name in stated if isinstance(name, str) and name in FAILING_DEVICES]


def may_fail(device: Device, failure: str) -> bool:
    """Tell whether a failure can be this device's; an automated shoe that reshuffles is a shuffler too."""
    return device.kind == FAILING_DEVICES[failure] or (failure == "shuffler_failure" and device.reshuffles)


def _of_positions(book: Rulebook, table: Table, entry: RoundEntry) -> list[Problem]:
    """Refuse seats that this table does not have; the engine checks the edition's number of seats."""
    seats, most = entry.round.get("seats"), book.table.positions
    message = f"{table} has seats 1 to {table.positions}. Give one of them."
    return [
        Problem("unknown_seat", f"seats[{place}].seat", message)
        for place, seat in enumerate(seats if isinstance(seats, list) else ())
        if isinstance(seat, dict) and seat.get("seat") in range(table.positions + 1, most + 1)
    ]


def _of_irregularities(book: Rulebook, entry: RoundEntry) -> list[Problem]:
    problems = []
    for place, name in enumerate(entry.irregularities):
        rule = book.irregularities.get(name)
        path = f"irregularities[{place}]"
        if rule is None:
            known = ", ".join(each for each, it in book.irregularities.items() if it.round == "goes_on")
            message = f"These rules do not define it. A round goes on after: {known or 'none'}."
            problems.append(Problem("malformed", path, message))
        elif rule.round == "void":
            message = f'This voids the round: give it as "void": "{name}".'
            problems.append(Problem("malformed", path, message, book.cite(rule)))
    return problems


def _of_jackpot(offer: Offer, entry: RoundEntry) -> list[Problem]:
    """Check that a jackpot is given exactly when the wheel hit it and the offer states no fixed prize."""
    wheel = offer.terms.wheel
    if wheel is None:
        given = entry.jackpot_cents is not None
        return [Problem("unknown_field", "jackpot", "This table has no wheel. Leave it out.")] if given else []
    seats = entry.round.get("seats")
    spins = [seat.get("spin") for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []
    hit = any(position.top_prize and position.at in spins for position in wheel.positions)
    fixed = wheel.top_prize != "jackpot" and offer.terms.offer.top_prize_cents is not None
    if entry.jackpot_cents is None:
        return [_JACKPOT_MISSING] if hit and not fixed else []
    if fixed:
        return [Problem("malformed", "jackpot", "The offer states the top prize. Leave the jackpot out.")]
    return [] if hit else [Problem("spin_not_triggered", "jackpot", "Nobody spun the top prize. Leave it out.")]


_JACKPOT_MISSING = Problem("bad_amount", "jackpot", "The wheel stopped at the top prize: enter its value.")
