"""Logging rounds by the product's own doors, against a naive peer and against raw inserts of the same rows."""
