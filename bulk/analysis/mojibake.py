"""Letters that a program read in the wrong encoding: 'UsuÃ¡rio', 'NÃ\xadvel', 'âœ…', UTF-8 taken for Windows-1252."""

import re

_BEHIND = "\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122"
_RUN = re.compile(f"[\u00c2-\u00df][{_BEHIND}]|[\u00e0-\u00ef][{_BEHIND}]{{2}}|[\u00f0-\u00f4][{_BEHIND}]{{3}}")


def repaired(text: str) -> str:
    """The text with each such run as the one character that it stands for; line breaks are neither made nor lost."""
    return text if text.isascii() else _RUN.sub(_meant, text)


def _meant(run: re.Match[str]) -> str:
    try:
        meant = b"".join(map(_byte, run.group())).decode()
    except UnicodeError:
        return run.group()
    return meant if meant.isprintable() else " " if meant.isspace() and meant != "\u0085" else run.group()


def _byte(character: str) -> bytes:
    """The byte that was read as this one; five of Windows-1252 mean nothing and stay as they are."""
    try:
        return character.encode("cp1252")
    except UnicodeError:
        return character.encode("latin-1")
