"""Convert content to msgspec types, safely across threads."""

from threading import Lock
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

# msgspec analyzes a type on first use. A second thread that uses it meanwhile crashes the process.
_learning = Lock()


def converted(content: Any, kind: type[T]) -> T:
    """Convert content to a type; ValidationError says what does not fit."""
    with _learning:
        return msgspec.convert(content, kind)
