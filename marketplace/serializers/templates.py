"""Templates of the games and their drift."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.serializers import Output
from marketplace.queries import TemplateState


class TemplateFieldOutput(Output):
    name = serializers.CharField()
    kind = serializers.CharField()
    values = serializers.ListField(child=serializers.JSONField())
    required = serializers.BooleanField()  # type: ignore[assignment]  # the template's own word
    minimum = serializers.IntegerField()


class TemplateOutput(Output):
    """A game's template in force. `seenAt` is null where the marketplace was never asked: then it is the shipped one."""

    game = serializers.CharField(source="template.game")
    servers = serializers.ListField(child=serializers.CharField(), source="template.servers")
    itemCollections = serializers.ListField(child=serializers.CharField(), source="template.item_collections")
    entries = serializers.SerializerMethodField()
    changedAt = serializers.DateTimeField(source="changed_at", allow_null=True)
    seenAt = serializers.DateTimeField(source="seen_at", allow_null=True)

    @extend_schema_field(TemplateFieldOutput(many=True))
    def get_entries(self, state: TemplateState) -> list[dict[str, Any]]:
        fields = sorted(state.template.fields.items())
        return list(TemplateFieldOutput([asdict(entry) | {"name": name} for name, entry in fields], many=True).data)


class ChangeOutput(Output):
    field = serializers.CharField()
    change = serializers.ChoiceField(
        choices=("added", "removed", "kind", "required", "minimum", "values_added", "values_removed")
    )
    text = serializers.CharField()


class BrokenOutput(Output):
    where = serializers.CharField()
    messages = serializers.ListField(child=serializers.CharField())


class DriftOutput(Output):
    """What a game's template changed, and what of ours it no longer takes."""

    game = serializers.CharField()
    changedAt = serializers.DateTimeField(source="changed_at", allow_null=True)
    seenAt = serializers.DateTimeField(source="seen_at", allow_null=True)
    changes = ChangeOutput(many=True)
    broken = BrokenOutput(many=True)


class RefreshedOutput(Output):
    game = serializers.CharField()
    outcome = serializers.ChoiceField(choices=("unchanged", "changed", "failed"))
    message = serializers.CharField()
