"""Addresses inside the API: its names are those of the pages, in a namespace of their own."""

from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import quote

from django.urls import reverse


def api_url(name: str, *args: Any) -> str:
    return reverse(f"api:{name}", args=args)


def cached_api_url(name: str, number: int) -> str:
    """Return the address of something that is known by a number, made once for all of its kind."""
    return _first(name).replace("/0/", f"/{number}/")


@cache
def api_urls_of(name: str) -> Callable[[Any], str]:
    """Return what makes the addresses of one kind of thing, by number or code."""
    before, _, after = _first(name).partition("/0/")
    return lambda key: f"{before}/{key if isinstance(key, int) else quote(key, safe='')}/{after}"


@cache
def _first(name: str) -> str:
    return api_url(name, 0)
