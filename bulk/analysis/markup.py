"""HTML and forum code as plain lines. Nothing of it survives: tags become breaks or nothing, scripts and comments go with their content."""

import re
from collections.abc import Iterator
from html import unescape

from bulk.analysis.folding import fold_label
from bulk.analysis.vocabulary import HTML_BREAKS, OBJECT_NAMES, OF_HTML

Numbered = tuple[int, str]
"""A line, and the number of the pasted line it came from."""

# What nobody types in a password and every page has: a line break, a closing tag, a cell.
_EVIDENCE = re.compile(
    r"<br\s*/?>|<hr\s*/?>|<(?:td|tr|th|li|table|p|div|ul|ol|dl|dt|dd|html|body|form|input)\b[^<>]*>"
    r"|</(?:b|i|u|p|a|div|span|strong|em|li|ul|ol|dl|dt|dd|td|tr|th|table|h[1-6]|font|center|body|html|script|style|code|pre)>",
    re.IGNORECASE,
)
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)\b[^<>]*>")
_BBCODE_EVIDENCE = re.compile(
    r"\[\*\]|\[/(?:b|i|u|s|list|color|size|center|quote|spoiler|url|code|font|table|tr|td|th)\]", re.IGNORECASE
)
_BBCODE = re.compile(
    r"\[/?(?:(?P<inline>b|i|u|s|color|size|font|url|email|img|left|right|justify|sub|sup)"
    r"|(?P<block>list|center|quote|spoiler|code|table|tr|hr|hide|h\d|indent)|(?P<cell>td|th)|(?P<item>\*|li))"
    r"(?:=[^\[\]\n]{0,200})?\]",
    re.IGNORECASE,
)
_HIDDEN = ("script", "style", "noscript", "template", "iframe", "object", "svg", "head", "button", "select", "textarea")
_LEAF = re.compile(
    r"<([a-zA-Z_][\w-]{0,40})((?:\s[^<>\n]{1,200})?)>(?:<!\[CDATA\[([^\n]{1,200}?)\]\]>|([^<\n]{1,200}))</\1>"
)
_ATTRIBUTES = re.compile(
    r"""<([a-zA-Z_][\w-]{0,40})((?:\s+[\w:.-]{1,40}\s*=\s*(?:"[^"<>\n]*"|'[^'<>\n]*')){2,40})\s*/?>"""
)
_ATTRIBUTE = re.compile(r"""([\w:.-]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_CELLS = frozenset({"td", "th", "dd"})
_FILLED_IN = re.compile(r"""\bvalue\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_GLUED = re.compile(
    r"(?<=[\w:]{3})(</(?:span|b|strong|em|i|label)>)(?=<(?:span|b|strong|em|i|label)\b[^<>]*>\w{2})", re.IGNORECASE
)
"""Where one piece of a line ends and another begins, with a gap between them on the screen: 'Login</b><span>joana'."""
_STRUCK = re.compile(r"<(s|del|strike)\b[^<>]*>[^<>]{0,200}</\1>|\[s\][^\[\]]{0,200}\[/s\]", re.IGNORECASE)
"""Struck out, and so not said: 'Nível: <s>80</s> 84'."""
BREAK, _CELL, _ITEM = "\x00", "\x01", "\x02"
_RULER = "-----"


def shown_lines(text: str) -> Iterator[Numbered]:
    """The lines a reader would see; the cells of a row stand between bars, as in '| Login | joana |'."""
    if _BBCODE_EVIDENCE.search(text):
        text = _BBCODE.sub(_plain_bbcode, _STRUCK.sub(_line_breaks, text))
    if "</" in text:
        text = _LEAF.sub(_labelled, text)
    if "=" in text:
        text = _ATTRIBUTES.sub(_attributed, text)
    is_html = bool(_EVIDENCE.search(text))
    marked = unescape(_TAG.sub(_replacement, _GLUED.sub(r"\1  ", _without_hidden(text)))) if is_html else text
    for number, line in enumerate(marked.split("\n"), start=1):
        pieces = [piece for piece in line.split(BREAK) if piece.strip()] if is_html or BREAK in line else [line]
        for piece in pieces:
            yield number, _row(piece) if _CELL in piece else piece.replace(_ITEM, "• ")


def _line_breaks(piece: re.Match[str]) -> str:
    return "\n" * piece.group().count("\n")


def _without_hidden(text: str) -> str:
    """Without comments, scripts and styles; their line breaks stay, so that lines keep their numbers."""
    for name in _HIDDEN:
        text = _cut(text, f"<{name}", f"</{name}")
    text = _STRUCK.sub(_line_breaks, text)
    return _cut(text, "<!--", "-->")


def _cut(text: str, opening: str, closing: str) -> str:
    lowered = text.lower()
    if len(lowered) != len(text) or opening not in lowered:
        return text
    kept: list[str] = []
    position = 0
    while (start := lowered.find(opening, position)) >= 0:
        kept.append(text[position:start])
        end = lowered.find(closing, start)
        if end < 0:
            kept.append("\n" * text.count("\n", start))
            return "".join(kept)
        kept.append("\n" * text.count("\n", start, end))
        position = end + len(closing)
        if closing != "-->":
            closed = lowered.find(">", position)
            position = closed + 1 if closed >= 0 else len(text)
    kept.append(text[position:])
    return "".join(kept)


def _replacement(tag: re.Match[str]) -> str:
    closes, name = bool(tag[1]), tag[2].lower()
    newlines = "\n" * tag.group().count("\n")
    if name == "input":
        return f": {_filled_in(tag.group()) or '-'}{BREAK}{newlines}"
    if name == "hr":
        return BREAK + _RULER + BREAK + newlines
    if name in HTML_BREAKS:
        return BREAK + newlines
    if name in _CELLS and not closes:
        return _CELL + newlines
    if name == "li" and not closes:
        return BREAK + _ITEM + newlines
    return newlines


def _filled_in(field: str) -> str:
    """What stands in a field of a form."""
    value = _FILLED_IN.search(field)
    return next(filter(None, value.groups()), "").strip() if value else ""


def _plain_bbcode(tag: re.Match[str]) -> str:
    if tag["inline"]:
        return ""
    if tag["block"]:
        return BREAK
    if tag.group().startswith("[/"):
        return ""
    return _CELL if tag["cell"] else BREAK + _ITEM


def _labelled(leaf: re.Match[str]) -> str:
    """'<senha>a&amp;b</senha>' and '<string name="senha">a&amp;b</string>' of an XML file as 'senha: a&b'; elements of
    HTML stay."""
    if leaf[1].lower() in OF_HTML:
        return leaf.group()
    said = (one or other for key, one, other in _ATTRIBUTE.findall(leaf[2]) if fold_label(key) in OBJECT_NAMES)
    return f"{BREAK}{next(said, leaf[1])}: {leaf[3] or unescape(leaf[4])}{BREAK}"


def _attributed(tag: re.Match[str]) -> str:
    """'<account login="joana" skins="40"/>' of an XML file as a line for each attribute; elements of HTML stay."""
    if tag[1].lower() in OF_HTML:
        return tag.group()
    said = (f"{name}: {unescape(one or other)}" for name, one, other in _ATTRIBUTE.findall(tag[2]))
    return BREAK + BREAK.join(said) + BREAK


def _row(piece: str) -> str:
    cells = [cell.strip() for cell in piece.split(_CELL)]
    return "| " + " | ".join(cells if cells[0] else cells[1:]) + " |"
