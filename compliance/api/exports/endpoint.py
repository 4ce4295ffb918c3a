"""Endpoints that stream an export."""

from collections import Counter
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from hashlib import sha256
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

from compliance.api.errors import problem_response
from compliance.api.lists.filters import Filters, apply_filters, filter_parameters
from compliance.api.openapi.schema import Description
from games.engine.money import dollars

from ...models import Facility
from ..files import FileEndpoint
from .columns import ColumnType, ExportColumn, line_shape
from .formats import ExportFormat, Ndjson, Row
from .spans import NAMES, PARAMETERS, ExportSpan, export_position, export_span

# Another one when the same export may look different, and an ETag of before does not count any more.
VERSION = 1
# Of the eight threads of a web process (casino/ops/gunicorn.py): an export takes one for as long as its reader takes.
PLACES = 3
_AGAIN_IN_S = 10
# Of how many places of the feed the sums are asked for at a time.
SUMMED_AT_ONCE = 100_000

_places = BoundedSemaphore(PLACES)


def record(name: str) -> tuple[ExportColumn, ExportColumn]:
    """Return the first columns of every line."""
    return (
        ExportColumn("record", ColumnType.CODE, f"What the line is: {name}.", name, words=(name,)),
        ExportColumn(
            "cursor",
            ColumnType.CODE,
            "The place of the line: to be given as `resume` by who was cut off behind it.",
            "123456",
        ),
    )


TOTALS = (
    ExportColumn(
        "record",
        ColumnType.CODE,
        "What the line is: totals, the last one. Without it the answer was cut off.",
        "totals",
        words=("totals",),
    ),
    ExportColumn("cursor", ColumnType.CODE, "The end of the export, as `until`.", "123456"),
    ExportColumn("after", ColumnType.CODE, "The place in the feed behind which the export begins.", "0"),
    ExportColumn("until", ColumnType.CODE, "The place with which it ends: `after` of the next one.", "123456"),
    ExportColumn("rows", ColumnType.NUMBER, "How many lines came before this one in this answer.", 2),
)


class _TooManyError(Exception):
    """All places are taken."""


def _too_many() -> HttpResponse:
    response = problem_response(
        429, "too_many_exports", f"Too many exports are under way. Ask again in {_AGAIN_IN_S} seconds."
    )
    response["Retry-After"] = str(_AGAIN_IN_S)
    return response


class _Begun:
    """A stream of which the first part was read already. Whoever serves it closes it, read or not."""

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
    """GET streams all of a kind that lies between two places of the feed, in its order, with the totals at the end.

    It is read some places at a time, each time by statements that are over before the next line is sent: no transaction
    is held open while someone reads slowly, and no more is kept in memory than those.
    """

    form: type[ExportFormat] = Ndjson
    # What a line is called, and the lines together.
    record: str
    plural: str
    tag: str
    says: str
    columns: tuple[ExportColumn, ...]
    # What the totals have besides what all totals have.
    sums: tuple[ExportColumn, ...]
    filters: type[Filters]
    # How many places of the feed are read at a time.
    at_once = 2000
    # Whether several lines may come of one entry.
    parts = False

    span: ExportSpan
    facilities: list[Facility]
    # What the parameters ask for of what the caller may see.
    asked: QuerySet[Any]

    def things(self) -> QuerySet[Any]:
        """Return what the filters narrow."""
        raise NotImplementedError

    def lines(self, after: int, until: int) -> Sequence[Row]:
        """Return the lines between two places, in order."""
        raise NotImplementedError

    def sum_up(self, after: int, until: int) -> dict[str, int]:
        """Return the sums of what lies between two places, asked from the database by themselves; money in cents."""
        raise NotImplementedError

    # ── As the API describes it

    def description(self) -> Description:
        name = f"export_{self.plural}" + ("" if self.form.of_objects else f"_{self.form.name}")
        return Description(
            name,
            self.tag,
            f"Export {self.plural} as {self.form.name.upper()}",
            self._said(),
            self._shape(),
            parameters=[*filter_parameters(self.filters), *PARAMETERS],
        )

    def _said(self) -> str:
        if self.form.of_objects:
            return f"{self.says} One JSON object a line, the last with the totals."
        columns = "; ".join(f"`{each.name}`: {each.says.rstrip('.')}" for each in self.all_columns())
        sums = ", ".join(f"`{each.name}`" for each in self.all_sums())
        return f"{self.says} CSV, with the columns: {columns}. In the last line, the totals: {sums}."

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

    # ── Answering

    def parameters(self) -> Collection[str]:
        return [*self.filters.base_filters, *NAMES]

    def get(self, request: Request) -> HttpResponseBase:
        self.facilities = self.scope.facilities()
        self.asked = apply_filters(self.scope.visible(self.things()), self.filters, request.GET, self.scope)
        self.span = export_span(request.GET, parts=self.parts)
        etag = self._etag()
        begun: Iterable[bytes] = ()
        if get_conditional_response(request, etag=etag) is None and request.method == "GET":
            try:  # What fails here fails as everywhere. What fails later cuts the answer off.
                begun = _Begun(self._stream())
            except _TooManyError:
                return _too_many()
        headers = {
            "Content-Type": f"{self.form.media_type}; charset=utf-8",
            "Content-Disposition": f'attachment; filename="{self.plural}.{self.form.name}"',
            "Export-Until": str(self.span.until),
            "ETag": etag,
        }
        return StreamingHttpResponse(begun, headers=headers)

    def _etag(self) -> str:
        """Return what the bytes of the answer depend on, in short: they are the same for all who see the same."""
        asked = {name: value for name, value in self.request.GET.items() if name not in NAMES}
        seen = sorted(each.code for each in self.facilities)
        content = [VERSION, self.request.path, seen, sorted(asked.items()), self.span]
        return f'"{sha256(msgspec.json.encode(content)).hexdigest()[:40]}"'

    def _stream(self) -> Generator[bytes]:
        if not _places.acquire(blocking=False):
            raise _TooManyError
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
        """Return the lines behind a place, and how many they are."""
        lines, resume = self.lines(after, min(after + self.at_once, self.span.until)), self.span.resume
        if resume and after == self.span.begins:
            lines = [line for line in lines if export_position(line[1]) > resume]
        return len(lines), form.lines(lines)

    def _totals(self, rows: int) -> dict[str, Any]:
        until = str(self.span.until)
        first = {"record": "totals", "cursor": until, "after": str(self.span.after), "until": until, "rows": rows}
        sums = self._summed_up()
        return first | {
            each.name: dollars(sums[each.name]) if each.kind is ColumnType.MONEY else sums[each.name]
            for each in self.sums
        }

    def _summed_up(self) -> Counter[str]:
        """Return the sums of the whole export. No statement takes longer however long the export is."""
        sums: Counter[str] = Counter()
        for after in range(self.span.after, self.span.until, SUMMED_AT_ONCE):
            sums.update(self.sum_up(after, min(after + SUMMED_AT_ONCE, self.span.until)))
        return sums
