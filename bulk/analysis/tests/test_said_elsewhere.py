"""What a text says in another place than beside its label: as an answer, once for all accounts, by a name that is known."""

import pytest

from bulk.analysis import analyse
from bulk.analysis.fields import CREDENTIALS

FORTNITE, VALORANT = "fortnite", "valorant"


def read(text: str, game: str = FORTNITE) -> tuple[dict[str, str], dict[str, object]]:
    [account] = analyse(text, game).accounts
    return dict(account.credentials), dict(account.account_data)


@pytest.mark.parametrize(
    "text",
    [
        "joana.sol@caixa.example\nsenha: Tamborim!4\nemail: Ganza&Surdo8\n31 skins",
        "joana.sol@caixa.example:Tamborim!4 / mail: Ganza&Surdo8 / 31 skins",
        "login joana.sol@caixa.example, senha Tamborim!4, a do e-mail é Ganza&Surdo8, 31 skins",
    ],
)
def test_password_behind_the_word_email_is_the_mailboxs(text: str) -> None:
    credentials, data = read(text)
    assert credentials == dict(zip(CREDENTIALS, ("joana.sol@caixa.example", "Tamborim!4") * 2, strict=True)) | {
        "email_password": "Ganza&Surdo8"
    }
    assert data == {"skins": 31}


def test_address_behind_the_word_email_is_no_password() -> None:
    credentials, _ = read("login: joana_7\nsenha: Tamborim!4\nemail: Joana.7@caixa.example")
    assert credentials == {"login": "joana_7", "password": "Tamborim!4", "email_login": "Joana.7@caixa.example"}


@pytest.mark.parametrize(
    "said",
    [
        "mail: mesma senha",
        "a msm senha serve no email",
        "mail pass is same",
        "correo: misma clave",
        "mail şifresi aynı",
        "email?\nmesma senha do jogo",
    ],
)
def test_mailbox_that_has_the_same_password_gets_it(said: str) -> None:
    credentials, _ = read(f"login: joana.sol@caixa.example\nsenha: Tamborim!4\n{said}\nskins: 31")
    assert credentials["email_password"] == "Tamborim!4"
    assert credentials["email_login"] == "joana.sol@caixa.example"


@pytest.mark.parametrize("said", ["mail: mesma senha + 7", "mail: o mesmo"])
def test_mailbox_with_nearly_the_same_password_gets_none(said: str) -> None:
    credentials, _ = read(f"login: joana.sol@caixa.example\nsenha: Tamborim!4\n{said}\nskins: 31")
    assert "email_password" not in credentials


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("CONTA OG 🔥 Renegade Raider + Cavaleiro Negro 🔥\n203 skins", ["Renegade Raider", "Cavaleiro Negro"]),
        ("[PC] 143 Skins | IKONIK | 1800 VB", ["IKONIK"]),
        ("90 skins incl. Ikonik and Glow, 1.1k v-bucks", ["Ikonik", "Glow"]),
        ("➥ Travis Scott\n➥ Galaxy\n190 skins", ["Travis Scott", "Galaxy"]),
    ],
)
def test_rare_items_are_known_by_their_names(text: str, names: list[str]) -> None:
    _, data = read(text)
    assert data["rare_items"] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ascendant 3 | 58 skins | Elderflame Vandal, Prime//2.0 Karambit", ["Elderflame Vandal", "Prime//2.0 Karambit"]),
        ("plat 1 lvl 133, vandal glitchpop, phantom spectrum e faca ruina", ["vandal glitchpop", "phantom spectrum", "faca ruina"]),
        ("║ Reaver Vandal ║\n║ Ion Phantom ║\n║ Level: 20 ║", ["Reaver Vandal", "Ion Phantom"]),
    ],
)  # fmt: skip
def test_weapon_skins_are_known_by_their_weapons(text: str, names: list[str]) -> None:
    _, data = read(text, VALORANT)
    assert data["weapon_skins"] == names


@pytest.mark.parametrize(
    "text", ["sem faca, level 20", "does it have any knives?", "3 facas e 20 skins", "vandal, phantom"]
)
def test_weapons_alone_are_no_skins(text: str) -> None:
    _, data = read(text, VALORANT)
    assert "weapon_skins" not in data


def test_names_without_a_label_are_to_be_checked() -> None:
    [account] = analyse("40 skins | Ikonik, Glow", FORTNITE).accounts
    assert {each.field: each.as_json()["check"] for each in account.provenance}["rare_items"]


def test_number_of_a_list_in_brackets_is_read_beside_its_names() -> None:
    [account] = analyse("Skins (19): Reaver Vandal, Prime Phantom\nLevel: 20", VALORANT).accounts
    assert account.account_data["weapon_skins"] == ["Reaver Vandal", "Prime Phantom"]
    assert account.counts == {"weapon_skins": 19}


def test_rare_items_end_with_their_sentence() -> None:
    assert read("110 skins. Raras: Ikonik, Galaxy. Valor 400 reais")[1]["rare_items"] == ["Ikonik", "Galaxy"]


@pytest.mark.parametrize("question", ["quantas skins?", "blz, skins?", "how many skins did u say?"])
def test_bare_number_answers_the_question_before_it(question: str) -> None:
    _, data = read(f"Ana: login joana_7 senha Tamborim!4\nLoja: {question}\nAna: 88, e 64 picaretas\nLoja: ok")
    assert data == {"skins": 88, "pickaxes": 64}


def test_what_a_line_says_of_all_accounts_is_said_of_each() -> None:
    accounts = analyse("joana_7:Tamborim!4\nrui_9:Ganza&Surdo8\ntodas BR, level 20", VALORANT).accounts
    assert [(each.account_data["server"], each.account_data["level"]) for each in accounts] == [("Brazil", 20)] * 2


def test_header_may_stand_below_its_rows() -> None:
    text = "joana@caixa.example;Est4ca!;44\nrui@caixa.example;Fum4ca!;71\n(email;senha;skins)"
    assert [each.account_data for each in analyse(text, FORTNITE).accounts] == [{"skins": 44}, {"skins": 71}]


def test_session_inside_an_object_takes_nothing_else_with_it() -> None:
    text = '{"login":"joana_7","senha":"Tamborim!4","session":"ssid=QmFuYW5hLURlLVBpamFtYS0yMDI2","skins":33}'
    [account] = (answer := analyse(text, VALORANT)).accounts
    assert account.credentials == {"login": "joana_7", "password": "Tamborim!4"}
    assert "QmFuYW5h" not in str(answer.as_json())


def test_object_that_names_its_type_is_read_whole() -> None:
    credentials, data = read('{"type":"epic","data":{"user":"joana_7","pass":"Tamborim!4"},"stats":{"skins":37}}')
    assert credentials == {"login": "joana_7", "password": "Tamborim!4"}
    assert data == {"skins": 37}


def test_only_address_of_a_text_with_a_password_is_the_login() -> None:
    text = "Relist it please: joana.sol@caixa.example had its code off again, password is Tamborim!4. 64 skins"
    assert read(text)[0] == {"login": "joana.sol@caixa.example", "password": "Tamborim!4"}


@pytest.mark.parametrize(
    ("answer", "is_on"), [("off", False), ("kapalı", False), ("désactivée", False), ("sim, ativado", True)]
)
def test_answer_to_the_question_for_2fa_is_read(answer: str, is_on: bool) -> None:
    _, data = read(f"Ana: joana_7\nAna: senha Tamborim!4\nLoja: 2fa?\nAna: {answer}")
    assert data == {"has_2fa": is_on}


def test_way_of_2fa_is_not_what_the_next_cell_says() -> None:
    text = "joana@caixa.example:Tamborim!4 | Skin Count: 134 | 2FA Methods: authenticator | STW: False"
    assert read(text)[1] == {"skins": 134, "has_2fa": True}


def test_labels_parted_by_bars_alone_do_not_run_into_each_other() -> None:
    text = "skins:72|vbucks:500|login:joana@caixa.example|pass:T4mborim!q|mailpass:ganza_R0pe|platform:PC"
    credentials, data = read(text)
    assert (credentials["password"], credentials["email_password"]) == ("T4mborim!q", "ganza_R0pe")
    assert data == {"skins": 72, "vbucks": 500, "platform": "PC"}


@pytest.mark.parametrize(
    "said", ["Skins: 51 (Reaver Vandal, Sovereign Ghost)", "51 skins: Reaver Vandal, Sovereign Ghost"]
)
def test_number_beside_a_list_of_names_is_read_too(said: str) -> None:
    [account] = analyse(f"Login: joana_7\nSenha: Tamborim!4\n{said}", VALORANT).accounts
    assert account.account_data["weapon_skins"] == ["Reaver Vandal", "Sovereign Ghost"]
    assert account.counts == {"weapon_skins": 51}


def test_place_in_the_heading_of_a_batch_is_that_of_each_account() -> None:
    text = "EU STOCK 14-Nov\nuser=joana_7 pass=C0t!joana rank=G3\nuser=rui_9 pass=D3ll.rui rank=P2"
    assert [each.account_data["server"] for each in analyse(text, VALORANT).accounts] == ["Europe"] * 2


def test_login_named_like_the_mailbox_is_not_the_mailbox() -> None:
    text = "Got one: hexjoana with password T0r!hexham and mailbox hexjoana@caixa.example / frost_Bite, level 199"
    assert read(text, VALORANT)[0] == {
        "login": "hexjoana", "password": "T0r!hexham", "email_login": "hexjoana@caixa.example", "email_password": "frost_Bite"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "platform"),
    [("OG | 92 skins | PSN | 2FA off", "PlayStation"), ("joana_7:Tamborim!4\nPSN locked, plays on PC", "PC")],
)
def test_psn_is_a_platform_where_it_is_not_said_to_be_linked(text: str, platform: str) -> None:
    assert read(text)[1]["platform"] == platform


def test_breaks_as_a_program_writes_them_part_lines() -> None:
    text = r"Login: joana_7\nPassword: Tamborim!4\nEmail Login: joana.sol@caixa.example\nEmail Password: Ganza_14"
    assert list(read(text)[0].values()) == ["joana_7", "Tamborim!4", "joana.sol@caixa.example", "Ganza_14"]


def test_full_stop_of_a_sentence_is_no_part_of_the_password() -> None:
    text = "E-mail: joana@caixa.example\nSenha: Tamborim#17\nA senha do e-mail é Outono_2020."
    assert read(text)[0]["email_password"] == "Outono_2020"


@pytest.mark.parametrize(
    "line", ["login: {0}@caixa.example | senha: {1} | skins: 36", "{0}@caixa.example senha {1} skins 36"]
)
def test_lines_with_the_same_labels_are_an_account_each(line: str) -> None:
    people = [(f"carnaval.fn{number}", f"Confete#{number}") for number in range(1, 7)]
    accounts = analyse("\n".join(line.format(*each) for each in people), FORTNITE).accounts
    assert [(each.credentials["login"], each.credentials["password"]) for each in accounts] == [
        (f"{login}@caixa.example", password) for login, password in people
    ]


def test_number_with_a_plus_gives_way_to_the_exact_one() -> None:
    assert read("Title: FORTNITE | 300+ LVL | FULL ACCESS\nPlatform: PC\nAccount level 318")[1]["account_level"] == 318


def test_what_is_said_not_to_be_active_is_off() -> None:
    assert read("joana@caixa.example, Passwort Tamborim_2. 40 Skins. 2FA ist nicht aktiv.")[1]["has_2fa"] is False


def test_password_does_not_run_over_the_cells_behind_it() -> None:
    credentials, data = read("joana_fps | senha: Rub1ãoX | BR | nv 54 | prata 3 | 11 skins | 200 vp", VALORANT)
    assert (credentials["password"], data["server"]) == ("Rub1ãoX", "Brazil")


def test_backticks_around_credentials_are_no_part_of_them() -> None:
    credentials, _ = read("next one for u\n`joanalane` / `Trough4Hay?`\n33 skins", VALORANT)
    assert credentials == {"login": "joanalane", "password": "Trough4Hay?"}


def test_name_of_a_marketplace_is_no_login() -> None:
    text = "eldorado.gg - My offers\nTitle: 38 Skins\nemail = joana@caixa.example\npassword = T1mberJack\nemail password = S4wdust99"
    assert read(text)[0]["login"] == "joana@caixa.example"


def test_price_behind_the_word_skins_is_no_name() -> None:
    _, data = read("joana.rue : Rue!Duck14 : NA : Plat1 : lvl 122 : 18 skins : $34", VALORANT)
    assert "weapon_skins" not in data


def test_logins_with_a_capital_inside_are_logins() -> None:
    text = "Login: brochierV\nSenha: Carvao_Bom\nNivel: 42\n\nLogin: marataV\nSenha: Cascata_V\nNivel: 77"
    assert [each.credentials["login"] for each in analyse(text, VALORANT).accounts] == ["brochierV", "marataV"]


@pytest.mark.parametrize(
    "text",
    [
        "Conta: joana\nSenha: Abc#12\nSkins: 30",
        "Riot: joana\nSenha: Abc#12\nElo: Ferro 1",
        "joana\nsenha: Abc#12\n30 skins",
        "Abe: joana\nAbe: pass is Abc#12\nAbe: gold 1 na, lvl 70",
    ],
)
def test_word_above_the_line_of_the_password_is_the_login(text: str) -> None:
    assert read(text, VALORANT)[0] == {"login": "joana", "password": "Abc#12"}


def test_address_below_a_named_login_is_still_the_mailbox() -> None:
    text = "login: joana_7\nsenha: Abc#12\njoana.sol@caixa.example\nsenha: Ganza_14"
    assert list(read(text)[0].values()) == ["joana_7", "Abc#12", "joana.sol@caixa.example", "Ganza_14"]
