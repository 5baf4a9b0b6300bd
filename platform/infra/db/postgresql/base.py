"""PostgreSQL whose pool lends no connection that is gone.

The pool can look at what it lends by itself (CONN_HEALTH_CHECKS), but rests longer after each connection found broken:
after a restart of the server, which breaks all of them, whoever asks next waits for as long as it may and gets none.
Here the first one found broken has all of the pool looked at.
"""

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
            ConnectionPool.check_connection(connection)
        except OperationalError:
            self.pool.putconn(connection)
            self.pool.check()
            connection = super().get_new_connection(conn_params)
        return connection
