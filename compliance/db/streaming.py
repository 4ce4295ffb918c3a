"""Stream the rows of a query: work on the first while the database still sends the others."""

from collections.abc import Generator
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet

# How many rows arrive together; more would only wait for each other.
_AT_ONCE = 100


def streamed(rows: QuerySet[Any, Any]) -> Generator[Any]:
    """Yield the rows of a query of `values_list` as PostgreSQL sends them, without Django's conversion of values.

    The connection is busy until the last one. Django would wait for it first, and its `iterator` needs a transaction.
    """
    if connection.vendor != "postgresql" or "streamed_rows" in settings.SWITCHED_OFF:
        yield from rows
        return
    sql, values = rows.query.sql_with_params()
    with connection.cursor() as cursor, connection.wrap_database_errors:
        yield from cursor.cursor.stream(sql, values, size=_AT_ONCE)
