"""What is refused in an account of Fortnite or Valorant, field by field, and what still goes."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import UploadSettings
from bulk.games.fortnite import GAME
from bulk.models import Row, Run
from bulk.tests.helpers import row_of, sends, states, work
from bulk.tests.parted import ASYNC, ELO, FORTNITE, VALORANT, bare, fortnite, valorant

pytestmark = [pytest.mark.once, pytest.mark.django_db]

ClientFor = Callable[[Any], APIClient]
Arrived = Callable[[], list[dict[str, Any]]]


@pytest.mark.parametrize(
    ("game", "changes", "errors"),
    [
        ("fortnite", {"login": ""}, {"login": [GAME.required]}),
        ("fortnite", {"password": None}, {"password": [GAME.required]}),
        ("fortnite", {"price": ""}, {"price": [GAME.required]}),
        ("fortnite", {"email_domain": ""}, {"email_domain": [GAME.required]}),
        ("fortnite", {"login": "ab"}, {"login": ["Login deve ter pelo menos 3 caracteres"]}),
        ("fortnite", {"password": "ab"}, {"password": ["Senha deve ter pelo menos 3 caracteres"]}),
        ("fortnite", {"price": "0.99"}, {"price": ["Preço deve ser maior que 0"]}),
        ("fortnite", {"price": -5}, {"price": ["Preço deve ser maior que 0"]}),
        ("fortnite", {"price": "10000.01"}, {"price": ["Preço deve ser no máximo 10.000"]}),
        ("fortnite", {"title": "ab"}, {"title": ["Título deve ter pelo menos 3 caracteres"]}),
        ("fortnite", {"description": "curta"}, {"description": ["Descrição deve ter pelo menos 10 caracteres"]}),
        ("fortnite", {"email_provider": "proton"}, {"email_provider": ["Selecione uma das opções"]}),
        ("fortnite", {"has_2fa": "sim"}, {"has_2fa": ["Informe verdadeiro ou falso"]}),
        ("fortnite", {"image_urls": ["x"] * 11}, {"image_urls": ["No máximo 10 imagens por conta"]}),
        ("fortnite", {"skins": -1}, {"account_data.skins": ["Skins deve ser pelo menos 0"]}),
        (
            "fortnite",
            {"account_data": {"pickaxes": -1, "loadingScreens": "-2", "vbucks": 1.5, "account_level": 0}},
            {
                "account_data.pickaxes": ["Picaretas deve ser pelo menos 0"],
                "account_data.loading_screens": ["Telas de carregamento deve ser pelo menos 0"],
                "account_data.vbucks": ["V-Bucks deve ser um número inteiro"],
                "account_data.account_level": ["Nível da conta deve ser pelo menos 1"],
            },
        ),
        (
            "valorant",
            {"login": ""},
            {"login": ["Preencha as informações de login e senha antes de adicionar a conta"]},
        ),
        ("valorant", {"password": "12"}, {"password": ["Senha deve ter pelo menos 3 caracteres"]}),
        ("valorant", {"price": None}, {"price": ["Preço deve ser maior que 0"]}),
        (
            "valorant",
            {"description": "Tem menos de vinte"},
            {"description": ["Descrição deve ter pelo menos 20 caracteres"]},
        ),
        (
            "valorant",
            {"account_data": {"winrate": 10**20}},
            {"account_data.winrate": ["Informe um percentual de 0 a 100"]},
        ),
        ("valorant", {"account_data": {"radiants": 10**20}}, {"account_data.radiants": ["Valor inválido"]}),
        ("valorant", {"account_data": {"novo": {"a": 1}}}, {"account_data.novo": ["Valor inválido"]}),
        ("valorant", {"account_data": {"level": 0}}, {"account_data.level": ["Nível deve ser pelo menos 1"]}),
        ("valorant", {"account_data": {"agents": {"a": 1}}}, {"account_data.agents": ["Informe uma lista de nomes"]}),
    ],
)
def test_a_wrong_account_is_told_field_by_field(
    game: str, changes: dict[str, Any], errors: dict[str, list[str]], client_for: ClientFor, owner: Any
) -> None:
    """Each refused account has its text; the others go on."""
    good = bare(login="certa01", account_data={"level": 5} if game == "valorant" else {})
    wrong = bare(account_data={"level": 5} if game == "valorant" else {}) | changes
    body = {"game": game, "accounts": [wrong, good]}

    seen = client_for(owner).post("/api/bulk/preview", body).json()["rows"]

    assert (seen[0]["verdict"], seen[0]["errors"]) == ("invalid", errors)
    assert seen[0]["error"] == next(iter(errors.values()))[0]
    assert seen[1]["verdict"] in ("valid", "warning")


@pytest.mark.parametrize("account", [None, 5, "ana:senha", []])
def test_what_is_no_account_is_a_failed_line(account: object, client_for: ClientFor, owner: Any) -> None:
    answer = client_for(owner).post(FORTNITE, {"accounts": [account, bare()]}, headers=ASYNC)

    assert answer.status_code == 202
    assert row_of(Run.objects.get()).state == "failed"


def test_an_account_with_a_session_cookie_is_refused_and_not_stored(
    client_for: ClientFor, owner: Any, market: Any
) -> None:
    """Pasted lines with a Roblox session cookie are refused and not stored."""
    cookie = "_|WARNING:-DO-NOT-SHARE-THIS.--abc"
    accounts = [bare(note=cookie), bare(login="bia002")]
    client_for(owner).post(FORTNITE, {"accounts": accounts}, headers=ASYNC)
    work()

    row = row_of(Run.objects.get())
    assert (row.state, row.login_hint, row.title, row.credentials) == ("failed", "", "", None)
    assert sends(market) == {"bia002": 1}


def test_of_a_wrong_account_no_secret_is_kept(client_for: ClientFor, owner: Any) -> None:
    client_for(owner).post(FORTNITE, {"accounts": [fortnite(price=0), bare(login="bia002")]}, headers=ASYNC)

    row = row_of(Run.objects.get())
    assert (row.credentials, row.override, row.login_hint, row.title) == (
        None,
        {},
        "a••••",
        "Conta Fortnite | 57 skins",
    )
    assert row.errors == {"price": ["Preço deve ser maior que 0"]}


def test_a_standard_description_that_is_too_short_names_its_field(client_for: ClientFor, owner: Any) -> None:
    """Valorant: 'standard description min 20 with at least one account'."""
    UploadSettings.objects.create(user=owner, descriptions={"valorant": "curta demais"})

    for settings in ({}, {"description": "Menos de vinte"}):
        answer = client_for(owner).post(VALORANT, {"accounts": [bare()], "settings": settings}, headers=ASYNC)
        assert (answer.status_code, answer.json()["errors"]) == (
            400,
            {"description": ["Descrição deve ter pelo menos 20 caracteres"]},
        )
    assert Run.objects.count() == 0


def test_an_account_may_leave_its_price_to_the_form_and_a_line_may_be_changed(
    client_for: ClientFor, owner: Any, arrived: Arrived
) -> None:
    accounts = [bare(price=None), bare(login="bia002", price="")]
    body = {"accounts": accounts, "settings": {"price": "12.50"}, "overrides": {"2": {"title": "Só esta", "price": 9}}}
    client_for(owner).post(FORTNITE, body, headers=ASYNC)
    work()

    sent = [(body["title"], body["price"]) for body in arrived()]
    assert sent == [("Conta Fortnite", 12.5), ("Só esta", 9.0)]


@pytest.mark.parametrize("spelled", ["rambler", "Rambler", "rambler.ru"])
def test_a_provider_is_known_by_slug_title_or_domain(
    spelled: str, client_for: ClientFor, owner: Any, arrived: Arrived
) -> None:
    account = bare(email_login="ana@rambler.ru", email_provider=spelled)
    client_for(owner).post(FORTNITE, {"accounts": [account]}, headers=ASYNC)
    work()

    assert arrived()[0]["email_provider"] == "rambler.ru"
    assert "https://mail.rambler.ru" in arrived()[0]["delivery_instructions"]


def test_accounts_beyond_two_megabytes_are_refused(client_for: ClientFor, owner: Any) -> None:
    """At most 5,000 rows or 2 MB a run; beyond that a clear error."""
    accounts = [bare(login=f"conta{number}", description="x" * 9_000) for number in range(250)]

    answer = client_for(owner).post(FORTNITE, {"accounts": accounts}, headers=ASYNC)

    assert (answer.status_code, answer.json()["message"]) == (
        400,
        "As contas passam de 2 MB. Divida-as em mais de uma execução.",
    )
    assert Run.objects.count() == 0


def test_pasted_lines_work_for_the_queue_games_too(client_for: ClientFor, owner: Any, market: Any) -> None:
    body = {"text": "ana001:Senha#1\nbia002:Senha#2:bia@example.com:Mail#2\nruim", "settings": {"price": 5}}
    client_for(owner).post(FORTNITE, body, headers=ASYNC)
    work()

    assert states(Run.objects.get()) == {1: "created", 2: "created", 3: "failed"}
    assert sends(market) == {"ana001": 1, "bia002": 1}


def test_what_was_refused_is_sent_again_as_it_was(
    client_for: ClientFor, owner: Any, market: Any, arrived: Arrived
) -> None:
    """A retry goes through the stored row: everything that the account stated is still there."""
    market.set_faults({"kind": "refuse", "logins": ["bia002"], "count": 1})
    client = client_for(owner)
    client.post(VALORANT, {"accounts": [valorant()]}, headers=ASYNC)
    work()
    run = Run.objects.get()
    assert states(run) == {1: "failed"}

    client.post(f"/api/bulk/runs/{run.id}/retry")
    work()

    assert states(run) == {1: "created"}
    assert arrived()[0]["game_items"]["agents"] == ["Sova", "Jett"]
    assert Row.objects.get().title == ELO["title"]
