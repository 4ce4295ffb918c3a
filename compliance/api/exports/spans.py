"""The span of the feed that an export covers, from its query parameters."""

import re
from typing import NamedTuple

from django.http import QueryDict
from drf_spectacular.utils import OpenApiParameter

from compliance.api.errors import invalid_parameter, number_parameter
from compliance.journal import feed

_CURSOR = re.compile(r"([0-9]{1,18})(?:_([0-9]{1,9}))?", re.ASCII)
# Higher than any part number at one position of the feed.
_LAST = 10**9

PARAMETERS = (
    OpenApiParameter(
        "after",
        {"type": "string", "pattern": "^[0-9]{1,18}$", "default": "0", "examples": ["0"]},
        description="Export what comes after this position of the feed: `until` of the previous export, or `after` of "
        "the journal feed. 0 exports from the beginning.",
    ),
    OpenApiParameter(
        "until",
        {"type": "string", "pattern": "^[0-9]{1,18}$", "examples": ["123456"]},
        description="Export up to this position. The default is the end of the feed when the export starts. The "
        "`Export-Until` header and the last line contain it.",
    ),
    OpenApiParameter(
        "resume",
        {"type": "string", "pattern": "^[0-9]{1,18}(_[0-9]{1,9})?$", "examples": ["98765"]},
        description="Continue an interrupted export: the `cursor` of the last complete line that you have. Send the "
        "other parameters unchanged, and `until` from the `Export-Until` header.",
    ),
)
NAMES = tuple(each.name for each in PARAMETERS)


class ExportPosition(NamedTuple):
    """The position of a line: that of its entry in the feed, and its number among the lines of that entry."""

    position: int
    part: int = _LAST


class ExportSpan(NamedTuple):
    """The part of the feed after one position up to another. `resume` is the last line that the client has."""

    after: int
    until: int
    resume: ExportPosition | None = None

    @property
    def begins(self) -> int:
        """The position after which the first line is."""
        if self.resume is None:
            return self.after
        return self.resume.position if self.resume.part == _LAST else self.resume.position - 1


def export_span(query: QueryDict, *, parts: bool) -> ExportSpan:
    """Return the requested span. `parts` says whether one entry may have several lines."""
    until = _position(query, "until")
    end = feed.end()
    if until is None or until > end:
        end = everything()
        until = end if until is None else until
    if until > end:
        raise invalid_parameter("until", f"The feed ends at {end}. Omit `until` to export everything.")
    after = _position(query, "after") or 0
    if after > until:
        raise invalid_parameter("after", f"This is after the end of the export, {until}.")
    resume = export_position(given, parts=parts) if (given := query.get("resume")) is not None else None
    if resume and not after <= resume.position <= until:
        raise invalid_parameter("resume", f"This cursor is not in this export, which goes from {after} to {until}.")
    return ExportSpan(after, until, resume)


def everything() -> int:
    """Append all committed entries to the feed, and return where it ends."""
    while not feed.catch_up():
        if not feed.append_to_feed():  # the rest waits for an entry that is missing
            break
    return feed.end()


def export_position(cursor: str, *, parts: bool = True) -> ExportPosition:
    """Return the position that a line's cursor names."""
    found = _CURSOR.fullmatch(cursor)
    if not found or (found[2] and not parts):
        raise invalid_parameter("resume", "Give the `cursor` of the last complete line that you have, unchanged.")
    return ExportPosition(int(found[1]), int(found[2])) if found[2] else ExportPosition(int(found[1]))


def _position(query: QueryDict, name: str) -> int | None:
    says = "Give a position in the feed: a whole number."
    return number_parameter(query, name, most=feed.LAST_POSITION, says=says)
