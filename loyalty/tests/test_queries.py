from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from accounts.tests.factories import UserFactory
from loyalty import actions
from loyalty.enums import Event, Tier
from loyalty.models import Settings
from loyalty.queries import effect_of, tier_counts
from loyalty.tests.factories import happen, settings_values, stand_at

pytestmark = pytest.mark.django_db


def effects(**changes: Any) -> dict[str, tuple[Tier, Tier, int, Tier]]:
    return {
        person.username: (person.tier, person.new_tier, person.simulated_points, person.simulated_tier)
        for person in effect_of(Settings(**settings_values(**changes)))
    }


def test_counts_per_tier_are_of_active_employees(employee: Any, other_employee: Any, admin: Any) -> None:
    """Counts of employees and per tier."""
    stand_at(employee, 90)
    stand_at(UserFactory(), 10)
    UserFactory(is_active=False)

    assert tier_counts() == {Tier.POOR: 1, Tier.MEDIUM: 1, Tier.EXCELLENT: 1}


def test_effect_tells_whom_new_thresholds_move(employee: Any, other_employee: Any) -> None:
    stand_at(employee, 85)

    assert effects(medium_threshold_max=89, excellent_threshold_min=90) == {
        "funcionaria.teste": (Tier.EXCELLENT, Tier.MEDIUM, 85, Tier.MEDIUM),
        "outro.teste": (Tier.MEDIUM, Tier.MEDIUM, 50, Tier.MEDIUM),
    }


def test_effect_scores_the_last_90_days_again(employee: Any, admin: Any) -> None:
    """'saving shows a simulation on the last 90 days': events at their new points, adjustments as they were."""
    happen(employee, [Event.TASK_COMPLETION], source_id=1)
    actions.adjust(user_id=employee.id, points_change=10, reason="x", by=admin)
    happen(employee, [Event.TASK_COMPLETION, Event.EARLY_DELIVERY], source_id=2)

    assert effects()["funcionaria.teste"] == (Tier.MEDIUM, Tier.MEDIUM, 73, Tier.MEDIUM)
    assert effects(points_for_task_completion=10)["funcionaria.teste"] == (Tier.MEDIUM, Tier.MEDIUM, 83, Tier.EXCELLENT)
    assert effects(points_for_task_completion=20)["funcionaria.teste"][2] == 100


def test_effect_leaves_older_events_as_they_were(employee: Any) -> None:
    with time_machine.travel(datetime.now(UTC) - timedelta(days=91)):
        happen(employee, [Event.TASK_COMPLETION], source_id=1)
    happen(employee, [Event.TASK_COMPLETION], source_id=2)

    assert effects(points_for_task_completion=7)["funcionaria.teste"][2] == 55 + 7


@pytest.mark.once
def test_effect_costs_the_same_whatever_the_number_of_people(employee: Any, django_assert_num_queries: Any) -> None:
    for number in range(10):
        happen(UserFactory(), [Event.TASK_COMPLETION], source_id=number)

    with django_assert_num_queries(3):
        effect_of(Settings())
