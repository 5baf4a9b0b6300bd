"""Templates of texts, and lists of rare items for titles: one's own and those that admins share."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from bulk import actions
from bulk.content.queries import usable_list, usable_lists, usable_templates
from bulk.content.serializers import (
    ExampleInput,
    ExampleOutput,
    GameQuery,
    NewRareListInput,
    NewTemplateInput,
    PlaceholderOutput,
    RareListInput,
    RareListOutput,
    TemplateInput,
    TemplateOutput,
)
from bulk.errors import TextsInvalid
from bulk.games import GAMES
from bulk.games.placeholders import TEXTS, rendered_example, text_problems
from core.actor import IsSignedIn, actor
from core.api import Api, Paging, paginate


class ContentTemplateApi(Api):
    """Somebody else's own template answers as one that never was."""

    permissions_by_action = dict.fromkeys(
        ("list", "create", "partial_update", "destroy", "placeholders", "example"), (IsSignedIn,)
    )

    @extend_schema(parameters=[GameQuery, Paging], responses=TemplateOutput(many=True))
    def list(self, request: Request) -> Response:
        """One's own templates of texts and those that are shared."""
        templates = usable_templates(actor(request), _game(request))
        return paginate(templates, request, lambda page: _shown(TemplateOutput, page, request, many=True))

    @extend_schema(request=NewTemplateInput, responses={201: TemplateOutput})
    def create(self, request: Request) -> Response:
        """Keep a template."""
        values = NewTemplateInput.read(request.data)
        template = actions.create_template(by=actor(request), game=values.pop("game"), values=values)
        return Response(_shown(TemplateOutput, template, request), status.HTTP_201_CREATED)

    @extend_schema(request=TemplateInput(partial=True), responses=TemplateOutput)
    def partial_update(self, request: Request, template_id: int) -> Response:
        """Change a template."""
        values = TemplateInput.read(request.data, partial=True)
        template = actions.change_template(by=actor(request), template_id=template_id, values=values)
        return Response(_shown(TemplateOutput, template, request))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, template_id: int) -> Response:
        """Delete a template."""
        actions.delete_template(by=actor(request), template_id=template_id)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(parameters=[GameQuery], responses=PlaceholderOutput(many=True))
    def placeholders(self, request: Request) -> Response:
        """What may stand between braces in the texts of a game."""
        return Response(PlaceholderOutput(GAMES[_game(request)].placeholders, many=True).data)

    @extend_schema(request=ExampleInput, responses=ExampleOutput)
    def example(self, request: Request) -> Response:
        """The texts as an account with the examples' values would have them. Nothing is stored."""
        values = ExampleInput.read(request.data)
        game = values["game"]
        texts = {name: values.get(name, "") for name in TEXTS}
        placeholders = GAMES[game].placeholders
        if errors := text_problems(texts, placeholders):
            raise TextsInvalid(errors)
        chosen = usable_list(actor(request), game, values.get("rare_list_id"))
        return Response(ExampleOutput(rendered_example(texts, placeholders, chosen.items if chosen else [])).data)


class RareListApi(Api):
    """Somebody else's own list answers as one that never was."""

    permissions_by_action = dict.fromkeys(("list", "create", "partial_update", "destroy"), (IsSignedIn,))

    @extend_schema(parameters=[GameQuery, Paging], responses=RareListOutput(many=True))
    def list(self, request: Request) -> Response:
        """One's own lists of rare items and those that are shared."""
        lists = usable_lists(actor(request), _game(request))
        return paginate(lists, request, lambda page: _shown(RareListOutput, page, request, many=True))

    @extend_schema(request=NewRareListInput, responses={201: RareListOutput})
    def create(self, request: Request) -> Response:
        """Keep a list."""
        values = NewRareListInput.read(request.data)
        kept = actions.create_list(by=actor(request), game=values.pop("game"), values=values)
        return Response(_shown(RareListOutput, kept, request), status.HTTP_201_CREATED)

    @extend_schema(request=RareListInput(partial=True), responses=RareListOutput)
    def partial_update(self, request: Request, list_id: int) -> Response:
        """Change a list."""
        values = RareListInput.read(request.data, partial=True)
        return Response(
            _shown(RareListOutput, actions.change_list(by=actor(request), list_id=list_id, values=values), request)
        )

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, list_id: int) -> Response:
        """Delete a list."""
        actions.delete_list(by=actor(request), list_id=list_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _game(request: Request) -> str:
    return str(GameQuery.read(request.query_params)["game"])


def _shown(output: Any, kept: Any, request: Request, *, many: bool = False) -> Any:
    return output(kept, many=many, context={"reader": actor(request)}).data
