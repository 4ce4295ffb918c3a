"""What can be read of rounds and violations, and the doors by which rounds are logged."""

__all__ = ["entries", "readings", "words"]
