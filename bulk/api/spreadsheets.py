"""Files of accounts: read into columns and rows, and the file to fill in."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from bulk.errors import FileTooLarge
from bulk.games.lines import MAX_BYTES
from bulk.spreadsheets.columns import Header, understood
from bulk.spreadsheets.reading import read_file, read_pasted
from bulk.spreadsheets.serializers import ReadInput, ReadOutput, TemplateQuery, reading_json
from bulk.spreadsheets.template import XLSX, template_csv, template_xlsx
from core.actor import IsSignedIn
from core.api import Api
from core.downloads import CSV, answers_file, download
from core.formats import StrictJSONParser
from infra.media import ImageParser

ENVELOPE_BYTES = 64 * 1024
"""What a multipart body has around its file."""


class SheetParser(ImageParser):
    """A body no longer than the one file it may hold; a longer one is refused unread."""

    max_bytes = MAX_BYTES + ENVELOPE_BYTES
    refusal = FileTooLarge


class SpreadsheetApi(Api):
    """Nothing of a file is stored, here or in a browser's cache: it becomes a run the way pasted accounts do."""

    permissions_by_action = {"read": [IsSignedIn], "template": [IsSignedIn]}
    parser_classes = (SheetParser, StrictJSONParser)

    @extend_schema(
        request={"multipart/form-data": ReadInput, "application/json": ReadInput}, responses={200: ReadOutput}
    )
    def read(self, request: Request) -> Response:
        """'drop a .txt, .csv or .xlsx file (or paste), map columns': the columns with a proposed field each, the rows
        with their lines, and the fields there are."""
        asked = ReadInput.read(request.data)
        file = asked.get("file")
        table = read_file(file.read(), sheet=asked["sheet"]) if file else read_pasted(asked["text"])
        reading = understood(table, asked["game"], Header(asked["header"]))
        return Response(reading_json(table, reading, asked["game"]), headers={"Cache-Control": "private, no-store"})

    @answers_file(XLSX, "text/csv")
    @extend_schema(parameters=[TemplateQuery])
    def template(self, request: Request) -> HttpResponse:
        """'template to download'."""
        query = TemplateQuery.read(request.query_params)
        game, kind = query["game"], query["format"]
        content, content_type = (template_csv(game), CSV) if kind == "csv" else (template_xlsx(game), XLSX)
        return download(content, name=f"contas-{game}.{kind}", content_type=content_type)
