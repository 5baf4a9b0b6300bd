"""LZT Market over the sandbox's state."""

from __future__ import annotations

import time
from typing import Any

from marketplace.sandbox.http import Limit, Rate, Request, Response, Route

SELLER = {"user_id": 7001, "username": "vendedor_sandbox", "balance": "1000.00", "currency": "eur"}


class LztMarket:
    """Routes and performs the calls under /lzt."""

    prefix = "lzt"

    def route(self, request: Request) -> Route | None:
        """The call that a request means, None when there is no such path."""
        if (request.method, request.segments) == ("GET", ("me",)):
            return Route("profile", self._me)
        return None

    def failure(self, status: int, message: str, errors: dict[str, Any] | None = None) -> Response:
        """The vendor's error envelope: a list of texts."""
        texts = [text for field_texts in (errors or {}).values() for text in field_texts]
        return Response(status, {"errors": texts or [message], "system_info": _system_info()})

    def refusal(self, errors: dict[str, list[str]]) -> Response:
        """The vendor answers 400 where others answer 422."""
        return self.failure(400, "", errors)

    def limits(self, route: Route) -> tuple[Limit, ...]:
        return ()

    def tell_rate(self, response: Response, rate: Rate) -> None:
        response.headers |= rate.headers()

    def _me(self, request: Request) -> Response:
        return Response(200, {"user": SELLER, "system_info": _system_info()})


def _system_info() -> dict[str, Any]:
    return {"visitor_id": SELLER["user_id"], "time": int(time.time())}
