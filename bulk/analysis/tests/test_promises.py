"""What an answer has besides the values themselves: the price, where each value stands, how sure it is, and how it was read."""

import sys
from decimal import Decimal
from pathlib import Path

import pytest

from bulk.analysis import analyse
from bulk.analysis.__main__ import main
from bulk.analysis.choose import LEAST, WEIGHTS, calibrated
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
    told = [calibrated(said / 100) for said in range(101)]

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
