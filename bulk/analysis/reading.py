"""Pasted text as clean lines: what nobody sees is gone, boxes, bullets, HTML and sessions are taken off, numbers of lines kept."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import NamedTuple
from unicodedata import category, normalize

from ftfy import fix_encoding

from bulk.analysis.vocabulary import HTML_BREAKS, OF_HTML, pattern
from bulk.characters import INVISIBLE, LINE_BREAK, WHITE_SPACE

# What nobody types in a password and every page has: a line break, a closing tag, a cell.
_EVIDENCE, _BBCODE_EVIDENCE, _BBCODE = pattern("html"), pattern("bbcode_closing"), pattern("bbcode")
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)\b[^<>]*>")
_HIDDEN = ("script", "style", "noscript", "template", "iframe", "object", "svg", "head", "button", "select", "textarea")
_LEAF = re.compile(
    r"<([a-zA-Z_][\w-]{0,40})((?:\s[^<>\n]{1,200})?)>(?:<!\[CDATA\[([^\n]{1,200}?)\]\]>|([^<\n]{1,200}))</\1>"
)
_CELLS = frozenset({"td", "th", "dd"})
BREAK, _CELL, _ITEM = "\x00", "\x01", "\x02"
_RULER = "-----"


def shown_lines(text: str) -> Iterator[tuple[int, str]]:
    """(number of the pasted line, what a reader would see); the cells of a row stand between bars: '| Login | joana |'."""
    if "\n" not in text and text.count("\\n") > 1:
        text = text.replace("\\n", BREAK)  # breaks as a program writes them
    if _BBCODE_EVIDENCE.search(text):
        text = _BBCODE.sub(_plain_bbcode, text)
    if "</" in text:
        text = _LEAF.sub(_label_tag, text)
    is_html = bool(_EVIDENCE.search(text))
    marked = unescape(_TAG.sub(_replacement, _without_hidden(text))) if is_html else text
    for number, line in enumerate(marked.split("\n"), start=1):
        pieces = [piece for piece in line.split(BREAK) if piece.strip()] if is_html or BREAK in line else [line]
        for piece in pieces:
            cells = [cell.strip() for cell in piece.split(_CELL)] if _CELL in piece else []
            row = "| " + " | ".join(cells if cells[0] else cells[1:]) + " |" if cells else piece.replace(_ITEM, "• ")
            yield number, row


def _without_hidden(text: str) -> str:
    """Without comments, scripts and styles; their line breaks stay, so that lines keep their numbers."""
    for opening, closing in ((rf"<(?:{'|'.join(_HIDDEN)})\b", rf"</(?:{'|'.join(_HIDDEN)})\s*>"), ("<!--", "-->")):
        first, *others = re.split(opening, text, flags=re.IGNORECASE)
        parts = [re.split(closing, other, maxsplit=1, flags=re.IGNORECASE) for other in others]
        text = first + "".join("\n" * hidden.count("\n") + "".join(shown) for hidden, *shown in parts)
    return text


def _replacement(tag: re.Match[str]) -> str:
    opens, name, shown = not tag[1], tag[2].lower(), ""
    if name == "hr":
        shown = BREAK + _RULER + BREAK
    elif name in HTML_BREAKS:
        shown = BREAK
    elif opens:
        shown = _CELL if name in _CELLS else BREAK + _ITEM if name == "li" else ""
    return shown + "\n" * tag.group().count("\n")


def _plain_bbcode(tag: re.Match[str]) -> str:
    if tag["inline"] or (tag.group().startswith("[/") and not tag["block"]):
        return ""
    return BREAK if tag["block"] else _CELL if tag["cell"] else BREAK + _ITEM


def _label_tag(leaf: re.Match[str]) -> str:
    """'<senha>a&amp;b</senha>' of XML as 'senha: a&b'; HTML stays."""
    if leaf[1].lower() in OF_HTML:
        return leaf.group()
    return f"{BREAK}{leaf[1]}: {leaf[3] or unescape(leaf[4])}{BREAK}"


_BOX = "│┃║╎╏┆┇┊┋▏▕❘|¦"
_BOX_SIDES = re.compile(rf"^[\s╔╗╚╝╠╣╟╢┌┐└┘├┤╭╮╰╯┏┓┗┛┣┫]*[{_BOX}]\s*(.*?)\s*[{_BOX}]\s*$")
_BULLET = pattern("bullet")
_BAR = re.compile(rf"(?:(?<=\s)|^)[{_BOX}](?=\s|$)")
_FILLERS = re.compile("[\u115f\u1160\u2800\u3164\uffa0]")
"""Blanks that count as letters or pictures, typed to keep a chat from trimming a line."""
_SELECTORS = re.compile("[\ufe0e\ufe0f]")
"""They choose how the picture before them is drawn: '➡️' is an arrow like '➡'."""
_PICTURES = frozenset({"So", "Sk", "Mn", "Me", "Cn", "Co"})
_MARKS = frozenset("✅✔☑❌✖✗✘☒🚫⛔❎🟢🔴")
_QUOTED_KEY = re.compile(r"""^(["'])([^"'\n:=]{1,40})\1\s*([:=])""")
_EMPHASIS = re.compile(r"(?<![\w*_])(\*{1,3}|__?)(?=\S)([^*_\n]{1,60}?)(?:([:=])\1|\1(?=\s*[:=»→-]))")
_SPOILER = re.compile(r"(?<!\S)\|\|(?=[^\s|])([^|\n]{1,200}?)\|\|(?!\S)")
_DRESS = frozenset("\"'*_|~")
_STRUCK = re.compile(r"~~(?=\S)[^~\n]{1,300}~~")
"""Struck out, and so not said."""
_WHEN = r"\d{1,4}[/.:-]\d{1,2}(?:[/.:-]\d{1,4})?"
_SAID = re.compile(
    rf"^(?:\[{_WHEN}[^\]\n]{{0,20}}\]\s*|{_WHEN},?\s+{_WHEN}\s*(?:[ap]m)?\s*[-–]\s+)[^:|\n]{{1,40}}:\s+", re.IGNORECASE
)
"""'[14:22, 03/09/2025] Bia: ' and '03/09/2025 14:22 - Bia: ', as chats are copied."""
_ALL_EMPHASIS = re.compile(r"^(\*{1,3}|_{1,2}|~~)(?=[^\s*_~])([^*~]+[^\s*_~])\1$")
_LETTER = re.compile(r"[^\W_]")
_MEANINGLESS = frozenset({"Cc", "Cn", "Co"})
"""Controls, and places of Unicode where no character is."""
_CODE, _ADDRESS = pattern("code"), pattern("user_of_host")
"""An instruction to a machine names passwords and states nothing: 'password = os.environ["KEY"]', 'def login(user: str)'.
The users of 'postgres://user:pass@host/base' and 'git@host:joana/repo.git' are of no game."""
_RULE = r"=\-_*~#═─━•·.+<>:─"
_DECORATED = re.compile(
    rf"^\W*?([{_RULE}])\1{{2,}}\s*(?P<inside>\S.*?)\s*([{_RULE}])\3{{2,}}\W*$|^([=\-_*~═─━])\4{{2,}}\s*(?P<rest>\w.*)$"
)


class Line(NamedTuple):
    """One line with something in it. `number` counts from 1 in the pasted text. `cells` are those of a row between bars.
    `apart` says that a blank line or a ruler stands before, `heading` that the line itself is written into a ruler,
    `bullet` that it is an item of a list, `row` that a row of a table begins; `picture` stood in front of it; what is
    behind the label is the `whole` value."""

    number: int
    text: str
    cells: tuple[str, ...] = ()
    apart: bool = False
    heading: bool = False
    bullet: bool = False
    row: bool = False
    speaker: str = ""
    picture: str = ""
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """`text` is all of it, cleaned, where its own structure matters."""

    text: str
    lines: list[Line]
    cookie_lines: list[int]


def read_lines(text: str) -> Reading:
    """The lines of a text; a session found in it is gone from them."""
    text = LINE_BREAK.sub("\n", INVISIBLE.sub("", _FILLERS.sub(" ", _SELECTORS.sub("", repair_encoding(text)))))
    text, cookie_lines = without_cookies(text)
    return Reading(text, list(_make_lines(shown_lines(text))), cookie_lines)


def repair_encoding(text: str) -> str:
    """The text with the letters that were meant where a program read it in the wrong encoding: 'UsuÃ¡rio', 'âœ…',
    'voc├¬'. Nothing else of it changes, and line breaks are neither made nor lost."""
    return text if text.isascii() else "".join(map(_repair_line, text.splitlines(keepends=True)))


def _repair_line(line: str) -> str:
    if line.isascii():
        return line
    body = line.splitlines()[0]
    meant = " ".join(fix_encoding(body).splitlines())
    if any(category(character) in _MEANINGLESS for character in set(meant) - set(body)):
        return line
    return meant + line[len(body) :]


def _make_lines(numbered: Iterator[tuple[int, str]]) -> Iterator[Line]:
    apart = False
    for number, raw in numbered:
        stripped = raw.strip(WHITE_SPACE)
        if not _LETTER.search(stripped) or _CODE.search(stripped):
            apart = True
            continue
        line = _make_line(number, stripped, apart)
        apart = line.heading
        yield line


def _make_line(number: int, text: str, apart: bool) -> Line:
    boxed = _BOX_SIDES.match(text)
    if boxed:
        inside = boxed[1]
        cells = _BAR.split(inside)
        if len(cells) > 1:
            return Line(number, inside, cells=tuple(cell.strip(" \t`") for cell in cells), apart=apart)
        text = inside
    text = _ADDRESS.sub("", _SAID.sub("", _STRUCK.sub("", text)))
    decorated = _DECORATED.match(text)
    if decorated:
        return Line(number, decorated["inside"] or decorated["rest"], apart=True, heading=True)
    if not _DRESS.isdisjoint(text):
        text = _ALL_EMPHASIS.sub(r"\2", _QUOTED_KEY.sub(r"\2\3", text))
        text = _SPOILER.sub(r"\1", _EMPHASIS.sub(r"\2\3", text))
    bare, bullet, picture = strip_bullet(text)
    return Line(number, bare, apart=apart, bullet=bullet, picture=picture)


def _is_picture(character: str) -> bool:
    """Whether a character is a picture without meaning; ✅ and ❌ have one, and Ⓐ is a letter."""
    return character not in _MARKS and category(character) in _PICTURES and not normalize("NFKD", character)[0].isalpha()


def strip_bullet(text: str) -> tuple[str, bool, str]:
    """Without bullets, numbering and pictures in front, whether a bullet was there, and a picture; ✅ and ❌ stay."""
    bullet, picture = False, ""
    for _ in range(3):
        bare = _BULLET.sub("", text, count=1)
        bullet = bullet or bare != text
        pictures = 0
        while pictures < len(bare) and _is_picture(bare[pictures]):
            pictures += 1
        picture = picture or bare[:pictures][:1]
        bare = bare[pictures:].lstrip(WHITE_SPACE)
        if bare == text or not bare:
            break
        text = bare
    return text, bullet, picture


_LABEL, _NAMED = pattern("session_label"), pattern("session_named")
_WARNING = re.compile(r"_?\|WARNING:-DO-NOT-SHARE-THIS[^\n|]*(?:\|_?[^\s|;,]*)?", re.IGNORECASE)
_JWT = re.compile(r"\beyJ[\w-]{6,}(?:\.[\w-]+){1,4}")
_EXPORT, _JAR = pattern("session_export"), pattern("session_jar")
_NETSCAPE = re.compile(r"(?m)^\S+[ \t]+(?:TRUE|FALSE)[ \t]+/\S*[ \t]+(?:TRUE|FALSE)[ \t]+\d+[ \t]+\S+[ \t]+\S+$")
_HINT, _NO_VALUE, _SAID_COOKIE = pattern("session_hint"), pattern("session_none"), pattern("session_said")
"""'Cookies: not included': words of a sentence, and no session."""
_OPAQUE = pattern("session_opaque")
"""A long chunk behind such a word, be it on the next line: no password is so long and so plain. Or what an object has by such a name."""
MAX_EXPORT_CHARACTERS = 200_000


def without_cookies(text: str) -> tuple[str, list[int]]:
    """The text with every session taken out, and the numbers of the lines that held one."""
    if not _HINT.search(text):
        return text, []
    labels = (match.end() for match in _LABEL.finditer(text))
    starts = [at for at in labels if not (_NO_VALUE.match(text, at) or _SAID_COOKIE.match(text, at))]
    spans = [(start, _end_of_value(text, start)) for start in starts]
    spans += [match.span() for each in (_WARNING, _NAMED, _JWT, _NETSCAPE) for match in each.finditer(text)]
    spans = _merge([*spans, *_exports(text), *(match.span(match.lastindex or 0) for match in _OPAQUE.finditer(text))])
    kept, position = [], 0
    for start, end in spans:
        kept += [text[position:start], "\n" * text.count("\n", start, end)]
        position = end
    kept.append(text[position:])
    return "".join(kept), [text.count("\n", 0, start) + 1 for start, _ in spans]


def _exports(text: str) -> list[tuple[int, int]]:
    """Cookies as a browser extension exports them: [{"name": …, "value": …, "httpOnly": …}]."""
    spans: list[tuple[int, int]] = []
    for match in sorted((*_EXPORT.finditer(text), *_JAR.finditer(text)), key=lambda found: found.start()):
        if not spans or match.start() >= spans[-1][1]:
            spans.append((match.start(), _end_of_value(text, match.start())))
    return spans


def _end_of_value(text: str, start: int) -> int:
    """The end of a cookie's value: its closing bracket, a bar with blanks around, or the end of the line."""
    if text[start : start + 1] in ("[", "{"):
        depth = 0
        for position in range(start, min(len(text), start + MAX_EXPORT_CHARACTERS)):
            depth += (text[position] in "[{") - (text[position] in "]}")
            if depth == 0:
                return position + 1
    line_end = text.find("\n", start)
    line_end = len(text) if line_end < 0 else line_end
    if text.startswith(("_|WARNING", "|WARNING"), start):
        warning = _WARNING.match(text, start)
        return warning.end() if warning else line_end
    bars = [found for mark in (" | ", "\t", " || ", " // ") if (found := text.find(mark, start, line_end)) >= 0]
    return min(bars, default=line_end)


def _merge(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """In order, without overlaps."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
