"""Refusals of templates and lists of rare items."""

from bulk.games.settings import camel
from core.errors import ActionError, Conflict, Errors


class TextsInvalid(ActionError):
    """Unknown placeholders, a list that lacks; `errors` by our names of the fields."""

    code = "invalid"
    message = "Corrija os campos destacados."

    def __init__(self, errors: Errors) -> None:
        super().__init__(errors={camel(name): texts for name, texts in errors.items()})


class NameTaken(Conflict):
    code = "name_taken"
    message = "Você já tem um com este nome para este jogo."

    def __init__(self) -> None:
        super().__init__(errors={"name": [self.message]})


class TooMany(ActionError):
    code = "too_many"
