"""/api/proxy/gameboost/…: calls with a person's key (product: market.endpoints)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from analytics.models import Event
from marketplace import queries
from marketplace.actions.calls import adapter_for
from marketplace.adapters.gameboost.market import GAMEBOOST
from marketplace.errors import ListingLimitReached
from marketplace.models import Activity, GlobalSettings, KeyBudget, ListingWrite
from marketplace.tests.conftest import IMAGE, war_thunder
from marketplace.tests.factories import SYSTEM_KEY, configure
from marketplace.tests.sandbox_fixture import RunningSandbox

pytestmark = pytest.mark.usefixtures("system_owner")

BASE = "/api/proxy/gameboost"
DATA = {
    "game": "war-thunder",
    "title": "Conta War Thunder",
    "price": "14.99",
    "login": "piloto",
    "password": "Exemplo#123",
    "description": "Conta com acesso completo.",
    "image_urls": [IMAGE],
    "account_data": {"account_level": 50},
}

Call = Callable[..., Any]


@pytest.fixture
def call(employee: Any, client_for: Any, sandbox: RunningSandbox) -> Call:
    """A proxy call of the employee, who has a key of their own."""
    configure(employee, f"{sandbox.url}/v1")
    client = client_for(employee)

    def perform(path: str, method: str = "GET", **body: Any) -> Any:
        return client.post(BASE + path, {"userId": employee.id, "method": method, **body}, format="json")

    return perform


@pytest.fixture
def listed(sandbox: RunningSandbox, call: Call) -> str:
    """The id of a listing made with the employee's key."""
    created = call("/accounts", "POST", data=DATA)
    assert created.status_code == 201
    return str(created.json()["data"]["id"])


def endpoints(sandbox: RunningSandbox) -> list[str]:
    return [entry["endpoint"] for entry in sandbox.control.log()]


def test_create_sends_the_new_account_payload(call: Call, sandbox: RunningSandbox, listed: str) -> None:
    shown = call(f"/accounts/{listed}", params={"with_data": True}).json()["data"]
    attributes = shown["attributes"]
    assert (shown["id"], attributes["title"], attributes["slug"], attributes["ign"], attributes["price"]) == (
        listed,
        "Conta War Thunder",
        "conta-war-thunder",
        "piloto",
        14.99,
    )
    assert attributes["data"] == {"account_level": 50}


def test_create_sends_no_character_that_nobody_sees(call: Call, sandbox: RunningSandbox) -> None:
    created = call("/accounts", "POST", data=DATA | {"title": "Conta\u200b War\u202e Thunder"})
    shown = call(f"/accounts/{created.json()['data']['id']}").json()["data"]["attributes"]
    assert (shown["title"], shown["slug"]) == ("Conta War Thunder", "conta-war-thunder")
    assert call("/accounts", "POST", data=DATA | {"title": "\u200b\u200b\u200b"}).status_code == 400


def test_passwords_are_in_no_answer(call: Call, sandbox: RunningSandbox, listed: str) -> None:
    sandbox.control.set_policy(lookup_shape="list")
    answers = [call("/accounts"), call(f"/accounts/{listed}"), call("/accounts/by-login/piloto")]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert "Exemplo#123" not in str([answer.content for answer in answers])
    assert "piloto" in str(answers[2].content)


@pytest.mark.parametrize(
    ("changes", "errors"),
    [
        ({"game": ""}, {"game": ["Jogo é obrigatório"]}),
        ({"title": "ab"}, {"title": ["Título deve ter pelo menos 3 caracteres"]}),
        ({"price": "0"}, {"price": ["Preço deve ser um valor positivo"]}),
        ({"price": "-1"}, {"price": ["Preço deve ser um valor positivo"]}),
        ({"login": "ab"}, {"login": ["Login é obrigatório"]}),
        ({"password": ""}, {"password": ["Senha é obrigatória"]}),
        ({"email_login": "x"}, {"email_login": ["E-mail inválido"]}),
        ({"description": "curta"}, {"description": ["Descrição deve ter pelo menos 10 caracteres"]}),
    ],
)
def test_new_account_form_is_checked_with_the_documented_texts(
    call: Call, sandbox: RunningSandbox, changes: dict[str, Any], errors: dict[str, list[str]]
) -> None:
    refused = call("/accounts", "POST", data=DATA | changes)
    assert (refused.status_code, refused.json()["errors"]) == (400, errors)
    assert sandbox.control.log() == []


def test_listing_that_the_template_refuses_is_422_before_anything_is_sent(call: Call, sandbox: RunningSandbox) -> None:
    refused = call("/accounts", "POST", data=DATA | {"image_urls": []})
    assert refused.status_code == 422
    assert refused.json()["errors"] == {
        "image_urls": ["Adicione ao menos uma imagem: o GameBoost não aceita anúncios sem imagem."]
    }
    assert sandbox.control.log() == []


def test_refusal_of_the_marketplace_keeps_its_field_messages(call: Call, sandbox: RunningSandbox) -> None:
    errors = {"login": ["already listed with this login"]}
    sandbox.control.set_faults({"kind": "refuse", "message": "already listed with this login", "errors": errors})
    refused = call("/accounts", "POST", data=DATA)
    assert refused.status_code == 422
    body = refused.json()
    assert (body["message"], body["errors"], body["code"], body["status"]) == (
        "already listed with this login",
        {"login": ["already listed with this login"]},
        "marketplace_refused",
        422,
    )


def test_new_account_whose_login_is_listed_already_is_refused_and_not_sent(
    call: Call, sandbox: RunningSandbox, listed: str
) -> None:
    refused = call("/accounts", "POST", data=DATA)
    text = f"Este login já está no marketplace (anúncio {listed})."
    assert (refused.status_code, refused.json()["message"], refused.json()["errors"]) == (422, text, {"login": [text]})

    sandbox.control.set_faults({"kind": "error", "endpoint": "lookup", "status": 503, "message": "Oops"})
    unknown = call("/accounts", "POST", data=DATA | {"login": "outro"})
    assert (unknown.status_code, unknown.json()["message"]) == (502, "Oops")

    assert endpoints(sandbox) == ["lookup", "create", "lookup", "lookup"]


def test_new_account_of_another_game_may_have_the_same_login(call: Call, sandbox: RunningSandbox, listed: str) -> None:
    other = DATA | {"game": "roblox", "account_data": {}}
    assert call("/accounts", "POST", data=other).status_code == 201


def test_what_came_of_a_new_account_is_told(call: Call, sandbox: RunningSandbox, listed: str, employee: Any) -> None:
    """'account_creation_*'; of a call whose outcome nobody knows, nothing."""
    assert call("/accounts", "POST", data=DATA).status_code == 422
    sandbox.control.set_faults({"kind": "error", "status": 500, "message": "Oops"})
    assert call("/accounts", "POST", data=DATA | {"login": "outro"}).status_code == 502

    assert list(Event.objects.order_by("id").values_list("name", "user_id", "subject", "quantity")) == [
        ("account_creation_success", employee.id, "gameboost", 1),
        ("account_creation_failure", employee.id, "gameboost", 1),
    ]


def test_publish_unpublish_and_delete(call: Call, sandbox: RunningSandbox, listed: str) -> None:
    drafted = call(f"/accounts/{listed}/status", "PATCH", data={"status": "draft"})
    assert drafted.json()["data"]["attributes"]["status"] == "Draft"
    bulk = call("/accounts/status/bulk", "PATCH", data={"accounts": [int(listed)], "status": "listed"})
    assert bulk.json()["data"][0]["attributes"]["status"] == "Listed"
    assert call(f"/accounts/{listed}", "DELETE").status_code == 200
    assert call(f"/accounts/{listed}").status_code == 404
    assert endpoints(sandbox) == ["lookup", "create", "status", "bulk_status", "delete", "get"]


def test_login_with_a_slash_is_looked_up_as_it_is(call: Call, sandbox: RunningSandbox) -> None:
    call("/accounts", "POST", data=DATA | {"login": "piloto/01"})
    found = call("/accounts/by-login/piloto%2F01")
    assert found.json()["data"]["attributes"]["login"] == "piloto/01"


def test_template_games_and_orders_are_passed_on(call: Call) -> None:
    assert "robux_count" in call("/accounts/template/roblox").json()["template"]["account_data"]
    assert call("/games").json()["data"][0]["slug"] == "fortnite"
    assert call("/games/fortnite").json()["data"]["name"] == "Fortnite"
    asked = [call("/orders"), call("/orders", "POST", data={"x": 1})]
    assert [answer.status_code for answer in asked] == [404, 404]
    assert [answer.json()["message"] for answer in asked] == [
        "Os pedidos exigem a API v2 do GameBoost.",
        "A API do GameBoost não cria pedidos.",
    ]


@pytest.mark.parametrize(("path", "method"), [("/accounts", "DELETE"), ("/games", "POST"), ("/accounts/1/status", "GET")])
def test_method_that_the_path_does_not_have_is_405(call: Call, sandbox: RunningSandbox, path: str, method: str) -> None:
    assert call(path, method).status_code == 405
    assert sandbox.control.log() == []


CALLS = {
    "accounts": ("/accounts", "GET", {}),
    "accounts/template/{gameSlug}": ("/accounts/template/roblox", "GET", {}),
    "accounts/{id}": ("/accounts/1", "GET", {}),
    "accounts/by-login/{login}": ("/accounts/by-login/piloto", "GET", {}),
    "accounts/{id}/delete": ("/accounts/1", "DELETE", {}),
    "accounts/{id}/status": ("/accounts/1/status", "PATCH", {"data": {"status": "draft"}}),
    "accounts/status/bulk": ("/accounts/status/bulk", "PATCH", {"data": {"accounts": [1], "status": "draft"}}),
    "games": ("/games", "GET", {}),
    "games/{id}": ("/games/1", "GET", {}),
    "orders": ("/orders", "GET", {}),
}


@pytest.mark.parametrize("endpoint", CALLS)
def test_call_outside_the_enabled_endpoints_is_403_and_nothing_goes_out(
    employee: Any, client_for: Any, sandbox: RunningSandbox, endpoint: str
) -> None:
    others = [name for name in GAMEBOOST.endpoints if name != endpoint]
    configure(employee, f"{sandbox.url}/v1", enabled_endpoints=others)
    path, method, body = CALLS[endpoint]
    refused = client_for(employee).post(BASE + path, {"method": method, **body}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "endpoint_disabled")
    assert sandbox.control.log() == []
    assert Activity.objects.count() == 0


def test_read_is_kept_for_the_cache_time_and_renewed_by_a_write(call: Call, sandbox: RunningSandbox, listed: str) -> None:
    """EnableCache and cacheTime on proxied reads."""
    for _ in range(3):
        assert call("/accounts").json()["meta"]["total"] == 1
    assert endpoints(sandbox).count("list") == 1
    call(f"/accounts/{listed}/status", "PATCH", data={"status": "draft"})
    assert call("/accounts").json()["data"][0]["attributes"]["status"] == "Draft"
    call("/accounts", params={"page": 2})
    assert endpoints(sandbox).count("list") == 3


def test_fresh_read_asks_anew_and_is_kept_for_the_others(call: Call, sandbox: RunningSandbox, listed: str) -> None:
    """'Atualizar' is answered by the marketplace, not from what is kept for the cacheTime."""
    call("/accounts")
    call("/accounts", params={"page": 2})
    sandbox.control.set_listing_status(listed, "Sold")
    assert call("/accounts").json()["data"][0]["attributes"]["status"] == "Listed"
    asked = endpoints(sandbox).count("list")
    assert call("/accounts", fresh=True).json()["data"][0]["attributes"]["status"] == "Sold"
    assert call("/accounts").json()["data"][0]["attributes"]["status"] == "Sold"
    assert endpoints(sandbox).count("list") == asked + 1
    call("/accounts", params={"page": 2})
    assert endpoints(sandbox).count("list") == asked + 2


def test_read_of_one_key_is_not_answered_to_another(
    call: Call, sandbox: RunningSandbox, listed: str, other_employee: Any, client_for: Any
) -> None:
    configure(other_employee, f"{sandbox.url}/v1", key="sandbox-outra-chave-5555")
    assert call("/accounts").json()["meta"]["total"] == 1
    answer = client_for(other_employee).post(f"{BASE}/accounts", {"method": "GET"}, format="json")
    assert answer.json()["meta"]["total"] == 0


@pytest.mark.parametrize("changes", [{"enable_cache": False}, {"cache_time_s": 0}])
def test_read_is_asked_anew_when_the_cache_is_off(call: Call, sandbox: RunningSandbox, changes: dict[str, Any]) -> None:
    GlobalSettings.objects.create(**changes)
    for _ in range(2):
        call("/accounts")
    assert endpoints(sandbox) == ["list", "list"]


def test_look_up_by_login_is_never_from_the_cache(call: Call, sandbox: RunningSandbox) -> None:
    for _ in range(2):
        assert call("/accounts/by-login/piloto").status_code == 404
    assert endpoints(sandbox) == ["lookup", "lookup"]


@pytest.mark.parametrize(
    ("fault", "status", "code", "remote"),
    [
        ({"kind": "error", "status": 401, "message": "Bad key"}, 502, "marketplace_unavailable", 401),
        ({"kind": "error", "status": 403, "message": "No"}, 502, "marketplace_unavailable", 403),
        ({"kind": "error", "status": 404, "message": "Gone"}, 404, "marketplace_not_found", 404),
        ({"kind": "error", "status": 409, "message": "Busy"}, 409, "marketplace_conflict", 409),
        ({"kind": "error", "status": 400, "message": "Bad"}, 400, "marketplace_invalid", 400),
        ({"kind": "error", "status": 418, "message": "Tea"}, 422, "marketplace_refused", 418),
        ({"kind": "error", "status": 500, "message": "Oops"}, 502, "marketplace_unavailable", 500),
        ({"kind": "drop"}, 502, "marketplace_unavailable", None),
    ],
)
def test_failure_of_the_marketplace_never_looks_like_the_end_of_the_session(
    call: Call, sandbox: RunningSandbox, fault: dict[str, Any], status: int, code: str, remote: int | None
) -> None:
    """The browser takes 401 for its own session: 'Sessão expirada. Faça login novamente.'."""
    sandbox.control.set_faults(fault)
    failed = call("/accounts")
    assert (failed.status_code, failed.json()["code"], failed.json()["status"]) == (status, code, remote)


def test_throttled_key_is_held_back_until_the_marketplace_allows(call: Call, sandbox: RunningSandbox) -> None:
    sandbox.control.set_faults({"kind": "throttle", "retryAfter": 30, "count": 1})
    first = call("/accounts")
    assert (first.status_code, first.headers["Retry-After"], first.json()["code"]) == (
        429,
        "30",
        "marketplace_throttled",
    )
    second = call("/accounts")
    assert (second.status_code, second.json()["code"]) == (429, "key_budget_spent")
    blocked_until = KeyBudget.objects.get().blocked_until
    assert blocked_until is not None
    assert (blocked_until - timezone.now()).total_seconds() <= int(second.headers["Retry-After"]) <= 30
    assert len(sandbox.control.log()) == 1
    KeyBudget.objects.update(blocked_until=timezone.now() - timedelta(seconds=1))
    assert call("/accounts").status_code == 200


@pytest.mark.parametrize(("wait_s", "told"), [(0.0, "1"), (58.2, "59"), (60.0, "60")])
def test_nobody_is_told_to_come_back_too_early(wait_s: float, told: str) -> None:
    assert ListingLimitReached(wait_s=wait_s).headers == {"Retry-After": told}


def test_listing_that_was_written_to_too_often_waits_alone(call: Call, sandbox: RunningSandbox, listed: str) -> None:
    """'writes to the same resource 5/min and 10/hour' (GameBoost's page on rate limiting)."""
    for number in range(5):
        status = "draft" if number % 2 else "listed"
        assert call(f"/accounts/{listed}/status", "PATCH", data={"status": status}).status_code == 200
    refused = call(f"/accounts/{listed}/status", "PATCH", data={"status": "draft"})
    assert (refused.status_code, refused.json()["code"]) == (429, "listing_limit")
    first = ListingWrite.objects.earliest("written_at").written_at
    left = first + timedelta(minutes=1) - timezone.now()
    assert left.total_seconds() <= int(refused.headers["Retry-After"]) <= 60
    assert refused.json()["message"].startswith(
        "O marketplace aceita 5 alterações por minuto e 10 por hora em cada anúncio. Tente de novo em "
    )
    assert endpoints(sandbox).count("status") == 5
    assert call(f"/accounts/{listed}").status_code == 200


def test_use_of_the_system_key_does_not_change_what_others_listed(
    system_owner: Any, employee: Any, admin: Any, client_for: Any, sandbox: RunningSandbox
) -> None:
    """'Redefinir para Padrão' gives the use of the key for listing and reading; removing takes an own key or an admin."""
    configure(system_owner, f"{sandbox.url}/v1", key=SYSTEM_KEY)
    effective = queries.configuration_in_effect(employee.id, "gameboost")
    assert effective is not None
    adapter = adapter_for(effective.connection, user_id=system_owner.id)
    adapter.create(war_thunder())
    adapter.close()
    client = client_for(employee)
    assert client.post(f"{BASE}/accounts/100001", {"method": "GET"}, format="json").status_code == 200
    for path, method, body in (
        ("/accounts/100001", "DELETE", {}),
        ("/accounts/100001/status", "PATCH", {"data": {"status": "draft"}}),
        ("/accounts/status/bulk", "PATCH", {"data": {"accounts": [100001], "status": "draft"}}),
    ):
        refused = client.post(BASE + path, {"method": method, **body}, format="json")
        assert (refused.status_code, refused.json()["code"]) == (403, "system_key")
    assert [row["status"] for row in sandbox.control.listings()] == ["Listed"]
    assert client_for(admin).post(f"{BASE}/accounts/100001", {"method": "DELETE"}, format="json").status_code == 200


def test_call_with_a_typed_key_and_address_uses_them(call: Call, sandbox: RunningSandbox, listed: str) -> None:
    typed = call("/accounts", apiKey="sandbox-digitada-7777", baseUrl=f"{sandbox.url}/v1")
    assert typed.json()["meta"]["total"] == 0


def test_call_to_an_address_that_may_not_be_called_is_refused(call: Call, sandbox: RunningSandbox) -> None:
    refused = call("/accounts", apiKey="x", baseUrl="https://evil.example/v1")
    assert (refused.status_code, refused.json()["message"]) == (400, "Informe uma URL válida")
    assert sandbox.control.log() == []


def test_call_without_a_configuration_is_404(employee: Any, client_for: Any) -> None:
    refused = client_for(employee).post(f"{BASE}/accounts", {"method": "GET"}, format="json")
    assert (refused.status_code, refused.json()["message"]) == (404, "Configuração da API GameBoost não encontrada")


def test_call_for_someone_else_is_403(call: Call, other_employee: Any, sandbox: RunningSandbox) -> None:
    assert call("/accounts", userId=other_employee.id).status_code == 403
    assert sandbox.control.log() == []
