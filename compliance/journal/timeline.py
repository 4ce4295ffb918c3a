"""The journal as a person reads it: what happened, who did it, with whom, under which paragraph."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.dateparse import parse_datetime
from django.utils.timezone import localtime

from compliance.models import Entry, Staff
from compliance.web.citations import citation_texts

# Where an action's own words would not say enough.
TITLES = {
    "deck.in_play": "Deck came into play",
    "deck.due_sooner": "Deck is due sooner: the method changed",
    "deck.put_back": "Deck put back into the reserve",
    "deck.pulled": "Deck taken out of play: not whole",
    "deck.kept": "Deck kept for the regulator",
    "deck.spread": "Cards spread",
    "deck.wash": "Cards washed",
    "deck.stack": "Cards stacked",
    "deck.shuffle": "Cards shuffled",
    "deck.cut": "Cards cut",
    "table.idle": "Nobody plays: cards spread",
    "table.supervised": "Floorperson put in charge",
    "table.method_changed": "Method of dealing changed",
    "limits.announced": "New limits announced",
    "pit.given": "Pit boss put in charge of a pit",
    "test.passed": "Table test passed",
    "alert.opened": "Alert",
    "alert.raised": "Alert has grown worse",
    "alert.reopened": "Alert opened again",
    "alert.escalated": "Alert passed up",
    "alert.acknowledged": "Alert taken on",
    "alert.noted": "Note on an alert",
    "alert.assigned": "Alert handed on",
    "alert.snoozed": "Alert put off",
    "alert.resolved": "Alert closed with a reason",
    "alert.closed": "Alert ended by itself",
}

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}

ICONS = {
    "deck": "deck",
    "card": "deck",
    "device": "device",
    "dealer": "person",
    "break": "person",
    "table": "table",
    "layout": "paper",
    "offer": "paper",
    "limits": "paper",
    "sign": "paper",
    "staff": "person",
    "alert": "alert",
    "key": "key",
}

# The facts that hold a person, by badge. What else looks like a badge is somebody's words, and stays as it was said.
_PEOPLE = ("dealer", "floorperson", "relieved", "pit_boss", "checked_by", "badge", "to")

# Said by the entry's title, its subject or its people already.
_UNSAID = {
    "deck",
    "device",
    "dealer",
    "badge",
    "name",
    "step",
    "documents",
    "elements",
    "fixtures",
    "document",
    "digest",
    "opens",
}


class TimelineEntry(NamedTuple):
    at: datetime
    title: str
    who: str
    second: str
    detail: list[tuple[str, str]]
    cite: str
    words: tuple[tuple[str, str], ...]
    icon: str
    subject: str
    stream: str
    sequence: int
    hash: str


def recent_timeline(entries: QuerySet[Entry], most: int = 50) -> list[TimelineEntry]:
    """Return the newest of these entries as a timeline."""
    return timeline(entries.select_related("actor", "signature__signer", "stream").order_by("-id")[:most])


def timeline(entries: Iterable[Entry]) -> list[TimelineEntry]:
    """Return entries as a person reads them; people who stand in their facts by badge, by name."""
    found = list(entries)
    badges = {entry.facts[name] for entry in found for name in _PEOPLE if isinstance(entry.facts.get(name), str)}
    badges |= {entry.subject.removeprefix("staff:") for entry in found if entry.subject.startswith("staff:")}
    names = dict(Staff.objects.filter(badge__in=badges).values_list("badge", "name"))
    return [_show(entry, names) for entry in found]


def _show(entry: Entry, names: dict[str, str]) -> TimelineEntry:
    people = {name: names.get(badge, badge) for name in _PEOPLE if isinstance(badge := entry.facts.get(name), str)}
    facts = entry.facts | people
    if entry.subject.startswith("staff:"):
        facts["name"] = names.get(entry.subject.removeprefix("staff:"), entry.subject)
    return TimelineEntry(
        at=entry.at,
        title=_title(entry.action, facts),
        who=entry.actor.name if entry.actor else "",
        second=entry.signature.signer.name if entry.signature else "",
        detail=list(_detail(facts)),
        cite=entry.cite,
        words=citation_texts(entry.cite) if entry.cite else (),
        icon=ICONS.get(entry.action.partition(".")[0], ""),
        subject=entry.subject,
        stream=entry.stream.key,
        sequence=entry.sequence,
        hash=entry.hash,
    )


def _title(action: str, facts: dict[str, object]) -> str:
    kind, _, past = action.partition(".")
    title = TITLES.get(action) or f"{kind} {past}".replace("_", " ").capitalize()
    about = facts.get("deck") or facts.get("device") or facts.get("dealer") or facts.get("name")
    return f"{title}: {about}" if about else title


def _detail(facts: dict[str, object]) -> Iterable[tuple[str, str]]:
    for name, value in facts.items():
        if name not in _UNSAID and value not in (None, "", [], {}, False):
            label = name.removesuffix("_at").removesuffix("_cents")
            yield label.replace("_", " ").capitalize(), _said_of(name, value)


def _said_of(name: str, value: object) -> str:
    """Return a fact as it is read: a card with its suit, cents as dollars."""
    if name == "card" and isinstance(value, str):
        return f"{value[:-1]}{SUITS[value[-1]]}"
    if name.endswith("_cents") and isinstance(value, int):
        return f"${value // 100:,}.{value % 100:02d}"
    return _said(value)


def _said(value: object) -> str:
    if value is True:
        return "yes"
    if isinstance(value, list):
        return ", ".join(_said(each) for each in value)
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_said(each)}" for name, each in value.items())
    text = str(value)
    at = parse_datetime(text) if "T" in text else None
    return f"{localtime(at):%a %d %b %H:%M}" if at else text.replace("_", " ")
