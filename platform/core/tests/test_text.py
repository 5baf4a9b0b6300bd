import pytest

from core.text import has_unseen, identity, searchable, without_unseen


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Érico", "érico"),
        ("E\u0301rico", "érico"),
        ("ÂNGELA", "ângela"),
        ("STRASSE", "straße"),
        ("ﬁlipe", "Filipe"),
        (" ana ", "ana"),
        ("Ana", "ana"),
    ],
)
def test_two_spellings_of_one_name_have_one_identity(one: str, other: str) -> None:
    assert identity(one) == identity(other) == identity(identity(one))


def test_names_that_differ_in_accents_are_two() -> None:
    assert identity("Érico") != identity("Erico")


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Ângela  Conceição", "angela conceicao"),
        ("  LOTE nº 5\n", "lote no 5"),
        ("e\u0301", "e"),
        ("100 %_", "100 %_"),
        ("", ""),
    ],
)
def test_searchable_has_neither_case_nor_accents(text: str, form: str) -> None:
    assert searchable(text) == searchable(form) == form


@pytest.mark.parametrize(
    "text", ["a\u200bb", "\ufeffa", "a\u202eb", "a\x00", "a\x1fb", "a\nb", "\u2028", "\u3164", "a\xad", "\u2800"]
)
def test_what_nobody_sees_is_found(text: str) -> None:
    assert has_unseen(text)


@pytest.mark.parametrize("text", ["Érico d'Ávila-Ñandú 2", "❤️ Lote", "日本", ""])
def test_what_is_seen_is_let_through(text: str) -> None:
    assert not has_unseen(text)


def test_line_breaks_are_let_through_where_lines_are_typed() -> None:
    assert not has_unseen("a\r\n\tb", multiline=True)
    assert has_unseen("a\n\u200b", multiline=True)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Conta\u200b Roblox\u202e 10\x07", "Conta Roblox 10"),
        (
            "\u200d👨\u200d👩\u200d👧 família ❤\ufe0f\u200d🔥 👩🏽\u200d💻\u200d",
            "👨\u200d👩\u200d👧 família ❤\ufe0f\u200d🔥 👩🏽\u200d💻",
        ),
        ("a\u200db", "ab"),
        ("linha\noutra\tcoluna", "linhaoutracoluna"),
        ("", ""),
    ],
)
def test_without_unseen_keeps_what_people_see_emoji_included(text: str, seen: str) -> None:
    assert without_unseen(text) == seen


def test_without_unseen_keeps_line_breaks_where_lines_are_typed() -> None:
    assert without_unseen("linha\n\u200boutra\tcoluna", multiline=True) == "linha\noutra\tcoluna"
