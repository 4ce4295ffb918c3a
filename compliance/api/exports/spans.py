"""What of the feed an export is about, as its parameters say."""

import re
from typing import NamedTuple

from django.http import QueryDict
from drf_spectacular.utils import OpenApiParameter

from compliance.api.errors import FieldError, Invalid
from compliance.journal import feed

_POSITION = re.compile(r"[0-9]{1,18}", re.ASCII)
_CURSOR = re.compile(r"([0-9]{1,18})(?:_([0-9]{1,9}))?", re.ASCII)
# Behind all that there can be at one place of the feed.
_LAST = 10**9

PARAMETERS = (
    OpenApiParameter(
        "after",
        {"type": "string", "pattern": "^[0-9]{1,18}$", "default": "0", "examples": ["0"]},
        description="What is behind this place of the feed: `until` of the export before, or `after` of the journal's "
        "feed; 0 for all from the beginning.",
    ),
    OpenApiParameter(
        "until",
        {"type": "string", "pattern": "^[0-9]{1,18}$", "examples": ["123456"]},
        description="What is not behind this place; the end of the feed as the export begins, if left out. The header "
        "`Export-Until` and the last line tell it.",
    ),
    OpenApiParameter(
        "resume",
        {"type": "string", "pattern": "^[0-9]{1,18}(_[0-9]{1,9})?$", "examples": ["98765"]},
        description="Go on with an export that was cut off: the `cursor` of the last whole line that you have. Give "
        "everything else as before, and `until` as its header told it.",
    ),
)
NAMES = tuple(each.name for each in PARAMETERS)


class ExportPosition(NamedTuple):
    """The place of a line: its entry's in the feed, and which it is of several lines of one entry."""

    position: int
    part: int = _LAST


class ExportSpan(NamedTuple):
    """What lies behind one place of the feed and not behind another; `resume` is what one has of it already."""

    after: int
    until: int
    resume: ExportPosition | None = None

    @property
    def begins(self) -> int:
        """The place behind which to look for the first line."""
        if self.resume is None:
            return self.after
        return self.resume.position if self.resume.part == _LAST else self.resume.position - 1


def export_span(query: QueryDict, *, parts: bool) -> ExportSpan:
    """Return what is asked for. `parts` says whether several lines may come of one entry."""
    until = _position(query, "until")
    end = feed.end()
    if until is None or until > end:
        end = everything()
        until = end if until is None else until
    if until > end:
        raise _refused("until", f"The feed ends at {end}. Leave it out to get all that there is.")
    after = _position(query, "after") or 0
    if after > until:
        raise _refused("after", f"This lies behind the end of the export, {until}.")
    resume = export_position(given, parts=parts) if (given := query.get("resume")) is not None else None
    if resume and not after <= resume.position <= until:
        raise _refused("resume", f"No line of this export has this cursor: it goes from {after} to {until}.")
    return ExportSpan(after, until, resume)


def everything() -> int:
    """Lay down all that can be read by now, and return where the feed ends."""
    while not feed.catch_up():
        if not feed.append_to_feed():  # what waits does so for an entry that is not there
            break
    return feed.end()


def export_position(cursor: str, *, parts: bool = True) -> ExportPosition:
    """Return the place that a line's cursor tells."""
    found = _CURSOR.fullmatch(cursor)
    if not found or (found[2] and not parts):
        raise _refused("resume", "Give the `cursor` of the last whole line that you have, as it is.")
    return ExportPosition(int(found[1]), int(found[2])) if found[2] else ExportPosition(int(found[1]))


def _position(query: QueryDict, name: str) -> int | None:
    given = query.get(name)
    if given is None:
        return None
    if not _POSITION.fullmatch(given):
        raise _refused(name, "Give a place in the feed: a whole number.")
    return int(given)


def _refused(name: str, message: str) -> Invalid:
    return Invalid([FieldError(name, "invalid", message)])
