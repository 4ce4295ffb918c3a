"""Load rulebooks from their files and refuse inconsistent ones.

msgspec checks keys, types and citations; rulebook/faults.py checks what types cannot express.
"""

import re
from copy import deepcopy
from functools import cache, reduce
from operator import getitem
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from .conversion import converted
from .rulebook import Reading, Rulebook
from .rulebook.coverage import Coverage, coverage_faults, row_name
from .rulebook.faults import faults

RULEBOOKS = Path(__file__).resolve().parent.parent / "rulebooks"
_READINGS = "readings"
_COVERAGE = "coverage"

T = TypeVar("T")


class RulebookError(Exception):
    """A rulebook that cannot be used. The message names the file and the key."""


@cache
def editions() -> tuple[str, ...]:
    """Return the ids of all editions that have a rulebook."""
    return tuple(sorted(path.stem for path in RULEBOOKS.glob("*.toml") if path.stem != _READINGS))


@cache
def rulebook(edition: str) -> Rulebook:
    """Return the rulebook of an edition; KeyError if there is none."""
    if edition not in editions():
        raise KeyError(edition)
    return load_rulebook(RULEBOOKS / f"{edition}.toml")


@cache
def readings() -> dict[str, Reading]:
    """Return every reading by its id."""
    return _decode(RULEBOOKS / f"{_READINGS}.toml", dict[str, Reading])


def load_rulebook(path: Path) -> Rulebook:
    """Read one rulebook. RulebookError names the file and the key of its first fault."""
    book = _decode(path, Rulebook)
    if book.id != path.stem:
        raise RulebookError(f"{path.name}: id: is {book.id!r}, but the file is named {path.stem!r}")
    for key, fault in faults(book, readings()):
        raise RulebookError(f"{path.name}: {key}: {fault}")
    register = path.parent / _COVERAGE / path.name
    if _is_written(register):
        load_coverage(register, book)
    return book


# ── Coverage registers


@cache
def coverage(edition: str) -> Coverage | None:
    """Return the coverage register of an edition; None if it has none yet."""
    path = RULEBOOKS / _COVERAGE / f"{edition}.toml"
    return load_coverage(path, rulebook(edition)) if _is_written(path) else None


def _is_written(path: Path) -> bool:
    """Tell whether there is a register. The file is empty while a skeleton is written to it."""
    return path.exists() and path.stat().st_size > 0


def load_coverage(path: Path, book: Rulebook) -> Coverage:
    """Read one register. RulebookError names the file and the rows of its faults, one in a line."""
    found = _decode(path, Coverage)
    if wrong := [f"{_COVERAGE}/{path.name}: {row}: {fault}" for row, fault in coverage_faults(found, book)]:
        raise RulebookError("\n".join(wrong))
    return found


class CitedParagraph(NamedTuple):
    """A paragraph that a citation names, in our words; the hash finds it in an installed text."""

    cite: str
    words: str
    sha256: str | None = None


def cited_paragraphs(book: Rulebook, cite: str) -> list[CitedParagraph]:
    """Return the paragraphs that a citation without its edition names: "Ch. 3 §C(1); Ch. 9 §C (R3)"."""
    parts = [re.sub(r" \(R\d+(, R\d+)*\)$", "", part) for part in cite.split("; ")]
    found = coverage(book.id)
    rows = {row.cite: row for part in parts for row in found.cited(part)} if found else {}
    return [CitedParagraph(row.cite, row.summary, row.sha256) for row in rows.values()]


def _decode(path: Path, kind: type[T]) -> T:
    file = path.relative_to(path.parent.parent) if path.parent.name == _COVERAGE else path.name
    try:
        content = msgspec.toml.decode(path.read_bytes())
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RulebookError(f"{file}: not TOML: {error}") from error
    try:
        return converted(content, kind)
    except msgspec.ValidationError as error:
        fault, _, where = str(error).partition(" - at ")
        key = _row_named(content, _named(content, kind, where.strip("`$."), str(error)))
        raise RulebookError(f"{file}: {key or 'the whole file'}: {fault}") from error


def _named(content: dict[str, Any], kind: type, key: str, error: str) -> str:
    """Replace the paytables[...] in a msgspec error by the name of the entry that fails."""
    before, hidden, after = key.partition("[...]")
    if not hidden:
        return key
    keys = before.split(".") if before else []
    for name in reduce(getitem, keys, content):
        alone = deepcopy(content)
        table = reduce(getitem, keys, alone)
        for other in table.keys() - {name}:
            del table[other]
        try:
            converted(alone, kind)
        except msgspec.ValidationError as found:
            if str(found) == error:
                return ".".join([*keys, name]) + after
    return key


def _row_named(content: dict[str, Any], key: str) -> str:
    """Replace paragraphs[16].summary, in a register, by its row: "row 17 (Ch. 8 §E).summary"."""
    found = re.match(r"paragraphs\[(\d+)\]", key)
    if not found:
        return key
    row = content["paragraphs"][int(found[1])]
    cite = row.get("cite") if isinstance(row, dict) else None
    return row_name(int(found[1]), cite) + key[found.end() :]
