"""Admins are told once that a key is refused, whoever notices it first, until the key works again."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.tests.factories import AdminFactory
from marketplace.actions.calls import adapter_for
from marketplace.actions.sync import publish_drafts, sync_listings
from marketplace.actions.templates import refresh_templates_with_the_system_key
from marketplace.models import Configuration, GlobalSettings, RemoteAccount
from marketplace.tests.conftest import war_thunder
from marketplace.tests.factories import configure
from marketplace.tests.sandbox_fixture import RunningSandbox
from notifications.models import Notification

pytestmark = pytest.mark.usefixtures("system_owner")

DEAD = {"kind": "error", "endpoint": "*", "status": 401, "message": "Missing, invalid, or expired API key"}
BODY = "O marketplace recusou a chave de API: Missing, invalid, or expired API key. Corrija a chave em Gerenciar APIs."

Read = Callable[..., Any]


def told() -> list[tuple[str, str, str, str]]:
    rows = Notification.objects.filter(kind="key_refused").order_by("id").select_related("user")
    return [(each.user.username, each.title, each.body, each.url) for each in rows]


@pytest.fixture
def read(employee: Any, client_for: Any, sandbox: RunningSandbox) -> Read:
    """A read of a screen with the key of an employee, who may type another one."""
    GlobalSettings.objects.create(enable_cache=False)
    configure(employee, f"{sandbox.url}/v1")
    client = client_for(employee)

    def read(path: str = "/accounts", **typed: str) -> Any:
        body = {"userId": employee.id, "method": "GET", **typed}
        return client.post(f"/api/proxy/gameboost{path}", body, format="json")

    return read


def test_key_refused_on_a_screen_tells_every_active_admin_once(
    read: Read, employee: Any, admin: Any, system_owner: Any, sandbox: RunningSandbox
) -> None:
    AdminFactory(username="saiu", is_active=False)
    sandbox.control.set_faults(DEAD)

    answers = [read(), read("/games"), read()]

    assert [answer.status_code for answer in answers] == [502] * 3
    url = f"/gerenciar-apis?userId={employee.id}"
    title = f"Chave de API recusada: de {employee.full_name}"
    assert told() == [(each.username, title, BODY, url) for each in (system_owner, admin)]


def test_refused_system_key_leads_its_owner_to_their_own_configuration(
    read: Read, admin: Any, system_owner: Any, sandbox: RunningSandbox
) -> None:
    Configuration.objects.update(user=system_owner)
    sandbox.control.set_faults(DEAD)

    read()

    title = "Chave de API recusada: padrão do sistema"
    url = f"/gerenciar-apis?userId={system_owner.id}"
    assert told() == [(each.username, title, BODY, url) for each in (system_owner, admin)]


def test_key_refused_again_after_it_worked_is_told_again(read: Read, sandbox: RunningSandbox) -> None:
    sandbox.control.set_faults(DEAD)
    read()
    sandbox.control.set_faults()
    assert read("/games").status_code == 200
    sandbox.control.set_faults(DEAD)

    read("/games")

    assert len(told()) == 2


def test_key_without_permission_for_one_call_is_told_once_while_others_work(read: Read, sandbox: RunningSandbox) -> None:
    sandbox.control.set_faults({"kind": "error", "endpoint": "template", "status": 403})
    for _ in range(2):
        assert (read("/games").status_code, read().status_code) == (502, 200)
    assert len(told()) == 1

    sandbox.control.set_faults(DEAD)
    read()

    assert len(told()) == 2


@pytest.mark.parametrize("notice", ["sync", "publishing", "templates", "test"])
def test_key_refused_in_the_background_or_by_a_test_is_told(
    notice: str, system_owner: Any, client_for: Any, sandbox: RunningSandbox
) -> None:
    configure(system_owner, f"{sandbox.url}/v2", key="sandbox-key")
    if notice == "publishing":
        sandbox.control.set_faults({"kind": "error", "endpoint": "status", "status": 500})
        adapter = adapter_for(sandbox.connection(path="/v2"), user_id=system_owner.id)
        adapter.create(war_thunder())
        adapter.close()
    sandbox.control.set_faults(DEAD)

    match notice:
        case "sync":
            sync_listings()
        case "publishing":
            RemoteAccount.objects.update(publish_at=RemoteAccount.objects.get().created_at)
            assert publish_drafts() == 1
        case "templates":
            refresh_templates_with_the_system_key()
        case _:
            asked = {"userId": system_owner.id}
            client_for(system_owner).post("/api/configs/gameboost/test", asked, format="json")

    assert [username for username, *_ in told()] == [system_owner.username]


def test_410_of_version_1_on_a_screen_is_told_as_the_version(read: Read, sandbox: RunningSandbox) -> None:
    sandbox.control.set_policy(v1_gone=1)

    read()

    [(_, title, body, _)] = told()
    assert title.startswith("Versão da API desativada: de ")
    gone = "O GameBoost desativou a versão 1 da API (HTTP 410). Use a versão 2."
    assert body == f"{gone} Corrija a chave em Gerenciar APIs."


def test_403_of_lzt_is_about_one_lot_and_tells_nobody(employee: Any, client_for: Any, sandbox: RunningSandbox) -> None:
    configure(employee, f"{sandbox.url}/lzt", service="lztmarket")
    sandbox.control.set_faults({"kind": "error", "endpoint": "*", "status": 403, "message": "This item is sold."})

    body = {"userId": employee.id, "method": "GET"}
    client_for(employee).post("/api/proxy/lztmarket/market/item/1", body, format="json")

    assert told() == []


def test_typed_key_that_nobody_saved_tells_nobody(read: Read) -> None:
    assert read(apiKey="errada-1234567").status_code == 502
    assert told() == []
