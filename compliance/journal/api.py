"""The journal in the API: a list, newest first, or a feed that a client can follow."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast
from django.http import QueryDict
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.api.errors import invalid_parameter, number_parameter
from compliance.api.fields import Boolean, Text
from compliance.api.lists.endpoints import ListEndpoint
from compliance.api.lists.pagination import page_size
from compliance.api.lists.rows import RowShape, parts_of, shape_from_columns
from compliance.api.long_poll import LONGEST_WAIT_S, wait_for
from compliance.api.openapi.schema import Description
from compliance.db.prepared_statements import PreparedQuery
from compliance.models import Entry

from . import feed
from .filters import JournalFilters
from .serializers import EntrySerializer

AFTER = OpenApiParameter(
    "after",
    {"type": "string", "pattern": "^(start|now|[0-9]{1,18})$", "examples": ["120771"]},
    description="Follow the journal in order from this position: `after` of the previous response, `start` for the "
    "beginning, or `now`.",
)
WAIT = OpenApiParameter(
    "wait",
    {"type": "integer", "minimum": 0, "maximum": LONGEST_WAIT_S, "default": 0, "examples": [20]},
    description="With `after`: how many seconds to wait for new entries. The response may be empty or come earlier; "
    "request again.",
)

_AFTER_THE_END = (
    "This is after the end of the journal. It belongs to another installation, or this one was restored from a backup. "
    "Begin again with `start`."
)


class JournalPageSerializer(serializers.Serializer):
    """A page of the journal or its feed."""

    results = EntrySerializer(many=True, help_text="The objects on this page, in the order of the list.")
    next = Text(
        "The URL of the next page; null on the last page, but never null with `after`.",
        allow_null=True,
        example="https://backoffice.example/api/v1/journal/?after=120771",
    )
    after = Text("With `after`: where to continue. It never expires.", required=False, example="120771")
    more = Boolean("With `after`: whether there are more entries now.", required=False, example=False)


class Journal(ListEndpoint):
    row = EntrySerializer
    order = "-pk"
    filters = JournalFilters

    def description(self) -> Description:
        says = (
            "Returns all changes at your facilities, newest first. With `after` it is a feed: every entry exactly "
            "once, in a fixed order that keeps the order of each table."
        )
        described = self.described("journal_list", "journal", says)
        return replace(described, answers=JournalPageSerializer, parameters=[*described.parameters, AFTER, WAIT])

    def things(self) -> QuerySet[Any]:
        return self.scope.visible(_entries())

    def get(self, request: Request) -> Response:
        says = f"Give a whole number of seconds, at most {LONGEST_WAIT_S}."
        wait = number_parameter(request.GET, "wait", most=LONGEST_WAIT_S, says=says) or 0
        given = request.GET.get("after")
        if given is None:
            if wait:
                raise invalid_parameter("wait", "Use `wait` only together with `after`.")
            return super().get(request)
        if "cursor" in request.GET:
            raise invalid_parameter("cursor", "Use either `cursor` or `after`.")
        return self._wait_for_entries(request, page_size(request), wait)

    def _wait_for_entries(self, request: Request, size: int, wait: int) -> Response:
        shape, read = _feed_shape(), self._reader(request, size + 1)
        seen = _Seen(after=_place(request.GET))

        def happened() -> bool:
            seen.caught_up = feed.catch_up()
            # Read the end before the entries: later entries come with the next request.
            seen.end = feed.end()
            if seen.after > seen.end:
                raise invalid_parameter("after", _AFTER_THE_END)
            seen.entries = read(seen.after, seen.end)
            return bool(seen.entries)

        wait_for(happened, wait)
        page, more = seen.entries[:size], len(seen.entries) > size
        # Skip what this reader may not see, so that it is not searched again.
        reached = str(shape.key(page[-1]) if more else seen.end)
        query = request.GET.copy()
        query["after"] = reached
        body = {
            "results": shape.rows(page),
            "next": request.build_absolute_uri(f"{request.path}?{query.urlencode()}"),
            "after": reached,
            "more": more or not seen.caught_up,
        }
        return Response(body)

    def _reader(self, request: Request, most: int) -> Callable[[int, int], list[Any]]:
        """Return the function that reads the entries between two positions."""
        facilities = tuple(each.pk for each in self.scope.facilities())
        if facilities and request.GET.keys() <= {AFTER.name, WAIT.name, "page_size"}:
            return _unfiltered(facilities, most).all
        entries = _feed_shape().query(self.filters.narrow(self.things(), request.GET, self.scope))
        return lambda after, until: list(feed.between(entries, facilities, after, until)[:most])


def _entries() -> QuerySet[Any]:
    """Return all entries, with their facts as the text that is stored."""
    return Entry.objects.annotate(facts_json=Cast("facts", TextField()))


@cache
def _feed_shape() -> RowShape:
    shape = shape_from_columns(parts_of(EntrySerializer, Entry), "feed__position")
    assert shape is not None
    return shape


@lru_cache(maxsize=64)
def _unfiltered(facilities: tuple[int, ...], most: int) -> PreparedQuery[Any]:
    """Return the query of a page without filters, which programs that follow the journal ask for again and again."""
    rows = _feed_shape().query(_entries()).order_by("feed__position")
    return PreparedQuery(lambda after, until: rows.filter(feed__in=feed.page(facilities, after, until, most)), int, int)


@dataclass
class _Seen:
    """How far the feed was read."""

    after: int
    end: int = 0
    entries: list[Any] = field(default_factory=list)
    caught_up: bool = True


def _place(query: QueryDict) -> int:
    """Return the position in the feed."""
    if query["after"] == "start":
        return 0
    if query["after"] == "now":
        feed.catch_up()
        return feed.end()
    says = "Use `after` of the previous response unchanged, or `start`, or `now`."
    return number_parameter(query, "after", most=feed.LAST_POSITION, says=says) or 0
