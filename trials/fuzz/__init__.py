"""Fuzzing of the API: what schemathesis makes of its description, asked of a running server as everyone there is."""
