"""`{placeholders}` become the texts of one account: nothing invented, nothing left hanging."""

import pytest

from bulk.games.placeholders import placeholders_in, render, render_title, select_owned, unknown_text

VALUES = {
    "skins": "57",
    "agentes": "1",
    "vbucks": "",
    "nivel": "210",
    "rank": "Gold 2",
    "pico": "",
    "emotes": "",
    "itens": "A, B",
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Conta pronta para jogar", "Conta pronta para jogar"),
        ("[PC] {skins} skins", "[PC] 57 skins"),
        ("{Skins} e {NÍVEL}", "57 e 210"),
        # A value that is not stated takes its piece and one separator along.
        ("{skins} skins | {vbucks} V-Bucks | Nível {nivel}", "57 skins | Nível 210"),
        ("{vbucks} V-Bucks | {skins} skins", "57 skins"),
        ("{skins} skins | {vbucks} V-Bucks", "57 skins"),
        ("{skins} skins - {vbucks} V-Bucks", "57 skins"),
        ("{skins} skins / {vbucks} VB + {emotes} gestos", "57 skins"),
        ("Rank {rank} (pico {pico})", "Rank Gold 2"),
        ("Rank {rank} [{pico}] nível {nivel}", "Rank Gold 2 nível 210"),
        ("({skins} skins, {emotes} gestos) nível {nivel}", "(57 skins) nível 210"),
        ("Conta {vbucks}", ""),
        # Brackets that say nothing go as a piece of their own does.
        ("Conta | [{pico}] | {skins} skins", "Conta | 57 skins"),
        ("[{pico}] | {skins} skins", "57 skins"),
        ("[{pico}] Conta com {skins} skins", "Conta com 57 skins"),
        ("{skins} skins - ({vbucks} VB) - Nível {nivel}", "57 skins - Nível 210"),
        ("Tem {skins} skins, ({vbucks} VB).", "Tem 57 skins."),
        # Sentences stay sentences.
        ("Tem {skins} skins, {vbucks} V-Bucks e nível {nivel}.", "Tem 57 skins e nível 210."),
        ("Tem {skins} skins e {vbucks} V-Bucks.", "Tem 57 skins."),
        # Lines that say nothing go, with their bullet; the others stay where they were.
        ("Conta\n\n• {vbucks} V-Bucks\n• {skins} skins\n\nFim", "Conta\n\n• 57 skins\n\nFim"),
        ("- {vbucks} V-Bucks\nNível {nivel}", "Nível 210"),
        ("A\n\n{vbucks}\n\nB", "A\n\nB"),
        # What a value holds parts nothing.
        ("{itens} | {vbucks}", "A, B"),
        # '(s)' and '(es)' go with the number before them.
        ("{skins} skin(s) | {agentes} agente(s)", "57 skins | 1 agente"),
        ("{agentes} cor(es) rara(s) e {skins} cor(es) rara(s)", "1 cor rara e 57 cores raras"),
        ("({vbucks} V-Buck(s), {agentes} gun-buddy(s)) nível {nivel}", "(1 gun-buddy) nível 210"),
        ("Garantia de 14 dia(s), {agentes} agente(s)", "Garantia de 14 dias, 1 agente"),
        ("Conta(s) com {skins} skin(s)", "Conta(s) com 57 skins"),
        ("Conta(s) pronta(s)", "Conta(s) pronta(s)"),
        # Braces that are no placeholder are text.
        ("{ } { {x", "{ } { {x"),
        ("{outro} | {skins}", "{outro} | 57"),
    ],
)
def test_text_says_what_the_account_states_and_nothing_else(text: str, expected: str) -> None:
    assert render(text, VALUES) == expected


def test_unknown_placeholder_is_told_with_those_there_are() -> None:
    assert unknown_text("{skins} {ouro}", ["skins", "nivel"]) == "Campo desconhecido: {ouro}. Use: {skins}, {nivel}."
    assert unknown_text("{skins} e {Nível}", ["skins", "nivel"]) == ""


def test_placeholders_are_named_once_and_as_people_spell_them() -> None:
    assert placeholders_in("{Itens Raros} {itens_raros} {itens-raros} {Nível}") == ["itens_raros", "nivel"]


def test_rare_items_are_those_of_the_account_in_the_order_of_the_list() -> None:
    assert select_owned(["Black Knight", "IKONIK", "Galaxy"], ["galaxy", "Ikonik ", "Renegade"]) == ["IKONIK", "Galaxy"]


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        (150, "57 skins | IKONIK, Galaxy, Black Knight"),
        (38, "57 skins | IKONIK, Galaxy"),
        (24, "57 skins | IKONIK"),
        (16, "57 skins"),
    ],
)
def test_title_names_as_many_rare_items_as_it_has_room_for(limit: int, expected: str) -> None:
    """Title picks the rare items that the account really has, in list order, up to the title's limit."""
    items = ["IKONIK", "Galaxy", "Black Knight"]

    assert render_title("{skins} skins | {itens_raros}", VALUES, "itens_raros", items, limit) == expected


def test_title_that_is_too_long_without_items_ends_at_a_word() -> None:
    assert render_title("{nivel} uma conta muito boa", VALUES, "itens_raros", [], 18) == "210 uma conta"
