"""Credentials named after they were given: 'joana_1 is the login and abc#12 is the password', 'joana_1 e abc#12, login e senha'."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bulk.analysis.credentials import ADDRESS, is_bare_password, is_login, is_stated, unquoted
from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.folding import words_of
from bulk.analysis.lexicon import MAX_WORDS, Lexicon
from bulk.analysis.ordered import LABELS
from bulk.analysis.reading import Line

Named = list[tuple[str, str]]
"""(credential, value as written) in the order of the text."""

_VALUE = r"""("[^"]{3,80}"|“[^”]{3,80}”|'[^']{3,80}'|`[^`]{3,80}`|[^\s"“'`(]\S{2,80}?)"""
_ARTICLE = r"(?:(?:o|a|the|meu|minha|seu|sua|my|your)\s+)?"
_GIVEN = re.compile(
    rf"(?<!\S){_VALUE}(?P<link>\s+(?:é|eh|is|as|como|sendo|para|pra|for)\s+{_ARTICLE}|\s*[(\[]\s*|\s+(?:=|[-=]+>|→|o|a|the)\s+)(?=[^\W\d_])",
    re.IGNORECASE,
)
_BOTH = re.compile(
    rf"(?<!\S){_VALUE}(?:\s+(?:e|and|/|\||\+|-|–|&)\s+|,\s+|\s+){_VALUE}"
    rf"(?:[,.;]?\s+(?:(?:são|sao|are|como|as|seriam)\s+)?(?:respectiv\w+\s+)?|\s*(?:\s[-–=→]+>?\s|[(\[])\s*){_ARTICLE}"
    rf"([^\W\d_][\w-]{{1,12}})\s*(?:\b(?:e|and)\b|[/,&+])\s*{_ARTICLE}([^\W\d_][\w-]{{1,12}})(?!\s*[:=\w])",
    re.IGNORECASE,
)
_ENTERED = re.compile(
    rf"(?<!\w)(?:entr\w+|log(?:a|ar|ue|in|ging)?|acess\w+|log\s?in|sign\s?in)\s+(?:com|with|using|usando)\s+{_ARTICLE}{_VALUE}"
    rf"\s*(?:\s(?:e|and)\s+(?:(?:usa|use|com|with)\s+)?|\s[/|+-]\s|,)\s*(?:{_ARTICLE}(?:senha|password|pass|pw)\s+)?{_VALUE}(?=[\s,;.)]*(?:\s|$))",
    re.IGNORECASE,
)
"""'entra com joana_1 e usa a senha abc#12'."""
_SAYING = re.compile(r"(?:é|eh|is)\s+(?:o|a|the|meu|minha|my)", re.IGNORECASE)
_HELD = re.compile(
    r"(?<!\S)([^\W\d_][\w-]{1,24}(?: [\w-]{1,12}){0,3})\s?[(\[{]([^\s()\[\]{}]{3,80})[)\]}][,;|]?(?=\s|$)"
)
"""'login(joana_1) senha(abc#12)'."""
_STOP = re.compile(r"[,;.:()\[\]|]")
MAX_LABEL = 40
_AROUND = " |.,;:)]"


def named_first(lines: Sequence[Line], lexicon: Lexicon) -> Iterator[Line]:
    """The lines, credentials in them that are named afterwards as 'label: value'."""
    for line in _unheld(lines, lexicon):
        yield line if line.cells else replace(line, text=_both(line.text, lexicon) or _each(line.text, lexicon))


def _unheld(lines: Sequence[Line], lexicon: Lexicon) -> Sequence[Line]:
    """The lines, 'login [joana_1]' as 'login: joana_1' where all such brackets hold what stands before them."""
    texts = ["" if line.cells else line.text for line in lines]
    named = [(lexicon.label(held[1]) or "", held[2]) for text in texts for held in _HELD.finditer(text)]
    if not _fit([(name, value) for name, value in named if name in CREDENTIALS], lexicon):
        return lines
    told = (_HELD.sub(lambda held: _unbracketed(held, lexicon), text).rstrip(" |") for text in texts)
    return [line if line.cells else replace(line, text=text) for line, text in zip(lines, told, strict=True)]


def _unbracketed(held: re.Match[str], lexicon: Lexicon) -> str:
    return f"{held[1]}: {held[2]} |" if lexicon.label(held[1]) in CREDENTIALS else held.group()


def _both(text: str, lexicon: Lexicon) -> str:
    """'login: joana_1 | senha: abc#12 | …' of 'joana_1 e abc#12 são o login e a senha, …', "" where there is no such thing."""
    entered = _ENTERED.search(text)
    if entered and _fit(named := list(zip(CREDENTIALS, entered.groups(), strict=False)), lexicon):
        return _rewritten(text, entered.start(), entered.end(), named)
    both = _BOTH.search(text)
    if both is None:
        return ""
    named = [
        (lexicon.label(label) or "", value) for label, value in zip(both.group(3, 4), both.group(1, 2), strict=True)
    ]
    return _rewritten(text, both.start(), both.end(), named) if _fit(named, lexicon) else ""


def _each(text: str, lexicon: Lexicon) -> str:
    """The same of 'joana_1 is the login, abc#12 is the password'; the text itself where it is none of the kind."""
    found: list[tuple[int, int, str, str]] = []
    is_said = True
    position = 0
    while given := _GIVEN.search(text, position):
        position = given.end()
        named = lexicon.longest(words_of(_STOP.split(text[position : position + MAX_LABEL], maxsplit=1)[0])[:MAX_WORDS])
        if named and named[1].role == "label" and named[1].value in CREDENTIALS:
            position = _end_of(text, position, named[0])
            found.append((given.start(), position, named[1].value, given[1]))
            is_said = is_said and _SAYING.fullmatch(given["link"].strip()) is not None
    if not found or not _fit([(name, value) for _, _, name, value in found], lexicon, is_said=is_said):
        return text
    for start, end, name, value in reversed(found):
        text = _rewritten(text, start, end, [(name, value)])
    return text


def _end_of(text: str, start: int, count: int) -> int:
    """The end of the first words behind `start`."""
    said = re.match(rf"(?:[\W_]*(?:[^\W\d_]+|\d+)){{{count}}}", text[start:])
    return start + (said.end() if said else 0)


def _rewritten(text: str, start: int, end: int, named: Named) -> str:
    stated = " | ".join(f"{LABELS[name]}: {value}" for name, value in named)
    return " | ".join(filter(None, (text[:start].strip(" |,;"), stated, text[end:].strip(_AROUND))))


def _fit(named: Named, lexicon: Lexicon, *, is_said: bool = False) -> bool:
    """Whether there is a password, something to log in with, and each value looks like what it is named; a sentence such
    as 'abc#12 é a senha' stands for itself."""
    names = {name for name, _ in named}
    is_whole = "password" in names and bool(names & {"login", "email_login"})
    return (
        (is_whole or is_said)
        and len(names) == len(named)
        and all(_is_one(name, value, lexicon) for name, value in named)
    )


def _is_one(name: str, written: str, lexicon: Lexicon) -> bool:
    value = unquoted(written)
    if not is_stated(value) or lexicon.label(value):
        return False
    if name == "email_login":
        return ADDRESS.fullmatch(value) is not None
    if name == "login":
        return value != written or (is_login(value, lexicon) and not value.isalpha())
    return value != written or is_bare_password(value)
