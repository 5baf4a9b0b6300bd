"""LZT Market: bearer token with scope `market`, errors as {"errors": [text, …]}."""

from typing import Any

from marketplace.adapters.base import Adapter, Connection, Done, Gate, OnCall, Outcome, always_open
from marketplace.adapters.client import Client
from marketplace.enums import Bucket


class LztMarket(Adapter):
    """The second marketplace of document 2 §1."""

    def __init__(self, connection: Connection, on_call: OnCall, *, gate: Gate = always_open) -> None:
        super().__init__(connection)
        self._client = Client(connection, on_call, gate)

    def test(self) -> Outcome:
        """Who the token belongs to; Done.data is {"userId", "username"}."""
        reply = self._client.call("GET", "/me", endpoint="profile", buckets=(Bucket.GET,))
        user: Any = reply.data.get("user") if isinstance(reply.data, dict) else None
        if not reply.ok or not isinstance(user, dict):
            return reply.failure()
        data = {"userId": user.get("user_id"), "username": user.get("username")}
        return Done(data, reply.status or 200, reply.request_id)

    def close(self) -> None:
        self._client.close()
