"""Simulated time: a floor that lives for weeks in minutes, and what should have been raised on it when."""
