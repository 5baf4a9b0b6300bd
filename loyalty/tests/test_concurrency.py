"""Points under changes that arrive together, each on a connection of its own."""

from random import Random
from typing import Any

import pytest
from django.db import connections

from accounts.models import User
from accounts.tests.factories import AdminFactory, UserFactory
from core.tests.threads import together
from loyalty import actions
from loyalty.enums import Event
from loyalty.models import History, Record
from loyalty.queries import points_of
from loyalty.tests.factories import happen, replayed_points

pytestmark = pytest.mark.usefixtures("real_database")


@pytest.fixture
def people(real_database: Any) -> tuple[User, User]:
    return UserFactory(), AdminFactory()


@pytest.mark.parametrize("times", [20, pytest.param(100, marks=pytest.mark.postgres)])
def test_parallel_events_of_one_source_are_one_change(people: tuple[User, User], times: int) -> None:
    """One event gives one change, for a person whose record does not exist yet."""
    user, _ = people

    results = together(times, lambda number: happen(user, [Event.TASK_COMPLETION]).pk)

    assert len(set(results)) == 1
    assert (Record.objects.get().points, History.objects.count()) == (55, 1)


def test_parallel_changes_lose_nothing_and_replay(people: tuple[User, User]) -> None:
    """Replaying history gives current points for 100 % of employees."""
    first, admin = people
    users = [first, UserFactory(), UserFactory()]

    def change(number: int) -> int:
        random = Random(number)
        for _ in range(10):
            user = random.choice(users)
            actions.adjust(user_id=user.id, points_change=random.randint(-40, 40), reason="x", by=admin)
            connections.close_all()
        return number

    assert together(8, change) == list(range(8))
    assert History.objects.count() == 80
    for user in users:
        assert replayed_points(user.id) == points_of(user.id)
