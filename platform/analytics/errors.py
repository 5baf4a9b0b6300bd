"""Refusals of the analysis."""

from analytics.rules import BELIEVED
from core.errors import TooManyRequests


class TooManyEvents(TooManyRequests):
    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": str(int(BELIEVED.total_seconds()))})
