"""Serializers of templates, drafts, files and analyses."""

import json
from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from bulk import errors
from bulk.actions.intake import MAX_ENTRIES
from bulk.analysis.fields import CREDENTIALS, FIELDS, Kind
from bulk.analysis.folding import fold_label
from bulk.analysis.lexicon import MAX_WORDS
from bulk.analysis.result import WARNINGS, Origin
from bulk.characters import LINE_BREAK
from bulk.enums import Language, RowState
from bulk.games.base import MAX_LINE_NUMBER
from bulk.games.columns import ColumnKind, Place, UploadField
from bulk.games.lines import carries_cookie, check_size, fits, visible
from bulk.games.placeholders import MAX_TITLE, Placeholder
from bulk.intake.columns import Column, Header, SheetReading, propose_fields
from bulk.intake.files import SheetTable, read_file, read_pasted
from bulk.intake.queries import can_edit
from bulk.models import ContentTemplate, LabelAlias, QueueDraft, RareItemList, TextDraft
from bulk.serializers import FieldErrors, GameField
from core.errors import TooLarge
from core.serializers import MAX_ID, AmountField, Input, Output, PlainField, fields_of, serializer, texts
from core.text import without_unseen
from marketplace.adapters.registry import MARKETS

MAX_ITEMS = 500


GameQuery = serializer("GameQuery", Input, game=GameField())


class TextsInput(Input):
    title = serializers.CharField(required=False, allow_blank=True, max_length=MAX_TITLE)
    description = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    deliveryInstructions = serializers.CharField(
        required=False, allow_blank=True, max_length=5_000, source="delivery_instructions"
    )
    rareListId = serializers.IntegerField(required=False, allow_null=True, min_value=1, source="rare_list_id")


class TemplateInput(TextsInput):
    name = PlainField(max_length=80)
    service = serializers.CharField(required=False, allow_blank=True)
    language = serializers.ChoiceField(choices=Language.choices, required=False)
    shared = serializers.BooleanField(required=False)

    def validate_service(self, service: str) -> str:
        if service and service not in MARKETS:
            raise serializers.ValidationError(errors.UNKNOWN_MARKET)
        return service


NewTemplateInput = serializer("NewTemplateInput", TemplateInput, game=GameField())
ExampleInput = serializer("ExampleInput", TextsInput, game=GameField())


class RareListInput(Input):
    name = PlainField(max_length=80)
    items = serializers.ListField(child=PlainField(max_length=80), max_length=MAX_ITEMS, allow_empty=False)
    shared = serializers.BooleanField(required=False)


NewRareListInput = serializer("NewRareListInput", RareListInput, game=GameField())


class KeptOutput(Output):
    """Wants `reader`, who asks, as its context."""

    shown = fields_of(ContentTemplate, "id game name shared updatedAt")
    owner = serializers.CharField(source="owner.display_name")
    canEdit = serializers.SerializerMethodField()

    def get_canEdit(self, kept: ContentTemplate | RareItemList) -> bool:
        return can_edit(kept, self.context["reader"])


RareListOutput = serializer("RareListOutput", KeptOutput, items=serializers.ListField(child=serializers.CharField()))


class TemplateOutput(KeptOutput):
    """`rareList` has its list's items, as `settings.rareList` of a run; `service` is the one market of its texts, or blank."""

    shown = fields_of(ContentTemplate, "service title description deliveryInstructions rareListId")
    language = serializers.ChoiceField(choices=Language.choices)
    rareList = serializers.ListField(child=serializers.CharField(), source="rare_list.items", default=[], read_only=True)


PlaceholderOutput = serializer("PlaceholderOutput", Output, **fields_of(Placeholder, "name label example"))
ExampleOutput = serializer(
    "ExampleOutput", Output, **fields_of(ContentTemplate, "title description deliveryInstructions")
)

MAX_SETTINGS = 64 * 1024


class SentInput(Input):
    runId = serializers.IntegerField(min_value=1, max_value=MAX_ID)
    line = serializers.IntegerField(min_value=1, max_value=MAX_LINE_NUMBER)


class EntryInput(Input):
    """`id` is the screen's own, `account` its pasted line with what it states beside it; `sent` names the line of the run
    that it went out with; `conflict` marks one that came of a merge, until the screen takes the mark away."""

    id = serializers.RegexField(r"^[A-Za-z0-9-]{1,40}$")
    account = serializers.DictField()
    sent = SentInput(allow_null=True, default=None)
    conflict = serializers.BooleanField(default=False)


class EntriesField(serializers.ListField):
    child = EntryInput()

    def to_internal_value(self, data: Any) -> list[Any]:
        read = super().to_internal_value(data)
        entries = [{name: value for name, value in entry.items() if name != "conflict" or value} for entry in read]
        if len({entry["id"] for entry in entries}) < len(entries):
            raise serializers.ValidationError(errors.ENTRY_TWICE)
        text = json.dumps(entries, ensure_ascii=False)
        if not fits(text):
            raise TooLarge(errors.QUEUE_TOO_LARGE)
        if carries_cookie(text):
            raise errors.CookieInQueue
        return entries


class QueueInput(Input):
    """`base` is what was read at the version stated."""

    entries = EntriesField(max_length=MAX_ENTRIES)
    base = EntriesField(max_length=MAX_ENTRIES, required=False)


class TextContentInput(Input):
    """`overrides` is what lines have of their own, by login: {"ana": {"priceUsd": "5,00"}}; `settings` the screen's own."""

    text = serializers.CharField(allow_blank=True, trim_whitespace=False)
    overrides = serializers.DictField(child=serializers.DictField(), default=dict)
    settings = serializers.DictField(default=dict)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        own, form = (json.dumps(attrs[name], ensure_ascii=False) for name in ("overrides", "settings"))
        check_size(attrs["text"] + own)
        if len(form) > MAX_SETTINGS:
            raise serializers.ValidationError({"settings": [errors.SETTINGS_TOO_LARGE]})
        if carries_cookie(visible(attrs["text"]) + own + form):
            raise errors.CookieInText
        return attrs


class TextDraftInput(TextContentInput):
    """`base` is what was read at the version stated."""

    base = TextContentInput(required=False)


SentOutput = serializer("SentOutput", Output, runId=serializers.IntegerField(), line=serializers.IntegerField())


class EntryOutput(Output):
    """`state`, `error` and `errors` are those of the line that `sent` names."""

    id = serializers.CharField()
    account = serializers.DictField()
    sent = SentOutput(allow_null=True)
    conflict = serializers.BooleanField(required=False, default=False)
    state = serializers.ChoiceField(choices=RowState.choices, allow_null=True)
    error = serializers.CharField()
    errors = FieldErrors()  # type: ignore[assignment]  # the name of rows; the serializer's own is not used


class ConflictOutput(Output):
    """Numbers of two lines of the text that were one until two browsers changed it."""

    shown = fields_of(int, "line other")


QueueOutput = serializer("QueueOutput", Output, **fields_of(QueueDraft, "game version"), entries=EntryOutput(many=True))


class TextDraftOutput(Output):
    """`updatedAt` is null where nothing was written yet."""

    shown = fields_of(TextDraft, "game version text")
    overrides = serializers.DictField(child=serializers.DictField())
    settings = serializers.DictField()
    conflicts = serializers.SerializerMethodField()
    updatedAt = serializers.DateTimeField(source="updated_at", allow_null=True)

    @extend_schema_field(ConflictOutput(many=True))
    def get_conflicts(self, draft: TextDraft) -> list[dict[str, int]]:
        lines = LINE_BREAK.split(draft.text) if draft.conflicts else []
        pairs = [[lines.index(text) + 1 for text in pair] for pair in draft.conflicts]
        return [{"line": line, "other": other} for line, other in pairs]


class ReadInput(Input):
    """`{game, file | text}`; `header` and `sheet` are the person's own choices, when the proposed ones were wrong."""

    game = GameField()
    file = serializers.FileField(required=False, allow_empty_file=True, error_messages={"invalid": errors.FILE_WANTED})
    text = serializers.CharField(required=False, allow_blank=True, trim_whitespace=False)
    header = serializers.ChoiceField(choices=[each.value for each in Header], default=Header.AUTO)
    sheet = serializers.CharField(allow_blank=True, max_length=100, default="")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("file" in attrs) == ("text" in attrs):
            raise serializers.ValidationError({"file": [errors.FILE_WANTED]})
        return attrs


TemplateQuery = serializer("TemplateQuery", GameQuery, format=serializers.ChoiceField(choices=("csv", "xlsx")))


ColumnOutput = serializer("ColumnOutput", Output, **fields_of(Column))


class FieldOutput(Output):
    """`name` of a pair, and of a rank, is its two fields with a colon between; `words` other names of values, folded."""

    shown = fields_of(UploadField, "name label required options")
    kind = serializers.ChoiceField(choices=[each.value for each in ColumnKind])
    place = serializers.ChoiceField(choices=[each.value for each in Place])
    words = serializers.DictField(child=serializers.CharField())


class ReadOutput(Output):
    """`lines[i]` is the line of the file that `rows[i]` came from; `headerLine` that of the columns' names."""

    kind = serializers.ChoiceField(choices=("xlsx", "csv", "txt"))
    shown = fields_of(SheetTable, "encoding delimiter sheet sheets") | fields_of(SheetReading, "headerLine notices")
    shown |= fields_of(list[list[str]], "rows") | fields_of(list[int], "lines") | fields_of(int, "total")
    columns = ColumnOutput(many=True)
    fields = FieldOutput(many=True)  # type: ignore[assignment]  # the contract's name


def read_accounts(content: bytes | str, columns: Sequence[UploadField], *, sheet: str, header: str) -> dict[str, Any]:
    """A file's content, or a pasted text, as ReadOutput: plain dictionaries of many rows. Raises FileRefused."""
    table = read_file(content, sheet=sheet) if isinstance(content, bytes) else read_pasted(content)
    reading = propose_fields(table, columns, Header(header))
    return {name: getattr(table, name) for name in ("kind", "encoding", "delimiter", "sheet", "sheets")} | {
        "headerLine": reading.header_line,
        "columns": ColumnOutput(reading.columns, many=True).data,
        "rows": [row.cells for row in reading.rows],
        "lines": [row.line for row in reading.rows],
        "total": len(reading.rows),
        "notices": reading.notices,
        "fields": FieldOutput(columns, many=True).data,
    }


MIN_CHARACTERS, MAX_CHARACTERS = 10, 100_000
MAX_FOLDED = 120  # one letter may fold to many: a ligature of Arabic to eighteen
TOO_SHORT = "O texto deve ter pelo menos 10 caracteres"
LABEL_TEXT = f"Informe o rótulo como está no texto, com até {MAX_WORDS} palavras e sem o valor."

TEACHABLE = {
    game: tuple(f"{name}_tier" if each.kind is Kind.RANK else name for name, each in fields.items())
    for game, fields in FIELDS.items()
}
"""The fields that a label may announce, game by game, under the API's names."""


class AnalyseInput(Input):
    text = serializers.CharField(trim_whitespace=False, error_messages=texts(TOO_SHORT))
    userId = serializers.JSONField(allow_null=True, default=None)  # judged by resolve_user_id

    def validate_text(self, text: str) -> str:
        if len(text.strip()) < MIN_CHARACTERS:
            raise serializers.ValidationError(TOO_SHORT)
        if len(text) > MAX_CHARACTERS:
            raise errors.TextTooLong
        return text


LabelsQuery = serializer("LabelsQuery", Input, game=serializers.ChoiceField(choices=tuple(FIELDS), required=False))


class LabelInput(Input):
    game = serializers.ChoiceField(choices=tuple(FIELDS))
    label = serializers.CharField(max_length=60)  # type: ignore[assignment]  # the API's name; not the serializer's own
    field = serializers.CharField(max_length=40)

    def validate_label(self, label: str) -> str:
        label = without_unseen(label).rstrip(" :=-–—>»→|.")
        folded = fold_label(label)
        too_long = len(folded) > MAX_FOLDED or len(folded.split()) > MAX_WORDS
        if too_long or not any(map(str.isalpha, folded)) or "@" in label or ":" in label:
            raise serializers.ValidationError(LABEL_TEXT)
        return label

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["field"] not in TEACHABLE[attrs["game"]]:
            raise serializers.ValidationError({"field": [errors.NO_SUCH_FIELD]})
        return attrs


LabelOutput = serializer("LabelOutput", Output, **fields_of(LabelAlias, "id game label field createdAt"))


class OriginOutput(Output):
    """`value` is a number, a text, yes or no, or a list: as the field has it."""

    shown = fields_of(Origin, "field text line confidence") | fields_of(bool, "check")
    value = serializers.JSONField()


class WarningOutput(Output):
    shown = fields_of(str, "message") | fields_of(int, "line")
    code = serializers.ChoiceField(choices=tuple(WARNINGS))


LineOutput = serializer("LineOutput", Output, line=serializers.IntegerField(), text=serializers.CharField())


class FoundCredentialsOutput(Output):
    """Only what the text states."""

    shown = {name: serializers.CharField(required=False) for name in CREDENTIALS}


class FoundPriceOutput(Output):
    amount = AmountField()
    currency = serializers.ChoiceField(choices=("BRL", "EUR", "USD"))
    provenance = LineOutput()


class AnalysedAccountOutput(Output):
    """`account_data` has the API's names and only what is stated; `counts`, how many of what is not named;
    `check` asks people to look at a value, `price` is what the text offers the account for."""

    shown = fields_of(str, "title description delivery_instructions account_details")
    account_data = serializers.DictField(child=serializers.JSONField())
    counts = serializers.DictField(child=serializers.IntegerField())
    credentials = FoundCredentialsOutput()
    provenance = OriginOutput(many=True)
    warnings = WarningOutput(many=True)
    price = FoundPriceOutput(allow_null=True)


class AnalysisDataOutput(AnalysedAccountOutput):
    """The first account, and all of them."""

    unrecognized = LineOutput(many=True)
    source = serializers.ChoiceField(choices=("local", "llm"))  # type: ignore[assignment]  # as above
    accounts = AnalysedAccountOutput(many=True)


class AnalysisOutput(Output):
    success = serializers.BooleanField()
    data = AnalysisDataOutput()  # type: ignore[assignment]  # the API's name; the serializer's own is not used
    message = serializers.CharField(required=False)
