"""Pages of a list: each begins behind the last thing of the one before, so that none is read twice or skipped.

A cursor is nothing but the key of that thing, signed for its list: it opens nothing that the list does not hold, and
one that was made up or taken from another list is refused.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.core.signing import BadSignature, Signer
from django.db.models import QuerySet
from django.http import HttpRequest

from .filters import invalid_parameter

PAGE_SIZE = 50
LARGEST_PAGE = 200


class Page(NamedTuple):
    things: Sequence[Any]
    next: str | None


def paginate(things: QuerySet[Any], order: str, request: HttpRequest, key: Callable[[Any], Any]) -> Page:
    """Return one page of things, ordered by a field that no two of them share; with `-` the last come first.

    `key` tells that field of a thing. Who has ordered things already has done so by the same field, in words by which
    the database finds them more quickly.
    """
    field, size = order.lstrip("-"), page_size(request)
    cursor = request.GET.get("cursor")
    if cursor is not None:
        things = things.filter(**{f"{field}__{'lt' if order.startswith('-') else 'gt'}": _key(cursor, request.path)})
    ordered = things if things.query.order_by else things.order_by(order)
    found = list(ordered[: size + 1])
    if len(found) <= size:
        return Page(found, None)
    query = request.GET.copy()
    query["cursor"] = _cursor(key(found[size - 1]), request.path)
    return Page(found[:size], request.build_absolute_uri(f"{request.path}?{query.urlencode()}"))


def page_size(request: HttpRequest) -> int:
    """Return how many things a page is to hold."""
    given = request.GET.get("page_size")
    if given is None:
        return PAGE_SIZE
    if not (given.isascii() and given.isdigit() and 1 <= int(given[:4]) <= LARGEST_PAGE and len(given) < 4):
        raise invalid_parameter("page_size", f"Give a number from 1 to {LARGEST_PAGE}.")
    return int(given)


def _signer(path: str) -> Signer:
    return Signer(salt=f"cursor of {path}")


def _cursor(key: Any, path: str) -> str:
    return urlsafe_b64encode(_signer(path).sign(str(key)).encode()).decode().rstrip("=")


def _key(cursor: str, path: str) -> str:
    """Return the key that a cursor of a list was made of."""
    try:
        return _signer(path).unsign(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode())
    except (ValueError, BadSignature):
        raise invalid_parameter(
            "cursor", "Take the cursor from `next` of the page before in this list, as it is."
        ) from None
