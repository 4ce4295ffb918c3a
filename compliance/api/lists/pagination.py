"""Cursor pagination: each page starts after the last object of the previous one, so nothing is repeated or skipped.

A cursor is the key of that object, signed for its list. A forged cursor, or one from another list, is refused.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.core.signing import BadSignature, Signer
from django.db.models import QuerySet
from django.http import HttpRequest

from compliance.api.errors import invalid_parameter, number_parameter

PAGE_SIZE = 50
LARGEST_PAGE = 200


class Page(NamedTuple):
    things: Sequence[Any]
    next: str | None


def paginate(things: QuerySet[Any], order: str, request: HttpRequest, key: Callable[[Any], Any]) -> Page:
    """Return one page of objects, ordered by a unique field; `-` reverses the order.

    `key` returns that field of an object. A query that is ordered already must be ordered by the same field.
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
    """Return the requested page size."""
    says = f"Give a number from 1 to {LARGEST_PAGE}."
    return number_parameter(request.GET, "page_size", least=1, most=LARGEST_PAGE, says=says) or PAGE_SIZE


def _signer(path: str) -> Signer:
    return Signer(salt=f"cursor of {path}")


def _cursor(key: Any, path: str) -> str:
    return urlsafe_b64encode(_signer(path).sign(str(key)).encode()).decode().rstrip("=")


def _key(cursor: str, path: str) -> str:
    """Return the key in a cursor."""
    try:
        return _signer(path).unsign(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode())
    except (ValueError, BadSignature):
        raise invalid_parameter(
            "cursor", "Use the cursor in `next` of the previous page of this list, unchanged."
        ) from None
