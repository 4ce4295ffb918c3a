"""Helpers for commands in a shell pipeline."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quiet_when_reader_leaves() -> Iterator[None]:
    """Stop silently when the reader of our output has exited, as filters do."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        # Buffered output must go somewhere when Python flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
