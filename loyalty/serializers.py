from typing import Any

from rest_framework import serializers

from core.serializers import AmountField, Input, Output, PlainField, SortField, fields_of, missing, serializer
from loyalty.enums import Event, Tier
from loyalty.errors import FIELDS_MISSING, OUT_OF_RANGE
from loyalty.models import History
from loyalty.queries import SORTABLE
from loyalty.rules import MAX_CHANGE

_MISSING = missing(FIELDS_MISSING)
_NO_CHANGE = _MISSING | dict.fromkeys(("invalid", "min_value", "max_value", "max_string_length"), OUT_OF_RANGE)


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
        source="points_change", min_value=-MAX_CHANGE, max_value=MAX_CHANGE, error_messages=_NO_CHANGE
    )
    reason = PlainField(max_length=300, error_messages=_MISSING)


NamesOutput = serializer("NamesOutput", Output, **fields_of(str, "fullName=display_name username"))


class StandingOutput(Output):
    dual = ("updatedAt",)

    shown = fields_of(int, "userId=id currentPoints=points")
    user = NamesOutput(source="*")
    tier = serializers.ChoiceField(Tier.choices)
    bonusPercentage = AmountField(source="bonus_percentage")
    updatedAt = serializers.DateTimeField(source="points_updated_at")


class HistoryOutput(Output):
    dual = ("createdAt",)

    shown = fields_of(History, "id pointsChanged reason previousPoints newPoints settingsVersion createdAt")
    events = serializers.ListField(child=serializers.CharField())
    admin = NamesOutput(source="by", allow_null=True)


AdjustOutput = serializer("AdjustOutput", StandingOutput, change=HistoryOutput())
TierCountsOutput = serializer("TierCountsOutput", Output, **fields_of(int, "employees poor medium excellent"))


def _points(event: Event) -> serializers.IntegerField:
    """Points of an event, within what one change may be."""
    text = f"Informe um número inteiro entre -{MAX_CHANGE} e {MAX_CHANGE}."
    texts: dict[str, Any] = dict.fromkeys(("invalid", "min_value", "max_value"), text)
    column = f"points_for_{event}"
    return serializers.IntegerField(source=column, min_value=-MAX_CHANGE, max_value=MAX_CHANGE, error_messages=texts)


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
    pointsForTaskCompletion = _points(Event.TASK_COMPLETION)
    pointsForEarlyDelivery = _points(Event.EARLY_DELIVERY)
    pointsForLateDelivery = _points(Event.LATE_DELIVERY)
    pointsForMissedDeadline = _points(Event.MISSED_DEADLINE)
    pointsForProblemReport = _points(Event.PROBLEM_REPORT)


class SettingsInput(SettingsFields, Input):
    """The full settings object."""


class SettingsOutput(SettingsFields, Output):
    id = serializers.IntegerField()
    version = serializers.IntegerField()


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
