"""Addresses inside the API: its names are those of the pages, in a namespace of their own."""

from typing import Any

from django.urls import reverse


def address_of(name: str, *args: Any) -> str:
    return reverse(f"api:{name}", args=args)
