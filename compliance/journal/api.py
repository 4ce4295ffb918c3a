"""The journal in the API: as a list, the newest first, and as a feed to be followed for ever."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.api.lists.endpoints import ListEndpoint
from compliance.api.lists.filters import FacilityFilter, Filters, MomentFilter, TextFilter, invalid_parameter
from compliance.api.lists.pagination import page_size
from compliance.api.long_poll import LONGEST_WAIT_S, wait_for
from compliance.api.openapi.schema import Description
from compliance.models import Entry

from . import feed
from .serializers import EntrySerializer

AFTER = OpenApiParameter(
    "after",
    {"type": "string", "pattern": "^(start|now|[0-9]{1,18})$"},
    description="Follow the journal from here on, in order: `after` of the answer before, `start` from the beginning, "
    "`now` from this moment on.",
)
WAIT = OpenApiParameter(
    "wait",
    {"type": "integer", "minimum": 0, "maximum": LONGEST_WAIT_S, "default": 0},
    description="With `after`: for how many seconds to wait if there is nothing yet. The answer may come earlier, "
    "empty: ask again.",
)


class JournalPageSerializer(serializers.Serializer):
    """A page of the journal, or of its feed."""

    results = EntrySerializer(many=True)
    next = serializers.CharField(
        allow_null=True, help_text="The address of the next page; null on the last, never null with `after`."
    )
    after = serializers.CharField(required=False, help_text="With `after`: where to go on, for ever.")
    more = serializers.BooleanField(required=False, help_text="With `after`: whether to ask again at once.")


class JournalFilters(Filters):
    facility = FacilityFilter()
    stream = TextFilter("Of one stream, such as table:CHP-04.", "stream__key", example="table:CHP-04")
    subject = TextFilter("What happened to one thing, such as deck:12 or staff:CHP-001.", example="deck:12")
    action = TextFilter("One kind of change, such as deck.removed.", example="deck.removed")
    happened_since = MomentFilter("What happened at this moment or later.", "at__gte")
    happened_until = MomentFilter("What happened before this moment.", "at__lt")


class Journal(ListEndpoint):
    row = EntrySerializer
    order = "-pk"
    filters = JournalFilters

    def description(self) -> Description:
        says = (
            "Every change at your facilities, the newest first. With `after` it is a feed instead: in one order for "
            "ever, every entry once, none left out, those of one table in the order in which they happened."
        )
        described = self.described("journal_list", "journal", says)
        return Description(
            described.operation,
            described.tag,
            described.summary,
            says,
            JournalPageSerializer,
            parameters=[*described.parameters, AFTER, WAIT],
        )

    def parameters(self) -> Collection[str]:
        return [*super().parameters(), AFTER.name, WAIT.name]

    def things(self) -> QuerySet[Any]:
        return self.scope.visible(Entry.objects.all())

    def get(self, request: Request) -> Response:
        given, wait = request.GET.get("after"), _seconds(request.GET.get("wait"))
        if given is None:
            if wait:
                raise invalid_parameter("wait", "Give it together with `after`.")
            return super().get(request)
        if "cursor" in request.GET:
            raise invalid_parameter("cursor", "Give either `cursor` or `after`.")
        return self._followed(request, given, page_size(request), wait)

    def _followed(self, request: Request, given: str, size: int, wait: int) -> Response:
        shape = self.shape("feed__position")
        entries = shape.query(self.narrowed(self.things()))
        seen = _Seen(after=_place(given))

        def happened() -> bool:
            seen.caught_up = feed.catch_up()
            # Read before the entries: what is laid down meanwhile is left to the next time.
            seen.end = max(seen.after, feed.end())
            seen.entries = list(feed.between(entries, self.scope.facilities(), seen.after, seen.end)[: size + 1])
            return bool(seen.entries)

        wait_for(happened, wait)
        page, more = seen.entries[:size], len(seen.entries) > size
        # Whatever is not for this reader is passed by, so that nobody looks through it again and again.
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


@dataclass
class _Seen:
    """How far the feed was read."""

    after: int
    end: int = 0
    entries: list[Any] = field(default_factory=list)
    caught_up: bool = True


def _place(given: str) -> int:
    """Return the place in the feed that is meant."""
    if given == "start":
        return 0
    if given == "now":
        feed.catch_up()
    end = feed.end()
    if given == "now":
        return end
    if not (given.isascii() and given.isdigit() and len(given) <= 18):
        raise invalid_parameter("after", "Give `after` of the answer before, as it is; or `start`, or `now`.")
    if int(given) > end:
        raise invalid_parameter(
            "after",
            "This is beyond the end of the journal: it is another installation's, or this one was "
            "put back to what it was before. Begin again with `start`.",
        )
    return int(given)


def _seconds(given: str | None) -> int:
    if given is None:
        return 0
    if not (given.isascii() and given.isdigit() and len(given) <= 2 and int(given) <= LONGEST_WAIT_S):
        raise invalid_parameter("wait", f"Give a whole number of seconds, at most {LONGEST_WAIT_S}.")
    return int(given)
