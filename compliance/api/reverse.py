"""URLs of the API. They have the names of the pages, in the namespace `api`."""

from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import quote

from django.urls import reverse


def api_url(name: str, *args: Any) -> str:
    return reverse(f"api:{name}", args=args)


def cached_api_url(name: str, number: int) -> str:
    """Return the URL of an object with a numeric key, from a cached pattern."""
    return api_urls_of(name)(number)


@cache
def api_urls_of(name: str) -> Callable[[Any], str]:
    """Return a function that makes the URL of one kind of object from its number or code."""
    before, _, after = api_url(name, 0).partition("/0/")
    return lambda key: f"{before}/{key if isinstance(key, int) else quote(key, safe='')}/{after}"
