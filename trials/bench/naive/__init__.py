"""Provide a naive peer: the simplest way to accept a round with Django and the REST framework.

It has three tables, nested serializers and `bulk_create`. It has no sign-in, rule checks, settlement, journal, totals
or idempotency.
"""
