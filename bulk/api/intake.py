"""What comes before a run: analyses and their labels, drafts, templates of texts, files of accounts, images."""

import logging
import re
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from bulk.actions import intake
from bulk.errors import AnalysisFailed, FileTooLarge, TextsInvalid, VersionMissing
from bulk.games.catalogue import game_of
from bulk.games.lines import MAX_BYTES
from bulk.games.placeholders import TEXTS, render_example, text_problems
from bulk.intake import queries, serializers
from bulk.intake.assistant import analyse_text
from bulk.intake.columns import template_csv, template_xlsx
from bulk.intake.listing import answer_of
from bulk.models import ContentTemplate, RareItemList
from bulk.planning import texts_of
from bulk.serializers import UploadOutput
from core.actor import IsSignedIn, actor, resolve_user_id
from core.api import Api, call, idempotent
from core.downloads import CSV, XLSX, answers_file, download
from core.errors import ActionError
from core.formats import StrictJSONParser
from core.serializers import Input, Output, camel
from infra.media import ImageParser, store_images
from infra.shares import compute

logger = logging.getLogger(__name__)
_VERSION = re.compile(r'"([0-9]{1,18})"')
IF_MATCH = OpenApiParameter("If-Match", OpenApiTypes.STR, OpenApiParameter.HEADER, required=True)
ENVELOPE_BYTES = 64 * 1024  # what a multipart body has around its file
IMAGES = {"images": {"type": "array", "items": {"type": "string", "format": "binary"}, "maxItems": 10}}


class AnalysisApi(Api):
    """`POST {text, userId} -> {success, data}`; its route says of which game. No browser keeps the answer."""

    permissions_by_action = {"create": IsSignedIn}

    @call(takes=serializers.AnalyseInput, answers=serializers.AnalysisOutput)
    def create(self, request: Request, given: dict[str, Any], game: str) -> Response:
        """Analyse a pasted text; nothing is stored."""
        user_id = resolve_user_id(request, given["userId"])
        aliases, texts = queries.aliases_of(user_id, game), texts_of(user_id, game)
        try:
            data = answer_of(analyse_text(given["text"], game, aliases), *texts)
        except ActionError:
            raise
        except Exception as error:
            # The text of the error may quote the text of the account: only its kind is kept.
            logger.error("a %s text could not be analysed: %s", game, type(error).__name__)
            raise AnalysisFailed(game_of(game).analysis_failed) from None
        answer: dict[str, Any] = {"success": True, "data": data}
        if game_of(game).answers_with_message:
            answer["message"] = "Texto analisado com sucesso."
        return Response(answer, headers={"Cache-Control": "private, no-store"})


class LabelApi(Api):
    """One's own labels: those of other people, an admin's included, are not asked for."""

    permissions_by_action = {"list": IsSignedIn, "create": IsSignedIn, "destroy": IsSignedIn}

    @call(asks=serializers.LabelsQuery, answers=serializers.LabelOutput, many=True)
    def list(self, request: Request, query: dict[str, Any]) -> Any:
        """The labels one taught."""
        return queries.labels_of(actor(request).id).filter(**query)

    @call(takes=serializers.LabelInput, answers=serializers.LabelOutput, status=201)
    def create(self, request: Request, given: dict[str, Any]) -> Any:
        """Teach the analysis a label by correcting what it read (product: analysis.labels)."""
        return intake.teach_label(by=actor(request), **given)

    @call(status=204)
    def destroy(self, request: Request, label_id: int) -> None:
        """Forget a label."""
        intake.forget_label(by=actor(request), label_id=label_id)


class DraftApi(Api):
    """One kind of draft: what it is written with, and how it is read, written and shown."""

    permissions_by_action = {"retrieve": IsSignedIn, "update": IsSignedIn}
    given: type[Input]
    output: type[Output]
    read: Callable[..., Any]
    write: Callable[..., None]

    def __init_subclass__(cls) -> None:
        asked, shown = serializers.GameQuery, {200: cls.output}
        extend_schema_view(
            retrieve=extend_schema(parameters=[asked], responses=shown),
            update=extend_schema(parameters=[asked, IF_MATCH], request=cls.given, responses=shown),
        )(cls)

    def retrieve(self, request: Request) -> Response:
        """The person's own list that was not created yet, credentials included."""
        return self._answer(request, serializers.GameQuery.read(request.query_params))

    def update(self, request: Request) -> Response:
        """Replace what was read at the version in `If-Match`. When it has changed since, the two are merged against
        `base`, what was read then; without one, 412."""
        stated = _VERSION.fullmatch(request.headers.get("If-Match", ""))
        if stated is None:
            raise VersionMissing
        which = serializers.GameQuery.read(request.query_params)
        self.write(by=actor(request), **which, version=int(stated[1]), **self.given.read(request.data))
        return self._answer(request, which)

    def _answer(self, request: Request, which: dict[str, Any]) -> Response:
        draft = self.output(self.read(actor(request).id, **which)).data
        return Response(draft, headers={"ETag": f'"{draft["version"]}"', "Cache-Control": "private, no-store"})


class QueueApi(DraftApi):
    """Accounts put together for `?game=` and not created yet."""

    given, output = serializers.QueueInput, serializers.QueueOutput
    read, write = staticmethod(queries.queue_of), staticmethod(intake.save_queue)


class TextDraftApi(DraftApi):
    """Lines pasted for `?game=` and not created yet, with the settings they were to be created with."""

    given, output = serializers.TextDraftInput, serializers.TextDraftOutput
    read, write = staticmethod(queries.text_of), staticmethod(intake.save_text)


class KeptApi(Api):
    """Templates, or lists, that a person keeps for a game. Somebody else's own answers as one that never was."""

    permissions_by_action = dict.fromkeys(("list", "create", "partial_update", "destroy"), IsSignedIn)
    model: type[Any]
    new: type[Input]
    given: type[Input]
    output: type[Output]

    def __init_subclass__(cls) -> None:
        calls = {
            "list": call(asks=serializers.GameQuery, lists=cls.output),
            "create": lambda create: idempotent()(call(takes=cls.new, answers=cls.output, status=201)(create)),
            "partial_update": call(takes=cls.given, partial=True, answers=cls.output),
            "destroy": call(status=204),
        }
        for name, described in calls.items():
            setattr(cls, name, described(getattr(cls, name)))

    def list(self, request: Request, query: dict[str, Any]) -> Any:
        """The person's own of a game, and those that admins share."""
        return queries.usable(self.model, actor(request), query["game"])

    def create(self, request: Request, values: dict[str, Any]) -> Any:
        """Keep a template, or a list."""
        return intake.create_content(self.model, by=actor(request), game=values.pop("game"), values=values)

    def partial_update(self, request: Request, values: dict[str, Any], **key: int) -> Any:
        """Change a template, or a list."""
        (content_id,) = key.values()
        return intake.change_content(self.model, by=actor(request), content_id=content_id, values=values)

    def destroy(self, request: Request, **key: int) -> None:
        """Delete a template, or a list."""
        (content_id,) = key.values()
        intake.delete_content(self.model, by=actor(request), content_id=content_id)


class RareListApi(KeptApi):
    model, new, given = RareItemList, serializers.NewRareListInput, serializers.RareListInput
    output = serializers.RareListOutput


class ContentTemplateApi(KeptApi):
    permissions_by_action = {**KeptApi.permissions_by_action, "placeholders": IsSignedIn, "example": IsSignedIn}
    model, new, given = ContentTemplate, serializers.NewTemplateInput, serializers.TemplateInput
    output = serializers.TemplateOutput

    @call(asks=serializers.GameQuery, answers=serializers.PlaceholderOutput, many=True)
    def placeholders(self, request: Request, query: dict[str, Any]) -> Any:
        """The placeholders for the texts of a game."""
        return game_of(query["game"]).placeholders

    @call(takes=serializers.ExampleInput, answers=serializers.ExampleOutput)
    def example(self, request: Request, values: dict[str, Any]) -> Any:
        """The texts as an account with the examples' values would have them. Nothing is stored."""
        game = values["game"]
        texts = {name: values.get(name, "") for name in TEXTS}
        placeholders = game_of(game).placeholders
        if errors := text_problems(texts, placeholders):
            raise TextsInvalid(errors={camel(name): texts for name, texts in errors.items()})
        chosen = queries.usable_list(actor(request), game, values.get("rare_list_id"))
        return render_example(texts, placeholders, chosen.items if chosen else [])


class SheetParser(ImageParser):
    """A body no longer than the one file it may hold; a longer one is refused unread."""

    max_bytes = MAX_BYTES + ENVELOPE_BYTES
    refusal = FileTooLarge


class SpreadsheetApi(Api):
    """Reads files of accounts. Nothing of a file is stored or cached; its accounts become a run as pasted ones do."""

    permissions_by_action = {"read": IsSignedIn, "template": IsSignedIn}
    parser_classes = (SheetParser, StrictJSONParser)

    @extend_schema(
        request={"multipart/form-data": serializers.ReadInput, "application/json": serializers.ReadInput},
        responses={200: serializers.ReadOutput},
    )
    def read(self, request: Request) -> Response:
        """Read a .txt, .csv or .xlsx file: the columns with a proposed field each, the rows with their lines, and the
        fields there are."""
        asked = serializers.ReadInput.read(request.data)
        file = asked.get("file")
        content, columns = file.read() if file else asked["text"], game_of(asked["game"]).columns
        read = compute(serializers.read_accounts, content, columns, sheet=asked["sheet"], header=asked["header"])
        return Response(read, headers={"Cache-Control": "private, no-store"})

    @answers_file(XLSX, "text/csv")
    @call(asks=serializers.TemplateQuery)
    def template(self, request: Request, query: dict[str, Any]) -> HttpResponse:
        """An empty file with the columns of a game, to fill in."""
        game, kind = query["game"], query["format"]
        content, content_type = (template_csv(game), CSV) if kind == "csv" else (compute(template_xlsx, game), XLSX)
        return download(content, name=f"contas-{game}.{kind}", content_type=content_type)


class UploadApi(Api):
    permissions_by_action = {"create": IsSignedIn}
    parser_classes = (ImageParser,)

    @extend_schema(
        request={"multipart/form-data": {"type": "object", "properties": IMAGES}}, responses={200: UploadOutput}
    )
    def create(self, request: Request) -> Response:
        """Store images, sent as the repeated multipart field `images`; their addresses are answered as `files`."""
        urls = [{"url": url} for url in store_images(request.FILES.getlist("images"), folder="listings")]
        message = "1 imagem enviada." if len(urls) == 1 else f"{len(urls)} imagens enviadas."
        return Response({"success": True, "files": urls, "count": len(urls), "message": message})
