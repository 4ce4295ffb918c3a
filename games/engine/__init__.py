"""Settle Criss Cross and Double Cross Poker by the rulebooks: pure Python, no Django, no clock."""
