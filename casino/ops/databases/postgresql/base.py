"""Django's PostgreSQL backend, which checks a connection without a query."""

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    def is_usable(self) -> bool:
        """Tell whether the connection works; called before the first statement of every request.

        If the server ended, its closing message has arrived. Query the server only if something arrived.
        """
        if self.connection is None or self.connection.closed:
            return False
        arrived = select.poll()
        arrived.register(self.connection.fileno(), select.POLLIN)
        return not arrived.poll(0) or super().is_usable()
