"""The text behind a citation, shown on tap."""

import re
from functools import lru_cache

from compliance.facilities.policies import rows
from games.engine.loading import editions, readings, rulebook


@lru_cache(maxsize=4096)
def citation_texts(cite: str) -> tuple[tuple[str, str], ...]:
    """Return (paragraph, its text) for each part of a citation such as "MD Ch. 3 §C(1); Ch. 9 §C (R3)"."""
    for book in sorted(map(rulebook, editions()), key=lambda book: -len(book.abbreviation)):
        if cite.startswith(f"{book.abbreviation} "):
            return tuple(_paragraphs(cite.removeprefix(f"{book.abbreviation} "), book.text))
    return tuple(_readings(cite)) + tuple(
        (cite, row.says) for row in rows().values() if cite in row.cite.values() or (row.after and row.after in cite)
    )


def _paragraphs(cite: str, text: dict[str, str]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for part in cite.split("; "):
        name = re.sub(r" \(R\d+\)$", "", part)
        if name in text:
            found.append((name, text[name]))
        found += _readings(part)
    return found


def _readings(part: str) -> list[tuple[str, str]]:
    return [
        (f"Reading {name}", f"{readings()[name].question}: {readings()[name].reading}")
        for name in re.findall(r"\((R\d+)\)", part)
        if name in readings()
    ]
