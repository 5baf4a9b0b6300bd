from datetime import datetime, time
from typing import Any

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core import events
from core.errors import required_text
from core.serializers import (
    INVALID_DATE,
    MAX_ID,
    AmountField,
    DayField,
    Input,
    MomentField,
    Output,
    PersonOutput,
    PlainField,
    SortField,
    fields_of,
    serializer,
    texts,
)
from tasks.enums import SHOWN, Priority
from tasks.errors import PAYMENT_NOT_POSITIVE, TARGET_NOT_POSITIVE, WHOLE_NUMBER
from tasks.models import Task
from tasks.queries import SORTABLE

STATUSES = [(status.value, status.label) for status in SHOWN]


@extend_schema_field(OpenApiTypes.DATETIME)
class DueDateField(serializers.Field[datetime, Any, str, Any]):
    """A moment, or a day (`AAAA-MM-DD`), which lasts until its end in the company's time zone."""

    default_error_messages = {"invalid": INVALID_DATE}

    def to_internal_value(self, data: Any) -> datetime:
        if not isinstance(data, str):
            self.fail("invalid")
        if "T" in data:
            return MomentField().to_internal_value(data)
        return timezone.make_aware(datetime.combine(DayField().to_internal_value(data), time(23, 59, 59)))

    def to_representation(self, value: datetime) -> str:
        return timezone.localtime(value).isoformat()


class TasksQuery(Input):
    status = serializers.ChoiceField(STATUSES, required=False)
    priority = serializers.ChoiceField(Priority.choices, required=False)
    assignee = serializers.IntegerField(source="assignee_id", required=False, min_value=1, max_value=MAX_ID)
    search = serializers.CharField(required=False, max_length=100)
    sort = SortField(SORTABLE)


class TaskTerms(Input):
    title = PlainField(max_length=200, error_messages=texts(required_text("Título")))
    description = PlainField(multiline=True, required=False, allow_blank=True, allow_null=True, max_length=5000)
    targetQuantity = serializers.IntegerField(
        source="target_quantity", error_messages=texts(TARGET_NOT_POSITIVE, "max_string_length")
    )
    paymentPerAccount = AmountField(source="payment_per_account", error_messages=texts(PAYMENT_NOT_POSITIVE))
    priority = serializers.ChoiceField(Priority.choices, required=False)
    dueDate = DueDateField(source="due_at", required=False, allow_null=True)

    def validate_description(self, description: str | None) -> str:
        return description or ""


class TaskInput(TaskTerms):
    """A task to create (product: tasks.create). Who creates it is the session's person, whatever `createdBy` says."""

    assignedTo = serializers.IntegerField(
        source="assignee_id", error_messages=texts(required_text("Funcionário"), "max_string_length")
    )
    createdBy = serializers.IntegerField(source="created_by", required=False)
    overrideLimit = serializers.BooleanField(source="override_limit", required=False)

    def to_internal_value(self, data: Any) -> Any:
        """`assignee` is another name of `assignedTo`."""
        if isinstance(data, dict) and "assignee" in data:
            data = {"assignedTo": data["assignee"]} | data
        return super().to_internal_value(data)


CompletionInput = serializer("CompletionInput", Input, userId=serializers.JSONField(source="user_id", default=None))


class TaskChange(TaskTerms):
    """Changes of a task; a field that is left out stays as it is."""

    currentQuantity = serializers.IntegerField(
        source="current_quantity", error_messages=texts(WHOLE_NUMBER, "max_string_length")
    )


CreatorOutput = serializer("CreatorOutput", Output, **fields_of(str, "title href"))


class TaskOutput(Output):
    """`earned` with the bonus; `creator` is that of the game that title or description names."""

    dual = ("currentQuantity", "targetQuantity", "createdAt", "updatedAt")

    shown = fields_of(
        Task,
        "id title description currentQuantity targetQuantity paymentPerAccount createdAt updatedAt completedAt"
        " problemReportedAt assignee=assignee_id assignedTo=assignee_id createdBy=created_by_id",
    )
    status = serializers.ChoiceField(STATUSES, source="status_now")
    priority = serializers.ChoiceField(Priority.choices)
    dueDate = DueDateField(source="due_at", allow_null=True)
    assigneeUser = PersonOutput(source="assignee")
    earned = AmountField(allow_null=True, default=None)
    creator = serializers.SerializerMethodField()

    @extend_schema_field(CreatorOutput(allow_null=True))
    def get_creator(self, task: Task) -> Any:
        return next(iter(events.publish("creator_wanted", task.title, task.description)), None)


CompletionOutput = serializer("CompletionOutput", Output, task=TaskOutput(), earning=serializers.DictField())
CountsOutput = serializer("CountsOutput", Output, **fields_of(int, "total pending completed overdue"))
