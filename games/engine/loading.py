"""Load rulebooks from their files and refuse inconsistent ones.

msgspec checks keys, types and citations; rulebook/faults.py checks what types cannot express.
"""

from copy import deepcopy
from functools import cache, reduce
from operator import getitem
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .conversion import converted
from .rulebook import Reading, Rulebook
from .rulebook.faults import faults

RULEBOOKS = Path(__file__).resolve().parent.parent / "rulebooks"
_READINGS = "readings"

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
    return book


def _decode(path: Path, kind: type[T]) -> T:
    try:
        content = msgspec.toml.decode(path.read_bytes())
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RulebookError(f"{path.name}: not TOML: {error}") from error
    try:
        return converted(content, kind)
    except msgspec.ValidationError as error:
        fault, _, where = str(error).partition(" - at ")
        key = _named(content, kind, where.strip("`$."), str(error))
        raise RulebookError(f"{path.name}: {key or 'the whole file'}: {fault}") from error


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
