"""What of templates and rare-item lists is read and answered over the API."""

from rest_framework import serializers

from bulk.content.queries import can_edit
from bulk.games.placeholders import MAX_TITLE
from bulk.games.serializers import GameField
from bulk.models import ContentTemplate, RareItemList
from core.serializers import Input, Output, PlainField

MAX_ITEMS = 500


class GameQuery(Input):
    game = GameField()


class TextsInput(Input):
    title = serializers.CharField(required=False, allow_blank=True, max_length=MAX_TITLE)
    description = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    deliveryInstructions = serializers.CharField(
        required=False, allow_blank=True, max_length=5_000, source="delivery_instructions"
    )
    rareListId = serializers.IntegerField(required=False, allow_null=True, min_value=1, source="rare_list_id")


class TemplateInput(TextsInput):
    name = PlainField(max_length=80)
    shared = serializers.BooleanField(required=False)


class NewTemplateInput(TemplateInput):
    game = GameField()


class ExampleInput(TextsInput):
    game = GameField()


class RareListInput(Input):
    name = PlainField(max_length=80)
    items = serializers.ListField(child=PlainField(max_length=80), max_length=MAX_ITEMS, allow_empty=False)
    shared = serializers.BooleanField(required=False)


class NewRareListInput(RareListInput):
    game = GameField()


class KeptOutput(Output):
    """Wants `reader`, who asks, as its context."""

    id = serializers.IntegerField()
    game = serializers.CharField()
    name = serializers.CharField()
    shared = serializers.BooleanField()
    owner = serializers.CharField(source="owner.display_name")
    canEdit = serializers.SerializerMethodField()
    updatedAt = serializers.DateTimeField(source="updated_at")

    def get_canEdit(self, kept: ContentTemplate | RareItemList) -> bool:
        return can_edit(kept, self.context["reader"])


class RareListOutput(KeptOutput):
    items = serializers.ListField(child=serializers.CharField())


class TemplateOutput(KeptOutput):
    """`rareList` has the items of its list, as `settings.rareList` of a run takes them."""

    title = serializers.CharField()
    description = serializers.CharField()
    deliveryInstructions = serializers.CharField(source="delivery_instructions")
    rareListId = serializers.IntegerField(source="rare_list_id", allow_null=True)
    rareList = serializers.SerializerMethodField()

    def get_rareList(self, template: ContentTemplate) -> list[str]:
        return list(template.rare_list.items) if template.rare_list else []


class PlaceholderOutput(Output):
    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # what people read; the serializer's own is not used
    example = serializers.CharField()


class ExampleOutput(Output):
    title = serializers.CharField()
    description = serializers.CharField()
    deliveryInstructions = serializers.CharField(source="delivery_instructions")
