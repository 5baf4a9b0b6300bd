"""What the analysis is asked and answers over the API."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from bulk.analysis.fields import CREDENTIALS, FIELDS, Kind
from bulk.analysis.folding import fold_label
from bulk.analysis.lexicon import MAX_WORDS
from bulk.analysis.result import WARNINGS
from bulk.errors import TextTooLong
from core.serializers import Input, Output, said
from core.text import without_unseen

GAMES = tuple(FIELDS)
MIN_CHARACTERS, MAX_CHARACTERS = 10, 100_000
MAX_FOLDED = 120  # one letter may fold to many: a ligature of Arabic to eighteen
TOO_SHORT = "O texto deve ter pelo menos 10 caracteres"
LABEL_TEXT = f"Informe o rótulo como está no texto, com até {MAX_WORDS} palavras e sem o valor."
FIELD_TEXT = "Este jogo não tem esse campo."

TEACHABLE = {
    game: tuple(f"{name}_tier" if each.kind is Kind.RANK else name for name, each in fields.items())
    for game, fields in FIELDS.items()
}
"""The fields that a label may announce, game by game, under the API's names."""


class AnalyseInput(Input):
    text = serializers.CharField(
        trim_whitespace=False,
        error_messages=said(TOO_SHORT),
    )
    userId = serializers.JSONField(required=False, allow_null=True, default=None)  # judged by resolve_user_id

    def validate_text(self, text: str) -> str:
        if len(text.strip()) < MIN_CHARACTERS:
            raise serializers.ValidationError(TOO_SHORT)
        if len(text) > MAX_CHARACTERS:
            raise TextTooLong
        return text


class LabelsQuery(Input):
    game = serializers.ChoiceField(choices=GAMES, required=False)


class LabelInput(Input):
    game = serializers.ChoiceField(choices=GAMES)
    label = serializers.CharField(max_length=60)  # type: ignore[assignment]  # the documented name; not the serializer's own
    field = serializers.CharField(max_length=40)

    def validate_label(self, label: str) -> str:
        label = without_unseen(label).rstrip(" :=-–—>»→|.")
        folded = fold_label(label)
        if (
            len(folded) > MAX_FOLDED
            or not any(map(str.isalpha, folded))
            or len(folded.split()) > MAX_WORDS
            or "@" in label
            or ":" in label
        ):
            raise serializers.ValidationError(LABEL_TEXT)
        return label

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["field"] not in TEACHABLE[attrs["game"]]:
            raise serializers.ValidationError({"field": [FIELD_TEXT]})
        return attrs


class LabelOutput(Output):
    id = serializers.IntegerField()
    game = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # the documented name; the serializer's own is not used
    field = serializers.CharField()
    createdAt = serializers.DateTimeField(source="created_at")


@extend_schema_field({})
class AnyField(serializers.JSONField):
    """A number, a text, yes or no, or a list: as the field has it."""


class OriginOutput(Output):
    field = serializers.CharField()
    value = AnyField()
    text = serializers.CharField()
    line = serializers.IntegerField()


class WarningOutput(Output):
    code = serializers.ChoiceField(choices=tuple(WARNINGS))
    message = serializers.CharField()
    line = serializers.IntegerField()


class LineOutput(Output):
    line = serializers.IntegerField()
    text = serializers.CharField()


class FoundCredentialsOutput(Output):
    """Only what the text states."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {name: serializers.CharField(required=False) for name in CREDENTIALS}


class AnalysedAccountOutput(Output):
    """`account_data` has the API's names and only what is stated; `counts`, how many there are of
    what the text doesn't name."""

    title = serializers.CharField()
    description = serializers.CharField()
    delivery_instructions = serializers.CharField()
    account_details = serializers.CharField()
    account_data = serializers.DictField(child=AnyField())
    counts = serializers.DictField(child=serializers.IntegerField())
    credentials = FoundCredentialsOutput()
    provenance = OriginOutput(many=True)
    warnings = WarningOutput(many=True)


class AnalysisDataOutput(AnalysedAccountOutput):
    """The first account, and all of them."""

    unrecognized = LineOutput(many=True)
    source = serializers.ChoiceField(choices=("local", "llm"))  # type: ignore[assignment]  # as above
    accounts = AnalysedAccountOutput(many=True)


class AnalysisOutput(Output):
    success = serializers.BooleanField()
    data = AnalysisDataOutput()  # type: ignore[assignment]  # the documented name; the serializer's own is not used
    message = serializers.CharField(required=False)
