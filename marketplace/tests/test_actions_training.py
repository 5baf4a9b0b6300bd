"""'Ensaio': 'the training mode'. A person's runs and calls go to the sandbox while it is on."""

from collections.abc import Callable
from typing import Any

import pytest

from core.models import AuditEvent
from marketplace.models import Activity, Configuration, RemoteAccount, TrainingMode
from marketplace.queries import configuration_in_effect
from marketplace.tests.conftest import IMAGE
from marketplace.tests.factories import OWN_KEY, configure
from marketplace.tests.sandbox_fixture import RunningSandbox

pytestmark = pytest.mark.usefixtures("system_owner")

VENDOR = "https://api.gameboost.com/v1"
ACCOUNT = {
    "game": "war-thunder",
    "title": "Conta War Thunder",
    "price": "14.99",
    "login": "piloto",
    "password": "Exemplo#123",
    "description": "Conta com acesso completo.",
    "image_urls": [IMAGE],
}


@pytest.fixture
def train(employee: Any, client_for: Any, sandbox: RunningSandbox) -> Callable[[bool], Any]:
    """The employee's switch."""
    client = client_for(employee)
    return lambda active: client.post("/api/training", {"active": active}, format="json")


def test_switch_is_ones_own_and_leaves_a_trace(train: Any, employee: Any, other_employee: Any, client_for: Any) -> None:
    assert client_for(employee).get("/api/training").json() == {"available": True, "active": False}
    for _ in range(2):
        answer = train(True)
        assert (answer.status_code, answer.json()) == (200, {"available": True, "active": True})
    assert client_for(other_employee).get("/api/training").json()["active"] is False
    assert train(False).json()["active"] is False
    events = AuditEvent.objects.filter(event__startswith="marketplace.training").order_by("id")
    assert [(each.event, each.actor_id, each.subject_id) for each in events] == [
        ("marketplace.training_started", employee.id, employee.id),
        ("marketplace.training_ended", employee.id, employee.id),
    ]


def test_there_is_no_training_without_a_sandbox(train: Any, employee: Any, settings: Any) -> None:
    """Whoever was in it when the sandbox went works with their own key again."""
    assert train(True).status_code == 200
    settings.OUTBOUND_ALLOWED_HOSTS = frozenset()
    refused = train(True)
    assert (refused.status_code, refused.json()["code"]) == (400, "training_unavailable")
    assert configuration_in_effect(employee.id, "gameboost") is None
    assert train(False).json() == {"available": False, "active": False}
    assert not TrainingMode.objects.exists()


def test_calls_go_to_the_sandbox_whatever_key_and_address_were_typed(
    train: Any, employee: Any, client_for: Any, sandbox: RunningSandbox
) -> None:
    configure(employee, VENDOR)
    train(True)
    client = client_for(employee)
    typed = {"method": "POST", "data": ACCOUNT, "apiKey": OWN_KEY, "baseUrl": VENDOR}
    created = client.post("/api/proxy/gameboost/accounts", typed, format="json")
    assert created.status_code == 201
    assert [entry["endpoint"] for entry in sandbox.control.log()] == ["lookup", "create"]
    assert client.post("/api/proxy/lztmarket/user/profile", {"method": "GET"}, format="json").status_code == 200


def test_practice_enters_no_figure_and_no_work_list(
    train: Any, employee: Any, admin: Any, client_for: Any, sandbox: RunningSandbox
) -> None:
    train(True)
    client_for(employee).post("/api/proxy/gameboost/accounts", {"method": "POST", "data": ACCOUNT}, format="json")
    assert {row.source for row in Activity.objects.all()} == {"training"}
    assert client_for(admin).get("/api/activities/figures").json()["requestsToday"] == 0
    assert not RemoteAccount.objects.exists()


def test_people_do_not_meet_what_others_practise(train: Any, employee: Any, other_employee: Any, client_for: Any) -> None:
    train(True)
    client_for(other_employee).post("/api/training", {"active": True}, format="json")
    effective = [configuration_in_effect(person.id, "gameboost") for person in (employee, other_employee)]
    connections = [each.connection for each in effective if each is not None]
    assert [each.market for each in connections] == ["gameboost:ensaio", "gameboost:ensaio"]
    assert len({each.lane_key for each in connections}) == 2


def test_saved_configuration_is_shown_and_saved_as_ever(
    train: Any, employee: Any, client_for: Any, sandbox: RunningSandbox
) -> None:
    """Training changes where calls go, not what is configured."""
    configure(employee, VENDOR)
    train(True)
    client = client_for(employee)
    assert client.get("/api/configs/gameboost").json()["baseUrl"] == VENDOR
    body = {"apiKey": "••••1234", "baseUrl": VENDOR, "timeout": 9000, "enabledEndpoints": ["accounts"]}
    assert client.post("/api/configs/gameboost", body, format="json").status_code == 200
    saved = Configuration.objects.get(user=employee)
    assert (saved.api_key, saved.timeout_ms) == (OWN_KEY, 9000)


def test_whoever_has_no_configuration_practises_too(train: Any, employee: Any, client_for: Any) -> None:
    client = client_for(employee)
    assert client.get("/api/configs/gameboost").json() is None
    train(True)
    assert client.get("/api/configs/gameboost").json()["apiKey"] != ""


@pytest.mark.parametrize(("service", "path"), [("gameboost", "/v1"), ("lztmarket", "/lzt")])
def test_nobody_is_paid_for_practice_by_saving_the_sandbox_as_their_marketplace(
    employee: Any, admin: Any, client_for: Any, system_owner: Any, sandbox: RunningSandbox, service: str, path: str
) -> None:
    body = {"apiKey": OWN_KEY, "baseUrl": f"{sandbox.url}{path}"}
    by_demo = client_for(employee).post(f"/api/configs/{service}", body, format="json")
    Configuration.objects.all().delete()
    configure(system_owner, VENDOR)

    refused = client_for(employee).post(f"/api/configs/{service}", body, format="json")

    assert (by_demo.status_code, refused.status_code) == (200, 400)
    assert list(refused.json()["errors"]) == ["baseUrl"]
    assert not Configuration.objects.filter(user=employee).exists()
    assert client_for(admin).post(f"/api/configs/{service}", body, format="json").status_code == 200
