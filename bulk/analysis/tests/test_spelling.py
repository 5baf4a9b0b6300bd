"""One slip of the finger in the word of a label is read; another word is left alone."""

import pytest

from bulk.analysis import analyse, choose
from bulk.analysis.lexicon import lexicon_of, prepare

JOANA = {"login": "joana_1", "password": "Abc#12"}


def test_taught_word_is_known_and_may_be_misspelt() -> None:
    """A correction by a user teaches a label alias."""
    taught = lexicon_of("fortnite", {"medalhoes": "wraps"})
    entry = taught.correct_label(["medahloes"])

    assert entry is not None
    assert (entry.value, taught.label("skins")) == ("wraps", "skins")
    assert lexicon_of("fortnite").correct_label(["medahloes"]) is None


def test_vocabulary_of_a_game_is_built_once_and_keeps_no_text() -> None:
    prepare()
    asked, other = lexicon_of("fortnite"), lexicon_of("fortnite", {})
    asked.label("Abc#12")

    assert asked._entries is other._entries
    assert (list(asked._labels), list(other._labels), list(lexicon_of("fortnite")._labels)) == (["Abc#12"], [], [])
    assert lexicon_of("fortnite", {"a": "wraps"})._entries is lexicon_of("fortnite", {"a": "wraps"})._entries


def test_first_text_after_the_start_does_not_wait_for_the_weights() -> None:
    for each in choose.CACHES:
        each.cache_clear()
    prepare()

    assert choose.weights.cache_info().currsize == choose.tables.cache_info().currsize == 1


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("loign", "login"),
        ("logn", "login"),
        ("senah", "password"),
        ("sebha", "password"),
        ("passwrod", "password"),
        ("emial", "email_login"),
        ("senah do emial", "email_password"),
        ("sknis", "skins"),
        ("picartas", "pickaxes"),
        ("v bukcs", "vbucks"),
        ("leval", "account_level"),
    ],
)
def test_misspelt_label_is_known(typed: str, name: str) -> None:
    entry = lexicon_of("fortnite").correct_label(typed.split())

    assert entry is not None
    assert entry.value == name


@pytest.mark.parametrize(
    "word",
    [
        "gasto",
        "gosto",
        "passo",
        "posse",
        "traps",
        "spins",
        "lever",
        "remote",
        "conto",
        "login",
        "skins",
        "sk",
        "status",
    ],
)
def test_other_word_is_no_slip(word: str) -> None:
    assert lexicon_of("fortnite").correct_label([word]) is None


@pytest.mark.parametrize("text", ["loign: joana_1\nsenah: Abc#12", "L0GIN ➤ joana_1\nS3NHA ➤ Abc#12"])
def test_slips_are_read_where_a_sign_follows(text: str) -> None:
    assert analyse(text, "fortnite").accounts[0].credentials == JOANA


@pytest.mark.parametrize("text", ["30 sknis e 20 picartas", "a senah é Abc#12", "Skins: sknis"])
def test_nothing_is_respelt_where_no_sign_follows(text: str) -> None:
    [account] = analyse(text, "fortnite").accounts

    assert (account.credentials, account.account_data) == ({}, {})


def test_word_of_another_alphabet_is_no_slip() -> None:
    assert analyse("Скинв: 30\nУровнь - 4", "fortnite").accounts[0].credentials == {}


def test_exact_label_wins_over_a_slip() -> None:
    assert analyse("Nivel: 30\nNivle: 40", "fortnite").accounts[0].account_data == {"account_level": 30}


def test_a_column_is_called_by_words_written_apart_in_every_process() -> None:
    assert lexicon_of("fortnite").spelling("email_password") == "senha do email"


@pytest.mark.parametrize("typed", ["HASŁO", "hasło", "haslo"])
def test_capital_letters_with_strokes_are_read_as_small_ones_are(typed: str) -> None:
    assert lexicon_of("fortnite").label(typed) == "password"
