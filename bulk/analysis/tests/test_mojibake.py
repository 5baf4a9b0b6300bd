"""Letters read in the wrong encoding come back as they were meant, and what is right stays as it is."""

import pytest

from bulk.analysis.reading import repair_encoding

MEANT = "Usuário: joão, nível 50, ação à vista"


@pytest.mark.parametrize("encoding", ["latin-1", "cp437", "cp850"])
def test_utf8_read_as_something_else_is_read_as_utf8(encoding: str) -> None:
    assert repair_encoding(MEANT.encode().decode(encoding)) == MEANT


def test_a_repaired_line_leaves_the_others_alone() -> None:
    assert repair_encoding("NÃ\xadvel: 50\nusuário: ana\nâœ… PreÃ§o") == "Nível: 50\nusuário: ana\n✅ Preço"


@pytest.mark.parametrize(
    "text",
    [
        MEANT,
        "senha: Ção#1ª",
        "senha: “aspas”…",
        "senha: ﬁnal１２３",
        "senha: e\u0301",
        "senha: @PGó°¼©k",  # would be a place of Unicode where no character is
        "R$ 10 – 2½ º ª ° ☆ ✅ ★ 中文",
    ],
)
def test_what_means_itself_stays(text: str) -> None:
    """Credentials are never guessed: quotes, widths and composed letters are as they were typed."""
    assert repair_encoding(text) == text


@pytest.mark.parametrize("text", ["NÃ\xadvel\x85é\r\nÃ©\n\n", "Ã©\u2028Ã©", "aâ€¨b Ã©", "Â\x85 Ã©\r"])
def test_line_breaks_are_neither_made_nor_lost(text: str) -> None:
    lines = text.splitlines(keepends=True)

    after = repair_encoding(text).splitlines(keepends=True)

    assert [line[len(line.rstrip()) :] for line in after] == [line[len(line.rstrip()) :] for line in lines]
