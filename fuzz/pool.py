"""What is really there: keys of things, values that parameters could have, and what the form of an act offers now."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, NamedTuple

from chaos.deals import deal
from chaos.floor import PIN

from .callers import Caller
from .floor import EDITIONS

if TYPE_CHECKING:
    from compliance.acts import Act, ActForm, Subject

# Of a kind of thing, at most so many are looked at for whether an act can be done to them.
MOST_LOOKED_AT = 12
FILES = ("report.json", "report.pdf", "report.xlsx", "tables.csv", "dealers.csv")
PNG = b"\x89PNG\r\n\x1a\n and what such a picture shows"


class Doable(NamedTuple):
    """Something that an act can be done to just now, and values that the act's form would take."""

    key: Any
    values: dict[str, Any]


class Pool:
    """What is there for one who asks. It is read again whenever much may have changed."""

    def __init__(self, caller: Caller, hidden: frozenset[str]) -> None:
        self.caller, self.hidden = caller, hidden
        self._keys: dict[str, list[Any]] = {}
        self._doable: dict[str, list[Doable]] = {}
        self.named: dict[str, list[Any]] = {}

    def read(self) -> None:
        """Read anew what there is."""
        self._keys, self._doable = {}, {}
        self.named = _named(self.hidden)

    def keys(self, plural: str) -> list[Any]:
        """Return the keys of all things of a kind, of both facilities."""
        if plural not in self._keys:
            self._keys[plural] = [key for key in _keys(plural) if key not in self.hidden]
        return self._keys[plural]

    def doable(self, name: str, rng: random.Random) -> list[Doable]:
        """Return what an act can be done to by who asks."""
        if name not in self._doable:
            self._doable[name] = self._look(name, rng)
        return self._doable[name]

    def _look(self, name: str, rng: random.Random) -> list[Doable]:
        from django.utils import timezone

        from compliance.acts import SUBJECTS

        subject, scope, at = SUBJECTS[name.partition(".")[0]], self.caller.scope(name), timezone.now()
        act = next(act for act in subject.acts if act.name == name)
        found = []
        for thing in [each for each in subject.objects() if subject.key(each) not in self.hidden]:
            if scope.may(name, thing.facility) and act.when(thing) and len(found) < MOST_LOOKED_AT:
                form = act.bind(thing, scope, at)
                found.append(Doable(subject.key(thing), self._values(act, form, rng)))
        return found

    def _values(self, act: Act, form: ActForm, rng: random.Random) -> dict[str, Any]:
        values = {name: each for name, field in form.fields.items() if (each := self._choice(field, rng)) is not None}
        return values | (_signature(act, form, self.hidden, rng) if act.signing else {})

    def _choice(self, field: Any, rng: random.Random) -> Any:
        """Return one of the values that a field offers, as JSON has it; None where it offers none."""
        from django import forms

        match field:
            case forms.FileField():
                return PNG
            case forms.ModelChoiceField(queryset=objects):
                known = [getattr(each, field.to_field_name or "pk") for each in (objects or [])[:30]]
            case forms.ChoiceField():
                known = [value for value, _ in field.choices if value != ""]  # type: ignore[union-attr]
            case _:
                return None
        known = [each for each in known if each not in self.hidden]
        if not known:
            return None
        several = isinstance(field, forms.ModelMultipleChoiceField | forms.MultipleChoiceField)
        return rng.sample(known, min(len(known), rng.randint(1, 4))) if several else rng.choice(known)


def _signature(act: Act, form: ActForm, hidden: frozenset[str], rng: random.Random) -> dict[str, Any]:
    """Return badge and PIN of who may sign an act."""
    from compliance.models import Posting

    assert act.signing is not None
    expected = form.fields["second_badge"].initial
    may = Posting.objects.filter(facility=form.facility, role__in=act.signing.roles, ended_at=None, staff__is_active=True)
    known = [badge for badge in may.values_list("staff__badge", flat=True) if badge not in hidden]
    badge = expected or (rng.choice(known) if known else None)
    return {"second_badge": badge, "second_pin": PIN} if badge else {}


def _keys(plural: str) -> list[Any]:
    from compliance.acts import SUBJECTS
    from tables.models import Document

    if plural == "documents":
        return list(Document.objects.values_list("pk", flat=True))
    subject = next((each for each in SUBJECTS.values() if _plural(each) == plural), None)
    return list(subject.objects().values_list(subject.lookup, flat=True)) if subject else []


def _plural(subject: Subject) -> str:
    return subject.path.partition("/")[0]


def _named(hidden: frozenset[str]) -> dict[str, list[Any]]:
    """Return values that there are, by the names of the parameters that ask for them."""
    from compliance.models import Entry, FeedItem, Staff, Stream
    from games.models import Round
    from tables.models import Deck, Device, Offer

    positions = [str(each) for each in FeedItem.objects.order_by("position").values_list("position", flat=True)[:200]]
    badges = [badge for badge in Staff.objects.values_list("badge", flat=True) if badge not in hidden]
    return {
        "facility": _keys("facilities"), "facilities": _keys("facilities"), "facility_code": _keys("facilities"),
        "table": _keys("tables"), "pit": _keys("pits"), "deck": _keys("decks"), "shift": _keys("shifts"),
        "round": _keys("rounds"), "dealer": badges, "badge": badges,
        "number": list(Round.objects.values_list("number", flat=True)[:20]),
        "serial": [*Deck.objects.values_list("serial", flat=True)[:10], *Device.objects.values_list("serial", flat=True)],
        "name": list(Offer.objects.values_list("name", flat=True)),
        "stream": list(Stream.objects.values_list("key", flat=True)[:40]),
        "subject": list(Entry.objects.values_list("subject", flat=True)[:60]),
        "action": sorted(set(Entry.objects.values_list("action", flat=True)[:200])),
        "cite": ["MD Ch. 3 §A", "Ch. 9 §C", "COMAR 36.05.02.16 J"],
        "after": [*positions, "start", "now"], "until": positions, "resume": positions,
    }  # fmt: skip


def a_round(rng: random.Random) -> dict[str, Any]:
    """Return a round as it might have been dealt."""
    return deal(rng.choice(EDITIONS), rng)
