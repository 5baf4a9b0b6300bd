"""Texts: .csv and .txt in the encodings and with the separators that spreadsheets write."""

import codecs
import csv
import re
from collections import Counter
from collections.abc import Iterator

from bulk.errors import FileTypeRefused
from bulk.games.lines import LINE_BREAK
from bulk.spreadsheets.table import SheetTable, gathered

DELIMITERS = (";", ",", "\t", "|")
SAMPLE_LINES = 50
AGREEMENT = 0.6
"""Of the sampled lines so many have to have the same number of cells, or the text has one column."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_NAMES = {"utf-8-sig": "UTF-8", "utf-8": "UTF-8", "utf-16": "UTF-16", "utf-16-le": "UTF-16", "utf-16-be": "UTF-16"}
_SEPARATOR_LINE = re.compile(r"\s*sep=(.)\s*", re.IGNORECASE)
_CONTROL = re.compile("[\x01-\x08\x0b\x0c\x0e-\x1f]")
# Pages, documents and the like, which are texts as well, by what they begin with.
_FOREIGN = re.compile(r"\s*(?:%PDF-|\{\\rtf|<!doctype\s|<html|<table|<\?xml)", re.IGNORECASE)


def read_delimited(content: bytes) -> SheetTable:
    """The lines of a text. Raises FileTypeRefused for what is none."""
    text, encoding = decoded(content)
    return read_text(text, encoding=encoding)


def read_text(text: str, *, encoding: str = "") -> SheetTable:
    if _FOREIGN.match(text) or _is_binary(text):
        raise FileTypeRefused
    text = LINE_BREAK.sub("\n", text)
    stated = _SEPARATOR_LINE.fullmatch(text.partition("\n")[0])
    delimiter = stated[1] if stated else sniffed(text)
    numbered = _numbered(text, delimiter) if delimiter else ((n, [line]) for n, line in _lines(text))
    rows = gathered((line, cells) for line, cells in numbered if not (stated and line == 1))
    return SheetTable(kind="csv" if delimiter else "txt", rows=rows, encoding=encoding, delimiter=delimiter)


def decoded(content: bytes) -> tuple[str, str]:
    """(text, name of its encoding): by its mark, else UTF-16 by its zeros, else UTF-8, else Windows-1252."""
    for encoding in _candidates(content):
        try:
            return content.decode(encoding), _NAMES.get(encoding, "Windows-1252")
        except UnicodeDecodeError:
            continue
    raise FileTypeRefused


def sniffed(text: str) -> str:
    """The separator by which most of the first lines part into the same number of cells, at least two; else ""."""
    sample = [line for line in text.split("\n", SAMPLE_LINES)[:SAMPLE_LINES] if line.strip()]
    best, best_rank = "", (0.0, 0)
    for delimiter in DELIMITERS:
        counts = Counter(len(cells) for cells in _parted("\n".join(sample), delimiter))
        width, lines = max(counts.items(), key=lambda each: (each[1], each[0]), default=(0, 0))
        rank = (lines / max(counts.total(), 1), width)
        if width > 1 and rank[0] >= AGREEMENT and rank > best_rank:
            best, best_rank = delimiter, rank
    return best


def _candidates(content: bytes) -> Iterator[str]:
    marked = [encoding for mark, encoding in _MARKS if content.startswith(mark)]
    if marked:
        yield from marked
        return
    # Of Latin text in UTF-16 nearly every second byte is zero; no other text has any.
    if len(content) % 2 == 0 and content[:2000].count(0) > len(content[:2000]) // 4:
        yield "utf-16-le" if content[1:2000:2].count(0) > content[:2000:2].count(0) else "utf-16-be"
    yield from ("utf-8", "cp1252")


def _is_binary(text: str) -> bool:
    """A text has no zero character, and a stray control character at most."""
    start = text[:4000]
    return "\0" in text or len(_CONTROL.findall(start)) > len(start) // 50


def _numbered(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """A cell in quotes may hold line breaks; its row has the number of its first line."""
    try:
        rows = list(_quoted(text, delimiter))
    except csv.Error:
        # A quote that never closes is a character like any other.
        rows = [(number, line.split(delimiter)) for number, line in _lines(text)]
    yield from rows


def _quoted(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader((f"{line}\n" for line in text.split("\n")), delimiter=delimiter, strict=True)
    first = 1
    for cells in reader:
        yield first, cells
        first = reader.line_num + 1


def _parted(text: str, delimiter: str) -> list[list[str]]:
    try:
        return [cells for _, cells in _quoted(text, delimiter) if cells]
    except csv.Error:
        return [line.split(delimiter) for line in text.split("\n") if line]


def _lines(text: str) -> Iterator[tuple[int, str]]:
    return enumerate(text.split("\n"), start=1)
