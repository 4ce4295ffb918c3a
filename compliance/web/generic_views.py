"""Generic list and detail pages.

A views module says what a list shows (columns, rows, filters) and what a detail page shows (facts, sections).
Rendering, scope, time zone, acts and journal are the same for all.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from compliance.acts.registry import SUBJECTS, Button, buttons
from compliance.filters import Filters
from compliance.journal.timeline import recent_timeline
from compliance.models import Entry, Facility

from .requests import FloorRequest

PER_PAGE = 50

M = TypeVar("M", bound=Model)


class StatusWord(NamedTuple):
    """A status in a cell: fine, soon, due, blocked; or rest, if nothing is needed."""

    status: str
    word: str


class PageLink(NamedTuple):
    label: str
    url: str


class Tab(NamedTuple):
    """A link to another view of the page, with the number of things there if it is known."""

    label: str
    url: str
    current: bool
    number: int | None = None


class CitedText(NamedTuple):
    """A value with its citation, whose text is shown on tap."""

    text: str
    cite: str


Cell = str | StatusWord | PageLink | CitedText


class ListRow(NamedTuple):
    url: str
    cells: Sequence[Cell]


class FactGroup(NamedTuple):
    title: str
    facts: Sequence[tuple[str, Cell]]


@dataclass(frozen=True)
class Section:
    title: str
    columns: Sequence[str]
    rows: Sequence[ListRow]
    empty: str = "Nothing here yet."
    acts: Sequence[Button] = ()


@dataclass(frozen=True)
class ListPage:
    """What a list shows: a row for each object that the filters leave. `acts` names the facility's acts above it.

    `things` are these objects if their order is not that of the query; they are not divided into pages.
    """

    heading: str
    columns: Sequence[str]
    filters: Filters
    row: Callable[[Any], ListRow]
    things: Sequence[Any] | None = None
    intro: str = ""
    acts: Sequence[str] = ()
    links: Sequence[PageLink] = ()
    empty_title: str = "Nothing here yet"
    empty_text: str = ""

    def render(self, request: FloorRequest, facility: Facility) -> HttpResponse:
        """Show the requested page of a list, or the nearest one that exists."""
        scope, page = request.scope, None
        if self.things is None:
            page = Paginator(self.filters.qs, PER_PAGE).get_page(request.GET.get("page"))
        here = {button.url: button for button in buttons("facility", facility, scope)}
        acts = [here[url] for url in (reverse(name, args=[facility.code]) for name in self.acts) if url in here]
        context = {
            **vars(self),
            "facility": facility,
            "rows": [self.row(each) for each in page or self.things or ()],
            "acts": acts,
            "page": page,
            "empty": {"title": self.empty_title, "text": self.empty_text, "act": acts[0] if acts else None},
        }
        return render(request, "compliance/web/list.html", context)


@dataclass(frozen=True)
class DetailPage:
    """What a detail page shows."""

    heading: str
    status: StatusWord
    groups: Sequence[FactGroup]
    sections: Sequence[Section] = ()
    intro: str = ""
    back: PageLink | None = None
    context: dict[str, Any] = field(default_factory=dict)

    def render(self, request: FloorRequest, kind: str, thing: Any) -> HttpResponse:
        """Show an object with the acts that are possible now and its latest journal entries."""
        scope = request.scope
        about = thing.staff if kind == "dealer" else thing
        entries = Entry.objects.filter(facility=thing.facility, subject=about.subject_key)
        context = {
            **vars(self),
            "facility": thing.facility,
            "status": self.status.status,
            "status_word": self.status.word,
            "acts": buttons(kind, thing, scope) if kind in SUBJECTS else (),
            "entries": recent_timeline(entries),
            "journal_url": f"{reverse('journal', args=[thing.facility.code])}?subject={about.subject_key}"
            if scope.may("journal", thing.facility)
            else None,
            **self.context,
        }
        return render(request, "compliance/web/detail.html", context)


def newest_before(request: FloorRequest, things: QuerySet[M]) -> tuple[list[M], int | None]:
    """Return the newest rows before the requested key, and the key for the next page if there are older rows.

    There is no COUNT and no OFFSET, so every page costs the same. Filters may have ordered the rows in their own way.
    """
    before = request.GET.get("before", "")
    rest = things.filter(pk__lt=int(before)) if re.fullmatch("[0-9]{1,18}", before) else things
    ordered = rest if rest.query.order_by else rest.order_by("-pk")
    found = list(ordered[: PER_PAGE + 1])
    return found[:PER_PAGE], found[PER_PAGE - 1].pk if len(found) > PER_PAGE else None
