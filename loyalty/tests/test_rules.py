from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loyalty.enums import Event, Tier
from loyalty.models import Settings
from loyalty.rules import clamp
from loyalty.tests.factories import settings_values

DEFAULTS = Settings()
bounds = st.integers(min_value=-5, max_value=105)


@pytest.mark.parametrize(
    ("points", "tier", "bonus"),
    [
        (0, Tier.POOR, "0.00"),
        (30, Tier.POOR, "0.00"),
        (31, Tier.MEDIUM, "0.00"),
        (50, Tier.MEDIUM, "0.00"),
        (79, Tier.MEDIUM, "0.00"),
        (80, Tier.EXCELLENT, "5.00"),
        (100, Tier.EXCELLENT, "5.00"),
    ],
)
def test_tier_and_bonus_of_the_documented_bounds(points: int, tier: Tier, bonus: str) -> None:
    """'poor (Fraco) 0-30, no bonus; medium (Médio) 31-79, no bonus; excellent (Excelente) 80-100, +5% profit bonus'."""
    assert (DEFAULTS.tier_of(points), DEFAULTS.bonus_of(points)) == (tier, Decimal(bonus))


@pytest.mark.parametrize(
    ("events", "points"),
    [
        ([Event.TASK_COMPLETION], 5),
        ([Event.TASK_COMPLETION, Event.EARLY_DELIVERY], 8),
        ([Event.TASK_COMPLETION, Event.LATE_DELIVERY], 0),
        ([Event.MISSED_DEADLINE], -10),
        ([Event.PROBLEM_REPORT], -15),
        ([], 0),
    ],
)
def test_points_of_the_documented_events(events: list[Event], points: int) -> None:
    """'completion +5, early delivery … +3, late −5, missed deadline −10, problem report −15'."""
    assert DEFAULTS.points_for(events) == points


@pytest.mark.parametrize(
    ("change", "tiles"),
    [
        ({}, True),
        ({"poor_threshold_max": 0, "medium_threshold_min": 1}, True),
        ({"medium_threshold_max": 99, "excellent_threshold_min": 100}, True),
        ({"poor_threshold_max": 29}, False),  # a gap
        ({"poor_threshold_max": 31}, False),  # an overlap
        ({"poor_threshold_min": 1}, False),
        ({"poor_threshold_min": -1}, False),
        ({"excellent_threshold_max": 99}, False),
        ({"excellent_threshold_max": 101}, False),
        ({"medium_threshold_min": 80, "medium_threshold_max": 79, "poor_threshold_max": 79}, False),  # an empty tier
        (
            {  # the right pieces, the wrong way round
                "poor_threshold_min": 80,
                "poor_threshold_max": 100,
                "excellent_threshold_min": 0,
                "excellent_threshold_max": 30,
            },
            False,
        ),
    ],
)
def test_thresholds_must_tile_0_to_100(change: dict[str, Any], tiles: bool) -> None:
    """Thresholds must cover 0-100 without gap or overlap, else 400."""
    assert Settings(**settings_values(**change)).tiles() is tiles


@given(st.tuples(bounds, bounds, bounds, bounds, bounds, bounds))
def test_tiling_thresholds_give_every_point_exactly_one_tier(six: tuple[int, ...]) -> None:
    tiers = {Tier.POOR: six[0:2], Tier.MEDIUM: six[2:4], Tier.EXCELLENT: six[4:6]}
    columns = [f"{tier}_threshold_{bound}" for tier in Tier for bound in ("min", "max")]
    settings = Settings(**dict(zip(columns, six, strict=True)))
    owners = [sum(low <= points <= high for low, high in tiers.values()) for points in range(-5, 106)]
    exact = owners == [1 if 0 <= points <= 100 else 0 for points in range(-5, 106)]
    ordered = tiers[Tier.POOR][1] < tiers[Tier.MEDIUM][0] and tiers[Tier.MEDIUM][1] < tiers[Tier.EXCELLENT][0]

    assert settings.tiles() == (exact and ordered and all(low <= high for low, high in tiers.values()))


@given(st.integers())
def test_clamped_points_are_the_nearest_within_bounds(points: int) -> None:
    assert clamp(points) == sorted((0, points, 100))[1]
