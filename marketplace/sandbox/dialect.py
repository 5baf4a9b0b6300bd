"""What the server asks of each vendor's contract."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from marketplace.sandbox.http import Limit, Rate, Request, Response, Route, whole_number
from marketplace.sandbox.policy import Policy
from marketplace.sandbox.state import State


class Dialect(ABC):
    """One vendor's contract, mounted under /{prefix}, over the listings of `market`."""

    prefix: str
    market: str

    def __init__(self, state: State, policy: Policy) -> None:
        self._state = state
        self._policy = policy

    @abstractmethod
    def route(self, request: Request) -> Route | None:
        """The call that a request means, None when there is no such path."""

    @abstractmethod
    def failure(self, status: int, message: str, errors: dict[str, Any] | None = None) -> Response:
        """The vendor's error envelope."""

    @abstractmethod
    def refusal(self, errors: dict[str, list[str]]) -> Response:
        """The answer to a body with these field errors."""

    @abstractmethod
    def limits(self, route: Route) -> tuple[Limit, ...]:
        """What a call is held against; the first limit is the one that answers tell about."""

    def tell_rate(self, response: Response, rate: Rate) -> None:
        """Write into an answer how the bucket stands."""
        response.headers |= rate.headers()

    def _owned(self, request: Request, raw_id: str) -> dict[str, Any] | None:
        """The key's own listing of this id."""
        number = whole_number(raw_id)
        return None if number is None else self._state.get(self.market, request.key_hash, number)
