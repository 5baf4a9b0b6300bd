"""What the lines of a block settle together: labels of one letter, and signs between a label and its value."""

import pytest

from bulk.analysis import analyse

JOANA = {"login": "joana_1", "password": "Abc#12"}
WITH_MAIL = JOANA | {"email_login": "j@example.com", "email_password": "Xyz#98"}


@pytest.mark.parametrize("game", ["fortnite", "valorant"])
@pytest.mark.parametrize(
    ("text", "credentials"),
    [
        ("L: joana_1\nS: Abc#12", JOANA),
        ("L: joana_1\nS: Abc#12\nE: j@example.com\nSE: Xyz#98", WITH_MAIL),
        ("U/P: joana_1/Abc#12\nM/MP: j@example.com/Xyz#98", WITH_MAIL),
        ("U: joana_1 P: Abc#12 M: j@example.com MP: Xyz#98", WITH_MAIL),
        ("u = joana_1 | p = Abc#12", JOANA),
        ("Login: joana_1\nP: Abc#12", JOANA),
        ("Acesso 👉 joana_1\nChave 👉 Abc#12", JOANA),
        ("user;joana_1 // pass;Abc#12 // mail;j@example.com // mailpass;Xyz#98", WITH_MAIL),
        ("Name,Value\nUsername,joana_1\nPassword,Abc#12", JOANA),
        ("Field;Content\nlogin;joana_1\nsenha;Abc#12", JOANA),
        ("S k i n s: 40\nLogin: joana_1\nSenha: Abc#12", JOANA),
    ],
)
def test_lines_agree(text: str, credentials: dict[str, str], game: str) -> None:
    assert analyse(text, game).accounts[0].credentials == credentials


@pytest.mark.parametrize(
    "text",
    [
        "L: joana_1",
        "Chave: Abc#12",
        "Pix\nChave: (11) 98888-7777",
        "S: Abc#12",
        "L: oi, tudo bem?\nS: tudo certo por aqui",
        "P: qual elo?\nR: não sei",
        "L: joana_1\n\nS: Abc#12",
    ],
)
def test_letter_alone_is_no_label(text: str) -> None:
    assert analyse(text, "fortnite").accounts[0].credentials == {}


def test_letters_of_other_things_announce_no_credentials() -> None:
    assert analyse("R: Gold 2 | P: Plat 1 | L: 84", "valorant").accounts[0].credentials == {}
