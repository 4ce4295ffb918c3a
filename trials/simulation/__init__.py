"""Simulate weeks on a floor in minutes, and compare the alerts with a model."""
