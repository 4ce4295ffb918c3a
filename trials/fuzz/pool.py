"""Collect what exists: keys of things, parameter values, and what can be acted on at the moment."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, NamedTuple

from trials.chaos.deals import deal, stub_of

from .callers import Caller
from .offered import values_of

if TYPE_CHECKING:
    from compliance.acts.registry import Subject

# The most subjects to keep per act.
MOST_LOOKED_AT = 6
FILES = ("report.json", "report.pdf", "report.xlsx", "tables.csv", "dealers.csv")


class Doable(NamedTuple):
    """Hold a subject that an act can be done to, and values for the act's form."""

    key: Any
    values: dict[str, Any]


class Pool:
    """Collect what exists for one caller, except the callers themselves. Reread after many changes."""

    def __init__(self, caller: Caller, hidden: frozenset[str]) -> None:
        self.caller, self.hidden = caller, hidden
        self._keys: dict[str, tuple[list[Any], list[Any]]] = {}
        self._doable: dict[str, list[Doable]] = {}
        self.named: dict[str, list[Any]] = {}

    def read(self) -> None:
        """Read everything again."""
        self._keys, self._doable = {}, {}
        self.named = _named(self.hidden)

    def key(self, plural: str, rng: random.Random) -> Any:
        """Return the key of a thing of this kind, mostly one of the caller's; None if there is none."""
        if plural not in self._keys:
            mine = {facility.pk for facility in self.caller.scope("root").facilities()}
            known = [(key, facility in mine) for key, facility in _keys(plural) if key not in self.hidden]
            self._keys[plural] = [key for key, own in known if own], [key for key, own in known if not own]
        own, other = self._keys[plural]
        chosen = own if own and rng.random() < 0.85 else other or own
        return rng.choice(chosen) if chosen else None

    def open_tables(self) -> list[tuple[str, str]]:
        """Return the caller's tables that can be played at, each with its edition."""
        from tables.models import Table

        found = Table.objects.filter(state=Table.State.OPEN, facility__in=self.caller.scope("root").facilities())
        return [(code, facility.lower()) for code, facility in found.values_list("code", "facility__code")]

    def may(self, name: str) -> bool:
        """Return whether the caller may do something somewhere."""
        scope = self.caller.scope(name)
        return any(scope.may(name, facility) for facility in scope.facilities())

    def doable(self, name: str, rng: random.Random) -> list[Doable]:
        """Return the subjects that the caller can do an act to."""
        if name not in self._doable:
            self._doable[name] = self._look(name, rng)
        return self._doable[name]

    def _look(self, name: str, rng: random.Random) -> list[Doable]:
        from django.utils import timezone

        from compliance.acts.registry import SUBJECTS

        subject, scope, at = SUBJECTS[name.partition(".")[0]], self.caller.scope(name), timezone.now()
        act = next(act for act in subject.acts if act.name == name)
        found: list[Doable] = []
        things = [each for each in subject.objects() if subject.key(each) not in self.hidden]
        for thing in rng.sample(things, len(things)):
            if scope.may(name, thing.facility) and act.when(thing):
                form = act.bind(thing, scope, at)
                found.append(Doable(subject.key(thing), values_of(act, form, self.hidden, rng)))
            if len(found) == MOST_LOOKED_AT:
                break
        return found


def _keys(plural: str) -> list[tuple[Any, Any]]:
    """Return the keys of a kind of thing, each with its facility."""
    from compliance.acts.registry import SUBJECTS
    from tables.models import Document

    if plural == "documents":
        return list(Document.objects.values_list("pk", "layout__facility"))
    subject = next((each for each in SUBJECTS.values() if _plural(each) == plural), None)
    return list(subject.objects().values_list(subject.lookup, subject.owner)) if subject else []


def _plural(subject: Subject) -> str:
    return subject.path.partition("/")[0]


def _named(hidden: frozenset[str]) -> dict[str, list[Any]]:
    """Return existing values by parameter name."""
    from compliance.models import Entry, FeedItem, Staff, Stream
    from games.models import Round
    from tables.models import Deck, Offer

    def keys(plural: str) -> list[Any]:
        return [key for key, _ in _keys(plural)]

    positions = [str(each) for each in FeedItem.objects.values_list("position", flat=True)[:200]]
    badges = [badge for badge in Staff.objects.values_list("badge", flat=True) if badge not in hidden]
    found: dict[str, list[Any]] = {
        "facility": keys("facilities"),
        "table": keys("tables"),
        "pit": keys("pits"),
        "deck": keys("decks"),
        "shift": keys("shifts"),
        "round": keys("rounds"),
        "dealer": badges,
        "badge": badges,
        "number": list(Round.objects.values_list("number", flat=True)[:20]),
        "serial": list(Deck.objects.values_list("serial", flat=True)[:20]),
        "name": list(Offer.objects.values_list("name", flat=True)),
        "stream": list(Stream.objects.values_list("key", flat=True)[:40]),
        "subject": list(Entry.objects.values_list("subject", flat=True)[:60]),
        "action": sorted(set(Entry.objects.values_list("action", flat=True)[:200])),
        "cite": ["MD Ch. 3 §A", "Ch. 9 §C", "COMAR 36.05.02.16 J"],
        "after": [*positions, "start", "now"],
        "until": positions,
        "resume": positions,
    }
    return {name: values for name, values in found.items() if values}


def a_round(rng: random.Random, edition: str) -> dict[str, Any]:
    """Return a plausible round, with or without a stub count."""
    found = deal(edition, rng)
    return found if rng.random() < 0.6 else found | {"stub": stub_of(edition, found)}
