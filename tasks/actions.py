"""Writes of the task domain. They lock in the order of docs/architecture.md, 'Locks'."""

from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.actions.people import Removal
from accounts.queries import active_employees
from core import audit, events
from core.actor import Actor
from core.conditional import bump
from core.errors import ensure
from core.money import MAX_AMOUNT, ZERO, format_brl
from core.text import pluralize, thousands
from earnings import actions as earnings
from loyalty import actions as loyalty
from loyalty.enums import Event, Tier
from loyalty.queries import bonus_percentage, tier_of
from notifications import actions as notifications
from notifications.enums import NotificationKind
from tasks import errors, rules
from tasks.enums import MISSED_SOURCE, PROBLEM_SOURCE, TASK_SOURCE, Audited, Status
from tasks.models import Task
from tasks.queries import ALL_TASKS, open_tasks, reading_as, unseen_missed, visible_tasks


@transaction.atomic
def create(*, assignee_id: int, override_limit: bool = False, by: Actor, **terms: Any) -> Task:
    """Give an active employee a task of these terms, by their columns, and tell them. Locks the assignee, so that two
    admins at once do not pass the poor tier's limit: PoorTierLimit, unless overridden."""
    task = Task(**terms, created_by_id=by.id)
    _check_terms(task)
    chosen = active_employees().select_for_update(no_key=True).filter(pk=assignee_id)
    task.assignee = ensure(chosen.first(), errors.InvalidAssignee)
    if not override_limit:
        _check_limit(task.assignee)
    now = task.created_at = task.updated_at = timezone.now()
    # A deadline that passed before counts as seen, so that it costs nothing.
    task.missed_at = now if rules.status_at(Status.PENDING, task.due_at, now) == Status.OVERDUE else None
    task.save()
    events.count("task_assign", person_id=by.id, quantity=task.target_quantity)
    after = {"targetQuantity": task.target_quantity, "paymentPerAccount": str(task.payment_per_account)}
    _tell(Audited.CREATED, task, NotificationKind.TASK_ASSIGNED, "Nova tarefa atribuída", by=by, after=after)
    return task


@transaction.atomic
def set_quantity(*, task_id: int, quantity: int, by: Actor) -> Task:
    """Set how many accounts are done (product: tasks.quantity); by the assignee or an admin."""
    task = _task(task_id, by)
    if not 0 <= quantity <= task.target_quantity:
        raise errors.QuantityOutOfRange(errors.OUT_OF_RANGE.format(task.target_quantity))
    pending = Task.objects.filter(pk=task_id, status=Status.PENDING, target_quantity__gte=quantity)
    changed = pending.update(current_quantity=quantity, updated_at=timezone.now())
    task = _task(task_id, by)
    if quantity > task.target_quantity:  # lowered meanwhile
        raise errors.QuantityOutOfRange(errors.OUT_OF_RANGE.format(task.target_quantity))
    if changed != 1:
        raise errors.AlreadyCompleted()
    return task


@transaction.atomic
def change(*, task_id: int, changes: dict[str, Any], by: Actor) -> Task:
    """Give an open task other terms, by their columns, and tell its assignee. A deadline that has passed already costs no
    points; one that was missed is not missed again."""
    task = _claim_open(task_id)
    changed = {name: value for name, value in changes.items() if getattr(task, name) != value}
    before, after = audit.set_columns(task, changed)
    _check_terms(task)
    if not 0 <= task.current_quantity <= task.target_quantity:
        if "current_quantity" in changed:
            raise errors.QuantityOutOfRange(errors.OUT_OF_RANGE.format(task.target_quantity))
        raise errors.InvalidTarget(errors.TARGET_BELOW_DONE.format(thousands(task.current_quantity)))
    if not changed:
        return task
    if "due_at" in changed and task.status_now == Status.OVERDUE:
        task.missed_at = task.missed_at or timezone.now()
    task.save(update_fields=[*changed, "missed_at", "search"])
    _tell(Audited.CHANGED, task, NotificationKind.TASK_CHANGED, "Tarefa alterada", by=by, before=before, after=after)
    return task


@transaction.atomic
def delete(*, task_id: int, by: Actor, reason: str = "") -> None:
    """Take an open task out of every list and count, and tell its assignee. It costs and gives back no points."""
    task = _claim_open(task_id)
    Task.objects.filter(pk=task.pk).update(status=Status.CANCELLED)
    _tell(Audited.DELETED, task, NotificationKind.TASK_CHANGED, "Tarefa excluída", by=by, reason=reason)


def complete(*, task_id: int, by: Actor) -> tuple[Task, earnings.Earning]:
    """'Já Realizei' by the assignee or an admin, once; the task and what it earned. First a deadline that passed is
    marked missed, so that points and bonus are the same whether or not the job has run. Then pending → completed at the
    target, by compare-and-set: the loser of a race is AlreadyCompleted. One pending earning for the assignee, with the
    bonus of their tier at this moment, and one change of points, completion plus early or late, follow."""
    owned, now = _task(task_id, by), timezone.now()
    if owned.due_at is not None and owned.due_at < now:
        with transaction.atomic():
            # A repeatable call is one transaction with what follows: its points are locked after task and balance here too.
            list(Task.objects.select_for_update(no_key=True).filter(pk=owned.pk))
            earnings.locked_balance(owned.assignee_id)
            _mark_one_missed(owned)
    with transaction.atomic():
        won = Task.objects.filter(pk=owned.pk, status=Status.PENDING).update(
            status=Status.COMPLETED, completed_at=now, updated_at=now, current_quantity=F("target_quantity")
        )
        task = _task(owned.pk, by)
        if won != 1:
            raise errors.AlreadyCompleted()
        earning = earnings.credit(
            user_id=task.assignee_id,
            amount=task.target_quantity * task.payment_per_account,
            description=f"Tarefa: {task.title}",
            accounts_count=task.target_quantity,
            source_kind=TASK_SOURCE,
            source_id=task.pk,
            group_id=task.pk,
            bonus_percentage=bonus_percentage(task.assignee_id),
            by=by,
        )
        earned = rules.completion_events(None if task.missed_at == task.due_at else task.due_at, now)  # handed on
        _score(task, earned, TASK_SOURCE)
        after = {"amount": str(earning.amount)}
        audit.record(Audited.COMPLETED, by=by, target=task, subject=task.assignee_id, after=after)
        outcome = "on_time" if task.missed_at is None else "late"  # and when it was given more time afterwards
        events.count("task_complete", person_id=task.assignee_id, outcome=outcome, quantity=task.target_quantity)
        bump(ALL_TASKS)
        return _task(task.pk, by), earning


@transaction.atomic
def report_problem(*, task_id: int, reason: str, by: Actor) -> Task:
    """''Relatar problema' on a task (admin) applies problem', once a task."""
    now = timezone.now()
    if Task.objects.filter(pk=task_id, problem_reported_at=None).update(problem_reported_at=now, updated_at=now) != 1:
        _task(task_id, None)
        raise errors.ProblemAlreadyReported()
    task = _task(task_id, None)
    _score(task, [Event.PROBLEM_REPORT], PROBLEM_SOURCE, note=f" ({reason})", by=by)
    audit.record(Audited.PROBLEM_REPORTED, by=by, target=task, subject=task.assignee_id, reason=reason)
    return task


def mark_missed() -> int:
    """Take the points of every deadline that passed, once a task; how many were seen now."""
    return sum(_mark_one_missed(task) for task in list(unseen_missed()))


@transaction.atomic
def _mark_one_missed(task: Task) -> bool:
    if Task.objects.filter(reading_as(Status.OVERDUE), pk=task.pk, missed_at=None).update(missed_at=timezone.now()) != 1:
        return False
    _score(task, [Event.MISSED_DEADLINE], MISSED_SOURCE)
    events.count("task_missed", person_id=task.assignee_id)
    return True


def follow_removal(removal: Removal) -> None:
    """Somebody who is removed hands their open tasks on, or these leave the counts. Nobody loses points by it: a deadline
    that passed before counts as missed at that very moment, which `complete` lets pass. Locks the tasks."""
    held = open_tasks(removal.person.id).select_for_update(no_key=True)
    ids = list(held.order_by("pk").values_list("pk", flat=True))
    if not ids:
        return
    open_ones, heir, now = Task.objects.filter(pk__in=ids), removal.tasks_to, timezone.now()
    if heir is None:
        open_ones.update(status=Status.CANCELLED, updated_at=now)
        audit.record(Audited.CANCELLED, by=removal.by, subject=removal.person, after={"tasks": ids})
    else:
        if heir.is_admin:
            raise errors.InvalidAssignee(errors={"tasksTo": [errors.NOT_EMPLOYED]})
        _check_limit(heir, more=len(ids), refusal=errors.POOR_HEIR)
        open_ones.filter(reading_as(Status.OVERDUE)).update(missed_at=F("due_at"))
        open_ones.update(assignee=heir, updated_at=now)
        kind, title = NotificationKind.TASK_ASSIGNED, "Tarefas passaram para você"
        body = f"Tarefas abertas de uma pessoa que saiu: {len(ids)}. Confira metas e prazos."
        notifications.notify(user_id=heir.id, kind=kind, title=title, body=body, url="/tasks")
        audit.record(Audited.HANDED_ON, by=removal.by, subject=heir, after={"tasks": ids})
    bump(ALL_TASKS)


def _task(task_id: int, by: Actor | None) -> Task:
    """A task the actor may touch, any for None; somebody else's is as absent as one that never was."""
    return ensure(visible_tasks(by).filter(pk=task_id).first())


def _claim_open(task_id: int) -> Task:
    """Lock a task that earned nothing yet: a completion in flight is waited for, and wins."""
    if Task.objects.filter(pk=task_id, status=Status.PENDING).update(updated_at=timezone.now()) != 1:
        _task(task_id, None)
        raise errors.AlreadyEarned()
    return _task(task_id, None)


def _check_terms(task: Task) -> None:
    target, payment = task.target_quantity, task.payment_per_account
    if not 0 < target <= rules.MAX_TARGET:
        raise errors.InvalidTarget(errors.TARGET_TOO_HIGH if target > 0 else errors.TARGET_NOT_POSITIVE)
    if not ZERO < payment <= MAX_AMOUNT:
        raise errors.InvalidPayment(errors.PAYMENT_TOO_HIGH if payment > 0 else errors.PAYMENT_NOT_POSITIVE)


def _tell(event: Audited, task: Task, kind: NotificationKind, title: str, *, by: Actor, **recorded: Any) -> None:
    """Write down what an admin did to a task, and tell its assignee; everybody's figures are counted again."""
    audit.record(event, by=by, target=task, subject=task.assignee_id, **recorded)
    accounts = pluralize(task.target_quantity, "conta", "contas")
    due = f", até {timezone.localtime(task.due_at):%d/%m/%Y}" if task.due_at else ""
    body = f"{task.title}: {accounts}, {format_brl(task.payment_per_account)} por conta{due}."
    notifications.notify(user_id=task.assignee_id, kind=kind, title=title, body=body, url="/tasks")
    bump(ALL_TASKS)


def _check_limit(employee: Actor, *, more: int = 1, refusal: str = errors.POOR_TIER) -> None:
    if tier_of(employee.id) == Tier.POOR:
        held = open_tasks(employee.id).count()
        if held + more > rules.MAX_OPEN_TASKS_POOR:
            raise errors.PoorTierLimit(refusal.format(employee, pluralize(held, "tarefa aberta", "tarefas abertas")))


def _score(task: Task, events: list[Event], source_kind: str, *, note: str = "", by: Actor | None = None) -> None:
    """Change the assignee's points for what happened to a task, once for each kind of source."""
    reason = f"{', '.join(event.label for event in events).capitalize()}: {task.title}{note}"
    source: dict[str, Any] = {"source_kind": source_kind, "source_id": task.pk}
    loyalty.apply_events(user_id=task.assignee_id, events=events, reason=reason, by=by, **source)
