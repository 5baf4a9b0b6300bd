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
_ATTRIBUTE = re.compile(r"""([\w:.-]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_CELLS = frozenset({"td", "th", "dd"})
BREAK, _CELL, _ITEM = "\x00", "\x01", "\x02"
_RULER = "-----"


def shown_lines(text: str) -> Iterator[Numbered]:
    """The lines a reader would see; the cells of a row stand between bars, as in '| Login | joana |'."""
    if _BBCODE_EVIDENCE.search(text):
        text = _BBCODE.sub(_plain_bbcode, text)
    if "</" in text:
        text = _LEAF.sub(_labelled, text)
    is_html = bool(_EVIDENCE.search(text))
    marked = unescape(_TAG.sub(_replacement, _without_hidden(text))) if is_html else text
    for number, line in enumerate(marked.split("\n"), start=1):
        pieces = [piece for piece in line.split(BREAK) if piece.strip()] if is_html or BREAK in line else [line]
        for piece in pieces:
            yield number, _row(piece) if _CELL in piece else piece.replace(_ITEM, "• ")


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


def _labelled(leaf: re.Match[str]) -> str:
    """'<senha>a&amp;b</senha>' and '<string name="senha">a&amp;b</string>' of an XML file as 'senha: a&b'; elements of
    HTML stay."""
    if leaf[1].lower() in OF_HTML:
        return leaf.group()
    said = (one or other for key, one, other in _ATTRIBUTE.findall(leaf[2]) if fold_label(key) in OBJECT_NAMES)
    return f"{BREAK}{next(said, leaf[1])}: {leaf[3] or unescape(leaf[4])}{BREAK}"


def _row(piece: str) -> str:
    cells = [cell.strip() for cell in piece.split(_CELL)]
    return "| " + " | ".join(cells if cells[0] else cells[1:]) + " |"
