"""Endpoints that stream an export."""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from threading import BoundedSemaphore
from typing import Any

import msgspec
from django.db.models import QuerySet
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.request import Request
from rest_framework.serializers import Serializer

from compliance.api.conditional import etag_of
from compliance.api.errors import problem, problem_response
from compliance.api.openapi.schema import Description
from compliance.filters import Filters
from games.engine.money import dollars

from ...models import Facility
from ..files import FileEndpoint
from .columns import MONEY, ExportColumn, code, line_shape, number
from .formats import ExportFormat, Ndjson, Row
from .spans import NAMES, PARAMETERS, ExportSpan, export_position, export_span

# Increase it when the format changes, so that old ETags no longer match.
VERSION = 1
# Of the eight threads of a web process (casino/ops/web_server.py). An export holds one until its client has read it.
PLACES = 3
_AGAIN_IN_S = 10
# How many positions of the feed one query sums up.
SUMMED_AT_ONCE = 100_000

_places = BoundedSemaphore(PLACES)


def record(name: str) -> tuple[ExportColumn, ExportColumn]:
    """Return the first columns of every line."""
    return (
        code("record", f"The type of the line: {name}.", name, words=(name,)),
        code("cursor", "The position of the line. Send it as `resume` to continue after this line.", "123456"),
    )


TOTALS = (
    code(
        "record",
        "The type of the line: totals. It is the last line; without it the export is incomplete.",
        "totals",
        words=("totals",),
    ),
    code("cursor", "The end of the export, as `until`.", "123456"),
    code("after", "The position in the feed after which the export starts.", "0"),
    code("until", "The position at which it ends: `after` of the next export.", "123456"),
    number("rows", "The number of lines before this one in this response.", 2),
)


def _too_many() -> HttpResponse:
    detail = f"Too many exports are running. Try again in {_AGAIN_IN_S} seconds."
    return problem_response(problem(429, "too_many_exports", detail), {"Retry-After": str(_AGAIN_IN_S)})


class _StartedStream:
    """A stream whose first part was read already. The server closes it in every case."""

    def __init__(self, stream: Generator[bytes]) -> None:
        self.stream, self.first = stream, next(stream)

    def __iter__(self) -> Iterator[bytes]:
        first, self.first = self.first, b""
        yield first
        del first
        yield from self.stream

    def close(self) -> None:
        self.stream.close()


class Export(FileEndpoint):
    """GET streams all objects of a kind between two positions of the feed, in order, with the totals at the end.

    It reads a batch of positions at a time and finishes each query before it sends the lines. So a slow client holds no
    transaction open, and only one batch is in memory.
    """

    form: type[ExportFormat] = Ndjson
    # The name of a line, and of the lines together.
    record: str
    plural: str
    tag: str
    says: str
    columns: tuple[ExportColumn, ...]
    # Totals in addition to `TOTALS`.
    sums: tuple[ExportColumn, ...]
    filters: type[Filters]
    # How many positions of the feed are read at a time.
    at_once = 2000
    # Whether one entry may have several lines.
    parts = False

    span: ExportSpan
    facilities: list[Facility]
    # The filtered objects that the caller may see.
    asked: QuerySet[Any]

    def things(self) -> QuerySet[Any]:
        """Return the unfiltered objects."""
        raise NotImplementedError

    def lines(self, after: int, until: int) -> Sequence[Row]:
        """Return the lines between two positions, in order."""
        raise NotImplementedError

    def sum_up(self, after: int, until: int) -> dict[str, int]:
        """Return the totals between two positions, from queries of their own; money in cents."""
        raise NotImplementedError

    # ── OpenAPI

    def description(self) -> Description:
        name = f"export_{self.plural}" + ("" if self.form.of_objects else f"_{self.form.name}")
        return Description(
            name,
            self.tag,
            f"Export {self.plural} as {self.form.name.upper()}",
            self._description(),
            self._shape(),
            parameters=[*self.filters.parameters(), *PARAMETERS],
        )

    def _description(self) -> str:
        if self.form.of_objects:
            return f"{self.says} One JSON object per line. The last line has the totals."
        columns = "; ".join(f"`{each.name}`: {each.says.rstrip('.')}" for each in self.all_columns())
        sums = ", ".join(f"`{each.name}`" for each in self.all_sums())
        return f"{self.says} CSV with these columns: {columns}. The last line has the totals: {sums}."

    def _shape(self) -> dict[str, Any]:
        if not self.form.of_objects:
            return {self.form.media_type: OpenApiTypes.STR}
        line = f"Exported{self.record.title()}"
        kinds: dict[str, Serializer | type[Serializer]] = {
            self.record: line_shape(line, self.all_columns()),
            "totals": line_shape(f"{line}Totals", self.all_sums()),
        }
        shape = PolymorphicProxySerializer(f"{line}Line", kinds, "record")
        return {self.form.media_type: shape}

    def all_columns(self) -> tuple[ExportColumn, ...]:
        return (*record(self.record), *self.columns)

    def all_sums(self) -> tuple[ExportColumn, ...]:
        return (*TOTALS, *self.sums)

    # ── Response

    def get(self, request: Request) -> HttpResponseBase:
        self.facilities = self.scope.facilities()
        self.asked = self.filters.narrow(self.scope.visible(self.things()), request.GET, self.scope)
        self.span = export_span(request.GET, parts=self.parts)
        etag = self._etag()
        started: Iterable[bytes] = ()
        if get_conditional_response(request, etag=etag) is None and request.method == "GET":
            if not _places.acquire(blocking=False):
                return _too_many()
            # A failure here becomes a problem response. A later one cuts the stream off.
            started = _StartedStream(self._stream())
        headers = {
            "Content-Type": f"{self.form.media_type}; charset=utf-8",
            "Content-Disposition": f'attachment; filename="{self.plural}.{self.form.name}"',
            "Export-Until": str(self.span.until),
            "ETag": etag,
        }
        return StreamingHttpResponse(started, headers=headers)

    def _etag(self) -> str:
        """Return a hash of everything that the response depends on."""
        asked = {name: value for name, value in self.request.GET.items() if name not in NAMES}
        seen = sorted(each.code for each in self.facilities)
        content = [VERSION, self.request.path, seen, sorted(asked.items()), self.span]
        return etag_of(msgspec.json.encode(content))

    def _stream(self) -> Generator[bytes]:
        try:
            yield from self._bytes()
        finally:
            _places.release()

    def _bytes(self) -> Iterator[bytes]:
        form, span, rows = self.form(self.all_columns(), self.all_sums()), self.span, 0
        before = form.heading() if span.resume is None else b""
        for after in range(span.begins, span.until, self.at_once):
            many, block = self._block(form, after)
            rows += many
            if many:
                yield before + block
                before = block = b""
        yield before + form.totals(self._totals(rows))

    def _block(self, form: ExportFormat, after: int) -> tuple[int, bytes]:
        """Return the number of lines after a position, and the lines."""
        lines, resume = self.lines(after, min(after + self.at_once, self.span.until)), self.span.resume
        if resume and after == self.span.begins:
            lines = [line for line in lines if export_position(line[1]) > resume]
        return len(lines), form.lines(lines)

    def _totals(self, rows: int) -> dict[str, Any]:
        until = str(self.span.until)
        first = {"record": "totals", "cursor": until, "after": str(self.span.after), "until": until, "rows": rows}
        sums = self._summed_up()
        return first | {
            each.name: dollars(sums[each.name]) if each.kind is MONEY else sums[each.name] for each in self.sums
        }

    def _summed_up(self) -> Counter[str]:
        """Return the totals of the whole export, summed up in batches so that no query takes long."""
        sums: Counter[str] = Counter()
        for after in range(self.span.after, self.span.until, SUMMED_AT_ONCE):
            sums.update(self.sum_up(after, min(after + SUMMED_AT_ONCE, self.span.until)))
        return sums
