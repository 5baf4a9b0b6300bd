"""Letters that a program read in the wrong encoding: 'UsuÃ¡rio', 'NÃ\xadvel', 'âœ…', 'voc├¬'."""

from unicodedata import category

from ftfy import fix_encoding

_MEANINGLESS = frozenset({"Cc", "Cn", "Co"})
"""Controls, and places of Unicode where no character is."""


def repaired(text: str) -> str:
    """The text with the letters that were meant. Nothing else of it changes, and line breaks are neither made nor lost."""
    return text if text.isascii() else "".join(map(_repaired_line, text.splitlines(keepends=True)))


def _repaired_line(line: str) -> str:
    if line.isascii():
        return line
    said = line.splitlines()[0]
    meant = " ".join(fix_encoding(said).splitlines())
    if any(category(character) in _MEANINGLESS for character in set(meant) - set(said)):
        return line
    return meant + line[len(said) :]
