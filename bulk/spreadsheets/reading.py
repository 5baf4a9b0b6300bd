"""The door: bytes or pasted text in, a table out. The content says what a file is, never its name."""

from bulk.errors import TEXT_BLANK, TEXT_TOO_LARGE, FileEmpty, FileTooLarge, WorkbookLocked
from bulk.games.lines import MAX_BYTES
from bulk.spreadsheets.delimited import read_delimited, read_text
from bulk.spreadsheets.table import SheetTable
from bulk.spreadsheets.workbook import read_workbook

_ZIP = b"PK"
# Excel 97 to 2003, and today's Excel around an encrypted workbook.
_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def read_file(content: bytes, *, sheet: str = "") -> SheetTable:
    """A .xlsx, .csv or .txt file. Raises FileRefused with the reason for the person."""
    if len(content) > MAX_BYTES:
        raise FileTooLarge
    if not content.strip():
        raise FileEmpty
    if content.startswith(_COMPOUND):
        raise WorkbookLocked
    return read_workbook(content, sheet=sheet) if content.startswith(_ZIP) else read_delimited(content)


def read_pasted(text: str) -> SheetTable:
    """What was copied from a spreadsheet or a text file. Raises FileRefused."""
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise FileTooLarge(TEXT_TOO_LARGE)
    if not text.strip():
        raise FileEmpty(TEXT_BLANK)
    return read_text(text)
