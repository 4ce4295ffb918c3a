"""Split an official text into its printed paragraphs, each known by a hash.

The product keeps no official text, only the SHA-256 of each printed paragraph. An operator who installs a text sees its
paragraphs beside our summaries, whatever the spaces, quotation marks and markup of that copy.
"""

import re
from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

# "(1) ", "(a) ", "1. ", "ii. ", "A. ": what a paragraph begins with. A line in lower case without one goes on.
_LABEL = re.compile(r"(\([A-Za-z0-9]{1,3}\)|\d{1,2}\.|[ivx]{1,4}\.|[A-Z]\.) ")
# Labels inside a line, after the end of the paragraph before.
_INLINE_LABEL = re.compile(r"(?<=[.;:]) (?=(?:\d{1,2}\.|\([a-z]\)) [A-Z])|(?<=; and) (?=\d{1,2}\. )")
_MARKUP = re.compile(r"\*\*|</?b>|^[-–] +|\\(?=[$ ])")
_QUOTES = str.maketrans("“”‘’", "\"\"''")


class PrintedParagraph(NamedTuple):
    """One paragraph of a text, with its spaces and quotation marks made plain."""

    text: str

    @property
    def sha256(self) -> str:
        return sha256(self.text.encode()).hexdigest()


def printed_paragraphs(text: str) -> list[PrintedParagraph]:
    """Return the paragraphs of a text in printed order; a table is one paragraph."""
    return [PrintedParagraph(each) for line in _joined_lines(text) for each in _INLINE_LABEL.split(line)]


def _joined_lines(text: str) -> list[str]:
    """Return the lines of a text, with tables and broken sentences joined."""
    joined: list[str] = []
    table_before = False
    for line, table in _plain_lines(text):
        goes_on = line[0].islower() and not _LABEL.match(line)
        if joined and ((table and table_before) or goes_on):
            joined[-1] += f" {line}"
        else:
            joined.append(line)
        table_before = table
    return joined


def _plain_lines(text: str) -> Iterator[tuple[str, bool]]:
    """Yield every line that has text, without markup, and whether it is a row of a table."""
    fenced = False
    for raw in text.splitlines():
        if raw.strip().startswith("```"):
            fenced = not fenced
            continue
        table = fenced or "\t" in raw or raw.lstrip().startswith("|")
        line = " ".join(_MARKUP.sub("", raw.strip()).translate(_QUOTES).split())
        if line:
            yield line, table
