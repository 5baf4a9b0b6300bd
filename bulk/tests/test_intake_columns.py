"""Which column is what, in both languages and without names."""

import pytest

from bulk.errors import FileEmpty, FileRefused
from bulk.games import GAMES
from bulk.games.columns import fold_name
from bulk.games.description import describe_game
from bulk.intake.columns import Header, SheetReading, propose_fields, template_csv, template_fields, template_xlsx
from bulk.intake.files import read_file, read_pasted


def read(text: str, game: str = "fortnite", header: Header = Header.AUTO) -> SheetReading:
    return propose_fields(read_pasted(text), GAMES[game].columns, header)


def proposed(text: str, game: str = "fortnite") -> list[str | None]:
    return [column.field for column in read(text, game).columns]


@pytest.mark.parametrize(
    ("game", "headers", "fields"),
    [
        (
            "fortnite",
            "Login;Senha;E-mail;Senha do e-mail;Preço (€);Título;Skins;V-Bucks;Nível;Plataforma;2FA",
            "login password emailLogin emailPassword price title skins vbucks account_level platform has2fa",
        ),
        (
            "fortnite",
            "username,password,email login,Email Password,price,title,Outfits,vbucks,Account Level,platform,has_2fa",
            "login password emailLogin emailPassword price title skins vbucks account_level platform has2fa",
        ),
        ("fortnite", "login,password,email_login,title,price", "login password emailLogin title price"),
        (
            "valorant",
            "USUÁRIO\tSENHA\tREGIÃO\tNÍVEL\tELO\tPICO\tVP\tAGENTES",
            "login password server level current_tier:current_division peak_tier:peak_division valorant_points agents",
        ),
        (
            "valorant",
            "user|pass|Region|Level|Rank|Peak Rank|Radianite|Agents|Weapon Skins",
            "login password server level current_tier:current_division peak_tier:peak_division radianite_points agents weapon_skins",
        ),
        (
            "roblox",
            "login;senha;robux;preço;jogo principal;tags",
            "login password robux priceUsd mainExperience accountTags",
        ),
        (
            "war-thunder",
            "account,password,Nations,Vehicles,Golden Eagles,SL,RP,level",
            "login password nations totalVehicles goldenEagles silverLions researchPoints accountLevel",
        ),
    ],
)
def test_headers_are_recognised_in_both_languages(game: str, headers: str, fields: str) -> None:
    separator = next(mark for mark in "\t|;," if mark in headers)
    width = headers.count(separator)

    assert proposed(f"{headers}\n{'a' + separator * width + 'b'}", game) == fields.split()


def test_counts_are_called_what_the_creators_forms_call_them() -> None:
    for game, counts in (("fortnite", 10), ("valorant", 3)):
        labels = {field.name: field.label for field in GAMES[game].columns}
        form = describe_game(GAMES[game], GAMES[game].defaults)["fields"]
        fields = [field for field in form if field["kind"] == "count"]

        assert [labels[field["name"]] for field in fields] == [field["label"] for field in fields]
        assert len(fields) == counts


def test_files_with_the_names_of_earlier_templates_are_still_known() -> None:
    assert proposed("Login;Emotes;Asas-deltas\na;1;2", "fortnite") == ["login", "emotes", "gliders"]
    names = ["login", "radianite_points", "winrate", "cards"]
    assert proposed("Login;Radianita;Taxa de vitória;Cards\na;1;2;x", "valorant") == names


def test_unknown_header_is_left_to_the_person() -> None:
    reading = read("login;senha;cor favorita\na01;x;azul")

    assert [(column.header, column.field) for column in reading.columns] == [
        ("login", "login"),
        ("senha", "password"),
        ("cor favorita", None),
    ]


def test_each_field_is_proposed_once() -> None:
    assert proposed("login;usuário;senha\na01;b01;x") == ["login", None, "password"]


def test_header_below_a_title_is_found_and_its_line_told() -> None:
    reading = read("Lote de maio;;\n\nlogin;senha;preço\na01;x;14,99")

    assert reading.header_line == 3
    assert [(row.line, row.cells) for row in reading.rows] == [(4, ("a01", "x", "14,99"))]


def test_person_says_that_there_is_a_header_or_none() -> None:
    text = "usr;pw\na01;x"

    assert [column.header for column in read(text, header=Header.FIRST).columns] == ["usr", "pw"]
    assert read(text, header=Header.NONE).header_line is None
    assert len(read(text, header=Header.NONE).rows) == 2


def test_columns_without_names_are_known_by_their_content() -> None:
    """`login<TAB>senha<TAB>e-mail<TAB>senha do e-mail<TAB>webmail<TAB>data`."""
    text = "\n".join(
        f"jogador_teste0{n}\tExemplo#12{n}\tconta0{n}@example.com\tMailExemplo#{n}\tfirstmail.ltd/webmail\t2001-02-0{n}"
        for n in range(1, 4)
    )
    reading = read(text)

    assert [column.header for column in reading.columns] == [f"Coluna {letter}" for letter in "ABCDEF"]
    assert [column.field for column in reading.columns] == [
        "login",
        "password",
        "emailLogin",
        "emailPassword",
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("a01:x\na02:y:z\n", ["login:password"]),
        ("login:senha\na01:x\n", ["login:password"]),
        ("Conta;Skins\na01:x;5\na02:y;6\n", ["login:password", "skins"]),
        (
            "login,password,email_login\na,b,conta04@example.com:MailExemplo#9\n",
            ["login", "password", "emailLogin:emailPassword"],
        ),
        ("a01\tx\tconta@example.com:y\n", ["login", "password", "emailLogin:emailPassword"]),
    ],
)
def test_two_fields_in_one_cell_are_seen(text: str, fields: list[str]) -> None:
    assert proposed(text) == fields


def test_lines_with_a_rounded_number_or_a_mask_are_told() -> None:
    reading = read("login;senha;skins\n1,23E+15;x;5\na02;y;1E+10\njo••••02;z;7")

    assert reading.notices == (
        "Linha 2: o número foi arredondado pela planilha; formate a coluna como texto e digite-o de novo.",
        "Linha 4: o login está mascarado; preencha-o com o login verdadeiro.",
    )


def test_many_lines_are_told_shortly() -> None:
    reading = read("login;senha\n" + "1E+15;x\n" * 7)

    assert reading.notices[0].startswith("Linhas 2, 3, 4, 5, 6 e mais 2: ")


def test_file_with_nothing_but_names_is_refused() -> None:
    with pytest.raises(FileEmpty) as refused:
        read("login;senha\n")

    assert refused.value.message == "O arquivo só tem os nomes das colunas. Preencha ao menos uma conta."


def test_five_thousand_rows_beside_the_header_are_read_and_one_more_refused() -> None:
    """At most 5,000 rows or 2 MB a run; beyond that a clear error."""
    rows = [f"a{number};x" for number in range(5_001)]

    assert len(read("\n".join(["login;senha", *rows[:-1]])).rows) == 5_000
    with pytest.raises(FileRefused) as refused:
        read("\n".join(["login;senha", *rows]))
    assert refused.value.code == "too_many_lines"
    assert refused.value.message == "O arquivo tem 5.001 linhas; o máximo é 5.000 por execução."


@pytest.mark.parametrize("game", sorted(GAMES))
def test_template_is_recognised_whole(game: str) -> None:
    """'template to download': what it calls its columns is what reading proposes, in both formats."""
    names = [field.name for field in template_fields(game)]
    for content in (template_csv(game), template_xlsx(game)):
        with pytest.raises(FileEmpty):
            propose_fields(read_file(content), GAMES[game].columns)
    filled = template_csv(game) + (";".join("x" for _ in names)).encode()

    assert [column.field for column in propose_fields(read_file(filled), GAMES[game].columns).columns] == names


@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_field_hides_another_by_its_name(game: str) -> None:
    labels = [fold_name(field.label) for field in GAMES[game].columns]

    assert len(set(labels)) == len(labels)
    for field in GAMES[game].columns:
        reading = read(f"{field.label};zz\nb;c", game, Header.FIRST)
        assert reading.columns[0].field == field.name


def test_values_have_words_in_both_languages() -> None:
    words = {field.name: field.words for game in GAMES.values() for field in game.columns}

    assert words["nations"][fold_name("Alemanha")] == "Germany"
    assert words["nations"][fold_name("U.S.A.")] == "United States"
    assert words["platform"]["ps5"] == "PlayStation"
    assert words["server"]["brasil"] == "Brazil"
    assert words["current_tier:current_division"]["ouro"] == "Gold"
    assert words["emailDomain"][fold_name("firstmail.ltd")] == "firstmail"
    assert (words["costCurrency"]["€"], words["costCurrency"]["$"]) == ("EUR", "USD")
    for field in (field for game in GAMES.values() for field in game.columns):
        assert set(field.words.values()) <= set(field.options) or field.kind == "rank"
