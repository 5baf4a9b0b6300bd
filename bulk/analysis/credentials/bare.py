"""Credentials without labels: login:password, with e-mail and its password behind or not, parted by any sign."""

import re

from bulk.analysis.credentials.shape import (
    ADDRESS,
    PARTED,
    Secret,
    is_known,
    is_login,
    is_pair,
    is_stated,
    is_strong,
    placed,
    without_known,
)
from bulk.analysis.lexicon import Lexicon

_MARKS = (" | ", "\t", ":", ";", "|", ",", " - ", " / ")
_FIRST_CHUNK = re.compile(r"\s+[|/•·\-–—>~»]+\s+|\s*[│║┃]\s*|\t|\s{2,}|,\s|\s//|\s\(")


def bare(text: str, lexicon: Lexicon) -> list[Secret]:
    """What the start of a line holds; [] where it is anything else."""
    return _around_email(text, lexicon) or _pair(text, lexicon) or _columns(text, lexicon)


def _pair(text: str, lexicon: Lexicon) -> list[Secret]:
    """'joana:abc#1 | Nível: 84': two glued fields, and what follows them after a blank."""
    chunk = _first_chunk(text)
    mark = PARTED.search(chunk)
    if not mark or any(map(str.isspace, chunk)):
        return []
    login, *fields = chunk.split(mark.group())
    if mark.group() == ":":
        fields = without_known(fields, 1, lexicon)
        password = ":".join(fields)
    else:
        password = fields[0]
    if not is_login(login, lexicon) or not is_stated(password):
        return []
    if not is_pair(login, password, has_more=len(text) > len(chunk)):
        return []
    return placed(chunk, ("login", login), ("password", password))


def _around_email(text: str, lexicon: Lexicon) -> list[Secret]:
    """Fields of which one is an e-mail address, which tells how they are parted."""
    if "@" not in text:
        return []
    for mark in _MARKS:
        whole = _first_chunk(text) if mark == ":" else text
        fields = [field.strip() for field in whole.split(mark)]
        if len(fields) < 2 or not is_login(fields[0], lexicon):
            continue
        found = _four_fields(fields, mark, lexicon) or _address_first(fields, mark, lexicon)
        if found:
            return placed(text, *found)
    return []


def _four_fields(fields: list[str], mark: str, lexicon: Lexicon) -> list[tuple[str, str]]:
    """login, password, address and, where it is there, the address's password."""
    place = next((index for index, field in enumerate(fields) if index >= 2 and ADDRESS.fullmatch(field)), 0)
    if not place or any(lexicon.label(field) for field in fields[:3]):
        return []
    tail = without_known(fields[place + 1 :], 1, lexicon) if mark == ":" else fields[place + 1 : place + 2]
    found = [("login", fields[0]), ("password", mark.join(fields[1:place])), ("email_login", fields[place])]
    if tail and is_stated(mark.join(tail)) and not is_known(mark.join(tail), lexicon):
        found.append(("email_password", mark.join(tail)))
    return found if all(is_stated(value) for _, value in found) else []


def _address_first(fields: list[str], mark: str, lexicon: Lexicon) -> list[tuple[str, str]]:
    """An address as log-in, and its password."""
    if mark not in (":", ";", "|", "\t", " | ") or not ADDRESS.fullmatch(fields[0]):
        return []
    password = mark.join(without_known(fields[1:], 1, lexicon)) if mark == ":" else fields[1]
    glued = mark == ":" or " " not in password
    if not is_stated(password) or not glued or lexicon.label(password):
        return []
    if mark == " | " and not is_strong(password):
        return []
    return [("login", fields[0]), ("password", password)]


def _columns(text: str, lexicon: Lexicon) -> list[Secret]:
    """'joana;abc#1;BR;84;Ouro 2': two fields that say nothing else, then fields that do."""
    for mark in (" | ", "\t", ";", "|"):
        fields = [field.strip() for field in text.split(mark)]
        if len(fields) < 3 or not all(fields[:2]) or any(" " in field for field in fields[:2]):
            continue
        login, password, *rest = fields
        known = sum(is_known(field, lexicon) for field in rest)
        plain = ":" not in login and is_login(login, lexicon) and not is_known(login, lexicon)
        if plain and known * 2 >= len(rest) and is_strong(password) and not is_known(password, lexicon):
            return placed(text, ("login", login), ("password", password))
    return []


def _first_chunk(text: str) -> str:
    return _FIRST_CHUNK.split(text, maxsplit=1)[0]
