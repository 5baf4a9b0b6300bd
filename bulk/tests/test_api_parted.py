"""Fortnite and Valorant over the one run engine: documented endpoints, texts and payloads."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import UploadSettings
from bulk.games.fortnite import FALLBACK
from bulk.models import Row, Run
from bulk.tests.helpers import state_of, states, work
from bulk.tests.parted import ASYNC, FORTNITE, VALORANT, bare, fortnite, valorant
from earnings.models import Earning
from marketplace.models import Configuration
from marketplace.tests.sandbox_fixture import RunningSandbox

pytestmark = [pytest.mark.once, pytest.mark.django_db]

ClientFor = Callable[[Any], APIClient]
Arrived = Callable[[], list[dict[str, Any]]]


# What arrives


def test_fortnite_arrives_under_the_names_of_the_template(client_for: ClientFor, owner: Any, arrived: Arrived) -> None:
    """Field names of our forms are translated by the adapter (`skins` → `outfits_count` …)."""
    answer = client_for(owner).post(FORTNITE, {"accounts": [fortnite()], "userId": owner.id}, headers=ASYNC)
    work()

    assert answer.status_code == 202
    sent = arrived()[0]
    assert sent["account_data"] == {
        "platform": "Xbox",
        "outfits_count": 57,
        "pickaxes_count": 34,
        "emotes_count": 41,
        "backblings_count": 28,
        "wraps_count": 12,
        "gliders_count": 19,
        "sprays_count": 7,
        "loadings_count": 5,
        "v_bucks_count": 1250,
        "account_level": 210,
    }
    assert {name: value for name, value in sent.items() if name not in ("account_data", "delivery_instructions")} == {
        "game": "fortnite",
        "title": "Conta Fortnite | 57 skins",
        "description": "Conta com 57 skins e 1.250 V-Bucks.",
        "price": 24.99,
        "ign": "ana001",
        "login": "ana001",
        "password": "Exemplo#123",
        "email_login": "ana001@firstmail.ltd",
        "email_password": "MailExemplo#9",
        "email_provider": "firstmail.ltd",
        "has_2fa": True,
        "level_up_method": "by_hand",
        "is_manual": False,
        "delivery_time": {"duration": 0, "unit": "minutes"},
        "image_urls": ["https://cdn.example.com/a.jpg", "https://cdn.example.com/b.jpg"],
        "dump": "fortnite, Xbox, Renegade Raider",
    }
    assert "https://firstmail.ltd/webmail/login" in sent["delivery_instructions"]


def test_valorant_arrives_as_document_2_maps_it(client_for: ClientFor, owner: Any, arrived: Arrived) -> None:
    """'mapped to title, slug …, server (default NA), level_up_method by_hand, note, dump, …, gallery, account_data and
    game_items (agents, weapon-skins, buddies, cards, sprays, titles)'."""
    client_for(owner).post(VALORANT, {"accounts": [valorant()], "userId": owner.id}, headers=ASYNC)
    work()

    sent = arrived()[0]
    assert sent["account_data"] == {
        "level": "84",
        "current_tier": "Gold",
        "current_division": 2,
        "peak_tier": "Diamond",
        "peak_division": 1,
        "platforms": ["PC"],
        "valorant_points": 425,
        "radianite_points": 60,
    }
    assert sent["game_items"] == {
        "agents": ["Sova", "Jett"],
        "weapon-skins": ["Neptune Spectre"],
        "buddies": ["EP1: Iron Buddy"],
        "cards": ["Sova Card"],
        "sprays": ["GG Spray"],
        "titles": ["Rookie"],
    }
    told = (
        "slug",
        "email_provider",
        "server",
        "level_up_method",
        "note",
        "dump",
        "is_manual",
        "delivery_time",
        "image_urls",
        "price",
    )
    assert {name: sent[name] for name in told} == {
        "slug": "valorant-br-ouro-2-31-skins",
        "email_provider": "rambler.ru",
        "server": "Brazil",
        "level_up_method": "by_hand",
        "note": "lote 7",
        "dump": "valorant, ouro",
        "is_manual": False,
        "delivery_time": {"duration": 0, "unit": "minutes"},
        "image_urls": ["https://cdn.example.com/v.jpg"],
        "price": 30.0,
    }
    assert "https://mail.rambler.ru" in sent["delivery_instructions"]


def test_valorant_without_a_server_goes_to_north_america(client_for: ClientFor, owner: Any, arrived: Arrived) -> None:
    """The seed's default server `NA` is not an accepted value: it is translated."""
    accounts = [bare(account_data={"level": 20})]
    client_for(owner).post(VALORANT, {"accounts": accounts}, headers=ASYNC)
    work()

    assert arrived()[0]["server"] == "North America"


@pytest.mark.parametrize(
    ("path", "data", "title"),
    [
        (FORTNITE, {"skins": 57, "vbucks": 1250, "account_level": 210}, "57 skins | 1.250 V-Bucks | Nível 210"),
        (FORTNITE, {"account_level": 3}, "Nível 3"),
        (VALORANT, {"level": 84, "current_tier": "Gold", "current_division": 2}, "Gold 2 | NA | Nível 84"),
    ],
)
def test_an_account_without_a_title_is_named_by_what_it_has(
    path: str, data: dict[str, Any], title: str, client_for: ClientFor, owner: Any, arrived: Arrived
) -> None:
    """The title is optional and falls back to the generated title."""
    client_for(owner).post(path, {"accounts": [bare(account_data=data)]}, headers=ASYNC)
    work()

    game = "Fortnite" if path == FORTNITE else "Valorant"
    assert arrived()[0]["title"] == Row.objects.get().title == f"Conta {game} | {title}"


def test_counts_beside_the_credentials_and_words_among_the_counts_are_read(
    client_for: ClientFor, owner: Any, arrived: Arrived
) -> None:
    """The manual form has its counts beside the login, an analysis the platform among the counts."""
    account = bare(skins="7", accountLevel=3, account_data={"platform": "Switch", "has_2fa": True, "vbucks": 5})
    client_for(owner).post(FORTNITE, {"accounts": [account]}, headers=ASYNC)
    work()

    sent = arrived()[0]
    assert sent["account_data"] == {
        "platform": "Switch",
        "outfits_count": 7,
        "account_level": 3,
        "v_bucks_count": 5,
    }
    assert sent["has_2fa"] is True


def test_game_items_are_taken_under_the_marketplaces_spelling(
    client_for: ClientFor, owner: Any, arrived: Arrived
) -> None:
    account = bare(server="EU", account_data={"level": "9"}, game_items={"weapon-skins": ["Prime Vandal"]})
    client_for(owner).post(VALORANT, {"accounts": [account]}, headers=ASYNC)
    work()

    assert arrived()[0]["game_items"] == {"weapon-skins": ["Prime Vandal"]}


def test_an_account_without_description_and_images_gets_the_standard_ones(
    client_for: ClientFor, owner: Any, arrived: Arrived
) -> None:
    """Each account receives the standard description and standard images when it has none."""
    settings = {"description": "Descrição padrão da pessoa.", "imageUrls": ["https://cdn.example.com/padrao.jpg"]}
    own = fortnite(login="bia002", email_login="")
    accounts = [bare(description="", image_urls=[]), own]
    client_for(owner).post(FORTNITE, {"accounts": accounts, "settings": settings}, headers=ASYNC)
    work()

    first, second = arrived()
    assert (first["description"], first["image_urls"]) == (settings["description"], settings["imageUrls"])
    assert (second["description"], second["image_urls"]) == (own["description"], own["image_urls"])


@pytest.mark.parametrize(
    ("stated", "description"),
    [({}, "A descrição da pessoa."), ({"description": ""}, FALLBACK), ({"description": "Outra, deste lote."}, None)],
)
def test_the_standard_description_is_the_persons_own(
    stated: dict[str, str], description: str | None, client_for: ClientFor, owner: Any, arrived: Arrived
) -> None:
    """Each person's own texts from the profile come first; emptied, the game's default goes."""
    UploadSettings.objects.create(user=owner, descriptions={"fortnite": "A descrição da pessoa."})
    client_for(owner).post(FORTNITE, {"accounts": [bare()], "settings": stated}, headers=ASYNC)
    work()

    assert arrived()[0]["description"] == (description or stated["description"])


# What is answered


def test_fortnite_answers_the_documented_shape(client_for: ClientFor, owner: Any) -> None:
    """'{success, results{total, successful, failed, accounts, errors}}'."""
    accounts = [fortnite(), fortnite(title="Cara", price=0), fortnite(title="De novo", login="ANA001")]
    client = client_for(owner)
    first = client.post(FORTNITE, {"accounts": accounts}, headers={**ASYNC, "Idempotency-Key": "uma-vez"})
    work()
    run = Run.objects.get()

    assert first.json() == {
        "success": True,
        "runId": run.id,
        "results": {
            "total": 3,
            "successful": 0,
            "failed": 2,
            "accounts": [],
            "errors": [
                {"account": "Cara", "error": "Preço deve ser maior que 0", "line": 2},
                {"account": "De novo", "error": "Login duplicado: já está na linha 1.", "line": 3},
            ],
        },
    }
    again = client.post(FORTNITE, {"accounts": accounts}, headers={**ASYNC, "Idempotency-Key": "uma-vez"})
    assert (again["Idempotent-Replay"], Run.objects.count()) == ("true", 1)
    assert (states(run), state_of(run)) == ({1: "created", 2: "failed", 3: "duplicate"}, "finished_with_errors")
    assert Earning.objects.count() == 1


def test_valorant_answers_its_message_too(client_for: ClientFor, owner: Any, market: Any) -> None:
    """'`/api/gameboost/valorant` answers `{success, message, results}`'."""
    answer = client_for(owner).post(VALORANT, {"accounts": [valorant(), valorant(login="caio03")]}, headers=ASYNC)

    told = answer.json()
    assert set(told) == {"success", "message", "runId", "results"}
    assert (told["success"], told["message"]) == (True, "0 de 2 contas foram criadas com sucesso.")
    assert set(told["results"]) == {"total", "successful", "failed", "accounts", "errors"}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (FORTNITE, "Chave de API do GameBoost não encontrada. Configure-a nas configurações."),
        (VALORANT, "Configuração da API GameBoost não encontrada"),
    ],
)
def test_without_a_key_nothing_is_created(path: str, text: str, client_for: ClientFor, owner: Any) -> None:
    Configuration.objects.all().delete()

    answer = client_for(owner).post(path, {"accounts": [bare()]}, headers=ASYNC)

    assert (answer.status_code, answer.json()["message"]) == (400, text)
    assert Run.objects.count() == 0


@pytest.mark.parametrize("body", [{}, {"accounts": []}, {"accounts": None}])
@pytest.mark.parametrize("path", [FORTNITE, VALORANT])
def test_an_empty_list_is_nothing_to_create(path: str, body: dict[str, Any], client_for: ClientFor, owner: Any) -> None:
    """'a non-empty list ('Nenhuma conta para criar')'."""
    answer = client_for(owner).post(path, body, headers=ASYNC)

    assert answer.status_code == 400
    if body.get("accounts", ()) is not None:
        assert answer.json()["message"] == "Nenhuma conta para criar"
    assert Run.objects.count() == 0


def test_nothing_but_wrong_accounts_names_what_is_wrong(client_for: ClientFor, owner: Any) -> None:
    answer = client_for(owner).post(FORTNITE, {"accounts": [bare(price=0), bare(login="ab")]}, headers=ASYNC)

    assert answer.status_code == 400
    assert answer.json() == {
        "message": "Sem contas válidas",
        "code": "no_valid_accounts",
        "errors": {
            "accounts.1.price": ["Preço deve ser maior que 0"],
            "accounts.2.login": ["Login deve ter pelo menos 3 caracteres"],
        },
    }
    assert Run.objects.count() == 0


@pytest.mark.parametrize("version", ["v1", "v2"])
@pytest.mark.parametrize(("path", "account"), [(FORTNITE, fortnite()), (VALORANT, valorant())])
def test_both_dialects_take_what_the_queues_send(
    version: str,
    path: str,
    account: dict[str, Any],
    client_for: ClientFor,
    owner: Any,
    configure: Callable[..., None],
    sandbox: RunningSandbox,
) -> None:
    """Dialects: `gameboost v1` and `gameboost v2`, chosen by the base URL."""
    configure(owner, base_url=f"{sandbox.url}/{version}")
    client_for(owner).post(path, {"accounts": [account]}, headers=ASYNC)
    work()

    row = Row.objects.get()
    assert (row.state, row.errors) == ("created", {})
