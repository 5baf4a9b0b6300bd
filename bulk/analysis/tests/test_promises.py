"""What an answer has besides the values themselves: the price, where each value stands, how sure it is, and how it was read."""

import sys
from decimal import Decimal
from pathlib import Path

import pytest

from bulk.analysis import analyse
from bulk.analysis.__main__ import main
from bulk.analysis.choose import LEAST, WEIGHTS, calibrate
from bulk.analysis.result import SURE

MAX_BYTES = 1_000_000


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("57 skins\nPreço: R$ 1.250,00", ("1250.00", "BRL")),
        ("57 skins | 89,90 reais", ("89.90", "BRL")),
        ("57 skins\nPrice: €45", ("45", "EUR")),
        ("57 skins, asking 39.99 USD", ("39.99", "USD")),
        ("57 skins\nDe R$ 200 por R$ 150", ("150", "BRL")),
        ("57 skins\n1.200 V-Bucks\nInventário: R$ 3.000", None),
        ("50 skins - R$ 90\n100 skins - R$ 170\n200 skins - R$ 350", None),
        ("57 skins", None),
    ],
)
def test_price_is_what_the_account_is_offered_for(text: str, price: tuple[str, str] | None) -> None:
    read = analyse(text, "fortnite").accounts[0].price

    assert (read and (read.amount, read.currency)) == (price and (Decimal(price[0]), price[1]))
    assert read is None or read.text in text


def test_each_account_has_its_own_price() -> None:
    accounts = analyse("ana_1:Um#111 | 30 skins | R$ 50\nbia_2:Dois#2 | 40 skins | R$ 70", "fortnite").accounts

    assert [account.price and account.price.amount for account in accounts] == [50, 70]


def test_names_in_brackets_behind_a_number_are_rare_items() -> None:
    [account] = analyse("Skins: 220+ (Ghoul Trooper, Galaxy)\nPlataformas: PC e PS5", "fortnite").accounts

    assert account.account_data == {"skins": 220, "platform": "PC", "rare_items": ["Ghoul Trooper", "Galaxy"]}


def test_each_account_of_a_list_of_objects_shows_where_it_stands() -> None:
    text = '{"hits": [\n{"login": "ana_1", "password": "Um#111"},\n{"login": "bia_2", "password": "Dois#2"}\n]}'

    accounts = analyse(text, "fortnite").accounts

    found = [(origin.text, origin.line) for account in accounts for origin in account.provenance]
    assert found == [("ana_1", 2), ("Um#111", 2), ("bia_2", 3), ("Dois#2", 3)]


@pytest.mark.parametrize(
    "row",
    ["2,bia_2,Dois#2,PC,30,VENDIDA", "bia_2:Dois#2 | já vendida", "bia_2:Dois#2 | 30 skins | senha errada"],
)
def test_row_that_is_sold_or_wrong_is_no_account(row: str) -> None:
    table = "nº,login,senha,plataforma,skins,status\n1,ana_1,Um#111,PC,40,ok\n{}\n3,cris_3,Tres#3,Xbox,50,ok"

    accounts = analyse(table.format(row), "fortnite").accounts

    assert [account.credentials.get("login") for account in accounts] == ["ana_1", "cris_3"]


def test_row_that_was_not_filled_in_is_no_account() -> None:
    text = "Nº,Usuário,Senha,Plataforma,Trajes,2FA\n1,ana_1,Um#111,PC,42,não\n2,bia_2,Dois#2,Xbox,73,sim\n3,,,,,"

    assert len(analyse(text, "fortnite").accounts) == 2


def test_line_with_a_session_is_no_origin() -> None:
    """What is written otherwise than it is read (here a sign of JSON's) is shown with its whole line elsewhere."""
    plain = r'{"login": "ana_1", "password": "U\u006d#111", "skins": 30}'
    session = plain.replace("30", '30, "token": "eyJhbGciOiJub25lIn0.q9loess.zz"')

    origins = [
        {origin.field: origin.text for origin in analyse(text, "fortnite").accounts[0].provenance}
        for text in (plain, session)
    ]

    said = {"login": "ana_1", "skins": "30"}
    assert origins == [{**said, "password": plain}, {**said, "password": ""}]


@pytest.mark.parametrize("masked", ["Tr***9", "******", "••••••", "M****o1"])
def test_masked_password_is_none(masked: str) -> None:
    [account] = analyse(f"Login: joana_1\nSenha: {masked}", "fortnite").accounts

    assert account.credentials == {"login": "joana_1"}


def test_every_value_says_how_sure_it_is_and_asks_for_a_look() -> None:
    answer = analyse("Login: joana_1\nSenha: Abc#12 | 30 skins\nNível 84", "fortnite").as_json()

    assert {origin["field"] for origin in answer["provenance"]} == {"login", "password", "skins", "account_level"}
    for origin in answer["provenance"]:
        assert LEAST <= origin["confidence"] <= 1
        assert origin["check"] == (origin["confidence"] < SURE)


def test_confidence_rises_with_what_the_model_says() -> None:
    told = [calibrate(said / 100) for said in range(101)]

    assert told == sorted(told)
    assert told[-1] >= SURE > told[50]


def test_weights_are_a_readable_file_of_a_megabyte_at_most() -> None:
    assert WEIGHTS.stat().st_size <= MAX_BYTES
    assert all(float(line.rsplit("\t", 1)[1]) for line in WEIGHTS.read_text("utf-8").splitlines())


def test_a_text_is_followed_through_every_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "text.txt"
    file.write_text("Login: joana_1\nSenha: Abc#12\nSkins: 57", "utf-8")
    monkeypatch.setattr(sys, "argv", ["analysis", "--explain", str(file), "--game", "fortnite", "--entries"])

    main()

    shown = capsys.readouterr().out
    assert [step for step in ("shared", "unwrapped", "choices", "accounts") if step not in shown] == []
    assert '"skins": [57' in shown


@pytest.mark.parametrize("password", ["Sent1nela1", "tigerQuilombo", "Blue8467", "dr4g0n+bark", "M0on4"])
def test_labels_with_a_word_each_on_a_line_are_read_whatever_the_password(password: str) -> None:
    rows = [f"LOGIN: ana.{name} SENHA: {password}{name} SKINS: {skins}" for name, skins in (("um", 20), ("dois", 31))]

    accounts = analyse("\n".join(rows) + " (essa tem 2fa)", "fortnite").accounts

    assert [account.credentials for account in accounts] == [
        {"login": f"ana.{name}", "password": f"{password}{name}"} for name in ("um", "dois")
    ]
    assert [account.account_data["skins"] for account in accounts] == [20, 31]
