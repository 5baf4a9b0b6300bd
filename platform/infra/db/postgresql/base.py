"""PostgreSQL whose pool lends no connection that is gone. The pool can look at what it lends by itself
(CONN_HEALTH_CHECKS), but rests longer after each one found broken: after a restart of the server whoever asks next
waits for as long as it may and gets none. Here the first one found broken has all of the pool looked at."""

import select
from typing import Any

from django.db.backends.postgresql import base
from psycopg import OperationalError
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        if not self.pool:
            return connection
        try:
            if _says_something(connection):
                ConnectionPool.check_connection(connection)
        except OperationalError:
            self.pool.putconn(connection)
            self.pool.check()
            connection = super().get_new_connection(conn_params)
        return connection


def _says_something(connection: Any) -> bool:
    """Whether there is something to read that nobody asked for, as where the server closed it; OperationalError where we
    did. It asks the kernel alone, where a question to the server is a round trip for every transaction."""
    sockets = select.poll()
    sockets.register(connection.fileno(), select.POLLIN)
    return bool(sockets.poll(0))
