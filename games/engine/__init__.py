"""Criss Cross and Double Cross Poker, settled by the rulebooks: pure Python, no Django, no clock."""
