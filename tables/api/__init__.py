"""What can be read of the floor."""

from . import cards, floor, people, submissions

__all__ = ["cards", "floor", "people", "submissions"]
