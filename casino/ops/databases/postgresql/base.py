"""PostgreSQL as Django knows it; whether a connection is still there is seen without asking the server."""

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    def is_usable(self) -> bool:
        """Tell whether the connection can be used: asked before the first statement of every request.

        A server that ended has closed it, and that has arrived. Only if something has is the server asked.
        """
        if self.connection is None or self.connection.closed:
            return False
        arrived = select.poll()
        arrived.register(self.connection.fileno(), select.POLLIN)
        return not arrived.poll(0) or super().is_usable()
