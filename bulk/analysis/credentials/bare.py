"""Credentials without labels: login:password, with e-mail and its password behind or not, parted by any sign."""

import re

from bulk.analysis.credentials.cells import among_cells
from bulk.analysis.credentials.shape import (
    ADDRESS,
    PARTED,
    Secret,
    is_bare_password,
    is_known,
    is_login,
    is_pair,
    is_stated,
    is_strong,
    placed,
    without_known,
)
from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import EMAIL

_MAPPING = re.compile(r"[a-z_-]+:[^\s:;]+(?:;\s*[a-z_-]+:[^\s:;]+){2,};?", re.IGNORECASE)
"""'color:red;width:100px;height:20px' is no log-in."""
_BARS = re.compile("[│║┃¦｜]")
_DASHES = re.compile(r"(?<=[^\s-])-{3,}(?=[^\s-])")
"""'joana----abc#1', as lists of accounts are parted; in their place stands a bar of the same width."""
_MARKS = (" | ", "\t", ":", ";", "|", ",", " - ", " / ")
_CHUNK = re.compile(r"(?<!\S)[^\s:]{3,80}:\S+")
_TWO_CHUNKS = re.compile(r"(\S{3,80})\s*(?:\s(?:[:\-–—/|→»>]|[^\w\s!-~])+|,)\s+(\S{4,80})(?:\s+\([^()]*\)?)?")
_ADDRESS_PAIR = re.compile(rf"(?<![^\s|;,])({EMAIL})[:;|](\S+)", re.IGNORECASE)
_GLUED_ADDRESS = re.compile(rf"[|;,](?={EMAIL}:\S)", re.IGNORECASE)
"""Where the e-mail's pair is glued to the account's: 'joana:abc#1|joana@example.com:xyz#9'."""
_FIRST_CHUNK = re.compile(r"\s+[|/•·\-–—>~»]+\s+|\s*[│║┃]\s*|\t|\s{2,}|,\s|\s//|\s[(\[{]")

_POINTED_AT = re.compile(r"(?:>{2,}|»+|→)\s*(\S{3,80})(?:\s+[/|:–—-]\s+|:)(\S{4,80})\s*(?:<{2,}|«+|←)")

_TWO_WORDS = re.compile(r"(\S{3,80}) (\S{4,80}) [-|•·]?\s?(\S+(?: [^\s|]+)?)")
_TAG = re.compile(r"#(?:[A-Z]{2,4}\d?|\d{4})$")
"""Of a name that others see: 'Joana#BR1'."""
_GLUING = "|;,"
MIN_KINDS = 3
"""Of characters, in a password beside which nothing but a log-in stands."""
MIN_OF_TWO = 7
"""Below this, what stands around a colon is rather one password that holds it: 'joana@example.com:Red#1:Up'."""


def bare(text: str, lexicon: Lexicon) -> list[Secret]:
    """What the start of a line, or cells of it, hold; [] where it is anything else."""
    text = _DASHES.sub(lambda dashes: " |".ljust(len(dashes.group())), _BARS.sub("|", text))
    if _MAPPING.fullmatch(text):
        return []
    return (
        _two_chunks(text, lexicon)
        or _around_email(text, lexicon)
        or _pair(text, lexicon)
        or among_cells(text, lexicon)
        or _glued_pair(text, lexicon)
        or _pointed_at(text, lexicon)
        or _two_words(text, lexicon)
    )


def _two_chunks(text: str, lexicon: Lexicon) -> list[Secret]:
    """'joana_1 - abc#1' and 'joana@example.com / abc#1', and nothing else on the line but a remark in brackets."""
    chunks = _TWO_CHUNKS.fullmatch(text)
    if not chunks or not _is_marked(chunks[1]) or not is_login(chunks[1], lexicon) or is_known(chunks[1], lexicon):
        return []
    if not is_bare_password(chunks[2]) or is_known(chunks[2], lexicon) or not is_stated(chunks[2]):
        return []
    return placed(text, ("login", chunks[1]), ("password", chunks[2]))


def _pair(text: str, lexicon: Lexicon) -> list[Secret]:
    """'joana:abc#1 | Nível: 84': two glued fields, and what follows them after a blank."""
    chunk = _GLUED_ADDRESS.split(_first_chunk(text), maxsplit=1)[0]
    mark = PARTED.search(chunk)
    if not mark:
        return []
    login, *fields = chunk.split(mark.group())
    if mark.group() == ":":
        fields = without_known(fields, 1, lexicon)
        fields[-1] = _before_known(fields[-1], lexicon, _within(text, len(chunk)))
        password = ":".join(fields)
    else:
        password = fields[0]
    if any(map(str.isspace, login + password)):
        return []
    if not is_login(login, lexicon) or not is_stated(password):
        return []
    if not is_pair(login, password, has_more=len(text) > len(chunk)):
        return []
    found = placed(chunk, ("login", login), ("password", password))
    return found if ADDRESS.fullmatch(login) else found + _address_behind(text, len(chunk), lexicon)


def _address_behind(text: str, start: int, lexicon: Lexicon) -> list[Secret]:
    """'joana:abc#1 | joana@example.com:xyz#9': the e-mail's pair behind the account's."""
    behind = _ADDRESS_PAIR.search(text, start)
    password = _before_known(text[behind.start(2) :], lexicon).split()[0] if behind else ""
    if not behind or not is_stated(password):
        return []
    return placed(behind.group(), ("email_login", behind[1]), ("email_password", password), offset=behind.start())


def _around_email(text: str, lexicon: Lexicon) -> list[Secret]:
    """Fields of which one is an e-mail address, which tells how they are parted."""
    if "@" not in text:
        return []
    spaced = _spaced(text.split())
    if spaced and is_login(spaced[0][1], lexicon):
        return placed(text, *spaced)
    for mark in _MARKS:
        whole = _first_chunk(text) if mark == ":" else text
        fields = [field.strip() for field in whole.split(mark)]
        if len(fields) < 2 or not is_login(fields[0], lexicon):
            continue
        found = _four_fields(fields, mark, lexicon) or _address_first(fields, mark, lexicon)
        if found:
            return placed(text, *found)
    return []


def _spaced(chunks: list[str]) -> list[tuple[str, str]]:
    """'joana abc#12 joana@example.com xyz#98', or an address and a password, and nothing else on the line."""
    places = [index for index, chunk in enumerate(chunks) if ADDRESS.fullmatch(chunk)]
    if places == [0] and len(chunks) == 2:
        names: tuple[str, ...] = CREDENTIALS[:2]
    elif places == [2] and len(chunks) in (3, 4):
        names = CREDENTIALS[: len(chunks)]
    else:
        return []
    found = list(zip(names, chunks, strict=True))
    secrets = [value for name, value in found if name in ("password", "email_password")]
    return found if all(is_bare_password(value) for value in secrets) else []


def _four_fields(fields: list[str], mark: str, lexicon: Lexicon) -> list[tuple[str, str]]:
    """login, password, address and, where it is there, the address's password."""
    place = next((index for index, field in enumerate(fields) if index >= 2 and ADDRESS.fullmatch(field)), 0)
    if not place or any(lexicon.label(field) for field in fields[:3]):
        return []
    if mark.strip() == mark and any(" " in field for field in fields[1:place]):
        return []
    tail = without_known(fields[place + 1 :], 1, lexicon) if mark == ":" else fields[place + 1 : place + 2]
    tail = [*tail[:-1], _before_known(tail[-1], lexicon)] if tail else []
    found = [("login", fields[0]), ("password", mark.join(fields[1:place])), ("email_login", fields[place])]
    if tail and is_stated(mark.join(tail)) and not is_known(mark.join(tail), lexicon):
        found.append(("email_password", mark.join(tail)))
    return found if all(is_stated(value) for _, value in found) else []


def _within(text: str, end: int) -> str:
    """The signs that may part what is glued together up to `end`: not the one that parts, with blanks around, what follows."""
    return _GLUING.replace(text[end:].lstrip()[:1] or " ", "")


def _before_known(field: str, lexicon: Lexicon, marks: str = _GLUING) -> str:
    """'Salt?8' of 'Salt?8|Level 144|Skins 63', where other signs part what follows."""
    for mark in marks:
        first, _, rest = field.partition(mark)
        pieces = [piece.strip() for piece in rest.split(mark) if piece.strip()]
        told = sum(is_known(piece, lexicon) and not piece.isdigit() for piece in pieces)
        if first and pieces and told * 2 >= len(pieces):
            return first
    return field


def _address_first(fields: list[str], mark: str, lexicon: Lexicon) -> list[tuple[str, str]]:
    """An address as log-in, and its password."""
    if mark not in (":", ";", "|", "\t", " | ") or not ADDRESS.fullmatch(fields[0]):
        return []
    secrets = without_known(fields[1:], 1, lexicon) if mark == ":" else fields[1:2]
    if mark == ":":
        secrets = [*secrets[:-1], _before_known(secrets[-1], lexicon)]
    if len(secrets) == 2 and all(len(each) >= MIN_OF_TWO and is_bare_password(each) for each in secrets):
        return list(zip(("login", "password", "email_password"), [fields[0], *secrets], strict=True))
    password = mark.join(secrets)
    glued = mark == ":" or " " not in password
    if not is_stated(password) or not glued or lexicon.label(password):
        return []
    if mark == " | " and not is_strong(password):
        return []
    return [("login", fields[0]), ("password", password)]


def _glued_pair(text: str, lexicon: Lexicon) -> list[Secret]:
    """'joana_1:abc#1' anywhere between blanks: 'conta 01 - ouro 2 - joana_1:abc#1', 'joana_1:abc#1 30 skins'."""
    for chunk in _CHUNK.finditer(text):
        login, _, password = chunk.group().rstrip(",;\"'`»«>)").partition(":")
        login = login.lstrip("\"'`»«<(")
        assigned = text[: chunk.start()].rstrip().endswith("=")
        marked = not chunk.start() or _is_marked(login)
        if not assigned and marked and is_login(login, lexicon) and is_bare_password(password):
            found = placed(text[chunk.start() :], ("login", login), ("password", password), offset=chunk.start())
            return found if ADDRESS.fullmatch(login) else found + _address_behind(text, chunk.end(), lexicon)
    return []


def _pointed_at(text: str, lexicon: Lexicon) -> list[Secret]:
    """'aqui está >> joana_1 / abc#12 << 30 skins'."""
    pair = _POINTED_AT.search(text)
    if not pair or not is_login(pair[1], lexicon) or not is_bare_password(pair[2]):
        return []
    return placed(pair.group(), ("login", pair[1]), ("password", pair[2]), offset=pair.start())


def _two_words(text: str, lexicon: Lexicon) -> list[Secret]:
    """'joana_22 Neve#12 ouro 2 nv 90': two words that are none, before what is known."""
    words = _TWO_WORDS.match(text)
    if not words or not are_log_in(words[1], words[2], lexicon) or not is_known(words[3], lexicon):
        return []
    return placed(text, ("login", words[1]), ("password", words[2]))


def are_log_in(login: str, password: str, lexicon: Lexicon) -> bool:
    """Whether two words with nothing but a blank between can be nothing else: 'joana_22 Neve#12'."""
    if not _is_marked(login) or not is_login(login, lexicon) or _TAG.search(password):
        return False
    kinds = {"letter" if each.isalpha() else "digit" if each.isdigit() else "sign" for each in password}
    is_mixed = len(kinds) == MIN_KINDS and is_bare_password(password)
    return is_mixed and not is_known(login, lexicon) and not is_known(password, lexicon)


def _is_marked(login: str) -> bool:
    return any(not character.isalpha() for character in login)


def _first_chunk(text: str) -> str:
    return _FIRST_CHUNK.split(text, maxsplit=1)[0]
