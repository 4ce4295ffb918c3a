"""Simulate a busy Saturday with forty tables in four pits, and count how often each person is called."""
