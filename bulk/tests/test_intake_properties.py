"""What holds of every file: it is read or refused, and what we export is read back as it was."""

from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bulk.errors import FileRefused
from bulk.games import GAMES
from bulk.intake.columns import propose_fields
from bulk.intake.files import read_file
from bulk.tests.test_intake_files import workbook
from core.downloads import csv_sheet

PRINTED = st.characters(exclude_categories=["Cc", "Cf", "Cs", "Cn", "Co", "Zs", "Zl", "Zp"])
CELLS = st.text(st.one_of(PRINTED, st.sampled_from("=+-@'\";,|\t ")), min_size=1, max_size=12).map(
    lambda text: text.strip() or "x"
)
WORKBOOK = workbook(["login", "senha"], ["a01", "x"], ["a02", "=1+1"])


@settings(deadline=None)
@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=8))
@example([("=1+1", "'=1", "a;b"), ('"', '""', "'")])
def test_exported_sheet_is_read_back_as_it_was(rows: list[tuple[str, str, str]]) -> None:
    content = csv_sheet(["login", "senha", "título"], rows).encode()

    table = read_file(content)

    assert [row.cells for row in table.rows[1:]] == rows


@settings(deadline=None)
@given(st.binary(max_size=600), st.sampled_from(sorted(GAMES)))
def test_any_bytes_are_read_or_refused(content: bytes, game: str) -> None:
    with suppress(FileRefused):
        reading = propose_fields(read_file(content), GAMES[game].columns)
        assert all(len(row.cells) == len(reading.columns) for row in reading.rows)


@settings(deadline=None)
@given(st.integers(0, len(WORKBOOK) - 1), st.integers(0, 255), st.integers(1, 40))
def test_damaged_workbook_is_read_or_refused(at: int, byte: int, length: int) -> None:
    damaged = WORKBOOK[:at] + bytes([byte]) * length + WORKBOOK[at + length :]
    with suppress(FileRefused):
        read_file(damaged)


@pytest.mark.parametrize("cut", [1, 4, 30, 200, 1_000, -1])
def test_cut_workbook_is_refused(cut: int) -> None:
    with pytest.raises(FileRefused):
        read_file(WORKBOOK[:cut] if not 0 < cut < 4 else b"PK" + WORKBOOK[2:cut])
