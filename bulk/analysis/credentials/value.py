"""What a value says under the label of a credential: one, or a pair, with or without a remark behind."""

import re
from dataclasses import replace

from bulk.analysis.credentials.ends import MAX_VALUE_CHARACTERS
from bulk.analysis.credentials.shape import ADDRESS, LOGIN, MAX_CHARACTERS, PARTED, Secret, is_stated, is_strong, placed
from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.lexing import EMAIL
from bulk.analysis.vocabulary.labels import ACCOUNT, COMBO, MAIL_COMBO

_ADDRESS_AND_PASSWORD = re.compile(rf"({EMAIL})\s*[:;|/~»>→\s]\s*(\S+)$", re.IGNORECASE)
_QUOTED = re.compile(r"""^(["'`])([^"'`]+)\1[,;]?$|^\*\*(\S.*?\S)\*\*$|^“([^”]+)”$|^‘([^’]+)’$|^«\s?([^»]+?)\s?»$""")
_REMARK = re.compile(
    r"^(\S+)\s+[(\[](?:[^()\[\]]*\s[^()\[\]]*|epic|riot|conta|jogo|email|original|nova|new|atual|antiga|temporaria|temp"
    r"|changeable|full|default|temporary|old|acesso|access|verified|verificado|provis[oó]ria|padr[aã]o|fixa|alter[aá]vel|troc[aá]vel)[)\]]$",
    re.IGNORECASE,
)
_SPELLING = re.compile(
    r"^(\S.*?)\s+[(\[][^()\[\]]*(?:espa[cç]os?|spaces?|aspas|quotes?|mai[uú]scul|min[uú]scul|case|caps|letras?|letters?|exactly|exatamente"
    r"|tudo junto|hashtag|s[ií]mbolo|symbol)[^()\[\]]*[)\]]$",
    re.IGNORECASE,
)
"""'Bolsa Verde 5 (com espaços)': how a password is typed."""
_POINTED_AT = re.compile(r"^(\S+)\s+(?:<[-=]+|[←⬅])\s+\S.*$")
"""'abc#1 <- troque depois'."""
_PICTURES = re.compile(r"(?<=\S)\s+[^\w\s!-~]+$")
_GLUED = re.compile(r"(?<=\S)/(?=[^\s/])|(?<=\w)\s?(?:\.{2,}|…)\s?(?=\S)")
_TWO = re.compile(r"(\S+?)(?:\s+[/|~–—-]|,)\s+(\S+)")
_TAGGED = re.compile(r"[^\s#]{3,16}#\w{2,5}")
"""A name that others see, with the tag of its region: 'Username: Joana#BR1'."""
MIN_CHARACTERS = 3
"""Of a password, as the forms want it."""


def credentials_in(name: str, raw: str, start: int, *, label: str) -> list[Secret]:
    """The credentials that a whole value states under a label called `label`; `start` is its place in the line."""
    inner = unquoted(raw)
    if name == "login" and inner != raw and len(inner.split()) > 1 and is_stated(inner):  # 'the username "joana silva"'
        return [Secret(name, inner, start, start + len(raw))]
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
    remark = _REMARK.match(raw) or _SPELLING.match(raw) or _POINTED_AT.match(raw)
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
    pair = address_and_password(raw, start)
    if pair:
        return pair
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
    two = _TWO.fullmatch(raw) if name == COMBO else None
    parting = PARTED.search(raw) or (_GLUED.search(raw) if name == COMBO and not two else None)
    if parting:
        login, password = raw[: parting.start()].strip(), raw[parting.end() :].strip()
    elif two and not two[1].isalpha() and len(two[2]) >= MIN_CHARACTERS:
        login, password = two.groups()
    else:
        login, _, password = re.sub(r"^(\S+)\s+[/|~\-–—]\s+", r"\1 ", raw).partition(" ")
        if not is_strong(password) or " " in password or password[0] in "([{<":
            return []
    if not LOGIN.fullmatch(login) or not is_stated(password) or password.startswith("//"):
        return []
    if ADDRESS.fullmatch(password):  # 'Login/E-mail: joana / joana@example.com'
        return placed(raw, ("login", login), ("email_login", password), offset=start)
    return placed(raw, ("login", login), ("password", password), offset=start)


def address_and_password(raw: str, start: int) -> list[Secret]:
    """The two of 'joana@example.com:abc#1' or 'joana@example.com abc#1', [] where that isn't all there is."""
    pair = _ADDRESS_AND_PASSWORD.match(raw)
    if not pair or not is_stated(pair[2]):
        return []
    return placed(raw, ("email_login", pair[1]), ("email_password", pair[2]), offset=start)


def unquoted(raw: str) -> str:
    """What stands inside of quotes, or of the asterisks of a chat."""
    quoted = _QUOTED.match(raw)
    return next(group for group in quoted.groups()[1:] if group) if quoted else raw
