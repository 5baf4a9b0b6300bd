"""Credentials under labels. A password may hold any character, so what ends it is what can be recognised after it."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from bulk.analysis.credentials.announced import MAX_LABELS, after_sign, announced
from bulk.analysis.credentials.ends import MAX_VALUE_CHARACTERS, Ends
from bulk.analysis.credentials.shape import ADDRESS, LOGIN, PARTED, Secret, is_stated, is_strong, placed
from bulk.analysis.credentials.value import address_and_password, credentials_in, unquoted
from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import EMAIL, Token, Type
from bulk.analysis.vocabulary.labels import ACCOUNT, COMBO, MAIL_COMBO
from bulk.analysis.vocabulary.words import CORRECTING, SPOKEN

Tokens = Sequence[Token]

_ADDRESS_REMARKED = re.compile(rf"[(\[]\s*({EMAIL})\s*[)\]]", re.IGNORECASE)
_QUOTE = re.compile(
    r"""(?:(["'`])(?=\S)[^"'`]+(?<=\S)\1|“(?=\S)[^“”]+(?<=\S)”|‘(?=\S)[^‘’]+(?<=\S)’|«[^«»]+»)(?=[\s.,;|)]|$)"""
)
_QUOTES = re.compile(r"[\"'`“”]")
"""Behind what is quoted, within the value, they make the quotes a part of it: 'Senha: "Rio" e 'Mar'$1'."""
_KEY = re.compile(r"""\s*[,;|]\s*[:"']?\w[\w ]{0,30}["']?\s*(?:=>|[:=])""")
"""What goes on behind a quoted value: ', :password => '."""
_SLASHED = re.compile(r"(\S{1,200})\s+[/|~\-–—]\s+(\S{1,200})(?=\s|$)")
_FOUR = re.compile(
    rf"([^\s:;|]{{2,80}})\s+([|/;~–-])\s+(\S{{3,80}})\s+\2\s+({EMAIL})(?:\s+\2\s+(\S{{3,80}})(?=\s+\2\s|\s*$))?",
    re.IGNORECASE,
)
"""'joana_1 | abc#12 | joana@example.com | xyz#9' under one label."""
_CHANGED = re.compile(
    r"\s+(?:mudou|trocou|foi trocad[ao]|changed|was changed)[!.,;:\s]+(?:(?:a|o|the)\s+)?(?:nov[ao]|new)(?:\s+one)?(?=\s)",
    re.IGNORECASE,
)
"""'a senha mudou! a nova é abc#1': what comes is the value all the same."""
_GLUED_PAIR = re.compile(r"[^\s:;|]{2,80}:(?=\S*\d)[^\s;|]{4,80}(?=\s+[^:\s])")
"""'joana:abc#1' of 'Conta 1: joana:abc#1 ouro 2'."""
_CHUNK = re.compile(r"\S+")
_LOGIN = re.compile(r"\S{2,80}(?=\s)")
_SENTENCE = re.compile(r"(\S{4,}[^\s.])\.\s+(?=[^\W\d_][\w'’]*\s)")
_STOPS = ".,;!?(["
_OF_PAIR = {
    ACCOUNT: ("login", "password"),
    COMBO: ("login", "password"),
    MAIL_COMBO: ("email_login", "password"),
    "email_login": ("email_login", "email_password"),
}
"""What two chunks behind a label are, where a sign stands between them: 'Conta: joana | abc#1'."""
MAX_SPOKEN = 3
MAX_TOKENS = 20
"""Of a log-in, and the sign behind it."""


def labelled(text: str, tokens: Tokens, lexicon: Lexicon) -> list[Secret]:
    """What labels on this line call a login, a password, an e-mail address or its password."""
    found: list[Secret] = []
    ends = Ends(text, tokens)
    index = 0
    while index < len(tokens):
        name, last = announced(tokens, index)
        if not name:
            index += 1
            continue
        secrets, end = _assigned(name, text, tokens, last, ends) or _spoken(name, text, tokens, last, ends) or ([], 0)
        corrects = not CORRECTING.isdisjoint(tokens[index].folded.split())
        found += [replace(each, corrects=True) for each in secrets] if corrects else secrets
        index = next((later for later in range(last + 1, len(tokens)) if tokens[later].start >= end), len(tokens))
    return found


def read_secret(name: str, value: str) -> list[Secret]:
    """The credentials that a whole cell, or the line below a label, states under that label."""
    return credentials_in(name, value.strip(), 0, label="")


def _assigned(name: str, text: str, tokens: Tokens, last: int, ends: Ends) -> tuple[list[Secret], int] | None:
    """(credentials, end of the value) where a sign gives the label its value; None where no sign does."""
    first = after_sign(tokens, last)
    if not first:
        return None
    start = _after_blanks(text, tokens[first - 1].end)
    four = _FOUR.match(text, start) if name in (ACCOUNT, COMBO) else None
    if four and is_strong(four[3]) and is_stated(four[3]):
        has_own = four[5] is not None and is_strong(four[5])
        pairs = zip(CREDENTIALS, (four[1], four[3], four[4], *([four[5]] if has_own else [])), strict=False)
        return placed(four.group(), *pairs, offset=start), four.end() if has_own else four.end(4)
    slashed = _SLASHED.match(text[start:])
    if slashed and name in _OF_PAIR and not _label_stands_at(tokens, start + slashed.start(2)):
        is_told = ADDRESS.fullmatch(slashed[1]) if name == "email_login" else True
        if is_told and _is_pair(slashed[1], slashed[2]) and not ADDRESS.fullmatch(slashed[2]):
            pair = zip(_OF_PAIR[name], slashed.groups(), strict=True)
            return placed(slashed.group(), *pair, offset=start), start + slashed.end()
    end = _before_secret(name, text, tokens[first : first + MAX_TOKENS], start) or ends.of(name, first, start)
    quoted = _QUOTE.match(text, start) or (_GLUED_PAIR.match(text, start) if name in (ACCOUNT, COMBO) else None)
    if quoted and _QUOTES.search(text, quoted.end(), end) and not _KEY.match(text, quoted.end()):
        quoted = None
    end = quoted.end() if quoted else end
    end = _before_bracket(text, tokens[last].start, start, end)
    end = end if quoted else _before_sentence(text, tokens[last].start, start, end)
    secrets = credentials_in(name, text[start:end].rstrip(), start, label=tokens[last].folded)
    remarked = _ADDRESS_REMARKED.search(text, tokens[last].end, tokens[first - 1].end)
    if remarked and name == "email_password":
        secrets = placed(text, ("email_login", remarked[1]), *((each.name, each.value) for each in secrets))
    if secrets and name in ("login", "email_login"):  # no blank is in them, so more may follow
        end = max(secret.end for secret in secrets)
    is_said = bool(secrets) or name == "password" or not is_stated(text[start:end].strip())
    return secrets, end if is_said else tokens[first - 1].end


def _before_secret(name: str, text: str, behind: Tokens, start: int) -> int:
    """The end of the one chunk between 'acesso:' and 'senha abc#12', or 0."""
    chunk = _LOGIN.match(text, start)
    if chunk is None or name not in (ACCOUNT, "login", "email_login") or chunk.group().rstrip(",;").isalpha():
        return 0
    following = next(
        (token for token in behind if token.start >= chunk.end() and token.type is not Type.SEPARATOR), None
    )
    is_named = (
        following is not None and following.type is Type.LABEL and following.value in ("password", "email_password")
    )
    return chunk.end() if is_named else 0


def _after_blanks(text: str, position: int) -> int:
    return len(text) - len(text[position:].lstrip())


def _before_bracket(text: str, label: int, start: int, end: int) -> int:
    """'(login: joana, senha: abc). Até mais': the value ends where the bracket around the label is closed."""
    before = text[max(0, label - MAX_VALUE_CHARACTERS) : label]
    value = text[start : min(end, start + MAX_VALUE_CHARACTERS)]
    for opening, closing in ("()", "[]", "{}"):
        is_open = before.count(opening) > before.count(closing)
        for place, character in enumerate(value if is_open else ""):
            behind = value[place + 1 : place + 2]
            is_last = not behind or behind.isspace() or behind in _STOPS
            if character == closing and is_last and value.count(closing, 0, place) >= value.count(opening, 0, place):
                return start + place
    return end


def _before_sentence(text: str, label: int, start: int, end: int) -> int:
    """'a senha: abc#1. Está em BR, nível 84': in a sentence, the value ends with it."""
    first = _SENTENCE.match(text, start, end)
    in_sentence = any(map(str.isalpha, text[:label]))
    return first.end(1) if first and in_sentence and is_strong(first[1]) else end


def _is_pair(login: str, password: str) -> bool:
    return bool(LOGIN.fullmatch(login)) and is_strong(password) and not PARTED.search(login)


def _label_stands_at(tokens: Tokens, position: int) -> bool:
    at = bisect_left(tokens, position, key=lambda token: token.start)
    return at < len(tokens) and tokens[at].start == position and tokens[at].type is Type.LABEL


def _spoken(name: str, text: str, tokens: Tokens, last: int, ends: Ends) -> tuple[list[Secret], int] | None:
    """'o login é joana.silva', 'senha Abc#12': without a sign, one chunk that is glued as no word is."""
    if name == ACCOUNT:
        return _before_its_secret(text, tokens, last)
    if name in (COMBO, MAIL_COMBO):
        return None
    slashed = _SLASHED.match(text, _after_blanks(text, tokens[last].end)) if name == "login" else None
    if slashed and _is_pair(*slashed.groups()) and not slashed[1].isalpha():  # 'login joana_1 / abc#12'
        return placed(text, ("login", slashed[1]), ("password", slashed[2])), slashed.end()
    changed = _CHANGED.match(text, tokens[last].end)
    if changed:
        last = next((at for at in range(last, len(tokens)) if tokens[at].end >= changed.end()), last)
    position = last + 1
    while position < len(tokens) and position <= last + MAX_SPOKEN and tokens[position].folded in SPOKEN:
        position += 1
    if last + 1 < position < len(tokens) and tokens[position].type is Type.ASSIGN:  # 'login continua o mesmo: joana'
        return _assigned(name, text, tokens, position - 1, ends)
    begin = _after_blanks(text, tokens[position - 1].end)
    quoted = _QUOTE.match(text, begin)
    if quoted:  # 'a senha é "Mar Azul 3" (sem as aspas)'
        return credentials_in(name, quoted.group(), begin, label=tokens[last].folded), quoted.end()
    is_near = position < len(tokens) and tokens[position].start - tokens[position - 1].end <= 1
    if not is_near or tokens[position].type is Type.OPEN:
        return None
    chunk = _CHUNK.match(text, tokens[position].start)
    value = _before_label(chunk.group(), tokens, position).rstrip(",.;:)") if chunk else ""
    value, start = unquoted(value), tokens[position].start
    pair = address_and_password(value, start) if name == "email_login" else []
    if pair:
        return pair, start + len(value)
    address = ADDRESS.fullmatch(value) is not None
    told = address if name == "email_login" else is_strong(value)
    ours = tokens[position].type is Type.LABEL and tokens[position].end - start >= len(value)
    if not told or ours or not is_stated(value) or (value.rstrip("!?").isalpha() and value[-1] in "!?"):
        return None
    return [Secret(name, value, start, start + len(value))], start + len(value)


def _before_its_secret(text: str, tokens: Tokens, last: int) -> tuple[list[Secret], int] | None:
    """'acesso joana_1 senha abc#12', without a sign."""
    start = _after_blanks(text, tokens[last].end)
    end = _before_secret(ACCOUNT, text, tokens[last + 1 : last + 1 + MAX_TOKENS], start)
    login = text[start:end].rstrip(",;")
    is_one = end > start and LOGIN.fullmatch(login) and any(map(str.isalpha, login)) and is_stated(login)
    return ([Secret("login", login, start, start + len(login), weak=True)], end) if is_one else None


def _before_label(chunk: str, tokens: Tokens, first: int) -> str:
    """'joana' of 'joana|senha', where bars part without blanks."""
    start = tokens[first].start
    for index in range(first, min(len(tokens) - 1, first + MAX_LABELS)):
        parts = tokens[index].type is Type.SEPARATOR and tokens[index].value in "|;"
        if parts and tokens[index + 1].type is Type.LABEL and tokens[index].start < start + len(chunk):
            return chunk[: tokens[index].start - start]
    return chunk
