"""What a marketplace repeats of a secret, in any form, is not in what its adapter gets to read."""

import base64
import html
import json
from typing import Any
from urllib.parse import quote, quote_plus

import pytest

from core.crypto import MASK
from marketplace.adapters.base import Created, Found
from marketplace.adapters.scrubbing import Scrubber
from marketplace.tests.conftest import war_thunder
from marketplace.tests.sandbox_fixture import RunningSandbox

KEY = "gb_live_9f8e/7d+6c=5b"
PASSWORD = 'S3nha "ção" & <x>/\\1'
BODY = {"login": "piloto77", "password": PASSWORD, "email_login": "piloto@example.com", "email_password": "Correio#88"}


def told(text: str, body: Any = BODY) -> str:
    return Scrubber(KEY, body).answer({"message": text}, failed=True)["message"]


@pytest.mark.parametrize("secret", [KEY, PASSWORD, "Correio#88"])
@pytest.mark.parametrize(
    "form",
    [
        str,
        lambda text: quote(text, safe=""),
        lambda text: quote(text),
        quote_plus,
        lambda text: quote(quote(text, safe=""), safe=""),
        html.escape,
        lambda text: html.escape(html.escape(text)),
        lambda text: json.dumps(text)[1:-1],
        lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
        lambda text: json.dumps(json.dumps(text))[3:-3],
        lambda text: json.dumps(text)[1:-1].replace("/", "\\/"),
        lambda text: quote(json.dumps(text)[1:-1]),
        lambda text: base64.b64encode(text.encode()).decode(),
        lambda text: base64.urlsafe_b64encode(text.encode()).decode().rstrip("="),
        lambda text: base64.b64encode(f"piloto:{text}".encode()).decode(),
        lambda text: base64.b64encode(f"Bearer {text}:".encode()).decode(),
    ],
)
def test_secret_that_was_sent_is_masked_in_every_form(secret: str, form: Any) -> None:
    assert told(f"Senha {form(secret)} inválida") == f"Senha {MASK} inválida"


def test_every_secret_of_one_sentence_is_masked() -> None:
    assert told(f"Senha {PASSWORD} inválida para {KEY}") == f"Senha {MASK} inválida para {MASK}"


@pytest.mark.parametrize(
    ("password", "text", "masked"),
    [
        ("a1", "A senha a1 de conta1a1 falhou (a1).", f"A senha {MASK} de conta1a1 falhou ({MASK})."),
        ("a1", "login%3Aa1&x", f"login%3A{MASK}&x"),
        ("conta", "conta de contas: conta", f"{MASK} de contas: {MASK}"),
        ("roblox", "xrobloxy", f"x{MASK}y"),
        ("", "nada", "nada"),
    ],
)
def test_short_secret_is_masked_only_where_it_stands_alone(password: str, text: str, masked: str) -> None:
    assert told(text, {"password": password}) == masked


def test_login_is_masked_in_a_failed_answer_and_read_in_a_success() -> None:
    scrubber = Scrubber(KEY, BODY)
    answer = {"data": {"login": "piloto77", "note": "piloto77"}}
    assert scrubber.answer(answer, failed=False) == answer
    assert scrubber.answer({"message": "piloto77 já existe"}, failed=True) == {"message": f"{MASK} já existe"}


@pytest.mark.parametrize(
    "body",
    [
        {"login_password": "piloto77:Exemplo#123"},
        {"extra": {"cookies": "Exemplo#123"}},
        {"credentials": ["Login: piloto77\nPassword: Exemplo#123"]},
        {"email_login_data": "a@example.com:Exemplo#123"},
        {"tfa_secret": "Exemplo#123"},
    ],
)
def test_secret_is_known_by_the_name_under_which_it_is_sent(body: Any) -> None:
    assert told("errado: Exemplo#123!", body) == f"errado: {MASK}!"


def test_secret_is_masked_at_any_depth_in_names_and_numbers() -> None:
    scrubber = Scrubber(KEY, {"password": "12345678"})
    answer = {"errors": {"senha 12345678": [["12345678", 12345678, 123456789, True, None]]}}
    masked = {"errors": {f"senha {MASK}": [[MASK, MASK, 123456789, True, None]]}}
    assert scrubber.answer(answer, failed=True) == masked
    assert scrubber.text("req-12345678") == f"req-{MASK}"


def test_id_that_equals_a_secret_stays_readable() -> None:
    answer = {"data": {"id": "123456", "item_id": 123456, "status": "Listed"}}
    assert Scrubber(KEY, {"password": "123456"}).answer(answer, failed=False) == answer


def test_sentence_about_a_secret_field_stays_readable() -> None:
    answer = {"message": "The password field is required.", "errors": {"password": ["The password field is required."]}}
    assert Scrubber(KEY, {"password": ""}).answer(answer, failed=True) == answer


def test_secret_that_an_answer_names_is_masked_everywhere_else_in_its_listing() -> None:
    login_data = {"raw": "conta:Exemplo#123", "login": "conta", "password": "Exemplo#123"}
    lot = {"title": "Conta Exemplo#123", "roblox_username": "conta", "more": [{"deep": "x Y29udGE6RXhlbXBsbyMxMjM="}]}
    other = {"title": "Outra conta", "loginData": {"login": "piloto77"}}
    scrubbed = Scrubber(KEY).answer({"items": [lot | {"loginData": login_data}, other]}, failed=False)
    masked = {"title": f"Conta {MASK}", "roblox_username": MASK, "more": [{"deep": f"x {MASK}"}]}
    assert scrubbed == {"items": [masked | {"loginData": login_data}, other]}


def test_number_in_login_data_is_masked_everywhere_else_in_its_listing() -> None:
    login_data = {"login": 10203040, "password": 50607080, "is_set": True, "level": 12}
    lot = {"item_id": 10203040, "title": "Conta 50607080", "pin": 50607080, "level": 12}
    scrubbed = Scrubber(KEY).answer({"item": lot | {"loginData": login_data}}, failed=False)
    masked = lot | {"title": f"Conta {MASK}", "pin": MASK}
    assert scrubbed == {"item": masked | {"loginData": login_data}}


def test_secret_of_one_listing_is_masked_in_another_unless_it_is_a_word() -> None:
    def listing(title: str, password: str) -> dict[str, str]:
        return {"title": title, "password": password}

    listings = [listing("Conta thunder Exemplo#123 RXhlbXBsbyMxMjM=", "Outra#77"), listing("a", "Exemplo#123")]
    scrubbed = Scrubber(KEY).answer({"data": [*listings, listing("b", "thunder")]}, failed=False)
    masked = listing(f"Conta thunder {MASK} {MASK}", "Outra#77")
    assert scrubbed == {"data": [masked, listings[1], listing("b", "thunder")]}


@pytest.mark.parametrize(
    ("login", "password"), [("piloto77", "piloto77"), ("maria123456", "123456"), ("ana@example.com", "example")]
)
def test_listing_whose_login_holds_its_password_is_still_found(
    sandbox: RunningSandbox, adapter: Any, lzt: Any, adapter_v2: Any, login: str, password: str
) -> None:
    for market, changes in ((adapter, {}), (adapter_v2, {}), (lzt, {"game": "roblox", "account_data": {}})):
        mail = {"email_login": "a@example.com", "email_password": "Exemplo#9"}
        sandbox.control.reset()
        assert isinstance(market.create(war_thunder(login, password=password, **mail, **changes)), Created)
        found = market.find_by_login(login)
        assert isinstance(found, Found)
        assert [each.is_of(login) for each in found.listings] == [True]


def test_game_whose_name_holds_a_password_is_still_read() -> None:
    account = {"id": "7", "login": "piloto77", "password": "thunder", "game_slug": "war-thunder", "note": "war-thunder"}
    assert Scrubber(KEY).answer({"data": [account]}, failed=False)["data"] == [account | {"note": f"war-{MASK}"}]


def test_secret_of_many_backslashes_is_found_without_delay() -> None:
    assert told("a" + "\\" * 60 + "b " + "\\" * 5000, {"password": "a" + "\\" * 30 + "b"}) == f"{MASK} " + "\\" * 5000
