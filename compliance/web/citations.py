"""What a citation says, shown on tap: our summary of each paragraph, and its official text where one is installed."""

import re
from functools import lru_cache
from typing import NamedTuple

from compliance.facilities.policies import rows
from games.engine.loading import cited_paragraphs, editions, readings, rulebook

from .official_texts import official_text


class CitationText(NamedTuple):
    """A paragraph in our words. `printed` is its official text, if the operator has installed it."""

    name: str
    words: str
    printed: str = ""


class _Cited(NamedTuple):
    text: CitationText
    edition: str = ""
    sha256: str | None = None


def citation_texts(cite: str) -> list[CitationText]:
    """Return what each part of a citation says, such as "MD Ch. 3 §C(1); Ch. 9 §C (R3)"."""
    return [
        each.text._replace(printed=official_text(each.edition).get(each.sha256, "")) if each.sha256 else each.text
        for each in _cited(cite)
    ]


@lru_cache(maxsize=4096)
def _cited(cite: str) -> tuple[_Cited, ...]:
    for book in sorted(map(rulebook, editions()), key=lambda book: -len(book.abbreviation)):
        if cite.startswith(f"{book.abbreviation} "):
            named = cited_paragraphs(book, cite.removeprefix(f"{book.abbreviation} "))
            found = [_Cited(CitationText(each.cite, each.words), book.id, each.sha256) for each in named]
            return (*found, *_readings(cite))
    said = (row.says for row in rows().values() if cite in row.cite.values() or (row.after and row.after in cite))
    return (*_readings(cite), *(_Cited(CitationText(cite, says)) for says in said))


def _readings(cite: str) -> list[_Cited]:
    """Return the readings that stand in parentheses: "(R8)" or "(R1, R8)"."""
    named = [name for several in re.findall(r"\((R\d+(?:, R\d+)*)\)", cite) for name in several.split(", ")]
    return [
        _Cited(CitationText(f"Reading {name}", f"{readings()[name].question}: {readings()[name].reading}"))
        for name in dict.fromkeys(named)
        if name in readings()
    ]
