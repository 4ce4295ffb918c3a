"""What can be done on the floor: every act, on what, with which form, signed by whom."""

from . import dealers, decks, devices, facilities, floor, shifts, submissions

__all__ = ["dealers", "decks", "devices", "facilities", "floor", "shifts", "submissions"]
