"""Django's PostgreSQL backend, which checks a connection without a query and reads some types faster."""

import select
from datetime import UTC, datetime
from typing import Any

from django.db.backends.postgresql import base
from psycopg.adapt import Loader


class Moment(Loader):
    """Read a time, which the server sends in UTC."""

    # Django compares it with the connection's time zone.
    timezone = UTC

    def load(self, data: Any) -> datetime:
        return datetime.fromisoformat(bytes(data).decode())


class Utf8(Loader):
    """Read text of the type bpchar as bytes; nothing but compliance/api/exports uses that type."""

    def load(self, data: Any) -> bytes:
        return bytes(data)


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        found = super().get_new_connection(conn_params)
        found.adapters.register_loader("timestamptz", Moment)
        found.adapters.register_loader("bpchar", Utf8)
        return found

    def init_connection_state(self) -> None:
        """Turn off just-in-time compilation: it took half the time of the totals of an export."""
        super().init_connection_state()
        self.connection.execute("SET jit = off")

    def is_usable(self) -> bool:
        """Tell whether the connection works; called before the first statement of every request.

        If the server ended, its closing message has arrived. Query the server only if something arrived.
        """
        if self.connection is None or self.connection.closed:
            return False
        arrived = select.poll()
        arrived.register(self.connection.fileno(), select.POLLIN)
        return not arrived.poll(0) or super().is_usable()
