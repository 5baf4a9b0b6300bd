from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from accounts.tests.factories import AdminFactory, UserFactory
from core.errors import NotFound
from core.models import AuditEvent
from loyalty import actions
from loyalty.enums import Event, Tier
from loyalty.errors import ChangeOutOfRange, EmployeeNotFound, InvalidThresholds
from loyalty.models import History, Record, Settings
from loyalty.queries import bonus_percentage, points_of, settings_in_force, tier_of
from loyalty.tests.factories import happen, replayed_points, settings_values, stand_at
from notifications.models import Notification

pytestmark = pytest.mark.django_db


def test_adjustment_starts_at_fifty_and_is_written_down(employee: Any, admin: Any) -> None:
    """New employees start at 50."""
    change = actions.adjust(user_id=employee.id, points_change=-7, reason="Atraso", by=admin)

    assert (change.points_changed, change.previous_points, change.new_points) == (-7, 50, 43)
    assert (change.reason, change.by, change.events, change.settings_version) == ("Atraso", admin, [], 1)
    assert Record.objects.get().points == 43
    event = AuditEvent.objects.get(event="loyalty.adjusted")
    assert (event.actor_id, event.subject_id, event.reason) == (admin.id, employee.id, "Atraso")
    assert (event.before, event.after) == ({"points": 50}, {"points": 43})
    notice = Notification.objects.get()
    assert (notice.user, notice.kind, notice.title) == (employee, "points_changed", "Pontos de lealdade atualizados")
    assert notice.body == "-7 pontos: Atraso. Agora você tem 43."


@pytest.mark.parametrize("change", [1, -1])
def test_change_by_one_point_is_told_in_the_singular(employee: Any, admin: Any, change: int) -> None:
    actions.adjust(user_id=employee.id, points_change=change, reason="Atraso", by=admin)

    assert Notification.objects.get().body == f"{change:+d} ponto: Atraso. Agora você tem {50 + change}."


@pytest.mark.parametrize(("change", "points"), [(100, 100), (-100, 0), (50, 100), (51, 100), (-51, 0), (0, 50)])
def test_adjustment_is_clamped(employee: Any, admin: Any, change: int, points: int) -> None:
    written = actions.adjust(user_id=employee.id, points_change=change, reason="x", by=admin)

    assert (written.points_changed, written.new_points, points_of(employee.id)) == (change, points, points)


@pytest.mark.parametrize("change", [101, -101])
def test_refused_adjustment_changes_nothing(employee: Any, admin: Any, change: int) -> None:
    with pytest.raises(ChangeOutOfRange):
        actions.adjust(user_id=employee.id, points_change=change, reason="x", by=admin)

    assert (Record.objects.count(), History.objects.count(), Notification.objects.count()) == (0, 0, 0)


def test_adjustment_of_somebody_who_is_no_active_employee_is_refused(employee: Any, admin: Any) -> None:
    type(employee).objects.filter(pk=employee.pk).update(is_active=False)

    for user_id in (employee.id, admin.id, admin.id + 1000):
        with pytest.raises(EmployeeNotFound):
            actions.adjust(user_id=user_id, points_change=1, reason="x", by=admin)

    assert not Record.objects.exists()


def test_events_together_are_one_change_once_per_source(employee: Any) -> None:
    first = happen(employee, [Event.TASK_COMPLETION, Event.EARLY_DELIVERY], source_id=3)
    again = happen(employee, [Event.TASK_COMPLETION], source_id=3)

    assert again == first
    assert (first.points_changed, first.new_points, first.by) == (8, 58, None)
    assert first.events == ["task_completion", "early_delivery"]
    assert (History.objects.count(), points_of(employee.id), Notification.objects.count()) == (1, 58, 1)


@pytest.mark.django_db(transaction=True)
def test_events_outside_a_transaction_are_refused() -> None:
    employee = UserFactory()

    with pytest.raises(TransactionManagementError):
        actions.apply_events(
            user_id=employee.id,
            events=[Event.TASK_COMPLETION],
            source_kind="teste",
            source_id=1,
            reason="x",
            by=None,
        )

    assert not Record.objects.exists()


@pytest.mark.parametrize("statement", ["UPDATE loyalty_history SET reason = 'x'", "DELETE FROM loyalty_history"])
def test_database_refuses_to_change_history(employee: Any, statement: str) -> None:
    happen(employee, [Event.TASK_COMPLETION])

    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.parametrize("points", [-1, 101])
def test_database_refuses_points_beyond_0_and_100(employee: Any, points: int) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Record.objects.create(user=employee, points=points)


@pytest.mark.parametrize(
    ("previous", "changed", "new"), [(50, 5, 56), (98, 5, 103), (98, 5, 99), (-1, 5, 4), (101, -1, 100)]
)
def test_database_refuses_a_history_row_that_is_not_clamped(employee: Any, previous: int, changed: int, new: int) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        History.objects.create(
            user=employee,
            points_changed=changed,
            previous_points=previous,
            new_points=new,
            reason="x",
            settings_version=1,
        )


def test_new_settings_re_evaluate_every_tier_at_once(employee: Any, other_employee: Any, admin: Any) -> None:
    """New settings re-evaluate every tier."""
    stand_at(employee, 85)
    assert (tier_of(employee.id), bonus_percentage(employee.id)) == (Tier.EXCELLENT, Decimal("5.00"))
    assert tier_of(other_employee.id) == Tier.MEDIUM

    saved = actions.save_settings(
        settings_id=1,
        values=settings_values(
            poor_threshold_max=50, medium_threshold_min=51, medium_threshold_max=89, excellent_threshold_min=90
        ),
        by=admin,
    )

    assert saved.version == 2
    assert (tier_of(employee.id), bonus_percentage(employee.id)) == (Tier.MEDIUM, Decimal("0.00"))
    assert tier_of(other_employee.id) == Tier.POOR
    assert points_of(employee.id) == 85
    event = AuditEvent.objects.get(event="loyalty.settings_changed")
    assert event.before is not None
    assert event.after is not None
    assert (event.before["poor_threshold_max"], event.after["poor_threshold_max"]) == ("30", "50")


def test_a_change_names_the_version_of_the_rules_it_followed(employee: Any, admin: Any) -> None:
    happen(employee, [Event.TASK_COMPLETION], source_id=1)
    actions.save_settings(settings_id=1, values=settings_values(points_for_task_completion=7), by=admin)
    happen(employee, [Event.TASK_COMPLETION], source_id=2)

    rows = History.objects.order_by("id").values_list("points_changed", "settings_version")
    assert list(rows) == [(5, 1), (7, 2)]


@pytest.mark.parametrize(
    ("settings_id", "change", "refusal"),
    [(2, {}, NotFound), (1, {"poor_threshold_max": 40}, InvalidThresholds)],
)
def test_refused_settings_change_nothing(
    admin: Any, settings_id: int, change: dict[str, Any], refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        actions.save_settings(settings_id=settings_id, values=settings_values(**change), by=admin)

    assert settings_in_force().version == 1
    assert settings_in_force().poor_threshold_max == 30
    assert not AuditEvent.objects.exists()


def test_database_refuses_settings_that_do_not_tile(db: None) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Settings.objects.create(poor_threshold_max=40)
    with pytest.raises(IntegrityError), transaction.atomic():
        Settings.objects.create(id=2)


class TestAnyHistory(TestCase):
    steps = st.one_of(
        st.integers(min_value=-100, max_value=100),
        st.lists(st.sampled_from(list(Event)), min_size=1, max_size=2, unique=True),
    )

    @settings(max_examples=50, deadline=None)
    @given(st.lists(steps, max_size=15))
    def test_points_stay_within_bounds_and_history_replays_to_them(self, steps: list[int | list[Event]]) -> None:
        """Points always 0–100; replaying history gives current points."""
        employee, admin = UserFactory(), AdminFactory()
        for number, step in enumerate(steps):
            if isinstance(step, int):
                actions.adjust(user_id=employee.id, points_change=step, reason="x", by=admin)
            else:
                happen(employee, step, source_id=number)

        rows = list(History.objects.filter(user=employee).order_by("id"))
        assert all(0 <= row.new_points <= 100 for row in rows)
        previous = [50, *(row.new_points for row in rows)]
        assert [row.previous_points for row in rows] == previous[:-1]
        assert replayed_points(employee.id) == points_of(employee.id) == previous[-1]
