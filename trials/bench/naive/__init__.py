"""A naive peer: what one writes first to take in a round with Django and the REST framework, and nothing else.

Three tables, nested serializers, `bulk_create`. Nobody signs in, nothing is checked against a rule, settled,
journalled, totalled or remembered.
"""
