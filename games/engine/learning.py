"""Making values of a type that msgspec may not know yet."""

from threading import Lock
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

# msgspec learns a type when it is first converted to, and another thread that meets it half learnt crashes the process.
_learning = Lock()


def converted(content: Any, kind: type[T]) -> T:
    """Return what was read as a value of a type; ValidationError says what does not fit."""
    with _learning:
        return msgspec.convert(content, kind)
