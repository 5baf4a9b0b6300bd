"""Credentials named on one line and stated on those below: 'Login e senha' over two lines, 'login 👇' before a message with it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bulk.analysis.context import strays
from bulk.analysis.credentials import ADDRESS, is_bare_password, is_login, is_stated, labelled
from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.folding import fold
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import Type, lex
from bulk.analysis.reading import Line
from bulk.analysis.vocabulary.labels import ACCOUNT, COMBO, OTHER

Order = tuple[str, ...]
"""The credentials that lines are to hold, one each."""

LABELS = dict(zip(CREDENTIALS, ("login", "senha", "email", "senha do email"), strict=True))
_OF_WORDS = (Type.WORD, Type.LABEL, Type.SEPARATOR, Type.ASSIGN, Type.OPEN, Type.CLOSE)
MAX_ORDERED_WORDS = 16
_SPEAKER = re.compile(r"([^\W\d_][\w .]{0,24}?)\s*:\s+(?=\S)")
_POINTING = re.compile(
    r"[👇⬇↓⏬🔽]|\b(?:abaixo|embaixo|below|next|seguinte|proxim[ao]|segue|a seguir|following|ess[ae]|est[ea]|this)\b|:\s*$"
)
_POINTING_UP = re.compile(
    r"[👆⬆↑⏫🔼^]|\b(?:acima|em cima|above|anteriores|previous|ess[ae]s?|est[ea]s?|these|those|this|that)\b"
)
_BRACKETED = re.compile(r"[(\[↑].*")
_OPENING = "([{<\"'`"


def in_order(lines: Sequence[Line], lexicon: Lexicon) -> Iterator[Line]:
    """The lines, those that only hold what one above them names as 'label: value'."""
    lines = _below(_each_below(lines, lexicon), lexicon)
    standing: Order = ()
    index = 0
    while index < len(lines):
        order, following = _announced(lines, index, lexicon), index + 1
        held = _held(order, lines, following, lexicon) if order else []
        if order and not held and (glued := _glued(order, lines, following, lexicon)):
            yield from _said(order, glued, lines[index])
            index = following + 1
            continue
        if not order and standing and (lines[index].apart or not index):
            order, following = standing, index
            held = _held(order, lines, following, lexicon)
        if order and not held and following > index and len(order) > 1:
            standing = order
        if not held:
            yield lines[index]
            index += 1
            continue
        standing = order if len(order) > 1 else standing
        yield from _said(order, held, lines[index])
        index = following + len(order)


def _below(lines: Sequence[Line], lexicon: Lexicon) -> list[Line]:
    """The lines, those that one below them names as 'label: value': 'login e senha acima', 'esses são o login e a senha'."""
    told = list(lines)
    for index, line in enumerate(lines):
        is_up = _POINTING_UP.search(fold(line.text).text) or lexicon.label(line.text)
        order = _announced(lines, index, lexicon) if is_up else ()
        start = index - len(order)
        is_above = len(order) > 1 and start >= 0 and not _held(order, lines, index + 1, lexicon)
        held = _held(order, lines, start, lexicon) if is_above else []
        if held:
            told[start : start + len(held)] = _said(order, held, lines[start])
    return told


def _each_below(lines: Sequence[Line], lexicon: Lexicon) -> list[Line]:
    """'joana_1' over '(login)', and 'abc#12' over '(senha)', as 'label: value'."""
    named = {
        index: name
        for index, line in enumerate(lines)
        if index and _BRACKETED.fullmatch(line.text) and (name := lexicon.label(line.text)) in CREDENTIALS
    }
    fits = all(_fits(name, lines[index - 1].text, lexicon) for index, name in named.items())
    if not fits or len(named) < 2 or "password" not in named.values():
        return list(lines)
    return [
        replace(line, text=f"{LABELS[named[index + 1]]}: {line.text}") if index + 1 in named else line
        for index, line in enumerate(lines)
        if index not in named
    ]


def _said(order: Order, held: Sequence[Line], first: Line) -> Iterator[Line]:
    for place, (name, line) in enumerate(zip(order, held, strict=True)):
        apart = first.apart and not place
        yield replace(line, text=f"{LABELS[name]}: {line.text}", cells=(), apart=apart, bullet=False)


def _announced(lines: Sequence[Line], index: int, lexicon: Lexicon) -> Order:
    """The credentials that a line names without stating one: all of 'Login, senha e e-mail, nessa ordem:'."""
    line = lines[index]
    said = _spoken(line.text, lexicon)[1]
    tokens = lex(said, lexicon)
    if line.cells or len(tokens) > 2 * MAX_ORDERED_WORDS:
        return ()
    named: list[str] = []
    for token in tokens:
        if token.type is Type.LABEL and token.value in (*CREDENTIALS, COMBO):
            named += [name for name in _meant(token.value) if name not in named]
        elif not token.weak and token.type not in _OF_WORDS:
            return ()
    others = any(token.type is Type.LABEL and token.value == ACCOUNT for token in tokens)
    is_only = len(named) == 1 and (others or not _points(said, lexicon))
    is_none = not named or is_only or any(strays(fold(said).text.rstrip("?"), lexicon.game))
    return () if is_none or labelled(said, tokens, lexicon) else tuple(named)


def _meant(name: str) -> Order:
    return CREDENTIALS[:2] if name == COMBO else (name,)


def _points(said: str, lexicon: Lexicon) -> bool:
    """Whether one named credential is what comes next: 'login 👇', 'a senha é essa:', 'qual o login?', 'senha'."""
    folded = fold(said).text
    return bool(_POINTING.search(folded)) or folded.endswith("?") or lexicon.label(said) is not None


def _held(order: Order, lines: Sequence[Line], start: int, lexicon: Lexicon) -> list[Line]:
    """The lines from `start` that hold these credentials and nothing else, [] where they don't."""
    found = lines[start : start + len(order)]
    if len(found) < len(order) or any(line.apart for line in found[1:]):
        return []
    held = [replace(line, text=_spoken(line.text, lexicon)[1]) for line in found]
    fits = all(_fits(name, line.text, lexicon) for name, line in zip(order, held, strict=True))
    speaks = [_spoken(line.text, lexicon)[0] for line in found]
    is_asked = start > 0 and lines[start - 1].text.endswith("?")
    told = len(order) > 1 or is_asked or (len(set(speaks)) == 1 and speaks[0])
    return held if fits and told else []


def _glued(order: Order, lines: Sequence[Line], start: int, lexicon: Lexicon) -> list[Line]:
    """The values of 'joana_1/Abc;12:3', as many as there are credentials; [] where the line is another."""
    if len(order) < 2 or start >= len(lines) or lines[start].cells or " " in lines[start].text:
        return []
    held = [replace(lines[start], text=value) for value in lines[start].text.split("/")]
    fits = len(held) == len(order) and all(
        _fits(*pair, lexicon) for pair in zip(order, (each.text for each in held), strict=True)
    )
    return held if fits else []


def _fits(name: str, text: str, lexicon: Lexicon) -> bool:
    if " " in text or not is_stated(text) or lexicon.label(text) or text.startswith(tuple(_OPENING)):
        return False
    if name == "email_login":
        return ADDRESS.fullmatch(text) is not None
    if name == "login":
        return is_login(text, lexicon) and not text.isalpha()
    return is_bare_password(text)


def _spoken(text: str, lexicon: Lexicon) -> tuple[str, str]:
    """(who, what) of a turn in a chat: 'Léo: bacurau_7'; ("", the text) of anything else."""
    turn = _SPEAKER.match(text)
    if turn is None or lexicon.label(turn[1]) not in (None, OTHER):
        return "", text
    return turn[1], text[turn.end() :]
