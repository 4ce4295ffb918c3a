"""Forfeited wagers: what the player did, by the clause of the rules, and who decided it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from compliance.models import Facility, Staff
from compliance.staff.roles import FLOOR, named
from games.engine.problems import Problem
from games.engine.rulebook import Rulebook
from games.engine.rulebook.play import Forfeit

from .input import ForfeitEntry, RoundEntry


class ForfeitRecord(NamedTuple):
    """A forfeit as it is stored with its round."""

    seat: int
    forfeit: str
    clause: str
    cite: str
    decided_by: str


def decided_forfeits(
    book: Rulebook, facility: Facility, entry: RoundEntry, *, by: Staff
) -> tuple[list[ForfeitRecord], list[Problem]]:
    """Return the forfeits of a round's seats, and every problem with them.

    A clause may be left out if the rules have only one, and who decided if it is the floorperson who logs the round.
    """
    seats = dict(_forfeiting(book, entry))
    if not seats and not entry.forfeits:
        return [], []
    decider = _Decider(book, facility, by)
    given = {each.seat: place for place, each in enumerate(entry.forfeits)}
    problems = [
        Problem("malformed", f"forfeits[{place}].seat", "This seat is entered twice, or forfeits nothing. Remove it.")
        for place, each in enumerate(entry.forfeits)
        if each.seat not in seats or given[each.seat] != place
    ]
    found = []
    for seat, name in seats.items():
        place = given.get(seat)
        stated = ForfeitEntry(seat, None, None) if place is None else entry.forfeits[place]
        found.append(decider.decide(name, stated, None if place is None else f"forfeits[{place}]"))
    return [each for each in found if isinstance(each, ForfeitRecord)], [
        *problems,
        *(each for each in found if isinstance(each, Problem)),
    ]


def _forfeiting(book: Rulebook, entry: RoundEntry) -> Iterator[tuple[int, str]]:
    """Yield the seats that forfeit, with the reason; the engine refuses everything else."""
    seats: Any = entry.round.get("seats")
    for seat in seats if isinstance(seats, list) else ():
        if isinstance(seat, dict) and type(seat.get("seat")) is int:
            reason = seat.get("forfeit")
            if isinstance(reason, str) and reason in book.forfeits:
                yield seat["seat"], reason


class _Decider:
    """Looks up clauses and people."""

    def __init__(self, book: Rulebook, facility: Facility, by: Staff) -> None:
        self.book, self.facility, self.by = book, facility, by

    def decide(self, name: str, stated: ForfeitEntry, path: str | None) -> ForfeitRecord | Problem:
        """Return a forfeit's record, or the first problem with it; `path` is None if nothing was stated."""
        rule = self.book.forfeits[name]
        clause = rule.clauses[0].id if stated.clause is None and len(rule.clauses) == 1 else stated.clause
        known = None if clause is None else rule.clause(clause)
        if known is None:
            return self._problem(
                rule, path, "clause", f"Seat {stated.seat}: name what the player did: {_choice(rule)}."
            )
        decided_by = self._who_decided(stated.decided_by)
        if decided_by is None:
            message = f"Seat {stated.seat}: enter the badge of the {named(FLOOR)} who decided."
            return self._problem(rule, path, "decided_by", message)
        return ForfeitRecord(stated.seat, name, known.id, self.book.cite(known), decided_by)

    def _problem(self, rule: Forfeit, path: str | None, name: str, message: str) -> Problem:
        return Problem("malformed", f"{path}.{name}" if path else "forfeits", message, self.book.cite(rule))

    def _who_decided(self, badge: str | None) -> str | None:
        """Return the badge of who decided, by default who logs; None if that is not a present or past supervisor."""
        if badge is None:
            return self.by.badge if self.by.roles_at(self.facility) & FLOOR else None
        people = Staff.objects.filter(
            postings__facility=self.facility, postings__role__in=FLOOR, badge=badge.strip().upper()
        )
        return people.values_list("badge", flat=True).first()


def _choice(rule: Forfeit) -> str:
    return ", ".join(f"{clause.id} ({clause.cite})" for clause in rule.clauses)
