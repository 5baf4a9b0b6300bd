"""Keys and passwords that a marketplace repeats in its answers reach nobody: neither answers of ours, nor the database
in clear, the cache or the logs."""

import base64
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import pytest
import structlog
from django.apps import apps
from django.core.cache import cache
from django.db import connection

from bulk.actions.runs import start_runs
from bulk.games.terms import Terms
from bulk.models import Row
from bulk.tests.helpers import SETTINGS, let_time_pass, work
from core.crypto import MASK
from marketplace.actions.calls import adapter_for
from marketplace.actions.configurations import save_configuration
from marketplace.actions.sync import sync_listings
from marketplace.adapters.registry import MARKETS
from marketplace.models import RemoteAccount
from marketplace.queries import saved_configuration
from marketplace.tests.conftest import IMAGE, war_thunder
from marketplace.tests.sandbox_fixture import PATIENCE_MS, RunningSandbox

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("built_frontend")]

KEY = "sandbox-chave/Zq7+vK2w=unica"
PASSWORD = 'Pz9"kt&Qw7/unica'
EMAIL_PASSWORD = "Mx4 ç#Vb8-unica"
SECRETS = (KEY, PASSWORD, EMAIL_PASSWORD)
FAILURES = (422, 401, 404, 500)

Ask = Callable[..., Any]


def forms(secret: str) -> set[str]:
    escaped = json.dumps(secret)[1:-1]
    base64_form = base64.b64encode(secret.encode()).decode()
    return {
        secret,
        quote(secret, safe=""),
        escaped,
        escaped.replace('"', '\\"'),
        base64_form,
        json.dumps(escaped)[1:-1],
    }


def leaked(text: str) -> list[str]:
    """The secrets that a text gives away."""
    return [secret for secret in SECRETS if any(form in text for form in forms(secret))]


def stored() -> dict[str, str]:
    """Everything that any table holds, by table."""
    tables = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    with connection.cursor() as cursor:
        contents = {}
        for table in sorted(tables):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608 - a name of ours
            contents[table] = "\n".join(str(value) for row in cursor.fetchall() for value in row)
    return contents


@pytest.fixture
def nothing_leaks(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """After the test: no secret in a table, in the cache or in the logs."""
    caplog.set_level(logging.DEBUG)
    with structlog.testing.capture_logs() as lines:
        yield
    assert {table: leaked(text) for table, text in stored().items() if leaked(text)} == {}
    kept = [cache.get(key.split(":", 2)[2]) for key in list(cache._cache)]
    assert leaked(json.dumps(kept, default=str, ensure_ascii=False)) == []
    assert leaked(str(lines)) == []
    assert leaked(caplog.text) == []


@pytest.fixture
def ask(employee: Any, client_for: Any, sandbox: RunningSandbox) -> Iterator[Ask]:
    """Calls of the API by an employee with a key of their own. Every answer is looked through."""
    client = client_for(employee)

    def perform(verb: str, path: str, body: Any = None) -> Any:
        answer = getattr(client, verb)(path, body, format="json") if body is not None else getattr(client, verb)(path)
        assert (path, leaked(answer.content.decode()), leaked(str(answer.headers))) == (path, [], [])
        return answer

    return perform


def configure_market(user: Any, sandbox: RunningSandbox, path: str) -> Any:
    service = "lztmarket" if path == "/lzt" else "gameboost"
    save_configuration(
        user_id=user.id,
        service=service,
        api_key=KEY,
        base_url=sandbox.url + path,
        timeout_ms=PATIENCE_MS,
        enabled_endpoints=list(MARKETS[service].endpoints),
        by=user,
    )
    effective = saved_configuration(user.id, service)
    assert effective is not None
    return effective


def gameboost_calls(remote_id: str, login: str) -> list[tuple[str, dict[str, Any]]]:
    data = {
        "game": "war-thunder",
        "title": "Conta War Thunder",
        "price": "14.99",
        "login": f"{login}-nova",
        "password": PASSWORD,
        "email_login": "piloto@example.com",
        "email_password": EMAIL_PASSWORD,
        "description": "Conta com acesso completo.",
        "image_urls": [IMAGE],
        "account_data": {"account_level": 50},
    }
    return [
        ("/accounts", {"method": "POST", "data": data}),
        ("/accounts", {"method": "GET", "params": {"with_data": True}}),
        (f"/accounts/by-login/{login}", {"method": "GET"}),
        (f"/accounts/{remote_id}", {"method": "GET", "params": {"with_data": True}}),
        (f"/accounts/{remote_id}/status", {"method": "PATCH", "data": {"status": "draft"}}),
        ("/accounts/status/bulk", {"method": "PATCH", "data": {"accounts": [int(remote_id)], "status": "draft"}}),
        ("/accounts/template/war-thunder", {"method": "GET"}),
        ("/games", {"method": "GET"}),
        ("/games/1", {"method": "GET"}),
        ("/orders", {"method": "GET"}),
        ("/orders", {"method": "POST", "data": {"account": "1", "password": PASSWORD}}),
    ]


def lzt_calls(remote_id: str, login: str) -> list[tuple[str, dict[str, Any]]]:
    return [
        ("/market/items", {"method": "GET", "params": {"own": True}}),
        ("/market/items", {"method": "GET", "params": {"category": "roblox"}}),
        (f"/market/item/{remote_id}", {"method": "GET"}),
        ("/user/profile", {"method": "GET"}),
    ]


@pytest.mark.usefixtures("nothing_leaks")
@pytest.mark.parametrize("path", ["/v1", "/v2", "/lzt"])
def test_secrets_that_a_marketplace_repeats_reach_no_screen(
    path: str, employee: Any, ask: Ask, sandbox: RunningSandbox
) -> None:
    effective = configure_market(employee, sandbox, path)
    service, calls_of = ("lztmarket", lzt_calls) if path == "/lzt" else ("gameboost", gameboost_calls)
    listing = war_thunder(
        "piloto77",
        game="roblox",
        password=PASSWORD,
        email_login="piloto@example.com",
        email_password=EMAIL_PASSWORD,
        account_data={},
    )
    adapter = adapter_for(effective.connection, user_id=employee.id)
    remote_id = adapter.create(listing).remote_id
    adapter.close()
    told = []
    for status in (None, *FAILURES):
        fault = {"kind": "echo_secrets"}
        sandbox.control.set_faults(fault | ({"status": status} if status else {}))
        test = ask("post", f"/api/configs/{service}/test", {"userId": employee.id})
        assert test.json()["success"] is (status is None)
        for call, body in calls_of(remote_id, "piloto77"):
            answer = ask("post", f"/api/proxy/{service}{call}", {"userId": employee.id, "fresh": True, **body})
            told.append(answer.json().get("message", ""))
        let_time_pass()
        sync_listings()
    assert any(text.startswith(f"Senha inválida: {MASK}") for text in told)
    assert ask("get", "/api/activities").status_code == 200
    ask("get", "/api/marketplace/changes")
    assert RemoteAccount.objects.filter(remote_id=remote_id, title__contains=MASK).exists()


@pytest.mark.usefixtures("nothing_leaks")
def test_purchase_gives_credentials_to_the_buyer_and_the_key_to_nobody(
    admin: Any, client_for: Any, sandbox: RunningSandbox, settings: Any
) -> None:
    settings.LZT_PURCHASE_ENABLED = True
    configure_market(admin, sandbox, "/lzt")
    client = client_for(admin)
    sandbox.control.set_faults({"kind": "echo_secrets"})
    body = {"userId": admin.id, "method": "POST", "data": {"item_id": 9008, "price": "6.00"}}
    bought = client.post("/api/proxy/lztmarket/market/purchase", body, format="json", headers={"Idempotency-Key": "a"})
    assert bought.json()["credentials"]["account"]["password"] == "Exemplo#9008"
    assert "Exemplo#9008" not in json.dumps(bought.json()["item"])
    assert leaked(bought.content.decode()) == []
    assert [table for table, text in stored().items() if "Exemplo#9008" in text] == []


@pytest.mark.usefixtures("nothing_leaks")
@pytest.mark.parametrize("path", ["/v1", "/v2"])
@pytest.mark.parametrize(
    ("fault", "state"),
    [
        ({}, "created"),
        ({"endpoint": "create", "status": 422}, "failed"),
        ({"endpoint": "create", "status": 401}, "queued"),
        ({"endpoint": "create", "status": 500}, "verifying"),
        ({"endpoint": "lookup", "status": 422}, "queued"),
    ],
)
def test_secrets_that_a_marketplace_repeats_stay_out_of_a_run(
    path: str, fault: dict[str, Any], state: str, employee: Any, ask: Ask, market: Any, sandbox: RunningSandbox
) -> None:
    configure_market(employee, sandbox, path)
    market.set_faults({"kind": "echo_secrets", **fault})
    run = start_runs(
        owner=employee,
        game="war-thunder",
        by=employee,
        text=f"piloto77:{PASSWORD}:piloto@example.com:{EMAIL_PASSWORD}",
        settings=SETTINGS | {"title": "Conta War Thunder"},
        markets={"gameboost": Terms()},
    )[0]
    for _ in range(3):
        work()
        let_time_pass()
    row = Row.objects.get(run=run)
    assert row.state == state
    suffixes = ("", "/rows", "/report.csv", "/receipt.json")
    answers = [ask("get", f"/api/bulk/runs/{run.id}{suffix}").content.decode() for suffix in suffixes]
    assert state == "created" or f"Senha inválida: {MASK}" in "".join(answers)
    ask("get", "/api/bulk/runs")
    assert ask("get", f"/runs/{run.id}").status_code == 200
    ask("get", "/api/notifications")
