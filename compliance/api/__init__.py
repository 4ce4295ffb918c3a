"""The REST API: one way to read, list, do and refuse for everything on the floor.

What can be read is declared by readings (readings.py), what can be done by the acts that the pages use too
(compliance/acts.py); endpoints and their description are made from both. Apps above declare theirs in their own `api`;
casino/api.py gives everything its address.
"""
