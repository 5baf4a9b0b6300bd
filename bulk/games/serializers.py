"""A game, as the API names it."""

from typing import Any

from rest_framework import serializers

from bulk.games import GAMES


class GameField(serializers.ChoiceField):
    """The slug of a game; `queued` narrows them to those with a queue."""

    def __init__(self, *, queued: bool = False, **options: Any) -> None:
        slugs = [slug for slug, game in GAMES.items() if game.queued or not queued]
        super().__init__(choices=sorted(slugs), **options)
