from typing import Any

from rest_framework import serializers

from core.serializers import AmountField, Input, Output, PlainField, SortField, blank_text, camel, fields_of, serializer
from loyalty.enums import Event, Tier
from loyalty.errors import FIELDS_MISSING, OUT_OF_RANGE
from loyalty.models import History, Settings
from loyalty.queries import SORTABLE
from loyalty.rules import MAX_CHANGE

_MISSING = blank_text(FIELDS_MISSING)
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
    """Points up or down, with a reason (product: loyalty.adjust)."""

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


# All numbers but the bonus of the excellent tier are whole.
_WHOLE = f"Informe um número inteiro entre -{MAX_CHANGE} e {MAX_CHANGE}."
_SETTINGS = {
    **fields_of(Settings, "poorThresholdMin poorThresholdMax mediumThresholdMin mediumThresholdMax"),
    **fields_of(Settings, "excellentThresholdMin excellentThresholdMax"),
    "excellentBonusPercentage": serializers.DecimalField(
        source="excellent_bonus_percentage", max_digits=5, decimal_places=2, min_value=0, max_value=100
    ),
} | {
    camel(column): serializers.IntegerField(
        source=column,
        min_value=-MAX_CHANGE,
        max_value=MAX_CHANGE,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), _WHOLE),
    )
    for column in (f"points_for_{event}" for event in Event)
}
SettingsInput = serializer("SettingsInput", Input, **_SETTINGS)
SettingsOutput = serializer("SettingsOutput", Output, **_SETTINGS, **fields_of(int, "id version"))


class EffectOutput(Output):
    shown = fields_of(int, "userId=id currentPoints=points simulatedPoints")
    user = NamesOutput(source="*")
    tier = serializers.ChoiceField(Tier.choices)
    newTier = serializers.ChoiceField(Tier.choices, source="new_tier")
    simulatedTier = serializers.ChoiceField(Tier.choices, source="simulated_tier")


class EffectsOutput(Output):
    """What settings would do, tried on the last `days`; `changed` holds those whose tier would be another."""

    shown = fields_of(int, "days employees")
    changed = EffectOutput(many=True)
