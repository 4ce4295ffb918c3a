"""What compliance looks at by the clock of tables: their cards, papers, devices and people; and of their facility."""

from . import cards, facilities, obstacles, people, tables

__all__ = ["cards", "facilities", "obstacles", "people", "tables"]
