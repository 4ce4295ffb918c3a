"""Write the skeleton of a register: a row for each printed paragraph with its citation and hash, never its text."""

from collections.abc import Iterator, Sequence

from games.engine.rulebook.coverage import Coverage
from games.engine.rulebook.printed import PrintedParagraph

from .outline import outline

_HEAD = """\
# The coverage register of the edition {edition}: docs/rulebooks.md explains the columns.

edition = "{edition}"

# Printed lines that command nothing: titles, heads of pages, the table of contents.
headings = [
"""
_ROW = """
[[paragraphs]]
cite = "{cite}"
sha256 = "{sha256}"
summary = ""
treatment = ""
by = []
tests = []
"""


def skeleton(edition: str, printed: Sequence[PrintedParagraph], found: Coverage | None) -> Iterator[str]:
    """Yield the lines of a new register, or only the rows that an existing one lacks."""
    known = {each.sha256 for each in found.printed} | found.headings if found else set()
    outlined = [(each, cite) for each, cite in outline(printed) if each.sha256 not in known]
    if not found:
        yield _HEAD.format(edition=edition)
        for sha256 in dict.fromkeys(each.sha256 for each, cite in outlined if not cite):
            yield f'  "{sha256}",\n'
        yield "]\n"
    for each, cite in outlined:
        if cite or found:
            yield _ROW.format(cite=cite.replace('"', '\\"'), sha256=each.sha256)
