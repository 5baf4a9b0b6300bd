"""A marketplace is one package and one line: the registry's."""

import threading
from collections.abc import Callable, Iterator
from http.server import ThreadingHTTPServer
from typing import Any

import pytest
from rest_framework.test import APIClient

from bulk.models import Run
from bulk.tests.helpers import SETTINGS, credited, row_of, states, work
from bulk.tests.made_up_market import BAZAAR, server_of
from marketplace.actions.configurations import save_configuration
from marketplace.adapters.registry import MARKETS

pytestmark = pytest.mark.django_db

ClientFor = Callable[[Any], APIClient]
ASYNC = {"Prefer": "respond-async"}


@pytest.fixture
def bazaar(employee: Any, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, Any]]]:
    """What stands on the shelf of a made-up marketplace, whose key the employee saved."""
    monkeypatch.setitem(MARKETS, BAZAAR.slug, BAZAAR)
    settings.BULK_PAUSE_MS = 0
    shelf: list[dict[str, Any]] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), server_of(shelf))
    origin = f"127.0.0.1:{server.server_port}"
    settings.OUTBOUND_ALLOWED_HOSTS = frozenset({origin})
    threading.Thread(target=server.serve_forever, daemon=True).start()
    save_configuration(
        user_id=employee.id,
        service=BAZAAR.slug,
        api_key="chave-do-bazar",
        base_url=f"http://{origin}",
        timeout_ms=60_000,
        enabled_endpoints=None,
        by=employee,
    )
    yield shelf
    server.shutdown()
    server.server_close()


def body(**changes: Any) -> dict[str, Any]:
    return {"text": "piloto:Exemplo#1", "settings": SETTINGS, "service": BAZAAR.slug} | changes


def test_account_is_previewed_and_listed_on_a_made_up_market(
    bazaar: list[dict[str, Any]], employee: Any, client_for: ClientFor
) -> None:
    client = client_for(employee)
    preview = client.post("/api/bulk/preview", body(game="war-thunder"), format="json").json()
    assert preview["totals"]["sendable"] == 1

    started = client.post(
        "/api/war-thunder/bulk-create", body(previewDigest=preview["digest"]), format="json", headers=ASYNC
    )
    assert started.status_code == 202
    work()

    run = Run.objects.get()
    assert states(run) == {1: "created"}
    assert row_of(run).remote_id == "B-1"
    assert [(lot["shelf"], lot["login"], lot["name"]) for lot in bazaar] == [("tanks", "piloto", "Conta Roblox")]
    assert list(credited()) == [row_of(run).pk]


def test_preview_says_what_the_made_up_market_refuses(
    bazaar: list[dict[str, Any]], employee: Any, client_for: ClientFor
) -> None:
    settings = SETTINGS | {"title": "Conta com um título longo demais para o Bazar"}
    answer = client_for(employee).post("/api/bulk/preview", body(game="war-thunder", settings=settings), format="json")
    assert answer.json()["rows"][0]["error"] == "title: O Bazar aceita títulos de até 40 letras."


@pytest.mark.parametrize(
    ("service", "game", "sentence"),
    [
        ("bazaar", "roblox", "O Bazar não aceita contas de Roblox."),
        ("lztmarket", "war-thunder", "O LZT Market não tem categoria para War Thunder."),
        (
            "lztmarket",
            "fortnite",
            "O LZT Market exige os cookies de sessão da conta para este jogo, que não são guardados aqui.",
        ),
    ],
)
def test_preview_and_start_refuse_a_game_the_market_does_not_take(
    bazaar: list[dict[str, Any]], employee: Any, client_for: ClientFor, service: str, game: str, sentence: str
) -> None:
    client = client_for(employee)
    route = "fortnite/bulk-create" if game == "fortnite" else f"{game}/bulk-create"
    for path, sent in (("bulk/preview", body(service=service, game=game)), (route, body(service=service))):
        refused = client.post(f"/api/{path}", sent, format="json")
        assert (refused.status_code, refused.json()["message"]) == (400, sentence)
    assert (Run.objects.count(), bazaar) == (0, [])


def test_key_of_another_market_does_not_stand_in_for_a_missing_one(
    owner: Any, sandbox: Any, client_for: ClientFor
) -> None:
    refused = client_for(owner).post("/api/bulk/preview", body(service="lztmarket", game="roblox"), format="json")
    assert (refused.status_code, refused.json()["message"]) == (400, "Configuração da API LZT Market não encontrada")
    unknown = client_for(owner).post("/api/bulk/preview", body(service="ebay", game="roblox"), format="json")
    assert unknown.json()["errors"] == {"service": ["Marketplace desconhecido."]}
    assert sandbox.control.log() == []
