"""Django's PostgreSQL backend, which can read stored JSON as bytes."""

from typing import Any

from django.db.backends.postgresql import base
from psycopg.adapt import Loader


class BytesLoader(Loader):
    """Read text of the type bpchar as bytes; nothing but compliance/api/exports uses that type."""

    def load(self, data: Any) -> bytes:
        return bytes(data)


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        found = super().get_new_connection(conn_params)
        found.adapters.register_loader("bpchar", BytesLoader)
        return found
