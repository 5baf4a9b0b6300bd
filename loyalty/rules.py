"""Arithmetic of points and tiers. No database, no clock."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from loyalty.enums import Event, Tier

MIN_POINTS, MAX_POINTS = 0, 100
START_POINTS = 50  # 'New employees start at 50.'
MAX_CHANGE = 100  # 'change -100..100'


@dataclass(frozen=True)
class Rulebook:
    """One version of the settings: the bounds of each tier (both included), the bonus, the points of each event."""

    tiers: Mapping[Tier, tuple[int, int]]
    excellent_bonus: Decimal
    points: Mapping[Event, int]

    def tiles(self) -> bool:
        """'Thresholds must cover 0-100 without gap or overlap', poor below medium below excellent."""
        following = MIN_POINTS
        for tier in (Tier.POOR, Tier.MEDIUM, Tier.EXCELLENT):
            low, high = self.tiers[tier]
            if low != following or high < low:
                return False
            following = high + 1
        return following == MAX_POINTS + 1

    def tier_of(self, points: int) -> Tier:
        return next(tier for tier, (low, high) in self.tiers.items() if low <= points <= high)

    def bonus_of(self, points: int) -> Decimal:
        """The percentage added to what is earned; only the excellent tier has one."""
        return self.excellent_bonus if self.tier_of(points) == Tier.EXCELLENT else Decimal("0.00")

    def points_for(self, events: Iterable[Event]) -> int:
        return sum(self.points[event] for event in events)


def clamp(points: int) -> int:
    return max(MIN_POINTS, min(MAX_POINTS, points))
