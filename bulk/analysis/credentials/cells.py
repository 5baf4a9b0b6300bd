"""Credentials in cells of a row that says other things as well: 'EU | Gold 2 | 84 | joana_1 | abc#12'."""

import re
from collections.abc import Sequence

from bulk.analysis.credentials.shape import (
    ADDRESS,
    PARTED,
    Secret,
    is_bare_password,
    is_known,
    is_login,
    is_stated,
    is_strong,
    placed,
)
from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.folding import words_of
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.vocabulary.labels import ACCOUNT, COMBO

Cells = Sequence[str]
Named = list[tuple[str, str]]

_FIRM = tuple(map(re.compile, (r"\s\|+\s", r"\t+", r"\s{3,}", ";", r"\|")))
_LOOSE = tuple(
    map(re.compile, (r"\s/+\s", r"\s[-–—]+\s", ",", r"\s(?:[•·~<»>→]|[^\w\s!-~–—])+\s", r"\s:+\s", r"\s{2,}"))
)
"""Marks that part words of a sentence as well: between those a bare word is no log-in."""
_GLUED = (re.compile("/"),)
"""Marks that addresses of pages are full of: between those an e-mail address has to stand."""
MIN_LONG = 6
"""What is shorter may be a name with a digit in it: 'T-800'."""


def among_cells(text: str, lexicon: Lexicon) -> list[Secret]:
    """Log-in and password, and the e-mail's where they follow, in cells of their own beside others."""
    for marks, is_loose, is_glued in ((_FIRM, False, False), (_LOOSE, True, False), (_GLUED, True, True)):
        for mark in marks:
            cells = [cell.strip() for cell in mark.split(text)]
            if len(cells) < 3:
                continue
            found = _with_address(cells, lexicon) or ([] if is_glued else _pair(cells, lexicon, is_loose=is_loose))
            if found:
                return placed(text, *found)
    return []


def _with_address(cells: Cells, lexicon: Lexicon) -> Named:
    """'title | joana_1 | abc#12 | joana@example.com | xyz#98': an address two cells behind the log-in."""
    for place in range(2, len(cells)):
        values = [*cells[place - 2 : place + 1], *cells[place + 1 : place + 2]]
        if ADDRESS.fullmatch(cells[place]) and _is_title(cells[: place - 2], lexicon) and _are_chunks(values[:3]):
            has_own = len(values) == 4 and _is_secret(values[3], lexicon)
            named = list(zip(CREDENTIALS, values[: 3 + has_own], strict=False))
            if _is_bare_login(values[0], lexicon) and _is_secret(values[1], lexicon):
                return named
    return []


def _pair(cells: Cells, lexicon: Lexicon, *, is_loose: bool) -> Named:
    """Two cells that say nothing else, beside others that mostly do."""
    for place in range(len(cells) - 1):
        login, password = cells[place : place + 2]
        others = [*cells[:place], *cells[place + 2 :]]
        if not _are_chunks((login, password)) or not _is_bare_login(login, lexicon):
            continue
        if not is_strong(password) or not _is_secret(password, lexicon) or (is_loose and login.isalpha()):
            continue
        if login.isalpha() and not _is_long(password):
            continue
        if place and not _is_title(cells[:place], lexicon) and (login.isalpha() or not _is_long(password)):
            continue
        if sum(is_known(cell, lexicon) or _is_title((cell,), lexicon) for cell in others) * 2 >= len(others):
            return [("login", login), ("password", password)]
    return []


def _are_chunks(values: Cells) -> bool:
    return all(value and " " not in value for value in values)


def _is_bare_login(login: str, lexicon: Lexicon) -> bool:
    return not PARTED.search(login) and is_login(login, lexicon) and not is_known(login, lexicon)


def _is_secret(password: str, lexicon: Lexicon) -> bool:
    is_chunk = bool(password) and " " not in password and is_stated(password) and not ADDRESS.fullmatch(password)
    return is_chunk and not is_known(password, lexicon) and not lexicon.label(password)


def _is_long(password: str) -> bool:
    letters, digits = any(map(str.isalpha, password)), any(map(str.isdigit, password))
    return len(password) >= MIN_LONG and letters and digits and is_bare_password(password)


def _is_title(cells: Cells, lexicon: Lexicon) -> bool:
    """Whether these cells only announce what follows: none at all, or one like 'Account info', 'Conta 3', '07'."""
    if len(cells) > 1:
        return False
    words = words_of(cells[0]) if cells else ()
    found = lexicon.longest(words)
    return not words or words[0].isdigit() or (found is not None and found[1].value in (ACCOUNT, COMBO))
