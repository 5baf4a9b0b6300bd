from functools import partial
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from core.actor import IsAdmin, IsSignedIn, actor, resolve_user_id
from core.api import Api, call, idempotent, paginate
from core.errors import Forbidden, ensure
from core.serializers import ReasonInput
from earnings.queries import earning_json
from tasks import actions, errors, queries, serializers


class TaskApi(Api):
    permissions_by_action = {
        **dict.fromkeys(("list", "of_person", "counts", "partial_update", "complete"), IsSignedIn),
        **dict.fromkeys(("create", "destroy", "report_problem"), IsAdmin),
    }

    @call(asks=serializers.TasksQuery, lists=serializers.TaskOutput)
    def list(self, request: Request, filters: dict[str, Any]) -> Response:
        """Everybody's tasks for an admin, one's own for others."""
        person = actor(request)
        found = queries.filter_tasks(queries.visible_tasks(person), **filters)
        known = person.is_admin and "search" not in filters  # names change too
        total = partial(queries.remembered_count, found, filters) if known else None
        return paginate(found, request, serializers.TaskOutput.json_of, total=total)

    @call(asks=serializers.TasksQuery, lists=serializers.TaskOutput)
    def of_person(self, request: Request, filters: dict[str, Any], user_id: int) -> Any:
        """A person's tasks."""
        person_id = resolve_user_id(request, user_id)
        return queries.filter_tasks(queries.visible_tasks(actor(request)).filter(assignee_id=person_id), **filters)

    @call(answers=serializers.CountsOutput)
    def counts(self, request: Request) -> Any:
        """Counts of a person's tasks; of everybody's for an admin who names nobody."""
        wanted = request.query_params.get("userId")
        person_id = None if wanted is None and actor(request).is_admin else resolve_user_id(request, wanted)
        return queries.counts(assignee_id=person_id)

    @idempotent()
    @call(takes=serializers.TaskInput, answers=serializers.TaskOutput, status=201)
    def create(self, request: Request, wanted: dict[str, Any]) -> Any:
        """Give a person a task."""
        by = actor(request)
        if wanted.pop("created_by", by.id) != by.id:  # '`createdBy` must be the actor'
            raise Forbidden()
        return actions.create(**wanted, by=by)

    @call(takes=serializers.TaskChange, partial=True, answers=serializers.TaskOutput)
    def partial_update(self, request: Request, wanted: dict[str, Any], task_id: int) -> Any:
        """Note how far the task is; an admin may also change its terms, while it earned nothing."""
        by = actor(request)
        if wanted.keys() <= {"current_quantity"}:
            quantity = ensure(wanted.get("current_quantity"), errors.QuantityRequired)
            return actions.set_quantity(task_id=task_id, quantity=quantity, by=by)
        if not by.is_admin:
            raise Forbidden()
        return actions.change(task_id=task_id, changes=wanted, by=by)

    @call(status=204)
    def destroy(self, request: Request, task_id: int) -> None:
        """Delete a task that earned nothing; who had it is told."""
        actions.delete(task_id=task_id, by=actor(request))

    @idempotent()
    @call(takes=serializers.CompletionInput, answers=serializers.CompletionOutput)
    def complete(self, request: Request, wanted: dict[str, Any], task_id: int) -> Any:
        """Complete the task: points and payment follow."""
        resolve_user_id(request, wanted["user_id"])
        task, earning = actions.complete(task_id=task_id, by=actor(request))
        return {"task": task, "earning": earning_json(earning)}

    @idempotent()
    @call(takes=ReasonInput, answers=serializers.TaskOutput)
    def report_problem(self, request: Request, wanted: dict[str, Any], task_id: int) -> Any:
        """Note a problem with the task, which costs points once."""
        return actions.report_problem(task_id=task_id, **wanted, by=actor(request))
