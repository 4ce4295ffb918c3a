"""Django's PostgreSQL backend, which can read stored JSON as bytes and checks a connection without a query."""

import select
from typing import Any

from django.conf import settings
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

    def init_connection_state(self) -> None:
        """Turn off just-in-time compilation: it took half the time of the totals of an export.

        Not as a startup option, which PgBouncer refuses.
        """
        super().init_connection_state()
        self.connection.execute("SET jit = off")

    def is_usable(self) -> bool:
        """Tell whether the connection works; called before the first statement of every request.

        If the server ended, its closing message has arrived. Query the server only if something arrived.
        """
        if "connection_check" in settings.SWITCHED_OFF:
            return super().is_usable()
        if self.connection is None or self.connection.closed:
            return False
        arrived = select.poll()
        arrived.register(self.connection.fileno(), select.POLLIN)
        return not arrived.poll(0) or super().is_usable()
