"""/api/settings. What each of them does (product: market.global-settings)."""

from decimal import Decimal
from typing import Any

import pytest

from core.models import AuditEvent
from marketplace import queries
from marketplace.actions.calls import adapter_for, try_connection
from marketplace.actions.configurations import save_global_settings, seed_demo
from marketplace.models import GlobalSettings
from marketplace.tests.conftest import IMAGE, war_thunder
from marketplace.tests.factories import configure
from marketplace.tests.sandbox_fixture import RunningSandbox

pytestmark = pytest.mark.django_db

PATH = "/api/settings"


def test_settings_start_with_the_documented_defaults(admin: Any, client_for: Any) -> None:
    """'retryAttempts (default 3), cacheTime (seconds, default 300) …'."""
    assert client_for(admin).get(f"{PATH}?userId={admin.id}").json() == {
        "retryAttempts": 3,
        "cacheTime": 300,
        "errorHandling": "Log and retry",
        "enableCache": True,
        "enableMetrics": True,
        "enableRateLimiting": True,
        "resumeRuns": True,
        "authMethod": "API Key",
        "tokenRotation": False,
        "tokenStorage": "Encrypted",
        "defaultDescription": "",
        "defaultInstructions": "",
        "defaultImageUrl": "",
        "usdEurRate": "0.8700",
        "credentialDays": 45,
        "priceRulesStopped": False,
        "priceChangesADay": 50,
        "deductionPercent": 0,
        "updatedAt": None,
        "updated_at": None,
    }
    assert GlobalSettings.objects.count() == 0


def test_settings_that_the_body_names_are_changed_and_the_rest_kept(admin: Any, client_for: Any) -> None:
    client = client_for(admin)
    client.post(PATH, {"userId": admin.id, "settings": {"retryAttempts": 5}}, format="json")
    saved = client.post(
        PATH,
        {"userId": admin.id, "settings": {"cacheTime": 0, "errorHandling": "Log and throw", "usdEurRate": "0.9"}},
        format="json",
    )
    assert saved.status_code == 200
    read = client.get(PATH).json()
    assert read == saved.json()
    assert (read["retryAttempts"], read["cacheTime"], read["errorHandling"], read["usdEurRate"]) == (
        5,
        0,
        "Log and throw",
        "0.9000",
    )
    assert queries.global_settings().usd_eur_rate == Decimal("0.9")
    event = AuditEvent.objects.filter(event="marketplace.settings_saved").order_by("-id")[0]
    assert (event.before["cache_time_s"], event.after["cache_time_s"]) == ("300", "0")


@pytest.mark.parametrize(
    ("changes", "errors"),
    [
        ({"retryAttempts": -1}, {"settings.retryAttempts": ["Tentativas de repetição deve ser pelo menos 0"]}),
        ({"retryAttempts": "x"}, {"settings.retryAttempts": ["Tentativas de repetição deve ser pelo menos 0"]}),
        ({"cacheTime": -1}, {"settings.cacheTime": ["Tempo de cache deve ser pelo menos 0"]}),
        ({"usdEurRate": "0"}, {"settings.usdEurRate": ["Informe uma taxa de câmbio válida"]}),
        ({"usdEurRate": "abc"}, {"settings.usdEurRate": ["Informe uma taxa de câmbio válida"]}),
        ({"credentialDays": 0}, {"settings.credentialDays": ["Informe de 1 a 365 dias"]}),
        ({"credentialDays": 366}, {"settings.credentialDays": ["Informe de 1 a 365 dias"]}),
        ({"credentialDays": "x"}, {"settings.credentialDays": ["Informe de 1 a 365 dias"]}),
        ({"deductionPercent": 101}, {"settings.deductionPercent": ["Informe de 0 a 100"]}),
        ({"defaultImageUrl": "foto"}, {"settings.defaultImageUrl": ["Informe uma URL válida"]}),
    ],
)
def test_settings_that_make_no_sense_are_refused_and_nothing_changes(
    admin: Any, client_for: Any, changes: dict[str, Any], errors: dict[str, list[str]]
) -> None:
    refused = client_for(admin).post(PATH, {"settings": {"cacheTime": 60} | changes}, format="json")
    assert (refused.status_code, refused.json()["errors"]) == (400, errors)
    assert GlobalSettings.objects.count() == 0


def test_settings_are_for_admins(employee: Any, client_for: Any) -> None:
    """'/api/settings are for admins (others 403)'."""
    client = client_for(employee)
    assert client.get(f"{PATH}?userId={employee.id}").status_code == 403
    assert client.post(PATH, {"settings": {"retryAttempts": 9}}, format="json").status_code == 403
    assert queries.global_settings().retry_attempts == 3


@pytest.mark.parametrize(
    ("method", "works"), [("API Key", True), ("OAuth 2.0", True), ("JWT", True), ("Basic Auth", False)]
)
def test_auth_method_decides_the_header_sent(admin: Any, sandbox: RunningSandbox, method: str, works: bool) -> None:
    """'authMethod on the header sent'. The sandbox, like the vendor, takes bearer keys alone."""
    configure(admin, f"{sandbox.url}/v1")
    save_global_settings(changes={"auth_method": method}, by=admin)
    effective = queries.configuration_in_effect(admin.id, "gameboost")
    assert effective is not None
    assert try_connection(effective.connection, user_id=admin.id)["success"] is works


def test_default_image_is_given_to_a_listing_without_one(admin: Any, sandbox: RunningSandbox) -> None:
    save_global_settings(changes={"default_image_url": IMAGE}, by=admin)
    adapter = adapter_for(sandbox.connection(), user_id=admin.id)
    adapter.create(war_thunder(image_urls=()))
    adapter.close()
    assert sandbox.control.counters()["created"] == 1


def test_demo_configurations_follow_the_sandbox_to_another_port(
    system_owner: Any, employee: Any, sandbox: RunningSandbox, settings: Any
) -> None:
    """Two installations on one database each call the sandbox of their own."""
    origin, settings.SANDBOX_ORIGIN = settings.SANDBOX_ORIGIN, "http://127.0.0.1:1"
    seed_demo(seller_id=employee.id)
    seed_demo(seller_id=employee.id)
    settings.SANDBOX_ORIGIN, settings.PUBLIC_BASE_URL = origin, "http://127.0.0.1:9000"
    for person, service in [(system_owner, "gameboost"), (system_owner, "lztmarket"), (employee, "gameboost")]:
        effective = queries.configuration_in_effect(person.id, service)
        assert effective is not None
        assert effective.key_owner_id == person.id
        assert try_connection(effective.connection, user_id=person.id)["success"] is True
    image = "http://127.0.0.1:9000/static/marketplace/listing.png"
    assert queries.global_settings().default_image_url == image
    other = "http://127.0.0.1:1/minha.png"
    save_global_settings(changes={"default_image_url": other}, by=system_owner)
    assert queries.global_settings().default_image_url == other


@pytest.mark.parametrize(
    ("key", "base_url"),
    [
        ("sandbox-demo-key", "https://api.gameboost.com/v1"),
        ("sandbox-demo-key", "https://sandbox.example.com/v1"),
        ("uma-chave-propria", "http://127.0.0.1:9/v1"),
    ],
)
def test_configuration_that_is_not_the_demos_leads_where_it_says(
    system_owner: Any, sandbox: RunningSandbox, key: str, base_url: str
) -> None:
    configure(system_owner, base_url, key=key)
    effective = queries.configuration_in_effect(system_owner.id, "gameboost")
    assert effective is not None
    assert effective.connection.base_url == base_url


def test_demo_configuration_keeps_its_version_when_the_sandbox_moves(system_owner: Any, sandbox: RunningSandbox) -> None:
    configure(system_owner, "http://127.0.0.1:9/v2", key="sandbox-demo-key")
    effective = queries.configuration_in_effect(system_owner.id, "gameboost")
    assert effective is not None
    assert effective.connection.base_url == f"{sandbox.url}/v2"
