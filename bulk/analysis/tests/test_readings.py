"""Ways of writing, one at a time: what is read of a line or two. Whole texts are in `texts`."""

from typing import Any

import pytest

from bulk.analysis import analyse
from bulk.analysis.lexicon import lexicon_of
from bulk.analysis.tests.corpus import GAMES

FORTNITE, VALORANT = "fortnite", "valorant"
JOANA = {"login": "joana_1", "password": "Abc#12"}
WITH_MAIL = JOANA | {"email_login": "j@example.com", "email_password": "Xyz#98"}
GOLD = {"current_tier": "Gold", "current_division": 2}
PEAK = {"peak_tier": "Platinum", "peak_division": 3}

CREDENTIALS = [
    ("1) Qual o login da conta?\nR: joana_1\n2) Qual a senha da conta?\nR: Abc#12\n3) Quantas skins?\nR: 30", JOANA),
    (
        "1) Qual o login?\nR: joana@example.org\n2) Qual a senha?\nR: 12/05/1997\n3) Quanto quer?\nR: R$ 95,00",
        {"login": "joana@example.org", "password": "12/05/1997"},
    ),
    ("Login/Senha: joana_1 - Abc#12", JOANA),
    ("Login e senha:\njoana_1\nAbc#12", JOANA),
    ("Conta 7: joana_1:Abc#12", JOANA),
    ("joana_1 / Abc#12", JOANA),
    ("ID: joana_1\nPW: Abc#12", JOANA),
    ("Acc 2)\nID: joana_1\nPW: Abc#12", JOANA),
    ("joana_1:Abc#12 30 skins", JOANA),
    ("30 skins -> joana_1:Abc#12", JOANA),
    ("[Login] joana_1\n[Senha] Abc#12", JOANA),
    ("login=joana_1&password=Abc#12&skins=3", JOANA),
    ("<login>joana_1</login>\n<password>Abc#12</password>", JOANA),
    ("{'login': 'joana_1', 'password': 'Abc#12'}", JOANA),
    ("[spoiler]login: joana_1\nsenha: Abc#12[/spoiler]", JOANA),
    ("Segue a conta:\n" + '{"login":"joana_1","password":"Abc#12"}', JOANA),
    ("Conta top (login: joana_1, senha: Abc#12)", JOANA),
    ("User.......joana_1\nPass.......Abc#12", JOANA),
    ("Login 👉 joana_1\nSenha 👉 Abc#12", JOANA),
    ("login > joana_1\nsenha > Abc#12", JOANA),
    ("o login é joana_1 e a senha dela é Abc#12", JOANA),
    ("Login: joana_1 (epic)\nSenha: Abc#12 (epic)", JOANA),
    ("Login: joana_1\nSenha: Abc#12 🔥🔥", JOANA),
    ("👤 joana_1\n🔑 Abc#12", JOANA),
    ("👤 joana_1 🔑 Abc#12 🎮 Joana_BR", JOANA),
    ("yo >> joana_1 / Abc#12 << 30 skins", JOANA),
    ("def entrar():\nLogin: joana_1\nSenha: Abc#12", JOANA),
    ("Login: joana_1\nSenha: ;Abc#12;", JOANA | {"password": ";Abc#12;"}),
    ("joana_1 Abc#12 j@example.com Xyz#98", WITH_MAIL),
    ("joana_1:Abc#12 | j@example.com:Xyz#98", WITH_MAIL),
    ("Login / Senha: joana_1 / Abc#12\nE-mail / Senha: j@example.com / Xyz#98", WITH_MAIL),
    ("Dados da Epic\nLogin: joana_1\nSenha: Abc#12\nDados do e-mail\nLogin: j@example.com\nSenha: Xyz#98", WITH_MAIL),
    ("mailpwd: Xyz#98\nusr: joana_1\npwd: Abc#12\nmail: j@example.com", WITH_MAIL),
    ("E-mail cadastrado: j@example.com\nSenha do e-mail cadastrado: Xyz#98\nLogin: joana_1\nSenha: Abc#12", WITH_MAIL),
    ("Login: joana_1\nSenha: Ab;Up:9", {"login": "joana_1", "password": "Ab;Up:9"}),
    ("login: joana_1;senha: a;b;skins: 3", {"login": "joana_1", "password": "a;b"}),
    ("Login: joana_1\nSenha: 4 mar; 5 | fim", {"login": "joana_1", "password": "4 mar; 5 | fim"}),
    ("Login: joana_1\nSenha: Abc$1 | Lua", {"login": "joana_1", "password": "Abc$1 | Lua"}),
    ("Login: joana_1\nSenha: Abc#12 | PC", JOANA),
    ("Login: joana_1\nSenha: Abc#12 | 30 skins", JOANA),
    ("joana_1\nAbc#12\nj@example.com\nXyz#98", WITH_MAIL),
    ('{"login":"joana_1","password":"Abc#12","mail":{"login":"j@example.com","password":"Xyz#98"}}', WITH_MAIL),
    ("[tr][td]Login[/td][td]joana_1[/td][/tr]\n[tr][td]Senha[/td][td]Abc#12[/td][/tr]", JOANA),
    ('login;senha\njoana_1;"A;""b"""', {"login": "joana_1", "password": 'A;"b"'}),
    (
        "joana_1:Abc#12\njoana@example.com:Xyz#98",
        JOANA | {"email_login": "joana@example.com", "email_password": "Xyz#98"},
    ),
    ("j@example.com - Abc#12 (30 skins)", {"login": "j@example.com", "password": "Abc#12"}),
    (
        "j@example.com:Senha#12:Caixa#98",
        {
            "login": "j@example.com",
            "password": "Senha#12",
            "email_login": "j@example.com",
            "email_password": "Caixa#98",
        },
    ),
    ("j@example.com:Abc#12|lvl 98|30 skins", {"login": "j@example.com", "password": "Abc#12"}),
    ("#1 joana_1 / Abc:Up#12 / 30 skins / lvl 70", {"login": "joana_1", "password": "Abc:Up#12"}),
    ("| Login | Senha | Skins |\n| joana_1 | Abc#12 | _ |", JOANA),
    ("📧 j@example.com\n🔑 Abc#12\n🎮 30 skins", {"login": "j@example.com", "password": "Abc#12"}),
    ("j@example.com:Red#1:Up", {"login": "j@example.com", "password": "Red#1:Up"}),
    ("Login: joana_1\nSenha: (enviada após a compra)", {"login": "joana_1"}),
    ("Account info ║ joana_1 ║ Abc#12 ║ j@example.com ║ Xyz#98", WITH_MAIL),
    ('A senha é "Abc#12" e o usuário é "joana_1".', JOANA),
    ("joana_1 <> Abc#12 <> 40 skins", JOANA),
    (
        "account:\n  login: joana_1\n  password: Abc#12\n  email:\n    login: j@example.com\n    password: Xyz#98",
        WITH_MAIL,
    ),
    ("Usuario: joana_1\nContraseña: Abc#12\nCorreo: j@example.com\nContraseña del correo: Xyz#98", WITH_MAIL),
    (
        "== RIOT ==\nLogin: joana_1\nSenha: Abc#12\n== CAIXA DE ENTRADA ==\nLogin: j@example.com\nSenha: Xyz#98",
        WITH_MAIL,
    ),
    ("Jogo\njoana_1 / Abc#12\nAcesso ao e-mail\nj@example.com / Xyz#98", WITH_MAIL),
    ("Webmail -> j@example.com:Xyz#98\nLogin: joana_1\nSenha: Abc#12", WITH_MAIL),
    ("Login (jogo)\njoana_1\nSenha (jogo)\nAbc#12\nLogin (email)\nj@example.com\nSenha (email)\nXyz#98", WITH_MAIL),
    ("joana_1\nj@example.com\nAbc#12\nXyz#98", WITH_MAIL),
    ("acc login:joana_1 acc pass:Abc#12 mail login:j@example.com mail pass:Xyz#98", WITH_MAIL),
    ("Login/E-mail: joana_1 / j@example.com\nSenha (ambos): Abc#12", JOANA | {"email_login": "j@example.com"}),
    ("acc: joana_1 ~ Abc#12\nmail: j@example.com ~ Xyz#98", WITH_MAIL),
    ("a senha mudou! a nova é Abc#12\na antiga era Chuva123\nlogin continua o mesmo: joana_1", JOANA),
    ("ACC ➡️ joana_1:Abc#12\nMAIL ➡️ j@example.com:Xyz#98", WITH_MAIL),
    ("login joana_1|senha Abc#12|skins 40", JOANA),
    ("Usr: joana_1 // Pwd: Abc#12 // Mail: j@example.com // MPwd: Xyz#98", WITH_MAIL),
    ("Old pass: Abc#11\nNew pass: Abc#12\nLogin: joana_1", JOANA),
    ("Usuário: joana_1\nSenha: Abc#12\nEmail da conta: j@example.com\nSenha desse email: Xyz#98", WITH_MAIL),
    ("joana_1:Abc#12\n  └ Username: Joana#BR1", JOANA),
    ("¦ joana_1 ¦ Abc#12 ¦ j@example.com ¦ Xyz#98 ¦\n¦ skins 90 ¦", WITH_MAIL),
    ("30 skins | lvl 70 | joana_1 | Abc#12", JOANA),
    ("30 skins   lvl 70   joana_1   Abc#12", JOANA),
    ("Conta 3 | joana_1 | Abc#12", JOANA),
    ("joana_1/Abc#12/j@example.com/Xyz#98", WITH_MAIL),
    ("IKONIK | Spider-Man | T-800 | 150 skins", {}),
    ('("joana_1", "Abc#12", "j@example.com", "Xyz#98")', WITH_MAIL),
    ("Formato: login:senha:email:senha email\njoana_1:Abc#12:j@example.com:Xyz#98 | 30 skins", WITH_MAIL),
    ("email:senha do email:login:senha\nj@example.com:Xyz#98:joana_1:Abc#12", WITH_MAIL),
    (
        "Username (epic) = joana_1 ; Password (epic) = Abc#12 ; Username (mail) = j@example.com ; Password (mail) = Xyz#98",
        WITH_MAIL,
    ),
    ("E-mail e login: j@example.com / Senha (as duas): Abc#12", {"login": "j@example.com", "password": "Abc#12"}),
    ("a senha mudou!\nlogin continua o mesmo: joana_1\nsenha: Abc#12", JOANA),
    ("login joana_pereira\nsenha Abc#12", JOANA | {"login": "joana_pereira"}),
    ("[14:22, 03/09/2025] Bia: login: joana_1\n[14:23, 03/09/2025] Bia: senha: Abc#12", JOANA),
    ("03/09/2025 14:22 - Bia: login: joana_1\n03/09/2025 14:23 - Bia: senha: Abc#12", JOANA),
    ("╭─ conta 07\n│ login » joana_1\n│ senha » Abc#12\n╰─ nível » 48", JOANA),
    ("> **User:** ||joana_1||\n> **Pass:** ||Abc#12||", JOANA),
    ("| Login | joana_1 | antigo |", {"login": "joana_1"}),
    ("| Login | joana_1 | Abc#12 |", JOANA),
    (
        "| Campo | Valor | Obs |\n|---|---|---|\n| Login | joana_1 | antigo |\n| Senha | Abc#12 | trocada em maio |",
        JOANA,
    ),
    ("account:\n  riot_id: Joana#BR1\n  username: joana_1\n  password: Abc#12", JOANA),
    ("joana_1----Abc#12----j@example.com----Xyz#98", WITH_MAIL),
    ("joana_1:Abc#12|j@example.com:Xyz#98|lvl 98|30 skins", WITH_MAIL),
    ("Email......j@example.com\nSenha......Abc#12", JOANA | {"login": "j@example.com", "email_login": "j@example.com"}),
    ('login;senha\n"joana;1";"Abc#12"', JOANA | {"login": "joana;1"}),
    ("O login é joana_1 (senha: Abc#12). Qualquer coisa chama!", JOANA),
    ("user: joana_1, pw: Abc#12. It is on PC, enjoy!", JOANA),
    ("Login: joana_1\nSenha: Abc#12. Lua nova", JOANA | {"password": "Abc#12. Lua nova"}),
]

VALUES: list[tuple[str, str, dict[str, Any]]] = [
    (VALORANT, "Ep 8 Act 1 - Gold 1 - 120 wins\nEp 8 Act 2 - Plat 2\nNow: Gold 2", GOLD),
    (VALORANT, "Antes: ferro 2, nível 20\nAgora: ouro 2, nível 84", GOLD | {"level": 84}),
    (VALORANT, "lvl 20 needed for ranked. The account: lvl 84, gold 2.", GOLD | {"level": 84}),
    (FORTNITE, "Outfits x40, Emotes x31", {"skins": 40, "emotes": 31}),
    (FORTNITE, "Plataforma: PC, PS5, Xbox\nVinculável: Switch", {"platform": "PC"}),
    (FORTNITE, "Passe de batalha: sim (nível 88)", {"battlepass": True}),
    (FORTNITE, "Raros: Renegade Raider, Black Knight (+3)", {"rare_items": ["Renegade Raider", "Black Knight"]}),
    (VALORANT, "~~Gold 1, lvl 80~~ Gold 2, lvl 84", GOLD | {"level": 84}),
    (VALORANT, "não é ouro 1, é ouro 2", GOLD),
    (VALORANT, "Elo: ouro 2\n2FA: desativado", GOLD | {"has_2fa": False}),
    (VALORANT, "rank=gold division=2 level=84", GOLD | {"level": 84}),
    (VALORANT, '{"current_tier": "Gold", "current_division": 2, "level": 84}', GOLD | {"level": 84}),
    (VALORANT, "Divisão: 2", {}),
    (VALORANT, "G2 peak Plat 3", PEAK),
    (VALORANT, "-gold 2\n-eu server", GOLD | {"server": "Europe"}),
    (VALORANT, "nunca ranqueou, nível 20", {"current_tier": "Unranked", "level": 20}),
    (VALORANT, "gold 2 on the North American shard", GOLD | {"server": "North America"}),
    (VALORANT, "Radianita disponível: 140 | Nível 60", {"radianite_points": 140, "level": 60}),
    (FORTNITE, "112 skins — PSN", {"skins": 112, "platform": "PlayStation"}),
    (FORTNITE, "PSN: linked | 12 skins", {"skins": 12}),
    (VALORANT, "Nvl da conta....84", {"level": 84}),
    (VALORANT, "joana_1:Abc#12:BR:lvl 84:Gold 2", GOLD | {"level": 84, "server": "Brazil"}),
    (VALORANT, "acc1: joana_1:Abc#12 gold 2", GOLD),
    (FORTNITE, "38 skins : 19 picaretas : nv 71", {"skins": 38, "pickaxes": 19, "account_level": 71}),
    (FORTNITE, "Skins: [112]\nEmotes: [99]", {"skins": 112, "emotes": 99}),
    (FORTNITE, "usava no ps5, 30 skins", {"platform": "PlayStation", "skins": 30}),
    (FORTNITE, "Vbucks balance 13.5k", {"vbucks": 13500}),
    (VALORANT, "dia3 / lvl 212", {"current_tier": "Diamond", "current_division": 3, "level": 212}),
    (VALORANT, "Rank: rad", {"current_tier": "Radiant"}),
    (VALORANT, "| Tier | Div | Lv |\n| Gold | 2 | 40 |", GOLD | {"level": 40}),
    (VALORANT, "✦ AP region ✦ lvl 40", {"server": "Asia Pacific", "level": 40}),
    (VALORANT, "Anúncio: conta ouro 2", GOLD),
    (VALORANT, "Loja nível 40 de vendedor | nível 87", {"level": 87}),
    (VALORANT, "acc w/ these skins:\n- Oni Phantom\n- Prime Vandal", {"weapon_skins": ["Oni Phantom", "Prime Vandal"]}),
    (FORTNITE, "Skins/Picaretas/Gestos: 40/22/31", {"skins": 40, "pickaxes": 22, "emotes": 31}),
    (FORTNITE, "Quantas skins? 77. Plataforma? Switch. Tem 2FA? Sim.", {"skins": 77, "platform": "Switch", "has_2fa": True}),
    (FORTNITE, "2FA está no e-mail, passe no 77", {}),
    (FORTNITE, "V-Bucks: 0 (gastei tudo)", {"vbucks": 0}),
    (FORTNITE, "gastei 30k de vbucks", {}),
    (FORTNITE, "Skins (todas): 61 | Total de picaretas: 30", {"skins": 61, "pickaxes": 30}),
    (FORTNITE, "Temporadas jogadas: 1 a 4", {"seasons_played": [1, 2, 3, 4]}),
    (FORTNITE, "Raros: Galaxy e Ikonik", {"rare_items": ["Galaxy", "Ikonik"]}),
    (FORTNITE, "não tenho mais a conta de 200 skins", {}),
    (FORTNITE, "nível no passe de batalha 50, nível 30", {"account_level": 30}),
    (VALORANT, "ouro 2 (pico platina 3)", GOLD | PEAK),
    (VALORANT, "Melhor patente: Platina III\nPatente de hoje: Ouro II", GOLD | PEAK),
    (VALORANT, "platina 3 já foi, hoje é ouro 2", GOLD | PEAK),
    (VALORANT, "Elo do ato passado: Diamante 1", {}),
    (VALORANT, "Tier: Gold (2)", GOLD),
    (VALORANT, "gold 2 eu lvl 45", GOLD | {"level": 45, "server": "Europe"}),
    (VALORANT, "eu tenho ouro 2", GOLD),
    (VALORANT, "Platform: PC, Xbox", {"platforms": ["PC", "XBOX"]}),
    (VALORANT, "acc lvl one hundred twenty", {"level": 120}),
    (VALORANT, "nível 31 | 20 vp | elo?", {"level": 31, "valorant_points": 20}),
    (FORTNITE, "tem 3.150 vbucks. já gastei mais de 40 mil vbucks", {"vbucks": 3150}),
    (FORTNITE, "30 skins, sem vbucks, no Xbox", {"skins": 30, "platform": "Xbox"}),
    (FORTNITE, "30 skins, no Xbox", {"skins": 30}),
    (FORTNITE, "39 acessórios para costas", {"backblings": 39}),
    (VALORANT, "joana_1:Abc#12 » BR » nv 84 » ouro 2", GOLD | {"level": 84, "server": "Brazil"}),
    (FORTNITE, "Cosmetics: 40 outfits / 31 emotes", {"skins": 40, "emotes": 31}),
    (VALORANT, "G2 (Peak P3)", GOLD | PEAK),
    (VALORANT, "G2, peak P3", GOLD | PEAK),
    (VALORANT, "Elo de pico (Ep. 7): Platina III", PEAK),
    (VALORANT, "it's on EU, level 84", {"server": "Europe", "level": 84}),
    (VALORANT, "no ban on EU holidays, level 84", {"level": 84}),
]  # fmt: skip


def test_most_ways_of_writing_are_read_exactly() -> None:
    """One at a time and without the lines around that help to tell: what the bar of whole texts is, test_corpus says."""
    secrets = [analyse(text, game).accounts[0].credentials == read for text, read in CREDENTIALS for game in GAMES]
    values = [analyse(text, game).accounts[0].account_data == read for game, text, read in VALUES]

    assert sum(secrets) >= 0.92 * len(secrets)
    assert sum(values) >= 0.94 * len(values)


@pytest.mark.parametrize(
    ("line", "banned"),
    [
        ("Conta banida permanentemente", True),
        ("permanentemente banida no valorant", True),
        ("Banned: Yes", True),
        ("Banned: No", False),
        ("Permanently banned: False", False),
        ("Permanently banned: True", True),
        ("nunca foi banida", False),
        ("Conta banida? não", False),
        ("sem risco de ban", False),
        ("reembolso só se a conta for banida em 48h", False),
        ("ban de 3 dias no chat de voz", False),
    ],
)
def test_ban_is_told_from_its_denial(line: str, banned: bool) -> None:
    """Ban lines must stop the listing, not vanish."""
    analysis = analyse(f"Skins: 30\n{line}", FORTNITE)

    assert [warned.code for warned in analysis.warnings] == ["banned"] * banned


def test_accounts_are_parted_where_a_log_in_differs() -> None:
    """Several accounts in one text are several results."""
    text = "Conta 1: ana_1:Um#111 [30 skins]\nConta 2: bia_2:Dois#2 [40 skins]"

    read = [(account.credentials["login"], account.account_data) for account in analyse(text, FORTNITE).accounts]

    assert read == [("ana_1", {"skins": 30}), ("bia_2", {"skins": 40})]


def test_accounts_whose_log_in_is_called_id_are_parted() -> None:
    text = "Acc 1)\nID: ana_1\nPW: Um#111\n\nAcc 2)\nID: bia_2\nPW: Dois#2"

    assert [account.credentials["login"] for account in analyse(text, VALORANT).accounts] == ["ana_1", "bia_2"]


def test_accounts_that_are_counted_out_are_parted() -> None:
    text = "Tenho duas, BR\nConta 1\nelo ouro 2\nnivel 40\n\nConta 2\nelo ouro 2\nnivel 55"

    assert [account.account_data["level"] for account in analyse(text, VALORANT).accounts] == [40, 55]


@pytest.mark.parametrize(
    "text",
    [
        "A primeira é ouro 2, nível 40; a segunda é prata 1, nível 55.",
        "the first one is gold 2 lvl 40, second one is silver 1 lvl 55",
        "conta 1: ouro 2, nível 40 conta 2: prata 1, nível 55",
    ],
)
def test_accounts_that_one_sentence_counts_out_are_parted(text: str) -> None:
    """Several accounts in one text are several results."""
    assert [account.account_data["level"] for account in analyse(text, VALORANT).accounts] == [40, 55]


@pytest.mark.parametrize(
    "text",
    [
        "| Login | ana_1 | bia_2 |\n| Senha | Um#111 | Dois#2 |\n| Skins | 30 | 40 |",
        "Conta\tA\tB\nLogin\tana_1\tbia_2\nSenha\tUm#111\tDois#2\nSkins\t30\t40",
        "Login    ana_1     bia_2\nSenha    Um#111    Dois#2\nSkins    30        40",
    ],
)
def test_columns_beside_their_labels_are_accounts(text: str) -> None:
    read = [account.credentials | account.account_data for account in analyse(text, FORTNITE).accounts]

    assert read == [
        {"login": "ana_1", "password": "Um#111", "skins": 30},
        {"login": "bia_2", "password": "Dois#2", "skins": 40},
    ]


def test_second_cell_that_does_not_fit_is_no_account() -> None:
    [account] = analyse(
        "| Login | ana_1 | antigo |\n| Senha | Um#111 | nova |\n| Skins | 30 | raras |", FORTNITE
    ).accounts

    assert account.credentials["login"] == "ana_1"


@pytest.mark.parametrize(
    "text",
    [
        "CREATE TABLE fn (user TEXT, pw TEXT, skins INT);\nINSERT INTO fn VALUES ('ana_1','Um | 111',30);",
        "UPDATE fn SET pw='Um | 111', skins=30 WHERE login='ana_1';",
        'loginData: {"raw": "ana_1:Um | 111", "login": "ana_1", "password": "Um | 111"}\nfortnite_skin_count: 30',
        "epic_user=ana_1\nepic_pass=Um | 111\nskins=30",
        "Логин: ana_1\nПароль: Um | 111\nСкинов: 30",
        "Benutzername: ana_1\nPasswort: Um | 111\nOutfits: 30",
        "Identifiant : ana_1\nMot de passe : Um | 111\nTenues : 30",
    ],
)
def test_dumps_and_other_languages_name_the_same_fields(text: str) -> None:
    [account] = analyse(text, FORTNITE).accounts

    assert account.credentials == {"login": "ana_1", "password": "Um | 111"}
    assert account.account_data == {"skins": 30}


def test_mailbox_of_the_same_address_keeps_its_own_password() -> None:
    [account] = analyse("ana@example.com:Um#111:ana@example.com:Dois#2", FORTNITE).accounts

    assert list(account.credentials.values()) == ["ana@example.com", "Um#111", "ana@example.com", "Dois#2"]


def test_heading_speaks_of_what_follows() -> None:
    text = "--- EU ---\nana_1:Um#111 | lvl 20\n--- NA ---\nbia_2:Dois#2 | lvl 30"

    servers = [account.account_data["server"] for account in analyse(text, VALORANT).accounts]

    assert servers == ["Europe", "North America"]


def test_taught_label_wins_over_the_built_in_one() -> None:
    """A correction by a user teaches a label alias."""
    analysis = analyse("Medalhões: 7\nTelas: 12", FORTNITE, {"medalhoes": "wraps", "telas": "sprays"})

    assert analysis.accounts[0].account_data == {"wraps": 7, "sprays": 12}
    assert lexicon_of(FORTNITE).label("telas") == "loading_screens"


def test_what_a_buyer_says_is_no_log_in() -> None:
    text = (
        "Cliente Rui: uso o login rui_pc e a senha Rui#123 e dá erro\nLoja: a conta comprada é outra\n"
        "Loja: login: joana_1\nLoja: senha: Abc#12\nCliente Rui: entrou"
    )

    assert [account.credentials for account in analyse(text, FORTNITE).accounts] == [JOANA]


def test_second_header_of_a_table_is_no_account() -> None:
    text = "usuário | senha\njoana_1 | Abc#12\ne-mail | senha do e-mail\nj@example.com | Xyz#98"

    logins = [account.credentials.get("login") for account in analyse(text, VALORANT).accounts]

    assert logins[0] == "joana_1"
    assert "e-mail" not in logins


def test_row_of_an_address_named_like_the_log_in_is_its_mailbox() -> None:
    text = "login: joana.flor\nsenha: Abc#12\nse pedir código:\njoanaflor@example.com | Xyz#98"

    [account] = analyse(text, VALORANT).accounts

    assert list(account.credentials.values()) == ["joana.flor", "Abc#12", "joanaflor@example.com", "Xyz#98"]


@pytest.mark.parametrize(
    "text",
    [
        "Pra entrar você usa joana.flor77 e a senha é Abc#12",
        "Loja: segue sua conta\nLoja: joana.flor77\nLoja: Abc#12\nCliente: entrou, valeu",
        "Bia: login?\nRui: joana.flor77\nBia: e a senha\nRui: Abc#12",
    ],
)
def test_credentials_that_nothing_announces_are_read(text: str) -> None:
    [account] = analyse(text, FORTNITE).accounts

    assert account.credentials == {"login": "joana.flor77", "password": "Abc#12"}


def test_further_columns_of_a_table_are_read() -> None:
    text = "login;senha;preço;obs\njoana_1;Abc#12;R$ 45,00;ouro 2, servidor BR"

    [account] = analyse(text, VALORANT).accounts

    assert account.credentials == JOANA
    assert account.account_data == GOLD | {"server": "Brazil"}
    assert account.as_json()["price"]["amount"] == "45.00"


def test_mailbox_in_a_table_of_its_own_is_of_the_account_above() -> None:
    text = "login\tsenha\njoana_1\tAbc#12\n\ne-mail\tsenha do e-mail\nj@example.com\tXyz#98"

    assert [account.credentials for account in analyse(text, VALORANT).accounts] == [WITH_MAIL]


@pytest.mark.parametrize(
    "line", ["exemplo: fulano:Senha123", "[FAIL] bia_2:Dois#2", "bia_2:Dois#2 | invalid", "login: xxxxxx"]
)
def test_examples_and_failures_are_no_accounts(line: str) -> None:
    accounts = analyse(f"joana_1:Abc#12 | 30 skins\n{line}", FORTNITE).accounts

    assert [account.credentials for account in accounts] == [JOANA]


@pytest.mark.parametrize(
    "text",
    [
        "Rui: login joana_ofc\nRui: nao pera\nRui: esse é o meu insta\nRui: o da conta é joana_1\nRui: senha Abc#12\nRui: 26 skins",
        "Motivo: a primeira conta (login: joana.velha, senha: Ancora1) foi recuperada pelo dono.\nReposição:\nlogin: joana_1\nsenha: Abc#12\nnível 83",
        "Pedido 9931\njoana_1:Abc#12\n\nPedido 9931 (de novo)\njoana_1:Abc#12",
    ],
)
def test_account_that_corrects_or_repeats_another_is_no_second_one(text: str) -> None:
    assert [account.credentials for account in analyse(text, FORTNITE).accounts] == [JOANA]


@pytest.mark.parametrize(
    "text",
    [
        "Procuro conta com 100 skins e passe de batalha, PC, pago até R$ 300",
        "TABELA DE PREÇOS\n10 skins - R$ 15\n50 skins - R$ 40\n100 skins - R$ 80\nchama no zap",
        "Regras para fornecedores\n1. formato login:senha\n2. nível 100 e 30 skins no mínimo\n3. conta banida não é paga",
    ],
)
def test_text_about_no_account_fills_nothing(text: str) -> None:
    assert [account.account_data for account in analyse(text, FORTNITE).accounts] == [{}]


TWO = [JOANA, {"login": "bia.2", "password": "Xyz#98"}]
CORRECTED = {"login": "joana_1", "password": "Abc#123"}


@pytest.mark.parametrize(
    ("text", "accounts"),
    [
        ("1) user: joana_1 / pw: Abc#12\n2) user: BiaSouza / pw: Xyz#98\n3) SOLD\n4) user: leamar / pw: lea77", 3),
        ("joana_1;vermelha1\njoana_2;vermelha2\njoana_3;vermelha3\nTodas no PC, 20+ skins", 3),
        ("item,status,login,senha\n1,sold,ana_1,Velha#1\n2,available,joana_1,Abc#12", 1),
        ("login | senha | sold?\nana_1 | Velha#1 | YES\njoana_1 | Abc#12 | no", 1),
        ("login;senha;skins;Vendida\nana_1;Velha#1;3;sim\njoana_1;Abc#12;4;não\nbia_22;Qwe#55;5;não", 2),
        ("login | senha | sold?\nana_1 | Velha#1 | no\njoana_1 | Abc#12 | no", 2),
        ("Login   Senha   Nível  Obs\njoana_1  Abc#12  20     ok\nbia.2   Xyz#98   81   VENDIDA 02/10", 1),
        ('[{"sold": true, "login": "ana_1", "password": "Velha#1"}, {"login": "joana_1", "password": "Abc#12"}]', 1),
    ],
)
def test_every_account_of_a_list_is_read_but_those_that_were_sold(text: str, accounts: int) -> None:
    found = [account.credentials for account in analyse(text, FORTNITE).accounts]
    assert (len(found), len({each.get("login") for each in found})) == (accounts, accounts)
    assert all(each.keys() == {"login", "password"} for each in found)


@pytest.mark.parametrize(
    "text",
    [
        "login joana_1\nsenha Abc#12\nperaí\nagora é Abc#123",
        "Ana: login joana_1\nAna: senha Abc#12\nBia: não entra\nAna: opa não, a senha é Abc#123 faltou o 3",
        "Devolvida: login joana_1 / senha Abc#12\nSenha correta: Abc#123",
    ],
)
def test_password_said_again_with_a_sign_changed_is_the_right_one(text: str) -> None:
    assert [account.credentials for account in analyse(text, FORTNITE).accounts] == [CORRECTED]


def test_former_password_beside_the_present_one_is_not_taken() -> None:
    text = "login: joana_1\nsenha: Abc#12\nsenha anterior: Abc#11"
    assert analyse(text, FORTNITE).accounts[0].credentials == JOANA


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ('{"comprador": {"email": "caio@example.org"}, "conta": {"login": "joana_1", "senha": "Abc#12"}}', JOANA),
        ('{"supplier_email": "s@example.org", "login": "joana_1", "senha": "Abc#12"}', JOANA),
        ("login: joana_1\npass: porchlight\nrank: Platinum 1", {"login": "joana_1", "password": "porchlight"}),
        ("| login | `joana_1` |\n|---|---|\n| password | `Abc#12` |", JOANA),
        ("j@example.com:anchor11|Silver 1|NA", {"login": "j@example.com", "password": "anchor11"}),
        ("user joana_1, mail j@example.com : W1nd0w, Gold 1", {"email_password": "W1nd0w"}),
        ("Login: joana_1\nSenha: (ainda não veio)\nNível: 3", {"login": "joana_1"}),
    ],
)
def test_what_is_none_of_the_value_or_of_somebody_else_stays_out(text: str, read: dict[str, str]) -> None:
    found = analyse(text, VALORANT).accounts[0].credentials
    assert {name: found[name] for name in read if name in found} == read
    assert "email_login" not in found or "mail" in text
    assert "password" in read or "password" not in found or "W1nd0w" in text
