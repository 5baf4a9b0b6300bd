"""Somebody is removed: their open tasks are handed on or leave the counts, and nobody loses points by it."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.actions import people
from accounts.tests.factories import AdminFactory
from core.models import AuditEvent
from loyalty.models import History
from loyalty.tests.factories import stand_at
from notifications.models import Notification
from tasks import actions, queries
from tasks.errors import InvalidAssignee, PoorTierLimit
from tasks.models import Task
from tasks.tests.factories import give

pytestmark = pytest.mark.django_db


def missed(person: Any) -> Task:
    """An open task whose deadline passed, and no job has seen it."""
    task = give(person)
    Task.objects.filter(pk=task.pk).update(due_at=timezone.now() - timedelta(days=1))
    return task


def removed(person: Any, **choices: Any) -> None:
    people.deactivate_person(by=AdminFactory(), user_id=person.id, **choices)


def test_open_tasks_of_somebody_removed_leave_lists_and_counts_and_cost_no_points(employee: Any) -> None:
    late, done = missed(employee), give(employee)
    actions.complete(task_id=done.pk, by=employee)
    points = History.objects.filter(user=employee).count()
    assert queries.counts()["overdue"] == 1

    removed(employee)
    actions.mark_missed()

    assert queries.counts() == {"total": 1, "pending": 0, "completed": 1, "overdue": 0}
    assert list(queries.visible_tasks(AdminFactory())) == [done]
    late.refresh_from_db()
    assert (late.status, late.missed_at, late.assignee_id) == ("cancelled", None, employee.id)
    assert History.objects.filter(user=employee).count() == points


def test_open_tasks_are_handed_on_and_an_old_delay_costs_the_heir_nothing(employee: Any, other_employee: Any) -> None:
    late, open_one = missed(employee), give(employee)

    removed(employee, tasks_to=other_employee.id)
    actions.mark_missed()

    assert {task.pk for task in queries.open_tasks(other_employee.id)} == {late.pk, open_one.pk}
    assert History.objects.filter(user=other_employee).count() == 0
    told = Notification.objects.filter(user=other_employee, kind="task_assigned")
    assert [each.body for each in told] == ["Tarefas abertas de uma pessoa que saiu: 2. Confira metas e prazos."]
    assert AuditEvent.objects.get(event="tasks.handed_on").subject_id == other_employee.id


@pytest.mark.parametrize("seen", [False, True])
def test_heir_gets_all_points_for_a_task_that_came_late(employee: Any, other_employee: Any, seen: bool) -> None:
    """Whether or not the one who left had lost points for its deadline."""
    late = missed(employee)
    if seen:
        actions.mark_missed()
    removed(employee, tasks_to=other_employee.id)

    actions.complete(task_id=late.pk, by=other_employee)

    assert [change.points_changed for change in History.objects.filter(user=other_employee)] == [5]


def test_heir_loses_points_for_a_deadline_set_anew_and_missed(employee: Any, other_employee: Any) -> None:
    late, admin = missed(employee), AdminFactory()
    removed(employee, tasks_to=other_employee.id)
    actions.change(task_id=late.pk, changes={"due_at": timezone.now() + timedelta(days=2)}, by=admin)
    Task.objects.update(due_at=timezone.now() - timedelta(hours=1))

    actions.complete(task_id=late.pk, by=other_employee)

    assert [change.points_changed for change in History.objects.filter(user=other_employee)] == [0]


def test_tasks_go_to_no_admin_and_not_beyond_the_poor_tier(employee: Any, other_employee: Any) -> None:
    for _ in range(3):
        give(employee)
    stand_at(other_employee, 10)

    with pytest.raises(InvalidAssignee):
        removed(employee, tasks_to=AdminFactory().id)
    with pytest.raises(PoorTierLimit):
        removed(employee, tasks_to=other_employee.id)

    employee.refresh_from_db()
    assert employee.is_active
    assert queries.open_tasks(employee.id).count() == 3


def test_heir_of_the_poor_tier_with_one_task_is_said_to_have_one(employee: Any, other_employee: Any) -> None:
    stand_at(other_employee, 10)
    for person in (other_employee, employee, employee):
        give(person)

    with pytest.raises(PoorTierLimit, match=r"já tem 1 tarefa aberta\."):
        removed(employee, tasks_to=other_employee.id)


def test_heir_of_the_poor_tier_is_refused_without_a_way_that_there_is_not(employee: Any, other_employee: Any) -> None:
    stand_at(other_employee, 10)
    for _ in range(3):
        give(employee)

    with pytest.raises(PoorTierLimit) as refused:
        removed(employee, tasks_to=other_employee.id)

    limit = "tem o nível Fraco, de até 2 tarefas abertas, e já tem 0 tarefas abertas."
    assert refused.value.message == f"{other_employee.full_name} {limit} Escolha outra pessoa."
