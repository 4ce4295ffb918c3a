"""Compare a coverage register with an official text: every printed paragraph has a row, in printed order."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from games.engine.rulebook.coverage import Coverage, CoveredParagraph
from games.engine.rulebook.printed import PrintedParagraph, printed_paragraphs

from .outline import outline

# A summary with a run of this many words of the text is a quotation.
_QUOTED = 8


class SourceMissingError(Exception):
    """There is no text for an edition. The message says what to do."""


def source_of(edition: str, found: Coverage | None, sources: Path) -> Path:
    """Return the file with the text of an edition: the path itself, EDITION.txt in the folder, or the best match there.

    A file matches if it has more than half of the paragraphs that the register lists.
    """
    if not sources.is_dir():
        if sources.is_file():
            return sources
        raise SourceMissingError(f"{sources} does not exist.")
    named = sources / f"{edition}.txt"
    if named.exists():
        return named
    rows = {each.sha256 for each in found.printed} if found else set()
    shared = {path: len(rows & _hashes(path)) for path in sorted(sources.glob("*.txt"))}
    best = max(shared, key=lambda path: shared[path], default=named)
    if not rows or 2 * shared.get(best, 0) <= len(rows):
        raise SourceMissingError(
            f"No file in {sources} is the text of {edition}. Name it {edition}.txt, or give its path."
        )
    return best


def _hashes(path: Path) -> set[str]:
    return {each.sha256 for each in read_source(path)}


def read_source(path: Path) -> list[PrintedParagraph]:
    return printed_paragraphs(path.read_text("utf-8", "replace"))


class Gap(NamedTuple):
    """A difference between a register and the text: where, and what is wrong."""

    cite: str
    fault: str


def gaps(found: Coverage, printed: Sequence[PrintedParagraph]) -> Iterator[Gap]:
    """Yield paragraphs without a row, rows without a paragraph, rows out of order, and summaries that quote."""
    rows = {each.sha256: each for each in found.printed}
    for each, cite in outline(printed):
        if each.sha256 not in rows and each.sha256 not in found.headings:
            yield Gap(cite or "(a title?)", f"is printed and has no row ({each.sha256})")
    texts = {each.sha256: each.text for each in printed}
    for row in found.printed:
        if row.sha256 not in texts:
            yield Gap(row.cite, "is not printed: the text has no paragraph with its hash")
        elif quoted := quotation(row.summary, texts[row.sha256]):
            yield Gap(row.cite, f"quotes the text in its summary: {quoted}")
    for sha256 in sorted(found.headings - texts.keys()):
        yield Gap("headings", f"{sha256} is not printed")
    yield from _out_of_order(found.printed, [each.sha256 for each in printed if each.sha256 in rows])


def _out_of_order(rows: Sequence[CoveredParagraph], printed: Sequence[str]) -> Iterator[Gap]:
    """Find the first row that is not where its paragraph is printed, or one printed more often than it has rows."""
    for row, sha256 in zip(rows, printed, strict=False):
        if row.sha256 != sha256:
            yield Gap(row.cite, "is not in printed order")
            return
    if len(rows) != len(printed):
        yield Gap("paragraphs", f"{len(rows)} rows for {len(printed)} printed paragraphs")


def quotation(summary: str, text: str) -> str:
    """Return the first long run of words that a summary has in common with the text."""
    words, printed = summary.split(), f" {' '.join(text.split())} ".lower()
    for start in range(len(words) - _QUOTED + 1):
        run = " ".join(words[start : start + _QUOTED])
        if f" {run.lower()} " in printed:
            return run
    return ""
