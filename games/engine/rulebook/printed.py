"""Split an official text into its printed paragraphs, each known by a hash.

The product keeps no official text, only the SHA-256 of each printed paragraph. An operator who installs a text sees its
paragraphs beside our summaries, whatever the spaces, dashes, quotation marks and markup of that copy.
"""

import re
from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

# "(1) ", "(a) ", "1. ", "ii. ", "A. ": what a paragraph begins with.
LABEL = re.compile(r"(\([A-Za-z0-9]{1,3}\)|\d{1,2}\.|[ivx]{1,4}\.|[A-Z]\.) ")
# The number of a section in a code of regulations: "13:69F-40.1".
CODE_SECTION = re.compile(r"\d+:\d+[A-Z]?-\d+\.\d+(?:[A-Z](?![a-z]))?")
TABLE = re.compile(r"Table \d+\.")

# Labels and defined terms inside a line, after the end of the paragraph before.
_INLINE = re.compile(
    r"(?<=[.;:]) (?=(?:\d{1,2}\.|\([a-z]\)) [A-Z])|(?<=; and) (?=\d{1,2}\. )"
    r'|(?<=[a-z.]) (?="[A-Z][\w ]*" (?:shall mean|means)\b)'
)
# The first paragraph of a section, on the line of its title.
_FIRST_IN_SECTION = re.compile(r" (?=\(a\) [A-Z])")
_MARKUP = re.compile(r"\*\*|</?b>|^[-–] +|\\(?=[$ ])")
_RULE_OF_TABLE = re.compile(r"[|\s:-]*")
_SIGNS = str.maketrans("“”‘’–—|", "\"\"''-- ")
# A line that ends with one of these words goes on in the next.
_OPEN_ENDED = re.compile(r"\b(?:a|an|and|by|each|for|from|in|make|of|on|or|the|to|with)$")


class PrintedParagraph(NamedTuple):
    """One paragraph of a text, with its spaces, dashes and quotation marks made plain."""

    text: str

    @property
    def sha256(self) -> str:
        return sha256(self.text.encode()).hexdigest()


def printed_paragraphs(text: str) -> list[PrintedParagraph]:
    """Return the paragraphs of a text in printed order, titles included; a table is one paragraph."""
    return [PrintedParagraph(each) for line in _joined_lines(text) for each in _split(line)]


def _split(line: str) -> list[str]:
    """Return the paragraphs that are printed in one line."""
    parts = _INLINE.split(line)
    return [*_FIRST_IN_SECTION.split(parts[0], 1), *parts[1:]] if CODE_SECTION.match(line) else parts


def _joined_lines(text: str) -> list[str]:
    """Return the lines of a text, with tables and broken sentences joined."""
    joined: list[str] = []
    table_before = False
    for line, table in _plain_lines(text):
        if joined and _goes_on(joined[-1], line, table=table, table_before=table_before):
            joined[-1] += f" {line}"
        else:
            joined.append(line)
        table_before = table or bool(TABLE.match(line))
    return joined


def _goes_on(before: str, line: str, *, table: bool, table_before: bool) -> bool:
    """Tell whether a line continues the one before: a row of its table, or the rest of its sentence."""
    if table or LABEL.match(line):
        return table and table_before and not TABLE.match(line)
    is_open = bool(_OPEN_ENDED.search(before)) or (line[0] == '"' and before[-1] not in '.;:"')
    return line[0].islower() or is_open


def _plain_lines(text: str) -> Iterator[tuple[str, bool]]:
    """Yield every line that has text, without markup, and whether it is a row of a table."""
    fenced = False
    for raw in text.splitlines():
        if raw.strip().startswith("```"):
            fenced = not fenced
            continue
        if _RULE_OF_TABLE.fullmatch(raw):
            continue
        table = fenced or "\t" in raw.strip() or raw.lstrip().startswith("|")
        line = " ".join(_MARKUP.sub("", raw.strip()).translate(_SIGNS).split())
        if line:
            yield line, table
