"""Any game of the marketplace: finding it, its creator's form, what admins decide of it."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from bulk.actions import games
from bulk.intake.queries import shown_game
from core.actor import IsAdmin, IsSignedIn, actor
from core.api import Api, call
from core.serializers import Input, Output, PlainField, fields_of, serializer

GamesQuery = serializer("GamesQuery", Input, search=serializers.CharField(allow_blank=True, max_length=60, default=""))
# As the page of the game's creator has it (product: creators.description).
GameOutput = serializer("GameOutput", Output, game=serializers.DictField())
FoundGameOutput = serializer("FoundGameOutput", Output, **fields_of(str, "slug title path"))


class GameChangeInput(Input):
    """`labels` is {field: what people read}, "" for the one it had."""

    pinned = serializers.BooleanField(required=False)
    labels = serializers.DictField(child=PlainField(max_length=60, allow_blank=True), required=False)


class FoundGamesOutput(Output):
    """`notice` is what people should know of all of them, "" for nothing."""

    games = FoundGameOutput(many=True)
    notice = serializers.CharField()


class GameApi(Api):
    permissions_by_action = {"search": IsSignedIn, "open": IsSignedIn, "partial_update": IsAdmin}

    @call(asks=GamesQuery, answers=FoundGamesOutput, operation_id="games_search")
    def search(self, request: Request, query: dict[str, Any]) -> Any:
        """The marketplace's own games by name, ours among them; their creators."""
        return games.find_games(by=actor(request), **query)

    @call(operation_id="games_open", answers=GameOutput)
    def open(self, request: Request, game: str) -> Response:
        """Ask the marketplace what a game's accounts have, at most every ten minutes, and answer with its form."""
        person = actor(request)
        games.open_game(slug=game, user_id=person.id, by=person)
        return self._answer(person.id, game)

    @call(operation_id="games_change", takes=GameChangeInput, partial=True, answers=GameOutput)
    def partial_update(self, request: Request, given: dict[str, Any], game: str) -> Response:
        """Pin a game to the sidebar, or call its fields otherwise."""
        games.change_game(slug=game, by=actor(request), **given)
        return self._answer(actor(request).id, game)

    def _answer(self, user_id: int, game: str) -> Response:
        return Response({"game": shown_game(user_id, game)}, headers={"Cache-Control": "private, no-store"})
