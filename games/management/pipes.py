"""Being a good filter."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quiet_when_reader_leaves() -> Iterator[None]:
    """Stop without a word when whoever reads our output has gone, as filters do."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        # What is still buffered must go somewhere when Python flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
