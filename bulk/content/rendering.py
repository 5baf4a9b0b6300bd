"""How a text with `{placeholders}` becomes the text of one account. Pure: no ORM, no clock.

A value that the account does not state takes the piece of text around it along: nothing is invented, and nothing is
left hanging. '{skins} skin(s) | {vbucks} V-Bucks' without V-Bucks is '57 skins', and of one skin '1 skin'.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

Values = Mapping[str, str]
"""{name of a placeholder: text}; a name that is missing or blank is not stated."""

_TOKEN = re.compile(r"\{([^{}\n]{1,40})\}")
# What parts a line into pieces that can go one by one.
_SEPARATOR = re.compile(r"(\s*[|•·]\s*|\s+[/+–—-]\s+|[,;]\s+|\s+(?:e|and|&)\s+)")
_GROUP = re.compile(r"(\s*)([(\[])([^()\[\]\n]*)([)\]])")
_BULLET = re.compile(r"\s*(?:[-*•·–—✓✔✅➤►]\s*)?")
_END = re.compile(r"[.!?;]$")
_KEPT = re.compile("\ue000([0-9]+)\ue001")
# 'skin(s)', 'flor(es)': the endings that go with a number, which are no brackets of their own.
_ENDING = re.compile(r"(?<=[^\W\d_])\((e?s)\)")
_MARKED = re.compile("\ue002(e?s)\ue003")
_COUNTED = re.compile("(?<![\\d.,])(\\d[\\d.]*)((?: +[^\\W\\d_]+(?:-[^\\W\\d_]+)*(?:\ue002e?s\ue003)?)+)")


@lru_cache(maxsize=1_000)
def named(placeholder: str) -> str:
    """'{Nível}', '{nivel}' and '{itens raros}' as one spells them in the list: nivel, itens_raros."""
    plain = unicodedata.normalize("NFKD", placeholder.strip().casefold())
    return re.sub(r"[\s-]+", "_", "".join(char for char in plain if not unicodedata.combining(char)))


def placeholders_in(text: str) -> list[str]:
    """The names of its placeholders, each once, in their order."""
    return list(dict.fromkeys(named(match) for match in _TOKEN.findall(text)))


def unknown_text(text: str, allowed: Collection[str]) -> str:
    """What is wrong with the placeholders of a text, with those there are; "" for nothing."""
    unknown = [name for name in placeholders_in(text) if name not in allowed]
    if not unknown:
        return ""
    there_are = ", ".join(f"{{{name}}}" for name in allowed)
    return f"Campo desconhecido: {{{unknown[0]}}}. Use: {there_are}."


def rendered(text: str, values: Values) -> str:
    """The text with what is stated; lines that say nothing any more are gone. Braces of no placeholder stay."""
    if not _TOKEN.search(text):
        return text
    lines = [_line(line, values) for line in _ENDING.sub("\ue002\\1\ue003", text).split("\n")]
    kept = _agreeing("\n".join(line for line in lines if line is not None))
    return re.sub(r"\n{3,}", "\n\n", kept).strip() if None in lines else kept


def rendered_title(title: str, values: Values, rare: str, items: list[str], limit: int) -> str:
    """The title with as many of the items, in their order, as its limit has room for; `rare` is their placeholder."""
    if not _TOKEN.search(title):
        return title
    for count in range(len(items), -1, -1):
        text = rendered(title, {**values, rare: ", ".join(items[:count])})
        if len(text) <= limit:
            return text
    return text[:limit].rsplit(" ", 1)[0]


def owned(listed: Collection[str], names: Collection[str]) -> list[str]:
    """Of the items of a list those that the account has, in the list's order, however each is written."""
    has = {_compared(name) for name in names}
    return [item for item in listed if _compared(item) in has]


def _line(line: str, values: Values) -> str | None:
    """None for a line of which nothing is left."""
    if not _TOKEN.search(line):
        return line
    kept: list[str] = []

    def group(match: re.Match[str]) -> str:
        inside = _line(match[3], values)
        if inside is None:
            return ""
        kept.append(f"{match[2]}{inside}{match[4]}")
        return f"{match[1]}\ue000{len(kept) - 1}\ue001"

    start = _BULLET.match(line)
    bullet = start[0] if start else ""
    body = _pieces(_GROUP.sub(group, line[len(bullet) :]), values)
    return None if body is None else bullet + _KEPT.sub(lambda match: kept[int(match[1])], body)


def _pieces(body: str, values: Values) -> str | None:
    """The pieces that are stated, each with the separator before it; a full stop that went with the last one stays."""
    parts = _SEPARATOR.split(body)
    said = [(before, _said(piece, values)) for before, piece in zip(["", *parts[1::2]], parts[::2], strict=True)]
    stated = [(before, piece) for before, piece in said if piece is not None]
    if not stated or not any(piece.strip() for _, piece in stated):
        return None
    text = stated[0][1] + "".join(before + piece for before, piece in stated[1:])
    end = _END.search(parts[-1].rstrip())
    return text + end[0] if end and said[-1][1] is None and not _END.search(text) else text


def _agreeing(text: str) -> str:
    """Words after a number with the ending it asks for; without a number before them they stay as they were written."""

    def counted(match: re.Match[str]) -> str:
        return match[1] + _MARKED.sub("" if match[1] == "1" else r"\1", match[2])

    return _MARKED.sub(r"(\1)", _COUNTED.sub(counted, text))


def _said(piece: str, values: Values) -> str | None:
    """The piece filled in, or None where a value of it is not stated."""
    if any(not values.get(name) for name in _known(piece, values)):
        return None
    return _TOKEN.sub(lambda match: values.get(named(match[1]), match[0]), piece)


def _known(piece: str, values: Values) -> Iterator[str]:
    return (named(match) for match in _TOKEN.findall(piece) if named(match) in values)


def _compared(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(char for char in plain if char.isalnum())
