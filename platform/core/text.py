"""Text that people type: how it is compared, searched, and kept free of what nobody can see."""

import re
import unicodedata
from typing import Any

from django.db import models

INVISIBLE = "Remova os caracteres invisíveis ou de controle."
UNSTORABLE = re.compile("[\0\ud800-\udfff]")  # what PostgreSQL cannot keep: NUL, halves of surrogate pairs
_UNSEEN_CATEGORIES = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_UNSEEN = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")  # blanks that Unicode calls letters, marks or symbols
_BREAKS = frozenset("\n\r\t")
_JOINER = "\u200d"
_JOINED_CATEGORIES = {"So", "Sk", "Mn"}  # emoji, their skin tones, and the sign that asks for their coloured form


def identity(text: str) -> str:
    """Equal for two spellings of one name: 'Érico', 'érico' and 'E' with a combining accent."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text.strip()).casefold())


def searchable(text: str) -> str:
    """Equal for texts that a search takes for one: without case, accents and repeated white space."""
    plain = unicodedata.normalize("NFKD", identity(text))
    return " ".join("".join(sign for sign in plain if not unicodedata.combining(sign)).split())


def thousands(count: int) -> str:
    """A number as people read it in Portuguese: 5.000."""
    return f"{count:,}".replace(",", ".")


def pluralize(count: int, one: str, many: str) -> str:
    return f"{thousands(count)} {one if abs(count) == 1 else many}"


def has_unseen(text: str, *, multiline: bool = False) -> bool:
    """Whether it has control, zero-width or blank characters; line breaks and tabs are none where lines are typed."""
    return any(
        sign in _UNSEEN or unicodedata.category(sign) in _UNSEEN_CATEGORIES
        for sign in text
        if not (multiline and sign in _BREAKS)
    )


def without_unseen(text: str, *, multiline: bool = False) -> str:
    """The text less what nobody can see in it. What joins the parts of an emoji is seen, and stays."""
    return "".join(
        sign
        for at, sign in enumerate(text)
        if not has_unseen(sign, multiline=multiline) or (sign == _JOINER and _joins(text[at - 1 : at + 2]))
    )


def _joins(part: str) -> bool:
    """Whether the middle one of three characters joins an emoji."""
    categories = [unicodedata.category(sign) for sign in part]
    return len(part) == 3 and categories[0] in _JOINED_CATEGORIES and categories[2] == "So"


class SearchField(models.TextField[Any, Any]):
    """The searchable form of other columns of its row, filled in whenever it is written: databases fold ASCII at best.
    A save of some fields names it with its source. Search it with `contains=searchable(words)`."""

    def __init__(self, *sources: str, **options: Any) -> None:
        self.sources = sources
        fixed: dict[str, Any] = {"verbose_name": "busca", "editable": False, "default": ""}
        super().__init__(**fixed | options)

    def deconstruct(self) -> Any:
        name, path, _, options = super().deconstruct()
        return name, path, self.sources, options

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        value = "\n".join(searchable(getattr(model_instance, source)) for source in self.sources)
        setattr(model_instance, self.attname, value)
        return value
