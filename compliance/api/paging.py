"""Pages of a list: each begins behind the last thing of the one before, so that none is read twice or skipped."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.http import HttpRequest

from .arguments import LARGEST_ID
from .filters import refuse

PAGE_SIZE = 50
LARGEST_PAGE = 200


class Page(NamedTuple):
    things: Sequence[Any]
    next: str | None


def page_of(things: QuerySet[Any], order: str, request: HttpRequest) -> Page:
    """Return one page of things, ordered by a field that no two of them share; with `-` the last come first."""
    field, size = order.lstrip("-"), _size(request.GET.get("page_size"))
    cursor = request.GET.get("cursor")
    if cursor is not None:
        numbers = field in ("pk", "id")
        things = things.filter(**{f"{field}__{'lt' if order.startswith('-') else 'gt'}": _key(cursor, numbers)})
    found = list(things.order_by(order)[: size + 1])
    if len(found) <= size:
        return Page(found, None)
    query = request.GET.copy()
    query["cursor"] = urlsafe_b64encode(str(getattr(found[size - 1], field)).encode()).decode().rstrip("=")
    return Page(found[:size], request.build_absolute_uri(f"{request.path}?{query.urlencode()}"))


def _size(given: str | None) -> int:
    if given is None:
        return PAGE_SIZE
    if not (given.isascii() and given.isdigit() and 1 <= int(given[:4]) <= LARGEST_PAGE and len(given) < 4):
        raise refuse("page_size", f"Give a number from 1 to {LARGEST_PAGE}.")
    return int(given)


def _key(cursor: str, numbers: bool) -> str:
    """Return the key that a cursor was made of."""
    try:
        key = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
    except ValueError:
        key = ""
    fine = key.isascii() and key.isdigit() and int(key[:20]) <= LARGEST_ID if numbers else key and "\0" not in key
    if not fine:
        raise refuse("cursor", "Take the cursor from `next` of the page before, as it is.")
    return key
