"""Session cookies and tokens: found, reported, and taken out before anything else reads the text.

'Pasted lines with a Roblox session cookie are refused and
not stored.' A live session is more than a password, so none of it may reach an answer, a screen or a model.
"""

import re

from bulk.analysis.vocabulary import pattern

_LABEL, _NAMED = pattern("session_label"), pattern("session_named")
_WARNING = re.compile(r"_?\|WARNING:-DO-NOT-SHARE-THIS[^\n|]*(?:\|_?[^\s|;,]*)?", re.IGNORECASE)
_JWT = re.compile(r"\beyJ[\w-]{6,}(?:\.[\w-]+){1,4}")
_EXPORT, _JAR = pattern("session_export"), pattern("session_jar")
_NETSCAPE = re.compile(r"(?m)^\S+[ \t]+(?:TRUE|FALSE)[ \t]+/\S*[ \t]+(?:TRUE|FALSE)[ \t]+\d+[ \t]+\S+[ \t]+\S+$")
_HINT, _NO_VALUE, _SAID = pattern("session_hint"), pattern("session_none"), pattern("session_said")
"""'Cookies: not included': words of a sentence, and no session."""
_OPAQUE = pattern("session_opaque")
"""A long chunk behind such a word, be it on the next line: no password is so long and so plain."""
MAX_EXPORT_CHARACTERS = 200_000


def without_cookies(text: str) -> tuple[str, list[int]]:
    """The text with every session taken out, and the numbers of the lines that held one."""
    if not _HINT.search(text):
        return text, []
    spans = _joined([*_labelled(text), *_exports(text), *_bare(text)])
    kept, position = [], 0
    for start, end in spans:
        kept += [text[position:start], "\n" * text.count("\n", start, end)]
        position = end
    kept.append(text[position:])
    return "".join(kept), [text.count("\n", 0, start) + 1 for start, _ in spans]


def _bare(text: str) -> list[tuple[int, int]]:
    named = [match.span() for pattern in (_WARNING, _NAMED, _JWT, _NETSCAPE) for match in pattern.finditer(text)]
    return [*named, *(match.span(1) for match in _OPAQUE.finditer(text))]


def _labelled(text: str) -> list[tuple[int, int]]:
    spans = []
    for label in _LABEL.finditer(text):
        start = label.end()
        if not (_NO_VALUE.match(text, start) or _SAID.match(text, start)):
            spans.append((start, _end_of_value(text, start)))
    return spans


def _exports(text: str) -> list[tuple[int, int]]:
    """Cookies as a browser extension exports them: [{"name": …, "value": …, "httpOnly": …}]."""
    spans: list[tuple[int, int]] = []
    for match in sorted((*_EXPORT.finditer(text), *_JAR.finditer(text)), key=lambda found: found.start()):
        if not spans or match.start() >= spans[-1][1]:
            spans.append((match.start(), _end_of_value(text, match.start())))
    return spans


def _end_of_value(text: str, start: int) -> int:
    """Where a cookie's value is over: its closing bracket, a bar with blanks around, or the end of the line."""
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


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """In order, without overlaps."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
