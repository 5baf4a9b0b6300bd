"""JSON of points, history and settings."""

from typing import Any

from rest_framework import serializers

from core.serializers import AmountField, Input, Output, PlainField, SortField, fields_of, missing
from loyalty.enums import Tier
from loyalty.errors import FIELDS_MISSING, ChangeOutOfRange
from loyalty.models import History
from loyalty.queries import SORTABLE
from loyalty.rules import MAX_CHANGE

_MISSING = missing(FIELDS_MISSING)
_OUT_OF_RANGE: dict[str, Any] = dict.fromkeys(
    ("invalid", "min_value", "max_value", "max_string_length"), ChangeOutOfRange.message
)


class LoyaltyQuery(Input):
    search = serializers.CharField(required=False, max_length=100)
    tier = serializers.ChoiceField(Tier.choices, required=False)
    sort = SortField(SORTABLE)


class ChangeField(serializers.IntegerField):
    """An integer as a form sends it; an empty text is a missing one."""

    def validate_empty_values(self, data: Any) -> tuple[bool, Any]:
        return super().validate_empty_values(None if data == "" else data)


class AdjustInput(Input):
    """'change and reason (trimmed, non-empty) all required, else 'Preencha todos os campos''."""

    pointsChange = ChangeField(
        source="points_change", min_value=-MAX_CHANGE, max_value=MAX_CHANGE, error_messages=_MISSING | _OUT_OF_RANGE
    )
    reason = PlainField(max_length=300, error_messages=_MISSING)


class NamesOutput(Output):
    shown = fields_of(str, "fullName=display_name username")


class StandingOutput(Output):
    dual = ("updatedAt",)

    shown = fields_of(int, "userId=id currentPoints=points", within="user")
    user = NamesOutput()
    tier = serializers.ChoiceField(Tier.choices)
    bonusPercentage = AmountField(source="bonus_percentage")
    updatedAt = serializers.DateTimeField(source="user.points_updated_at")


class HistoryOutput(Output):
    dual = ("createdAt",)

    shown = fields_of(History, "id pointsChanged reason previousPoints newPoints settingsVersion createdAt")
    events = serializers.ListField(child=serializers.CharField())
    admin = NamesOutput(source="by", allow_null=True)


class AdjustOutput(StandingOutput):
    change = HistoryOutput()


class PointsField(serializers.IntegerField):
    """Points of an event, within what one change may be."""

    def __init__(self, **options: Any) -> None:
        text = f"Informe um número inteiro entre -{MAX_CHANGE} e {MAX_CHANGE}."
        texts: dict[str, Any] = dict.fromkeys(("invalid", "min_value", "max_value"), text)
        super().__init__(min_value=-MAX_CHANGE, max_value=MAX_CHANGE, error_messages=texts, **options)


class SettingsFields(serializers.Serializer[Any]):
    """'numeric fields integers except excellentBonusPercentage (step 0.01)'."""

    poorThresholdMin = serializers.IntegerField(source="poor_threshold_min")
    poorThresholdMax = serializers.IntegerField(source="poor_threshold_max")
    mediumThresholdMin = serializers.IntegerField(source="medium_threshold_min")
    mediumThresholdMax = serializers.IntegerField(source="medium_threshold_max")
    excellentThresholdMin = serializers.IntegerField(source="excellent_threshold_min")
    excellentThresholdMax = serializers.IntegerField(source="excellent_threshold_max")
    excellentBonusPercentage = serializers.DecimalField(
        source="excellent_bonus_percentage", max_digits=5, decimal_places=2, min_value=0, max_value=100
    )
    pointsForTaskCompletion = PointsField(source="points_for_task_completion")
    pointsForEarlyDelivery = PointsField(source="points_for_early_delivery")
    pointsForLateDelivery = PointsField(source="points_for_late_delivery")
    pointsForMissedDeadline = PointsField(source="points_for_missed_deadline")
    pointsForProblemReport = PointsField(source="points_for_problem_report")


class SettingsInput(SettingsFields, Input):
    """The full settings object."""


class SettingsOutput(SettingsFields, Output):
    id = serializers.IntegerField()
    version = serializers.IntegerField()


class TierCountsOutput(Output):
    shown = fields_of(int, "employees poor medium excellent")


class EffectOutput(Output):
    shown = fields_of(int, "userId=id currentPoints=points", within="user") | fields_of(int, "simulatedPoints")
    user = NamesOutput()
    tier = serializers.ChoiceField(Tier.choices)
    newTier = serializers.ChoiceField(Tier.choices, source="new_tier")
    simulatedTier = serializers.ChoiceField(Tier.choices, source="simulated_tier")


class EffectsOutput(Output):
    """What settings would do, tried on the last `days`; `changed` holds those whose tier would be another."""

    days = serializers.IntegerField()
    employees = serializers.IntegerField()
    changed = EffectOutput(many=True)
