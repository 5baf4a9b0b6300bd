"""Credentials under labels. A password may hold any character, so what ends it is what can be recognised after it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from bulk.analysis.credentials.ends import MAX_VALUE_CHARACTERS, Ends
from bulk.analysis.credentials.shape import (
    ADDRESS,
    LOGIN,
    MAX_CHARACTERS,
    PARTED,
    Secret,
    is_stated,
    is_strong,
    placed,
)
from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import EMAIL, Token, Type
from bulk.analysis.vocabulary.labels import ACCOUNT, COMBO, MAIL_COMBO
from bulk.analysis.vocabulary.words import JOINERS, SPOKEN

Tokens = Sequence[Token]

_ADDRESS_AND_PASSWORD = re.compile(rf"({EMAIL})\s*[:;|/~»>→\s]\s*(\S+)$", re.IGNORECASE)
_ADDRESS_REMARKED = re.compile(rf"[(\[]\s*({EMAIL})\s*[)\]]", re.IGNORECASE)
_QUOTED = re.compile(r"""^(["'`])([^"'`]+)\1[,;]?$|^\*\*(\S.*?\S)\*\*$|^“([^”]+)”$""")
_QUOTE = re.compile(r"""(["'`])(?=\S)[^"'`]+(?<=\S)\1(?=[\s,;|]|$)""")
_REMARK = re.compile(
    r"^(\S+)\s+[(\[](?:[^()\[\]]*\s[^()\[\]]*|epic|riot|conta|jogo|email|original|nova|new|atual|antiga|temporaria|temp)[)\]]$",
    re.IGNORECASE,
)
_PICTURES = re.compile(r"(?<=\S)\s+[^\w\s!-~]+$")
_SLASHED = re.compile(r"^(\S+)\s+[/|~\-–—]\s+(\S+)(?=\s|$)")
_GLUED_SLASH = re.compile(r"(?<=\S)/(?=[^\s/])")
_CHANGED = re.compile(
    r"\s+(?:mudou|trocou|foi trocad[ao]|changed|was changed)[!.,;:\s]+(?:(?:a|o|the)\s+)?(?:nov[ao]|new)(?:\s+one)?(?=\s)",
    re.IGNORECASE,
)
"""'a senha mudou! a nova é abc#1': what comes is the value all the same."""
_TAGGED = re.compile(r"[^\s#]{3,16}#\w{2,5}")
"""A name that others see, with the tag of its region: 'Username: Joana#BR1'."""
_GLUED_PAIR = re.compile(r"[^\s:;|]{2,80}:(?=\S*\d)[^\s;|]{4,80}(?=\s+[^:\s])")
"""'joana:abc#1' of 'Conta 1: joana:abc#1 ouro 2'."""
_CHUNK = re.compile(r"\S+")
_REMARKED = {
    ("login", "email_login"): "email_login",
    ("password", "email_login"): "email_password",
    ("email_login", "password"): "email_password",
    (ACCOUNT, "login"): "login",
    (ACCOUNT, "password"): "password",
}
"""What a label is with another one in brackets behind it."""
_OF_PAIR = {
    ACCOUNT: ("login", "password"),
    COMBO: ("login", "password"),
    MAIL_COMBO: ("email_login", "password"),
    "email_login": ("email_login", "email_password"),
}
"""What two chunks behind a label are, where a sign stands between them: 'Conta: joana | abc#1'."""
MAX_SPOKEN = 3
MIN_CHARACTERS = 3
"""Of a password, as the forms want it (document 2 §5)."""
MAX_LABELS = 12
_GATHERED = {
    frozenset({"login", "password"}): COMBO,
    frozenset({ACCOUNT, "password"}): COMBO,
    frozenset({"login", "password", "email_login"}): COMBO,
    frozenset({"login", "password", "email_login", "email_password"}): COMBO,
    frozenset({"email_login", "password"}): MAIL_COMBO,
    frozenset({"email_login", "email_password"}): "email_login",
    frozenset({"login", "email_login"}): "login",
    frozenset({ACCOUNT, "login"}): "login",
    frozenset({ACCOUNT, "email_login"}): "login",
}
"""What 'Login/Senha:' and the like announce."""


def labelled(text: str, tokens: Tokens, lexicon: Lexicon) -> list[Secret]:
    """What labels on this line call a login, a password, an e-mail address or its password."""
    found: list[Secret] = []
    ends = Ends(text, tokens)
    index = 0
    while index < len(tokens):
        name, last = _label(tokens, index)
        if not name:
            index += 1
            continue
        secrets, end = _assigned(name, text, tokens, last, ends) or _spoken(name, text, tokens, last, ends) or ([], 0)
        found += secrets
        index = next((later for later in range(last + 1, len(tokens)) if tokens[later].start >= end), len(tokens))
    return found


def read_secret(name: str, value: str) -> list[Secret]:
    """The credentials that a whole cell, or the line below a label, states under that label."""
    return _named(name, value.strip(), 0, label="")


# Labels and the signs after them


def _label(tokens: Tokens, index: int) -> tuple[str, int]:
    """(what is announced, index of the last token) of the credential label at `index`, or ("", 0)."""
    if not _is_credential(tokens[index]):
        return "", 0
    names, last = [tokens[index].value], index
    while last + 2 < len(tokens) and _joins(tokens, last) and _is_credential(tokens[last + 2]):
        if tokens[last + 2].value in names:
            break
        last += 2
        names.append(tokens[last].value)
    if len(names) == 1:
        return _with_remark(tokens, index), index
    return _GATHERED.get(frozenset(names), ""), last


def _with_remark(tokens: Tokens, index: int) -> str:
    """'Senha (e-mail)' is the e-mail's, 'Conta (senha)' a password."""
    name = tokens[index].value
    remark = tokens[index + 1 : index + 3]
    if [token.type for token in remark] != [Type.OPEN, Type.LABEL]:
        return name
    return _REMARKED.get((name, remark[1].value), name)


def _is_credential(token: Token) -> bool:
    return token.type is Type.LABEL and token.value in (*CREDENTIALS, ACCOUNT, COMBO)


def _joins(tokens: Tokens, index: int) -> bool:
    """Whether 'Login/Senha', 'Conta:Senha', 'login e senha' go on after the label at `index`."""
    joiner, other = tokens[index + 1 : index + 3]
    if joiner.type is Type.WORD:
        return joiner.folded in JOINERS
    if joiner.type is Type.ASSIGN:
        return joiner.folded == ":" and other.start == joiner.end and _only_labels(tokens[: index + 1])
    return joiner.type is Type.SEPARATOR and joiner.value in "/|+&;"


def _only_labels(tokens: Tokens) -> bool:
    return len(tokens) < MAX_LABELS and all(_is_credential(token) for token in tokens[::2])


def _assigned(name: str, text: str, tokens: Tokens, last: int, ends: Ends) -> tuple[list[Secret], int] | None:
    """(credentials, end of the value) where a sign gives the label its value; None where no sign does."""
    first = _after_sign(tokens, last)
    if not first:
        return None
    start = len(text) - len(text[tokens[first - 1].end :].lstrip())
    slashed = _SLASHED.match(text[start:])
    if slashed and name in _OF_PAIR and not _label_stands_at(tokens, start + slashed.start(2)):
        is_told = ADDRESS.fullmatch(slashed[1]) if name == "email_login" else True
        if is_told and _is_pair(slashed[1], slashed[2]) and not ADDRESS.fullmatch(slashed[2]):
            pair = zip(_OF_PAIR[name], slashed.groups(), strict=True)
            return placed(slashed.group(), *pair, offset=start), start + slashed.end()
    quoted = _QUOTE.match(text, start) or (_GLUED_PAIR.match(text, start) if name in (ACCOUNT, COMBO) else None)
    end = quoted.end() if quoted else ends.of(name, first, start)
    end = _before_bracket(text, tokens[last].start, start, end)
    secrets = _named(name, text[start:end].rstrip(), start, label=tokens[last].folded)
    remarked = _ADDRESS_REMARKED.search(text, tokens[last].end, tokens[first - 1].end)
    if remarked and name == "email_password":
        secrets = placed(text, ("email_login", remarked[1]), *((each.name, each.value) for each in secrets))
    if secrets and name in ("login", "email_login"):  # no blank is in them, so more may follow
        end = max(secret.end for secret in secrets)
    return secrets, end if secrets or name == "password" else tokens[first - 1].end


def _before_bracket(text: str, label: int, start: int, end: int) -> int:
    """'(login: joana, senha: abc)': what closes the bracket around the label is no part of the value."""
    before, value = text[max(0, label - MAX_VALUE_CHARACTERS) : label], text[start:end].rstrip()
    for opening, closing in ("()", "[]", "{}"):
        around = before.count(opening) > before.count(closing)
        if around and value.endswith(closing) and value.count(closing) > value.count(opening):
            return start + len(value) - 1
    return end


def _is_pair(login: str, password: str) -> bool:
    return bool(LOGIN.fullmatch(login)) and is_strong(password) and not PARTED.search(login)


def _label_stands_at(tokens: Tokens, position: int) -> bool:
    return any(token.start == position and token.type is Type.LABEL for token in tokens)


def _after_sign(tokens: Tokens, last: int) -> int:
    """The index after the sign that gives the label at `last` its value, or 0."""
    if last + 1 >= len(tokens):
        return 0
    sign = tokens[last + 1]
    starts = last == 0 or tokens[last - 1].is_boundary or tokens[last - 1].type is Type.MARK
    if sign.type is Type.ASSIGN:
        return last + 2
    if sign.type is Type.NUMBER and tokens[last].value == ACCOUNT:  # 'Conta 1: joana:abc#1'
        following = [token.type for token in tokens[last + 2 : last + 4]]
        return last + 3 if following[:1] == [Type.ASSIGN] and following[1:] != [Type.LABEL] else 0
    if sign.type is Type.OPEN:
        closing = next((index for index in range(last + 3, min(last + 7, len(tokens))) if _closes(tokens, index)), 0)
        return closing + 2 if closing else 0
    if sign.type is not Type.SEPARATOR or last + 2 >= len(tokens):
        return 0
    if sign.value in ("-", "\t", ">") and starts:
        return last + 2
    if sign.value == "emoji" and starts and tokens[last + 2].type is not Type.LABEL:
        return last + 2
    return last + 1 if sign.value == '"' else 0


def _closes(tokens: Tokens, index: int) -> bool:
    """Whether a remark in brackets, and then the sign of the label before it, end here."""
    return tokens[index].type is Type.CLOSE and index + 1 < len(tokens) and tokens[index + 1].type is Type.ASSIGN


def _spoken(name: str, text: str, tokens: Tokens, last: int, ends: Ends) -> tuple[list[Secret], int] | None:
    """'o login é joana.silva', 'senha Abc#12': without a sign, one chunk that is glued as no word is."""
    if name in (ACCOUNT, COMBO, MAIL_COMBO):
        return None
    changed = _CHANGED.match(text, tokens[last].end)
    if changed:
        last = next((at for at in range(last, len(tokens)) if tokens[at].end >= changed.end()), last)
    position = last + 1
    while position < len(tokens) and position <= last + MAX_SPOKEN and tokens[position].folded in SPOKEN:
        position += 1
    if last + 1 < position < len(tokens) and tokens[position].type is Type.ASSIGN:  # 'login continua o mesmo: joana'
        return _assigned(name, text, tokens, position - 1, ends)
    is_near = position < len(tokens) and tokens[position].start - tokens[position - 1].end <= 1
    if not is_near or tokens[position].type is Type.OPEN:
        return None
    chunk = _CHUNK.match(text, tokens[position].start)
    value = _before_label(chunk.group(), tokens, position).rstrip(",.;:)") if chunk else ""
    quoted = _QUOTED.match(value)
    value = next(group for group in quoted.groups()[1:] if group) if quoted else value
    pair = _ADDRESS_AND_PASSWORD.fullmatch(value) if name == "email_login" else None
    if pair and is_stated(pair[2]):
        start = tokens[position].start
        return placed(value, ("email_login", pair[1]), ("email_password", pair[2]), offset=start), start + len(value)
    address = ADDRESS.fullmatch(value) is not None
    told = address if name == "email_login" else is_strong(value)
    ours = tokens[position].type is Type.LABEL and tokens[position].end - tokens[position].start >= len(value)
    if not told or ours or not is_stated(value) or (value.rstrip("!?").isalpha() and value[-1] in "!?"):
        return None
    return [Secret(name, value, tokens[position].start, tokens[position].start + len(value))], tokens[
        position
    ].start + len(value)


def _before_label(chunk: str, tokens: Tokens, first: int) -> str:
    """'joana' of 'joana|senha', where bars part without blanks."""
    start = tokens[first].start
    for index in range(first, min(len(tokens) - 1, first + MAX_LABELS)):
        parts = tokens[index].type is Type.SEPARATOR and tokens[index].value in "|;"
        if parts and tokens[index + 1].type is Type.LABEL and tokens[index].start < start + len(chunk):
            return chunk[: tokens[index].start - start]
    return chunk


# What the value says


def _named(name: str, raw: str, start: int, *, label: str) -> list[Secret]:
    quoted = _QUOTED.match(raw)
    if quoted:
        inner = next(group for group in quoted.groups()[1:] if group)
        start, raw = start + raw.index(inner), inner
    if not raw or len(raw) > MAX_VALUE_CHARACTERS:
        return []
    if name == "email_login":
        return _email(raw, start, label)
    if name == MAIL_COMBO:
        return [
            replace(each, name="email_login") if each.name == "login" else each for each in _pair(COMBO, raw, start)
        ]
    if name in (COMBO, ACCOUNT, "login"):
        return _pair(name, raw, start) or ([] if name == COMBO else _login(name, raw, start))
    remark = _REMARK.match(raw)
    value = _PICTURES.sub("", remark[1] if remark else raw)
    is_one = is_stated(value) and MIN_CHARACTERS <= len(value) <= MAX_CHARACTERS
    return [Secret(name, value, start, start + len(raw))] if is_one else []


def _login(name: str, raw: str, start: int) -> list[Secret]:
    """A login has no blanks in it; what follows one is a remark."""
    words = raw.split()
    login = words[0].rstrip(",;")
    if not is_stated(raw) or not is_stated(login) or login[:1] in tuple("([{<") or (name == ACCOUNT and len(words) > 1):
        return []
    is_weak = name == ACCOUNT or len(words) > 1 or _TAGGED.fullmatch(login) is not None
    return [Secret("login", login, start, start + len(login), weak=is_weak)]


def _email(raw: str, start: int, label: str) -> list[Secret]:
    pair = _ADDRESS_AND_PASSWORD.match(raw)
    if pair and is_stated(pair[2]):
        return placed(raw, ("email_login", pair[1]), ("email_password", pair[2]), offset=start)
    address = ADDRESS.match(raw)
    if address:
        followed = re.match(r":(.+)", raw[address.end() :])
        if followed and is_stated(followed[1]):
            return placed(raw, ("email_login", address.group()), ("email_password", followed[1]), offset=start)
        return [Secret("email_login", address.group(), start, start + address.end())]
    names_a_login = {"login", "user", "username", "usuario", "conta"} & set(label.split())
    if names_a_login and len(raw.split()) == 1 and is_stated(raw):
        return [Secret("email_login", raw, start, start + len(raw))]
    return []


def _pair(name: str, raw: str, start: int) -> list[Secret]:
    """login:password[:email:password], or 'login / password', in one value."""
    for mark in (":", ";", "|"):
        fields = raw.split(mark)
        place = next(
            (index for index, field in enumerate(fields) if index >= 2 and ADDRESS.fullmatch(field.strip())), 0
        )
        if place:
            values = fields[0], mark.join(fields[1:place]), fields[place], mark.join(fields[place + 1 :])
            named = [(name, value.strip()) for name, value in zip(CREDENTIALS, values, strict=True) if value.strip()]
            return placed(raw, *named, offset=start)
    parting = PARTED.search(raw) or (_GLUED_SLASH.search(raw) if name == COMBO else None)
    if parting:
        login, password = raw[: parting.start()].strip(), raw[parting.end() :].strip()
    else:
        login, _, password = re.sub(r"^(\S+)\s+[/|~\-–—]\s+", r"\1 ", raw).partition(" ")
        if not is_strong(password) or " " in password or password[0] in "([{<":
            return []
    if not LOGIN.fullmatch(login) or not is_stated(password) or password.startswith("//"):
        return []
    if ADDRESS.fullmatch(password):  # 'Login/E-mail: joana / joana@example.com'
        return placed(raw, ("login", login), ("email_login", password), offset=start)
    return placed(raw, ("login", login), ("password", password), offset=start)
