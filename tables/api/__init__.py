"""What can be read of the floor."""

from . import cards, floor, people, submissions, words

__all__ = ["cards", "floor", "people", "submissions", "words"]
