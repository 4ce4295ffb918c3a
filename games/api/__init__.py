"""What can be read of rounds and violations, and the doors by which rounds are logged."""

from . import entries, readings, words

__all__ = ["entries", "readings", "words"]
