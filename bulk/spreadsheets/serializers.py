"""What of files is read and answered over the API."""

from typing import Any

from rest_framework import serializers

from bulk.errors import FILE_WANTED
from bulk.games import GAMES
from bulk.games.columns import Kind, Place
from bulk.games.serializers import GameField
from bulk.spreadsheets.columns import Header, SheetReading
from bulk.spreadsheets.table import SheetTable
from core.serializers import Input, Output


class ReadInput(Input):
    """`{game, file | text}`; `header` and `sheet` are the person's own choices, when the proposed ones were wrong."""

    game = GameField()
    file = serializers.FileField(
        required=False,
        allow_empty_file=True,
        error_messages={"invalid": FILE_WANTED},
    )
    text = serializers.CharField(required=False, allow_blank=True, trim_whitespace=False)
    header = serializers.ChoiceField(choices=[each.value for each in Header], default=Header.AUTO)
    sheet = serializers.CharField(required=False, allow_blank=True, max_length=100, default="")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("file" in attrs) == ("text" in attrs):
            raise serializers.ValidationError({"file": [FILE_WANTED]})
        return attrs


class TemplateQuery(Input):
    game = GameField()
    format = serializers.ChoiceField(choices=("csv", "xlsx"))


class ColumnOutput(Output):
    index = serializers.IntegerField()
    header = serializers.CharField()
    field = serializers.CharField(allow_null=True)


class FieldOutput(Output):
    """`name` of a pair, and of a rank, is its two fields with a colon between them; `words` has other names of values,
    folded to letters and digits."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # the contract's name; the serializer's own is not used
    required = serializers.BooleanField()  # type: ignore[assignment]  # as above
    kind = serializers.ChoiceField(choices=[each.value for each in Kind])
    place = serializers.ChoiceField(choices=[each.value for each in Place])
    options = serializers.ListField(child=serializers.CharField())
    words = serializers.DictField(child=serializers.CharField())


class ReadOutput(Output):
    """`lines[i]` is the line of the file that `rows[i]` came from; `headerLine` that of the columns' names."""

    kind = serializers.ChoiceField(choices=("xlsx", "csv", "txt"))
    encoding = serializers.CharField()
    delimiter = serializers.CharField()
    sheet = serializers.CharField()
    sheets = serializers.ListField(child=serializers.CharField())
    headerLine = serializers.IntegerField(allow_null=True)
    columns = ColumnOutput(many=True)
    rows = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    lines = serializers.ListField(child=serializers.IntegerField())
    total = serializers.IntegerField()
    notices = serializers.ListField(child=serializers.CharField())
    fields = FieldOutput(many=True)  # type: ignore[assignment]  # the contract's name


def reading_json(table: SheetTable, reading: SheetReading, game: str) -> dict[str, Any]:
    """In the shape of ReadOutput: five thousand rows, so plain dictionaries."""
    return {
        "kind": table.kind,
        "encoding": table.encoding,
        "delimiter": table.delimiter,
        "sheet": table.sheet,
        "sheets": table.sheets,
        "headerLine": reading.header_line,
        "columns": ColumnOutput(reading.columns, many=True).data,
        "rows": [row.cells for row in reading.rows],
        "lines": [row.line for row in reading.rows],
        "total": len(reading.rows),
        "notices": reading.notices,
        "fields": FieldOutput(GAMES[game].columns, many=True).data,
    }
